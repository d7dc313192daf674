#pragma once

/// What a report says beside its tables: when, where and under which limits the games were played,
/// who was faulty and how, and where the records lie.

#include "tournament/store.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace referee {

/// All faults of one kind of one AI of which details are kept.
struct FaultGroup {
    int ai = 0;
    Fault fault = Fault::none;
    std::int64_t games = 0;                ///< in which there were some
    std::vector<Store::FaultRow> examples; ///< the first, at most three
};

/// A game with a record.
struct GameWithRecord {
    std::int64_t game = 0;
    int field = 0;
    std::vector<int> ais;   ///< by seat
    std::vector<int> ranks; ///< by seat
    std::string reason;
    std::string record;
};

struct Context {
    std::string title;
    std::string started; ///< "2026-11-21T20:51:36Z"; empty without games
    std::string ended;
    std::string limits;
    std::string version;
    std::vector<StoredMachine> machines;
    std::vector<std::string> ais;         ///< names, fit for a terminal
    std::vector<std::string> fields;      ///< as ais
    std::vector<FaultGroup> faults;       ///< by AI, then by fault
    std::vector<GameWithRecord> recorded; ///< the first, at most 500
    std::string folder;                   ///< of the database: records are named from there
};

/// An empty title becomes "GAME: N AIs".
Context read_context(const Store& store, const std::string& title);

/// A few lines for the head of a report.
std::string head_text(const Context& context);
/// Who was faulty, with turn, reason and the last of standard error; empty if nobody was.
std::string faults_text(const Context& context);
/// "turn 3", "preparation"
std::string turn_text(const FaultDetail& detail);
/// "2 × 4 cores of NAME", or several.
std::string machines_text(const std::vector<StoredMachine>& machines);

/// Adds "title", "played" and "fault_details".
void add_context(const Context& context, nlohmann::ordered_json& json);

} // namespace referee
