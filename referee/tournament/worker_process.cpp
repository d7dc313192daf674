#include "tournament/worker_process.hpp"

#include "error.hpp"
#include "field/utf8.hpp"
#include "games/registry.hpp"
#include "match/guarded_game.hpp"
#include "match/player_pool.hpp"
#include "match/record.hpp"
#include "process/cores.hpp"
#include "process/interrupt.hpp"
#include "view/live/feed.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace referee {
namespace {

using Kind = WorkerMessage::Kind;

// With these a message has at most max_message_bytes.
constexpr std::size_t max_summaries = 16;
constexpr std::size_t max_text = 2000;

std::string text_of(const nlohmann::json& message) {
    return message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Runs in the worker's process.
class Worker {
  public:
    /// `number` is its number among the workers, from 0.
    Worker(const WorkerSetup& setup, const std::vector<int>& cores, int socket, int number)
        : setup_(setup), socket_(socket), contestants_(*setup.contestants),
          players_(contestants_, *setup.game, setup_.config, cores) {
        if (setup.live != nullptr) {
            live_.emplace(*setup.live, number);
        }
        // Logs and records left by an interrupted run are overwritten.
        setup_.config.force = true;
    }

    void run() {
        GameToPlay game;
        while (receive(game)) {
            play(game);
        }
    }

    void say(Kind kind, const std::string& text) const {
        send(nlohmann::json{{"kind", kind}, {"text", text.substr(0, max_text)}});
    }

  private:
    bool receive(GameToPlay& game) {
        pollfd event{socket_, POLLIN, 0};
        wait_for(&event, 1, -1);
        const ssize_t got = ::recv(socket_, &game, sizeof game, 0);
        return got == static_cast<ssize_t>(sizeof game);
    }

    void send(const nlohmann::json& message) const {
        const std::string text = text_of(message);
        if (::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) < 0 && errno != EPIPE) {
            fail("reporting a game");
        }
    }

    const LoadedField& field(int number) {
        if (number != field_number_) {
            field_ = load_field(setup_.fields[static_cast<std::size_t>(number)]);
            if (field_.sha256 != setup_.hashes[static_cast<std::size_t>(number)]) {
                throw UserError(
                    field_.path + ": the field has changed during the tournament; start again");
            }
            field_number_ = number;
        }
        return field_;
    }

    /// Gives the AIs 0 and 1 the values of a tuning.
    void set_parameters(const GameToPlay& game) {
        for (std::size_t ai = 0; game.parameters > 0 && ai < game.values.size(); ++ai) {
            Contestant& contestant = contestants_[ai];
            const auto count = std::min<std::size_t>(
                contestant.parameters.size(), static_cast<std::size_t>(game.parameters));
            bool has_changed = false;
            for (std::size_t i = 0; i < count; ++i) {
                double& value = contestant.parameters[i].value;
                has_changed = has_changed || value != game.values[ai][i];
                value = game.values[ai][i];
            }
            if (has_changed && has_parameters_in_command(contestant.program)) {
                players_.drop({static_cast<int>(ai)});
            }
        }
    }

    void play(const GameToPlay& game) {
        set_parameters(game);
        const std::vector<int> ais(game.ais.begin(), game.ais.begin() + setup_.seats);
        GameRequest request;
        request.field = &field(game.field);
        request.number = static_cast<int>(game.index + 1);
        request.config = &setup_.config;
        request.awaits_own_signal = false; // the tournament holds back doubtful games
        // A record gets its name when it is complete.
        const std::string name = record_name(game.index, game.generation);
        const std::string record = setup_.records + "/" + name;
        const std::string draft = record + ".part";
        std::unique_ptr<RecordWriter> writer;
        if (!setup_.records.empty()) {
            writer = std::make_unique<RecordWriter>(draft, true);
        } else if (live_) {
            writer = std::make_unique<RecordWriter>();
        }
        if (live_) {
            writer->set_listener(*live_);
        }
        request.record = writer.get();
        GameResult result;
        try {
            result = play_guarded(players_, ais, request);
        } catch (const ProgramChanged& changed) {
            throw UserError(fmt::format(
                "{}; restore it, or run the same command with --changed replay", changed.what()));
        } catch (...) {
            if (!setup_.records.empty()) {
                ::unlink(draft.c_str());
            }
            throw;
        }
        for (const std::string& note : players_.take_notes()) {
            say(Kind::note, note);
        }
        const bool has_file = !setup_.records.empty();
        if (has_file) {
            std::filesystem::rename(draft, record);
        }
        GameOutcome outcome = outcome_of(result, game.index, game.match, game.field, ais);
        outcome.record = has_file ? name : "";
        nlohmann::json message{
            {"kind", Kind::played},
            {"outcome", json_of(outcome)},
            {"faults", summaries(result, game, has_file ? record : "")}};
        send(message);
    }

    nlohmann::json
    summaries(const GameResult& result, const GameToPlay& game, const std::string& record) const {
        nlohmann::json list = nlohmann::json::array();
        std::map<std::pair<Seat, Fault>, bool> reported;
        for (const FaultNote& note : result.faults) {
            if (list.size() >= max_summaries ||
                std::exchange(reported[{note.seat, note.fault}], true)) {
                continue;
            }
            const int ai = game.ais[note.seat - 1];
            const SeatTally& tally = result.tallies[note.seat - 1];
            const std::int64_t count = note.fault == Fault::none
                                           ? tally.measured.restarts
                                           : tally.faults[static_cast<std::size_t>(note.fault)];
            list.push_back(
                {{"ai", ai},
                 {"fault", note.fault},
                 {"text",
                  fmt::format(
                      "game {}, {}, {}: {} (seat {}): {}: {}{}{}", game.index + 1, field_.name,
                      note.in_preparation ? "preparation" : fmt::format("turn {}", note.turn),
                      contestants_[ai].name, note.seat, kind_of(note),
                      note.reason.substr(0, max_text),
                      count > 1 ? fmt::format(" ({} times in this game)", count) : "",
                      record.empty() ? "" : "; record: " + record)}});
        }
        return list;
    }

    WorkerSetup setup_;
    int socket_;
    std::vector<Contestant> contestants_; ///< with the values of parameters
    PlayerPool players_;
    std::optional<LiveRecord> live_;
    LoadedField field_;
    int field_number_ = -1;
};

void say(int socket, Kind kind, const std::string& text) {
    const std::string message = text_of({{"kind", kind}, {"text", text}});
    ::send(socket, message.data(), message.size(), MSG_NOSIGNAL);
}

/// The main function of every worker. Never returns.
template <typename Work>
[[noreturn]] void be_worker(const UniqueFd& socket, pid_t parent, const Work& work) {
    // If the tournament is killed, we get SIGTERM, which ends the game and cleans up.
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) {
        ::_exit(0);
    }
    ignore_wake_up_signals();
    const SignalsInWaits signals;
    const auto say = [&](Kind kind, const std::string& text) {
        referee::say(socket.get(), kind, text.substr(0, max_text));
    };
    try {
        work();
    } catch (const Interrupted&) {
        // The tournament reports it.
    } catch (const UserError& problem) {
        say(Kind::user_error, problem.what());
    } catch (const std::exception& problem) {
        say(Kind::internal_error, problem.what());
    }
    ::_exit(0);
}

} // namespace

std::string record_name(std::int64_t game, int generation) {
    return generation == 0 ? fmt::format("game-{:06}.jsonl", game + 1)
                           : fmt::format("game-{:06}-{}.jsonl", game + 1, generation + 1);
}

void play_games(
    const WorkerSetup& setup, const std::vector<int>& cores, const UniqueFd& socket, pid_t parent,
    int number) {
    be_worker(socket, parent, [&] {
        if (setup.config.pin && !setup.game->simultaneous) {
            pin_to_core(cores[0]);
        }
        Worker(setup, cores, socket.get(), number).run();
    });
}

void run_job(const Job& job, const std::vector<int>& cores, const UniqueFd& socket, pid_t parent) {
    be_worker(socket, parent, [&] { say(socket.get(), Kind::job, job(cores)); });
}

} // namespace referee
