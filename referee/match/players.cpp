#include "match/players.hpp"

#include "ai/of_contestant.hpp"
#include "base/error.hpp"
#include "base/remedy.hpp"
#include "base/text.hpp"
#include "keeper/keeper.hpp"
#include "match/work_space.hpp"
#include "os/cores.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace referee {

namespace {

/// A keeper takes about 8 MiB, most of it shared. A tournament of hundreds of AIs must not need
/// hundreds of them.
constexpr std::size_t max_players = 32;

/// Empty if one of its files is gone or no longer readable. Throws EnvironmentError if that can't
/// be told now.
std::string hash_if_readable(const Program& program) {
    try {
        return sha256_of(program);
    } catch (const UserError&) {
        return "";
    } catch (const std::filesystem::filesystem_error& problem) {
        const int error = problem.code().value();
        if (is_of_machine(error)) {
            fail("reading " + safe_text(problem.path1().string()), error);
        }
        return "";
    }
}

} // namespace

PlayerPool::PlayerPool(
    const std::vector<Contestant>& contestants, const GameInfo& game, const MatchConfig& config,
    std::vector<int> cores, People* people)
    : contestants_(contestants), game_(game), config_(config), cores_(std::move(cores)),
      root_(config.work, config.keep_work, uses_private_users()), places_(contestants.size()) {
    for (std::size_t i = 0; i < contestants.size(); ++i) {
        places_[i].stamps = contestants[i].stamps;
        if (contestants[i].is_human) {
            places_[i].person = std::make_unique<PersonPlayer>(contestants[i], *people);
        }
    }
    if (config_.work_share == 0) { // in a tournament all games of all workers share the space
        const auto programs =
            std::count_if(contestants.begin(), contestants.end(), [](const Contestant& contestant) {
                return !contestant.is_human;
            });
        if (std::string note = share_work_space(config_, 1, static_cast<std::size_t>(programs));
            !note.empty()) {
            notes_.push_back(std::move(note));
        }
    }
}

std::vector<Player*> PlayerPool::acquire(const std::vector<int>& contestants) {
    std::vector<Player*> players;
    std::size_t programs = 0;
    for (const int index : contestants) {
        Place& place = places_[index];
        if (place.person) {
            players.push_back(place.person.get());
            continue;
        }
        const int core = game_.simultaneous ? cores_[programs % cores_.size()] : cores_[0];
        ++programs;
        if (!place.program) {
            drop_oldest(contestants);
            make(index, core);
        } else if (config_.pin) {
            place.program->move_to_core(core);
        }
        place.last_used = ++uses_;
        players.push_back(place.program.get());
    }
    return players;
}

bool PlayerPool::require_unchanged(const std::vector<int>& contestants) {
    bool any = false;
    for (const int contestant : contestants) {
        any = was_replaced(contestant) || any;
    }
    return any;
}

bool PlayerPool::was_replaced(int contestant) {
    Place& place = places_[static_cast<std::size_t>(contestant)];
    const Contestant& ai = contestants_[static_cast<std::size_t>(contestant)];
    const std::string changed = first_changed(place.stamps);
    if (changed.empty()) {
        return false;
    }
    // Stamps first, so that a change during hashing is noticed the next time.
    std::vector<FileStamp> stamps = stamps_of(ai.program);
    const std::string hash = hash_if_readable(ai.program);
    place.stamps = std::move(stamps);
    if (hash != ai.program_sha256) {
        throw OfContestant<ProgramChanged>(
            ai.name,
            fmt::format(
                "{}: the AI {} has changed since it was read ({}), so the game is not counted",
                ai.program.path, ai.name, changed));
    }
    place.program.reset();
    return true;
}

void PlayerPool::drop(const std::vector<int>& contestants) {
    for (const int contestant : contestants) {
        places_[static_cast<std::size_t>(contestant)].program.reset();
    }
}

void PlayerPool::drop_oldest(const std::vector<int>& wanted) {
    std::size_t count = 0;
    Place* oldest = nullptr;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        if (!places_[i].program) {
            continue;
        }
        ++count;
        const bool is_wanted =
            std::find(wanted.begin(), wanted.end(), static_cast<int>(i)) != wanted.end();
        if (!is_wanted && (oldest == nullptr || places_[i].last_used < oldest->last_used)) {
            oldest = &places_[i];
        }
    }
    if (count >= max_players && oldest != nullptr) {
        oldest->program.reset();
    }
}

void PlayerPool::make(int contestant, int core) {
    Place& place = places_[contestant];
    place.program = std::make_unique<ProgramPlayer>(
        contestants_[contestant], game_, root_, ++made_, core, config_);
    if (!place.program->note().empty()) {
        notes_.push_back(place.program->note());
    }
    test_confinement(contestant);
}

/// Tests each confinement from inside before anything is played.
void PlayerPool::test_confinement(int contestant) {
    ProgramPlayer& player = *places_[contestant].program;
    player.require_no_privileges();
    player.require_refused("", "the network");
    for (const auto& [path, what] : config_.hidden) {
        player.require_refused(std::filesystem::absolute(path).string(), what);
    }
    for (const Place& other : places_) {
        if (other.program && other.program.get() != &player) {
            player.require_refused(other.program->work_path(), "another AI's folder");
            other.program->require_refused(player.work_path(), "another AI's folder");
        }
    }
}

std::vector<std::string> PlayerPool::take_notes() {
    return std::exchange(notes_, {});
}

} // namespace referee
