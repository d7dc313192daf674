#include "tournament/play/worker.hpp"

#include "advice/printed_error.hpp"
#include "ai/of_contestant.hpp"
#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "game_programs/program_game.hpp"
#include "game_programs/rules_processes.hpp"
#include "match/players.hpp"
#include "os/clock.hpp"
#include "os/cores.hpp"
#include "os/descriptor.hpp"
#include "os/draft.hpp"
#include "os/interrupt.hpp"
#include "record/record.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace referee {

// The code that runs in a worker's process. The pool (worker.hpp) forks it and gets its messages,
// JSON, through a socket.

std::string record_name(std::int64_t game, int generation) {
    return generation == 0 ? fmt::format("game-{:06}.jsonl", game + 1)
                           : fmt::format("game-{:06}-{}.jsonl", game + 1, generation + 1);
}

namespace {

/// Plays the games that come through the socket until `parent` ends. `number` is the worker's, from
/// 0.
[[noreturn]] void play_games(
    const WorkerSetup& setup, const std::vector<int>& cores, const UniqueFd& socket, pid_t parent,
    int number);

/// Sends the text of the job.
[[noreturn]] void
run_job(const Job& job, const std::vector<int>& cores, const UniqueFd& socket, pid_t parent);

using Kind = WorkerMessage::Kind;

constexpr std::size_t max_summaries = 16;
constexpr std::size_t max_text = 2000;

// A message is its length in bytes, then its text. What an AI prints may become several times as
// long in JSON, so no buffer has room for every message.
using MessageLength = std::uint32_t;

/// Waits until all of it is sent. False if the other side is gone.
bool send_all(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        } else if (errno == EPIPE || errno == ECONNRESET) {
            return false;
        } else if (errno != EINTR) {
            fail("sending a message between a tournament and its worker");
        }
    }
    return true;
}

void send_message(int socket, const std::string& text) {
    const auto length = static_cast<MessageLength>(text.size());
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    send_all(socket, bytes + text);
}

/// Waits for so many bytes. False if the other side has ended before. Throws Interrupted.
bool receive_all(int socket, char* to, std::size_t size) {
    while (size > 0) {
        pollfd event{socket, POLLIN, 0};
        wait_for(&event, 1, -1);
        const ssize_t got = ::recv(socket, to, size, MSG_DONTWAIT);
        if (got > 0) {
            to += got;
            size -= static_cast<std::size_t>(got);
        } else if (got == 0 || errno == ECONNRESET) {
            return false;
        } else if (errno != EINTR && errno != EAGAIN) {
            fail("receiving a message between a tournament and its worker");
        }
    }
    return true;
}

std::string text_of(const nlohmann::json& message) {
    return message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

WorkerMessage message_from(const nlohmann::json& json) {
    WorkerMessage message;
    message.kind = json.at("kind").get<Kind>();
    if (message.kind != Kind::played) {
        message.text = json.at("text").get<std::string>();
        message.no_room_for = json.value("no_room_for", std::string());
        message.contestant = json.value("contestant", std::string());
        return message;
    }
    message.outcome = outcome_from(json.at("outcome"));
    for (const nlohmann::json& fault : json.at("faults")) {
        message.faults.push_back(
            {fault.at("ai").get<int>(), fault.at("fault").get<Fault>(),
             fault.at("text").get<std::string>()});
    }
    return message;
}

/// Runs in the worker's process.
class Worker {
  public:
    /// `number` is its number among the workers, from 0.
    Worker(
        const WorkerSetup& setup, const std::vector<int>& cores, int socket, pid_t parent,
        int number)
        : setup_(overwriting(setup)), socket_(socket), parent_(parent),
          contestants_(*setup.contestants), members_(members_of(contestants_, setup.teams.size())),
          players_(members_, *setup.game, setup_.config, cores) {
        if (setup.display != nullptr) {
            listener_ = setup.display->listener(number);
        }
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
    /// Logs left by an interrupted run are overwritten.
    static WorkerSetup overwriting(WorkerSetup setup) {
        setup.config.force = true;
        return setup;
    }

    /// A player for each seat of a team: Teams::players().
    static std::vector<Contestant>
    members_of(const std::vector<Contestant>& contestants, int size) {
        std::vector<Contestant> members;
        for (const Contestant& contestant : contestants) {
            members.insert(members.end(), static_cast<std::size_t>(size), contestant);
        }
        return members;
    }

    bool receive(GameToPlay& game) {
        return receive_all(socket_, reinterpret_cast<char*>(&game), sizeof game);
    }

    void send(const nlohmann::json& message) const { send_message(socket_, text_of(message)); }

    const LoadedField& field(int number) {
        if (number != field_number_) {
            field_ = load_field(setup_.fields[static_cast<std::size_t>(number)]);
            if (identity_of(field_) != setup_.hashes[static_cast<std::size_t>(number)]) {
                throw UserError(
                    field_.path +
                    ": the field, or the rules of its game, has changed during the tournament; start again");
            }
            field_number_ = number;
        }
        return field_;
    }

    /// Gives the AIs 0 and 1 the values of a tuning.
    void set_parameters(const GameToPlay& game) {
        for (std::size_t ai = 0; game.parameters > 0 && ai < game.values.size(); ++ai) {
            for (int member = 0; member < setup_.teams.size(); ++member) {
                const int player = static_cast<int>(ai) * setup_.teams.size() + member;
                set_parameters(player, game.values[ai], game.parameters);
            }
        }
    }

    template <typename Values>
    void set_parameters(int player, const Values& values, int parameters) {
        Contestant& contestant = members_[static_cast<std::size_t>(player)];
        const auto count = std::min<std::size_t>(
            contestant.parameters.size(), static_cast<std::size_t>(parameters));
        bool has_changed = false;
        for (std::size_t i = 0; i < count; ++i) {
            double& value = contestant.parameters[i].value;
            has_changed = has_changed || value != values[i];
            value = values[i];
        }
        if (has_changed && has_parameters_in_command(contestant.program)) {
            players_.drop({player});
        }
    }

    void play(const GameToPlay& game) {
        set_parameters(game);
        const std::vector<int> ais(game.ais.begin(), game.ais.begin() + setup_.teams.places());
        const std::vector<int> by_seat = setup_.teams.players(ais);
        GameRequest request;
        request.field = &field(game.field);
        request.number = static_cast<int>(game.index + 1);
        request.config = &setup_.config;
        request.awaits_own_signal = false; // the tournament holds back doubtful games
        // A record gets its name when it is complete.
        const std::string name = record_name(game.index, game.generation);
        const std::string record = setup_.records + "/" + name;
        std::optional<Draft> draft;
        std::unique_ptr<RecordWriter> writer;
        if (!setup_.records.empty()) {
            draft.emplace(record);
            writer = std::make_unique<RecordWriter>(draft->path(), true);
        } else if (listener_) {
            writer = std::make_unique<RecordWriter>();
        }
        if (listener_) {
            writer->set_listener(*listener_);
        }
        request.listener = writer.get();
        // One game in a hundred is audited: rules that keep something in mind are noticed.
        std::optional<Audit> audit;
        if (game.index % 100 == 0) {
            audit.emplace(*field_.game);
        }
        GameResult result;
        try {
            result = play_guarded(players_, by_seat, request);
        } catch (const BrokenGame& broken) {
            players_.drop(by_seat); // they are in the middle of a game
            say(Kind::broken_game, broken.what());
            return;
        } catch (const DiskFull& full) {
            say(Kind::full_disk, full.what());
            return;
        } catch (const ProgramChanged& changed) {
            throw OfContestant<UserError>(
                contestant_of(changed),
                fmt::format(
                    "{}; restore it, or run the same command with --changed replay",
                    changed.what()));
        }
        for (const std::string& note : players_.take_notes()) {
            say(Kind::note, note);
        }
        for (const std::string& note : field_.game->take_notes()) {
            say(Kind::note, note);
        }
        // The next run may be playing this game, too, and its record has the same name.
        if (::getppid() != parent_) {
            throw Interrupted(SIGTERM);
        }
        const bool has_file = draft.has_value();
        if (has_file) {
            draft->publish();
        }
        GameOutcome outcome =
            outcome_of(result, game.index, game.match, game.field, ais, setup_.game->teams);
        outcome.record = has_file ? name : "";
        nlohmann::json message{
            {"kind", Kind::played},
            {"outcome", json_of(outcome)},
            {"faults", summaries(result, game, has_file ? record : "")}};
        send(message);
    }

    /// What a line about the fault adds to its reason: an AI often says itself what was wrong.
    static std::string explained_by(const FaultNote& note) {
        std::string text;
        const std::vector<std::string_view> lines = telling_lines(note.printed, 1);
        const bool is_judged = note.fault == Fault::illegal || note.fault == Fault::bad_result;
        if (!is_judged && !lines.empty()) {
            text += "; it printed: " + safe_text(lines.back().substr(0, max_text));
        }
        return text;
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
            const int ai = game.ais[setup_.teams.place_of(note.seat)];
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
                      explained_by(note) +
                          (count > 1 ? fmt::format(" ({} times in this game)", count) : ""),
                      record.empty() ? "" : "; record: " + record)}});
        }
        return list;
    }

    WorkerSetup setup_;
    int socket_;
    pid_t parent_; ///< the tournament
    std::vector<Contestant> contestants_;
    std::vector<Contestant> members_; ///< of all contestants, with the values of parameters
    PlayerPool players_;
    std::unique_ptr<RecordListener> listener_;
    LoadedField field_;
    int field_number_ = -1;
};

void say_error(int socket, Kind kind, const std::exception& problem) {
    send_message(
        socket, text_of(
                    {{"kind", kind},
                     {"text", std::string(problem.what()).substr(0, max_text)},
                     {"no_room_for", file_without_room(problem)},
                     {"contestant", contestant_of(problem)}}));
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
    const auto say = [&](Kind kind, const std::exception& problem) {
        say_error(socket.get(), kind, problem);
    };
    try {
        work();
    } catch (const Interrupted&) {
        // The tournament reports it.
    } catch (const UserError& problem) {
        say(Kind::user_error, problem);
    } catch (const EnvironmentError& problem) {
        say(Kind::environment_error, problem);
    } catch (const std::exception& problem) {
        say(Kind::internal_error, problem);
    }
    end_game_programs();
    ::_exit(0);
}

void play_games(
    const WorkerSetup& setup, const std::vector<int>& cores, const UniqueFd& socket, pid_t parent,
    int number) {
    be_worker(socket, parent, [&] {
        if (setup.config.pin && !setup.game->simultaneous) {
            pin_to_core(cores[0]);
        }
        Worker(setup, cores, socket.get(), parent, number).run();
    });
}

void run_job(const Job& job, const std::vector<int>& cores, const UniqueFd& socket, pid_t parent) {
    be_worker(socket, parent, [&] {
        send_message(socket.get(), text_of({{"kind", Kind::job}, {"text", job(cores)}}));
    });
}

/// Closes what was open when this process was forked: a lock that stays open here would outlive
/// the tournament.
void close_all_but(int descriptor) {
    constexpr unsigned first = STDERR_FILENO + 1;
    const auto own = static_cast<unsigned>(descriptor);
    if (own > first) {
        ::close_range(first, own - 1, 0);
    }
    ::close_range(own + 1, ~0U, 0);
}

/// Asks the worker to end, unless it has been reaped.
void stop(pid_t worker) {
    if (worker > 0) {
        ::kill(worker, SIGTERM);
    }
}

/// Waits for its end. Afterwards its number may belong to another process, so it is forgotten.
void reap(pid_t& worker) {
    if (worker > 0) {
        while (::waitpid(worker, nullptr, 0) < 0 && errno == EINTR) {
        }
        worker = -1;
    }
}

} // namespace

WorkerPool::WorkerPool(const WorkerSetup& setup, const std::vector<std::vector<int>>& cores) {
    for (const std::vector<int>& own_cores : cores) {
        workers_.push_back({UniqueFd(), -1, own_cores});
        start(workers_.size() - 1, [&](UniqueFd socket, pid_t parent) {
            for (Worker& worker : workers_) {
                worker.socket.reset(); // our copies of the others' ends
            }
            play_games(setup, own_cores, socket, parent, static_cast<int>(workers_.size()) - 1);
        });
    }
}

/// Forks the worker; `be` is called in the new process and never returns.
void WorkerPool::start(std::size_t worker, const std::function<void(UniqueFd, pid_t)>& be) {
    const pid_t parent = ::getpid();
    std::fflush(nullptr); // or every worker would print the buffer again
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        fail("making a socket pair");
    }
    UniqueFd ours(ends[0]);
    UniqueFd theirs(ends[1]);
    const pid_t pid = ::fork();
    if (pid < 0) {
        fail("starting a worker");
    }
    if (pid == 0) {
        ours.reset();
        be(std::move(theirs), parent);
    }
    workers_[worker].socket = std::move(ours);
    workers_[worker].pid = pid;
}

void WorkerPool::end(Worker& worker) {
    stop(worker.pid);
    worker.socket.reset();
    reap(worker.pid);
}

void WorkerPool::renew(std::size_t worker, const WorkerSetup& setup) {
    end(workers_[worker]);
    start(worker, [&](UniqueFd socket, pid_t parent) {
        close_all_but(socket.get());
        play_games(setup, workers_[worker].cores, socket, parent, static_cast<int>(worker));
    });
}

void WorkerPool::run(std::size_t worker, const Job& job) {
    end(workers_[worker]);
    start(worker, [&](UniqueFd socket, pid_t parent) {
        close_all_but(socket.get());
        run_job(job, workers_[worker].cores, socket, parent);
    });
}

WorkerPool::~WorkerPool() {
    for (Worker& worker : workers_) {
        stop(worker.pid);
        worker.socket.reset();
    }
    for (Worker& worker : workers_) {
        reap(worker.pid);
    }
}

std::vector<std::size_t> WorkerPool::wait(std::int64_t due_ns, int other) {
    events_.clear();
    for (const Worker& worker : workers_) {
        events_.push_back({worker.socket.get(), POLLIN, 0});
    }
    events_.push_back({other, POLLIN, 0}); // −1 is ignored
    wait_for(events_.data(), static_cast<unsigned>(events_.size()), due_ns);
    referee::throw_if_interrupted();
    std::vector<std::size_t> ready;
    for (std::size_t worker = 0; worker < workers_.size(); ++worker) {
        if (events_[worker].revents != 0) {
            ready.push_back(worker);
        }
    }
    return ready;
}

std::int64_t WorkerPool::now_ns() const {
    return monotonic_ns();
}

void WorkerPool::throw_if_interrupted() {
    referee::throw_if_interrupted();
}

void WorkerPool::await_own_signal() {
    referee::await_own_signal();
}

void WorkerPool::send(std::size_t worker, const GameToPlay& game) {
    send_all(descriptor(worker), {reinterpret_cast<const char*>(&game), sizeof game});
}

WorkerMessage WorkerPool::receive(std::size_t worker) {
    MessageLength length = 0;
    if (!receive_all(descriptor(worker), reinterpret_cast<char*>(&length), sizeof length)) {
        return {};
    }
    buffer_.resize(length);
    if (!receive_all(descriptor(worker), buffer_.data(), length)) {
        return {}; // it has ended while it was sending
    }
    try {
        return message_from(nlohmann::json::parse(buffer_));
    } catch (const nlohmann::json::exception& problem) {
        return {
            .kind = Kind::internal_error,
            .text = fmt::format(
                "a worker's message can't be read: {}",
                std::string_view(problem.what()).substr(0, max_text))};
    }
}

} // namespace referee
