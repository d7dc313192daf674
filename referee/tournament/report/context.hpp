#pragma once

/// The parts of a report besides the tables: when, where and under which limits the games were
/// played, the faults, and the records.

#include "base/json.hpp"
#include "tournament/store/results.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The faults of one kind of one AI, as far as details are kept.
struct FaultGroup {
    int ai = 0;
    Fault fault = Fault::none;
    std::int64_t games = 0;            ///< number of games with this fault
    std::vector<StoredFault> examples; ///< the first ones, at most three
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
    std::vector<GameWithRecord> recorded; ///< the first ones, at most 500
    std::string folder;                   ///< of the database; paths of records are relative to it
    std::string site;                     ///< the folder of the site with the games; empty: none
};

/// All faults of a tournament, by AI, then by fault.
std::vector<FaultGroup> fault_groups(const Results& store);

/// An empty title becomes "GAME: N AIs".
Context read_context(const Results& store, const std::string& title);

/// The head of a report, a few lines.
std::string head_text(const Context& context);
/// The faults with turn, reason and the last lines of standard error; empty without faults.
std::string faults_text(const Context& context);
/// "2026-11-21T20:51:36Z" as "2026-11-21 20:51".
std::string minute_text(const std::string& time);
/// "turn 3", "preparation"
std::string turn_text(const FaultDetail& detail);
/// "2 × 4 cores of NAME", or several.
std::string machines_text(const std::vector<StoredMachine>& machines);

/// "title", "limits", "played" and "fault_details".
Json context_json(const Context& context);

/// Takes a text part by part.
using TextSink = std::function<void(std::string_view part)>;

} // namespace referee
