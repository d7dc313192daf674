#include "match/player.hpp"

#include "ai/executable.hpp"
#include "base/error.hpp"
#include "base/remedy.hpp"
#include "keeper/keeper.hpp"
#include "keeper/protocol.hpp"
#include "keeper/resident.hpp"
#include "keeper/work_folder.hpp"
#include "match/move_files.hpp"
#include "match/work_space.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "sandbox/landlock.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <sys/wait.h>
#include <system_error>

namespace referee {

namespace {

constexpr std::string_view parameters_file = "parameters.dat";

} // namespace

Player::Player(
    const Contestant& contestant, const GameInfo& game, WorkRoot& root, int number, int core,
    const MatchConfig& config)
    : contestant_(contestant), config_(config),
      started_(with_parameters(contestant.started(), contestant.parameters)), core_(core),
      user_(PrivateUser::take_for(contestant.program.path, "an AI")),
      folder_(root, fmt::format("ai{}", number), user_.id()), streams_(config),
      memory_group_(config.limits.memory + group_overhead) {
    const KeeperConfig options = keeper_options(game);
    note_ports(options.permissions);
    require_all_hidden(root.path(), options.permissions);
    keeper_ = std::make_unique<Keeper>(options);
    if (config.confinement == Confinement::strict) {
        folder_.move_to(keeper_->take_work_folder());
    }
    // In mode none another AI of the same user could change its files while it is suspended.
    folder_.trust_suspension(
        !config.ponder && (config.confinement != Confinement::none || user_.id() != 0));
    folder_.trust_names(config.confinement != Confinement::none && !config.free_folder);
    if (contestant.program.resident || config.resident) {
        resident_ = std::make_unique<Resident>(
            *keeper_, config.ponder, config.confinement != Confinement::none);
    }
    streams_.connect(*keeper_, resident_.get());
}

KeeperConfig Player::keeper_options(const GameInfo& game) const {
    KeeperConfig options;
    options.program = &started_;
    options.game = game.name;
    options.work_path = folder_.path();
    options.work = folder_.descriptor();
    options.user = user_.id();
    options.core = config_.pin ? core_ : -1;
    options.limits = config_.limits;
    if (config_.work_share != 0) {
        options.limits.work_size = config_.work_share;
    }
    // The files of the game, match.dat and parameters.dat, result.dat, notes.dat and memory.dat.
    options.limits.file_size =
        file_share(config_, game.files.size() + 5 + contestant_.program.files.size());
    options.permissions = permissions();
    options.memory_group = memory_group_.path();
    return options;
}

void Player::note_ports(const Permissions& permissions) {
    if (config_.confinement == Confinement::default_mode && !permissions.ports.empty()) {
        note_ = fmt::format(
            "{} may use TCP port{} {} on any host, since addresses aren't filtered, and accept "
            "connections on a port that the system chooses; --confine strict gives it its own "
            "network",
            contestant_.name, permissions.ports.size() == 1 ? "" : "s",
            fmt::join(permissions.ports, ", "));
    }
}

/// Throws UserError if the AI could read a hidden path.
void Player::require_all_hidden(const std::string& root, const Permissions& permissions) const {
    for (const auto& [path, what] : config_.hidden) {
        require_hidden(path, what, permissions, contestant_.name);
        if (config_.confinement != Confinement::none) {
            require_not_in(
                path, what, places_of(contestant_.program), config_.readable, contestant_.name);
        }
    }
    require_hidden(root, "the folder of the AIs' work", permissions, contestant_.name);
}

void Player::move_to_core(int core) {
    if (core != core_) {
        keeper_->move_to_core(core);
        core_ = core;
    }
}

/// By which the AI may name what it may read: only these links exist for it in mode strict.
std::vector<std::string> Player::names_of_readable() const {
    std::vector<std::string> names;
    const auto add = [&names](const std::string& path) {
        std::error_code code;
        names.push_back(std::filesystem::absolute(path, code).string());
    };
    std::for_each(config_.readable.begin(), config_.readable.end(), add);
    for (const std::string& word : started_.arguments) {
        if (word.starts_with('/')) {
            add(word);
        }
    }
    if (const std::string interpreter = interpreter_of(started_.executable); !interpreter.empty()) {
        add(interpreter);
    }
    return names;
}

Permissions Player::permissions() const {
    Permissions permissions;
    permissions.mode = config_.confinement;
    if (permissions.mode == Confinement::none) {
        return permissions;
    }
    permissions.readable = readable_paths(places_of(started_), config_.readable);
    permissions.names = names_of_readable();
    permissions.free_folder = config_.free_folder;
    if (!contestant_.program.network_ports.empty()) {
        if (std::find(config_.networked.begin(), config_.networked.end(), contestant_.name) ==
            config_.networked.end()) {
            throw UserError(fmt::format(
                "{}: it asks for network ports; allow them with --allow-network {}",
                contestant_.program.path, contestant_.name));
        }
        if (permissions.mode == Confinement::default_mode && landlock_abi() < 4) {
            throw UserError(
                "--allow-network: this kernel's Landlock cannot filter ports (Linux 6.7 can), so "
                "every port would be open; use --confine strict");
        }
        permissions.ports = contestant_.program.network_ports;
    }
    return permissions;
}

void Player::require_refused(const std::string& path, const std::string& what) {
    if (config_.confinement != Confinement::none &&
        (!path.empty() || contestant_.program.network_ports.empty()) && !keeper_->refuses(path)) {
        throw InternalError(fmt::format(
            "the confinement does not hold: {} can be reached from inside; nothing was played",
            what));
    }
}

void Player::require_no_privileges() {
    if (keeper_->gives_privileges()) {
        throw InternalError(fmt::format(
            "the confinement does not hold: {} would have root privileges; nothing was played",
            contestant_.name));
    }
}

void Player::begin_game(const std::string& log_name) {
    if (resident_) {
        resident_->begin_game();
    }
    folder_.clear();
    for (const std::string_view name : {"result.dat", "notes.dat", "memory.dat"}) {
        folder_.write(name, "");
    }
    for (const std::string& name : contestant_.program.files) {
        folder_.write(name, "");
    }
    write_parameters();
    streams_.begin_game(log_name);
}

void Player::end_games() {
    if (!config_.keep_work) {
        folder_.clear();
    } else if (config_.confinement == Confinement::strict) {
        folder_.copy_out();
    }
}

void Player::prepare_move() {
    folder_.restore();
    folder_.write("result.dat", "");
    folder_.write("notes.dat", "");
    write_parameters();
}

void Player::write_parameters() {
    if (!contestant_.parameters.empty()) {
        folder_.write(parameters_file, parameters_text(contestant_.parameters));
    }
}

void Player::start(
    std::chrono::nanoseconds limit, Seat seat, std::uint32_t seed, Phase phase, int turn) {
    limit_ = limit;
    folder_.expect_changes();
    if (!resident_) {
        keeper_->request_run(limit, seat, seed);
        return;
    }
    try {
        if (phase == Phase::prepare) {
            resident_->ask("prepare", -1, limit, seat, seed);
        } else {
            resident_->ask("move", turn, limit, seat, seed);
        }
        has_started_ = true;
    } catch (const StartError& problem) {
        throw StartError(
            has_started_
                ? fmt::format("{}: {}; it started before", contestant_.program.path, problem.what())
                : first_start_error(problem.what()));
    }
}

Resident* Player::unsettled() const {
    return resident_ && !resident_->is_settled() ? resident_.get() : nullptr;
}

void Player::notify_end() {
    if (resident_) {
        folder_.expect_changes();
        resident_->notify("end\n");
    }
}

void Player::suspend() {
    if (resident_) {
        resident_->suspend();
    }
}

ResourceUse Player::end_game() {
    ResourceUse use;
    if (resident_) {
        use = resident_->end(quit_limit).use;
        use.wall_ns = 0;
        streams_.collect();
    }
    return use;
}

bool Player::is_disk_full() const {
    return config_.confinement != Confinement::strict && folder_.is_disk_full();
}

bool Player::can_exceed_share() const {
    return config_.confinement == Confinement::none || config_.free_folder;
}

bool Player::exceeds_share() {
    return can_exceed_share() && folder_.used_bytes() > config_.work_share;
}

Run Player::filled_disk() {
    Run run;
    run.fault = Fault::crash;
    run.reason = fmt::format(
        "it filled the disk: {} MiB in its work folder, of {} that it may write",
        folder_.used_bytes() >> 20U, config_.work_share >> 20U);
    folder_.make_room();
    return run;
}

Run Player::finish(bool reads_result) {
    Run run;
    if (resident_) {
        streams_.collect();
        run = run_of(resident_->take(), limit_, config_.limits.memory);
    } else {
        const Report report = keeper_->await();
        streams_.collect();
        require_start(report);
        run = run_of(report, limit_, config_.limits.memory);
    }
    if (run.fault == Fault::none && reads_result) {
        take_result(folder_.read("result.dat", max_result_bytes), resident_ != nullptr, run);
    }
    run.notes = folder_.read("notes.dat", max_notes_bytes).text;
    if (config_.record_memory) {
        run.memory = read("memory.dat");
    }
    return run;
}

std::optional<std::string> Player::read(std::string_view file) {
    ReadResult found = folder_.read(file, config_.limits.file_size);
    const bool is_readable =
        found.kind == ReadResult::Kind::text || found.kind == ReadResult::Kind::empty;
    return is_readable ? std::optional(std::move(found.text)) : std::nullopt;
}

/// The message about a program that can't be started although it looks right.
std::string Player::first_start_error(const std::string& what) const {
    const std::string outside =
        config_.confinement == Confinement::none
            ? ""
            : interpreter_outside(contestant_.started().executable, permissions().readable);
    return fmt::format(
        "{}: {}; {}", contestant_.program.path, what,
        outside.empty() ? "try it by hand, and look into the log of SELinux or AppArmor" : outside);
}

/// Throws StartError if the program could not be executed.
void Player::require_start(const Report& report) {
    if (report.over_memory != 0) {
        return;
    }
    if (report.start_error == 0) {
        has_started_ = true;
        return;
    }
    const std::string why = std::generic_category().message(report.start_error);
    if (!has_started_) {
        throw StartError(first_start_error(fmt::format("it can't be started ({})", why)));
    }
    const std::string_view remedy = remedy_for(report.start_error);
    throw StartError(fmt::format(
        "{}: it can no longer be started ({}); {}, and run the same command again",
        contestant_.program.path, why, remedy.empty() ? "fix it" : remedy));
}

void await_residents(std::span<Player* const> players) {
    while (true) {
        std::array<pollfd, max_seats> events{};
        std::array<Resident*, max_seats> waiting{};
        unsigned count = 0;
        std::int64_t deadline = -1;
        for (const Player* const player : players) {
            if (Resident* const resident = player->unsettled()) {
                waiting[count] = resident;
                events[count++] = {resident->descriptor(), POLLIN, 0};
                const std::int64_t own = resident->deadline_ns();
                deadline = deadline < 0 ? own : own < 0 ? deadline : std::min(deadline, own);
            }
        }
        if (count == 0) {
            return;
        }
        wait_for(events.data(), count, deadline);
        for (unsigned i = 0; i < count; ++i) {
            const std::int64_t own = waiting[i]->deadline_ns();
            if (events[i].revents != 0) {
                waiting[i]->receive();
            } else if (own >= 0 && monotonic_ns() >= own) {
                waiting[i]->expire();
            }
        }
    }
}

namespace {

std::string signal_name(int signal) {
    const char* const name = ::sigabbrev_np(signal);
    return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

/// Why a resident AI is restarted, for people; empty if it was suspended.
std::string restart_reason(StopState stop_state) {
    switch (stop_state) {
    case StopState::complete:
        break;
    case StopState::held:
        return "it can't be suspended after its answer (it is in vfork or being traced), so it is "
               "restarted";
    case StopState::pending:
        return fmt::format(
            "the busy machine did not suspend it within {} s after its answer, "
            "so it is restarted",
            Resident::max_stop_time.count());
    }
    return "";
}

std::string seconds(std::chrono::nanoseconds time) {
    return fmt::format("{:.3g} s", std::chrono::duration<double>(time).count());
}

/// True if the program died of a signal that is commonly sent to all processes of a job, a service
/// or a terminal, or turned it into an exit status as shells do.
bool is_end_by_common_signal(const Report& report) {
    if (report.timed_out != 0 || report.over_memory != 0) {
        return false; // killed by its keeper or because memory ran out
    }
    const int signal =
        WIFSIGNALED(report.status) ? WTERMSIG(report.status) : WEXITSTATUS(report.status) - 128;
    return signal == SIGHUP || signal == SIGINT || signal == SIGQUIT || signal == SIGKILL ||
           signal == SIGTERM;
}

/// The kernel killed it because its processes together exceeded the memory limit.
void judge_memory(std::uint64_t limit, Run& run) {
    run.fault = Fault::crash;
    run.reason = fmt::format(
        "memory limit exceeded: its processes and their files in memory may use {} MiB together",
        limit >> 20U);
}

/// The fault of a resident AI that ended before its answer.
void judge_end(const Report& report, std::uint64_t memory, Run& run) {
    run.may_be_interrupted = is_end_by_common_signal(report);
    if (report.over_memory != 0) {
        judge_memory(memory, run);
    } else if (WIFSIGNALED(report.status) && report.timed_out == 0) {
        run.fault = Fault::crash;
        run.reason = "ended by " + signal_name(WTERMSIG(report.status));
    } else if (WIFEXITED(report.status) && WEXITSTATUS(report.status) != 0) {
        run.fault = Fault::exit;
        run.reason = fmt::format("exit status {}", WEXITSTATUS(report.status));
    } else {
        run.fault = Fault::no_result;
        run.reason = "it ended, or closed its output, without 'done'";
    }
}

} // namespace

Run run_of(const Report& report, std::chrono::nanoseconds limit, std::uint64_t memory) {
    Run run;
    run.use = report.use;
    if (report.over_memory != 0) {
        judge_memory(memory, run);
        return run;
    }
    run.may_be_interrupted = is_end_by_common_signal(report);
    if (report.timed_out != 0) {
        run.fault = Fault::timeout;
        run.reason = fmt::format("still running after {}", seconds(limit));
    } else if (WIFSIGNALED(report.status)) {
        run.fault = Fault::crash;
        run.reason = "ended by " + signal_name(WTERMSIG(report.status));
    } else if (WEXITSTATUS(report.status) != 0) {
        run.fault = Fault::exit;
        run.reason = fmt::format("exit status {}", WEXITSTATUS(report.status));
    }
    return run;
}

Run run_of(const ResidentAnswer& answer, std::chrono::nanoseconds limit, std::uint64_t memory) {
    Run run;
    run.use = answer.use;
    run.is_first_of_process = answer.was_started;
    run.restart = restart_reason(answer.stop_state);
    run.is_starved = answer.stop_state == StopState::pending;
    switch (answer.kind) {
    case ResidentAnswer::Kind::done:
        break;
    case ResidentAnswer::Kind::timeout:
        run.fault = Fault::timeout;
        run.reason = fmt::format("no 'done' after {}", seconds(limit));
        break;
    case ResidentAnswer::Kind::bad_line:
        run.fault = Fault::bad_result;
        run.reason = answer.is_second_done
                         ? "it printed 'done' a second time after its last move"
                         : fmt::format("it printed '{}' instead of 'done'", answer.line);
        break;
    case ResidentAnswer::Kind::ended:
        judge_end(answer.end, memory, run);
        break;
    case ResidentAnswer::Kind::stays_out:
        run.fault = Fault::crash;
        run.reason = "it was restarted three times in this game and is not started again";
        break;
    }
    return run;
}

void take_result(ReadResult found, bool is_resident, Run& run) {
    switch (found.kind) {
    case ReadResult::Kind::text:
        run.text = std::move(found.text);
        break;
    case ReadResult::Kind::unfit:
        run.fault = Fault::bad_result;
        run.reason = "result.dat can't be read: " + found.reason;
        break;
    case ReadResult::Kind::empty:
    case ReadResult::Kind::missing:
        run.fault = Fault::no_result;
        run.reason = is_resident ? "it printed 'done', but " : "exit status 0, but ";
        run.reason += found.kind == ReadResult::Kind::empty ? "nothing was written to result.dat"
                                                            : "result.dat is gone";
        break;
    }
}

} // namespace referee
