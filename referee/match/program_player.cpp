#include "match/program_player.hpp"

#include "ai/executable.hpp"
#include "ai/of_contestant.hpp"
#include "base/error.hpp"
#include "base/remedy.hpp"
#include "match/move_files.hpp"
#include "match/work_space.hpp"
#include "sandbox/landlock.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace referee {

namespace {

constexpr std::string_view parameters_file = "parameters.dat";

/// A mistake in the sandbox, or a system that denies a call which the sandbox needs.
[[noreturn]] void refuse_to_play(const std::string& hole) {
    throw EnvironmentError(fmt::format(
        "the confinement does not hold: {}; nothing was played; if neither SELinux, AppArmor nor a "
        "container denies calls here, report it",
        hole));
}

} // namespace

ProgramPlayer::ProgramPlayer(
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
        may_stay_ = config.keep_residents && contestant.program.stays;
    }
    streams_.connect(*keeper_, resident_.get());
}

KeeperConfig ProgramPlayer::keeper_options(const GameInfo& game) const {
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

void ProgramPlayer::note_ports(const Permissions& permissions) {
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
void ProgramPlayer::require_all_hidden(
    const std::string& root, const Permissions& permissions) const {
    about_contestant(contestant_.name, [&] {
        for (const auto& [path, what] : config_.hidden) {
            require_hidden(path, what, permissions, contestant_.name);
            if (config_.confinement != Confinement::none) {
                require_not_in(
                    path, what, places_of(contestant_.program), config_.readable, contestant_.name);
            }
        }
        require_hidden(root, "the folder of the AIs' work", permissions, contestant_.name);
    });
}

void ProgramPlayer::move_to_core(int core) {
    if (core != core_) {
        keeper_->move_to_core(core);
        if (resident_) {
            resident_->move_to_core(core);
        }
        core_ = core;
    }
}

/// By which the AI may name what it may read: only these links exist for it in mode strict.
std::vector<std::string> ProgramPlayer::names_of_readable() const {
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

Permissions ProgramPlayer::permissions() const {
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
            throw OfContestant<UserError>(
                contestant_.name,
                fmt::format(
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

void ProgramPlayer::require_refused(const std::string& path, const std::string& what) {
    if (config_.confinement != Confinement::none &&
        (!path.empty() || contestant_.program.network_ports.empty()) && !keeper_->refuses(path)) {
        refuse_to_play(what + " can be reached from inside");
    }
}

void ProgramPlayer::require_no_privileges() {
    if (keeper_->gives_privileges()) {
        refuse_to_play(contestant_.name + " would have root privileges");
    }
}

void ProgramPlayer::begin_game(const std::string& log_name) {
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

void ProgramPlayer::end_games() {
    if (!config_.keep_work) {
        folder_.clear();
    } else if (config_.confinement == Confinement::strict) {
        folder_.copy_out();
    }
}

void ProgramPlayer::prepare_move() {
    folder_.restore();
    folder_.write("result.dat", "");
    folder_.write("notes.dat", "");
    write_parameters();
}

void ProgramPlayer::write_parameters() {
    if (!contestant_.parameters.empty()) {
        folder_.write(parameters_file, parameters_text(contestant_.parameters));
    }
}

void ProgramPlayer::take_files(const MoveFiles& files) {
    prepare_move();
    files.write_to(*this);
}

void ProgramPlayer::start(const RunRequest& request) {
    limit_ = request.limit;
    folder_.expect_changes();
    if (!resident_) {
        keeper_->request_run(limit_, request.seat, request.seed);
        return;
    }
    try {
        if (request.phase == Phase::prepare) {
            resident_->ask("prepare", -1, limit_, request.seat, request.seed);
        } else {
            resident_->ask("move", request.turn, limit_, request.seat, request.seed);
        }
        has_started_ = true;
    } catch (const StartError& problem) {
        throw OfContestant<StartError>(
            contestant_.name,
            has_started_
                ? fmt::format("{}: {}; it started before", contestant_.program.path, problem.what())
                : first_start_error(problem.what()));
    } catch (const UserError& problem) {
        throw OfContestant<UserError>(contestant_.name, problem);
    }
}

std::optional<PendingAnswer> ProgramPlayer::pending() const {
    if (!resident_ || resident_->is_settled()) {
        return std::nullopt;
    }
    return PendingAnswer{
        .descriptor = resident_->descriptor(), .deadline_ns = resident_->deadline_ns()};
}

void ProgramPlayer::notify_end() {
    if (resident_) {
        folder_.expect_changes();
        resident_->notify("end\n");
    }
}

void ProgramPlayer::suspend() {
    if (resident_) {
        resident_->suspend();
    }
}

ResourceUse ProgramPlayer::end_game() {
    ResourceUse use;
    end_note_.clear();
    if (!resident_) {
        return use;
    }
    const bool runs = resident_->runs();
    if (std::optional<ResourceUse> stays = may_stay_ ? resident_->stay(quit_limit) : std::nullopt) {
        use = *stays;
    } else {
        use = resident_->end(quit_limit).use;
        use.wall_ns = 0;
        if (may_stay_ && runs) {
            end_note_ = fmt::format(
                "it can't stay for the next game and is started anew: it must print 'done' within "
                "{} s of the line 'end', and have no other processes",
                std::chrono::duration_cast<std::chrono::seconds>(quit_limit).count());
        }
    }
    streams_.collect();
    return use;
}

bool ProgramPlayer::is_disk_full() const {
    return config_.confinement != Confinement::strict && folder_.is_disk_full();
}

bool ProgramPlayer::can_exceed_share() const {
    return config_.confinement == Confinement::none || config_.free_folder;
}

std::optional<Run> ProgramPlayer::judge_share() {
    const std::uint64_t used = can_exceed_share() ? folder_.used_bytes() : 0;
    if (used <= config_.work_share) {
        return std::nullopt;
    }
    Run run;
    run.fault = Fault::crash;
    run.reason = reason_of_full_disk(used, config_.work_share);
    if (resident_) {
        resident_->end_process(); // it may be pondering and fill the disk again
    }
    folder_.make_room();
    return run;
}

Run ProgramPlayer::finish(bool reads_result) {
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

std::optional<std::string> ProgramPlayer::read(std::string_view file) {
    ReadResult found = folder_.read(file, config_.limits.file_size);
    const bool is_readable =
        found.kind == ReadResult::Kind::text || found.kind == ReadResult::Kind::empty;
    return is_readable ? std::optional(std::move(found.text)) : std::nullopt;
}

/// The message about a program that can't be started although it looks right.
std::string ProgramPlayer::first_start_error(const std::string& what) const {
    const std::string outside =
        config_.confinement == Confinement::none
            ? ""
            : interpreter_outside(contestant_.started().executable, permissions().readable);
    return fmt::format(
        "{}: {}; {}", contestant_.program.path, what,
        outside.empty() ? "try it by hand, and look into the log of SELinux or AppArmor" : outside);
}

/// Throws StartError if the program could not be executed.
void ProgramPlayer::require_start(const Report& report) {
    if (report.over_memory != 0) {
        return;
    }
    if (report.start_error == 0) {
        has_started_ = true;
        return;
    }
    const std::string why = std::generic_category().message(report.start_error);
    if (!has_started_) {
        throw OfContestant<StartError>(
            contestant_.name, first_start_error(fmt::format("it can't be started ({})", why)));
    }
    const std::string_view remedy = remedy_for(report.start_error);
    throw OfContestant<StartError>(
        contestant_.name,
        fmt::format(
            "{}: it can no longer be started ({}); {}, and run the same command again",
            contestant_.program.path, why, remedy.empty() ? "fix it" : remedy));
}

} // namespace referee
