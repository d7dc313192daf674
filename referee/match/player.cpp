#include "match/player.hpp"

#include "error.hpp"
#include "process/landlock.hpp"
#include "process/start_error.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <system_error>

namespace referee {
namespace {

constexpr std::size_t max_result_bytes = 64 * 1024;
constexpr std::size_t max_notes_bytes = 4 * 1024;

/// A user for an AI that only it has; none where the referee isn't root.
PrivateUser user_for(const Contestant& contestant) {
    if (!uses_private_users()) {
        return {};
    }
    PrivateUser user = PrivateUser::take();
    if (user.id() == 0) {
        throw UserError(fmt::format(
            "{}: no user for it is free, and an AI never runs as root; let /run/referee-users be "
            "written, or run the referee as an ordinary user",
            contestant.program.path));
    }
    return user;
}

std::string signal_name(int signal) {
    const char* const name = ::sigabbrev_np(signal);
    return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

constexpr std::chrono::seconds end_limit{1};

/// For people, unless it has come to rest.
std::string restart_reason(StopState stop_state) {
    switch (stop_state) {
    case StopState::complete:
        break;
    case StopState::held:
        return "it can't be suspended after its answer (it waits in vfork, or is traced), so it is "
               "started anew";
    case StopState::pending:
        return fmt::format(
            "the machine had no core on which it could be suspended after its answer within {} s, "
            "so it is started anew",
            Resident::max_stop_time.count());
    }
    return "";
}

std::string seconds(std::chrono::nanoseconds time) {
    return fmt::format("{:.3g} s", std::chrono::duration<double>(time).count());
}

/// True for an end by one of the signals that are sent to all processes of a job, a service or a
/// terminal, also if the program turned it into an exit status as shells do.
bool is_end_by_common_signal(const Report& report) {
    if (report.timed_out != 0 || report.over_memory != 0) {
        return false; // by its keeper, or for want of memory
    }
    const int signal =
        WIFSIGNALED(report.status) ? WTERMSIG(report.status) : WEXITSTATUS(report.status) - 128;
    return signal == SIGHUP || signal == SIGINT || signal == SIGQUIT || signal == SIGKILL ||
           signal == SIGTERM;
}

/// The kernel ended it because all its processes together had more memory than they may.
void judge_memory(std::uint64_t limit, Run& run) {
    run.fault = Fault::crash;
    run.reason = fmt::format(
        "over its limit on memory: all its processes and their files in memory may have {} MiB",
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

Player::Player(
    const Contestant& contestant, const GameInfo& game, WorkRoot& root, int number, int core,
    const MatchConfig& config)
    : contestant_(contestant), config_(config), core_(core), user_(user_for(contestant)),
      folder_(root, fmt::format("ai{}", number), user_.id()),
      memory_group_(config.limits.memory + group_overhead) {
    KeeperConfig options;
    options.program = &contestant.started();
    options.game = game.name;
    options.work_path = folder_.path();
    options.work = folder_.descriptor();
    options.user = user_.id();
    options.core = config.pin ? core : -1;
    options.limits = config.limits;
    options.permissions = permissions();
    options.memory_group = memory_group_.path();
    if (config.confinement == Confinement::default_mode && !options.permissions.ports.empty()) {
        note_ += fmt::format(
            "{}{} may use the TCP ports {} of every machine, since addresses aren't filtered, "
            "and be called on one of the system's choice; --confine strict gives it a network "
            "of its own",
            note_.empty() ? "" : "; ", contestant.name, fmt::join(options.permissions.ports, ", "));
    }
    for (const auto& [path, what] : config.hidden) {
        require_hidden(path, what, options.permissions, contestant.name);
        if (config.confinement != Confinement::none) {
            require_not_in(path, what, contestant.program, config.readable, contestant.name);
        }
    }
    require_hidden(
        root.path(), "the folder of the AIs' work", options.permissions, contestant.name);
    keeper_ = std::make_unique<Keeper>(options);
    if (config.confinement == Confinement::strict) {
        folder_.move_to(keeper_->take_work_folder());
    }
    // In mode none another AI of the same user could change its files while it rests.
    folder_.trust_suspension(
        !config.ponder && (config.confinement != Confinement::none || user_.id() != 0));
    folder_.trust_names(config.confinement != Confinement::none && !config.free_folder);
    if (contestant.program.resident || config.resident) {
        resident_ = std::make_unique<Resident>(
            *keeper_, config.ponder, config.confinement != Confinement::none);
    }
}

void Player::move_to_core(int core) {
    if (core != core_) {
        keeper_->move_to_core(core);
        core_ = core;
    }
}

Permissions Player::permissions() const {
    Permissions permissions;
    permissions.mode = config_.confinement;
    if (permissions.mode == Confinement::none) {
        return permissions;
    }
    permissions.readable = readable_paths(contestant_.started(), config_.readable);
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
                "--allow-network: this kernel's Landlock knows no ports (that takes Linux 6.7), so "
                "every one would be open; use --confine strict");
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
            "the confinement does not hold: {} would have rights of root; nothing was played",
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
    renew_streams();
    if (!config_.logs.empty()) {
        open_logs(log_name);
    }
}

void Player::renew_streams() {
    if (!config_.logs.empty()) {
        output_.renew();
    }
    errors_.renew();
    if (resident_) {
        resident_->use_error_output(errors_.descriptor()); // its others are pipes
        return;
    }
    null_in_ = UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    null_out_ = UniqueFd(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (!null_in_ || !null_out_) {
        fail("opening /dev/null");
    }
    keeper_->renew(
        null_in_.get(), config_.logs.empty() ? null_out_.get() : output_.descriptor(),
        errors_.descriptor());
}

void Player::end_games() {
    if (!config_.keep_work) {
        folder_.clear();
    } else if (config_.confinement == Confinement::strict) {
        folder_.copy_out();
    }
}

void Player::open_logs(const std::string& log_name) {
    const auto open_log = [&](std::string_view ending) {
        const std::string path = fmt::format("{}/{}.{}", config_.logs, log_name, ending);
        const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (config_.force ? O_TRUNC : O_EXCL);
        UniqueFd log(::open(path.c_str(), flags, 0644));
        if (!log && errno == EEXIST) {
            throw UserError(path + ": the log exists already; --force overwrites it");
        }
        if (!log) {
            throw UserError(fmt::format(
                "{}: the log can't be written ({}); name another folder with --logs", path,
                std::generic_category().message(errno)));
        }
        return log;
    };
    output_.log_to(open_log("out"));
    errors_.log_to(open_log("err"));
}

void Player::collect_output() {
    const bool output_is_good = config_.logs.empty() || output_.collect();
    const bool errors_are_good = errors_.collect();
    if (!output_is_good || !errors_are_good) {
        renew_streams();
    }
}

void Player::prepare_move() {
    folder_.restore();
    folder_.write("result.dat", "");
    folder_.write("notes.dat", "");
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
        throw StartError(fmt::format(
            "{}: {}{}", contestant_.program.path, problem.what(),
            has_started_ ? ", which could be started before" : ""));
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

Run Player::end_game() {
    Run run;
    if (resident_) {
        const Report report = resident_->end(end_limit);
        run.peak_kb = report.peak_kb;
        run.leftovers = report.leftovers;
        collect_output();
    }
    return run;
}

Run Player::finish(bool reads_result) {
    if (resident_) {
        return finish_resident(reads_result);
    }
    const Report report = keeper_->await();
    collect_output();
    Run run;
    run.wall_ns = report.wall_ns;
    run.cpu_ns = report.cpu_ns;
    run.peak_kb = report.peak_kb;
    run.leftovers = report.leftovers;
    judge(report, reads_result, run);
    ReadResult notes = folder_.read("notes.dat", max_notes_bytes);
    run.notes = std::move(notes.text);
    return run;
}

void Player::judge(const Report& report, bool reads_result, Run& run) {
    if (report.over_memory != 0) {
        judge_memory(config_.limits.memory, run);
        return;
    }
    if (report.start_error != 0) {
        const std::string why = std::generic_category().message(report.start_error);
        if (!has_started_) {
            throw StartError(fmt::format(
                "{}: it can't be started ({}); try it by hand", contestant_.program.path, why));
        }
        throw StartError(fmt::format(
            "{}: it can't be started any more ({}); put it right and give the same command again",
            contestant_.program.path, why));
    }
    has_started_ = true;
    run.may_be_interrupted = is_end_by_common_signal(report);
    if (report.timed_out != 0) {
        run.fault = Fault::timeout;
        run.reason = fmt::format("still running after {}", seconds(limit_));
    } else if (WIFSIGNALED(report.status)) {
        run.fault = Fault::crash;
        run.reason = "ended by " + signal_name(WTERMSIG(report.status));
    } else if (WEXITSTATUS(report.status) != 0) {
        run.fault = Fault::exit;
        run.reason = fmt::format("exit status {}", WEXITSTATUS(report.status));
    }
    if (run.fault == Fault::none && reads_result) {
        read_result(run);
    }
}

Run Player::finish_resident(bool reads_result) {
    Run run;
    collect_output();
    const ResidentAnswer answer = resident_->take();
    run.wall_ns = answer.wall_ns;
    run.cpu_ns = answer.cpu_ns;
    run.peak_kb = answer.end.peak_kb;
    run.leftovers = answer.end.leftovers;
    run.restart = restart_reason(answer.stop_state);
    run.is_starved = answer.stop_state == StopState::pending;
    switch (answer.kind) {
    case ResidentAnswer::Kind::done:
        if (reads_result) {
            read_result(run);
        }
        break;
    case ResidentAnswer::Kind::timeout:
        run.fault = Fault::timeout;
        run.reason = fmt::format("no 'done' after {}", seconds(limit_));
        break;
    case ResidentAnswer::Kind::bad_line:
        run.fault = Fault::bad_result;
        run.reason = fmt::format("it printed '{}' where 'done' is expected", answer.line);
        break;
    case ResidentAnswer::Kind::ended:
        judge_end(answer.end, config_.limits.memory, run);
        break;
    case ResidentAnswer::Kind::stays_out:
        run.fault = Fault::crash;
        run.reason = "it was restarted three times in this game and stays out";
        break;
    }
    run.notes = folder_.read("notes.dat", max_notes_bytes).text;
    return run;
}

void Player::read_result(Run& run) {
    ReadResult found = folder_.read("result.dat", max_result_bytes);
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
        run.reason = found.kind == ReadResult::Kind::empty
                         ? "exit status 0, but nothing was written to result.dat"
                         : "exit status 0, but result.dat is gone";
        break;
    }
}

} // namespace referee
