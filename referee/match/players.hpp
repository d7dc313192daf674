#pragma once

/// The players of one or many matches: a work folder and a keeper for each AI, created on first use
/// and kept, because starting a keeper takes longer than a short game.

#include "ai/program.hpp"
#include "match/guarded_game.hpp"
#include "match/people.hpp"
#include "match/program_player.hpp"

#include <memory>
#include <string>
#include <vector>

namespace referee {

class PlayerPool final : public PlayerSource {
  public:
    /// Keeps references to the first two. In simultaneous games each player gets its own core
    /// while there are enough `cores`; otherwise all use the first. `people` asks the contestants
    /// that are people; it may be null if none is.
    PlayerPool(
        const std::vector<Contestant>& contestants, const GameInfo& game, const MatchConfig& config,
        std::vector<int> cores, People* people = nullptr);

    const Contestant& contestant(int index) const override { return contestants_[index]; }

    /// Creates missing players and tests their confinement.
    std::vector<Player*> acquire(const std::vector<int>& contestants) override;
    /// The player of a contestant that is a program. It must have been acquired.
    ProgramPlayer& program(int contestant) { return *places_[contestant].program; }

    /// The confinement of a player refers to the old file of its program, so a replaced one needs a
    /// new player.
    bool require_unchanged(const std::vector<int>& contestants) override;
    void drop(const std::vector<int>& contestants) override;

    /// The folder in which --keep-work leaves the work folders.
    const std::string& work_path() const { return root_.path(); }
    /// Notes for the organiser since the last call, one line each.
    std::vector<std::string> take_notes();

  private:
    struct Place {
        std::unique_ptr<PersonPlayer> person;   ///< or
        std::unique_ptr<ProgramPlayer> program; ///< once it is needed
        long last_used = 0;
        std::vector<FileStamp> stamps; ///< of the program's files when they were last hashed
    };

    void make(int contestant, int core);
    void test_confinement(int contestant);
    bool was_replaced(int contestant);
    void drop_oldest(const std::vector<int>& wanted);

    const std::vector<Contestant>& contestants_;
    const GameInfo& game_;
    MatchConfig config_; ///< with the share of the work space
    std::vector<int> cores_;
    WorkRoot root_;
    std::vector<Place> places_; ///< by contestant
    std::vector<std::string> notes_;
    int made_ = 0;
    long uses_ = 0;
};

} // namespace referee
