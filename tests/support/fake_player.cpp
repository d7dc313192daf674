#include "support/fake_player.hpp"

#include "ai/contestant.hpp"
#include "keeper/work_folder.hpp"
#include "match/move_files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace tests {

using namespace referee;

void FakeMachine::step(const std::string& what) {
    if (on_step) {
        on_step(log.size(), what);
    }
    log.push_back(what);
}

GameTime FakeMachine::time() {
    return {
        .now_ns = [this] { return now_ns; },
        .idle = [this] { return idle_ns; },
        .await_own_signal = [this] { step("await signal"); }};
}

FakePlayer::FakePlayer(
    FakeMachine& machine, Seat seat, FakeNature nature,
    std::function<FakeRun(const RunRequest&)> behave)
    : machine_(machine), seat_(seat), nature_(nature), behave_(std::move(behave)) {}

void FakePlayer::begin_game(const std::string& log_name) {
    machine_.step(fmt::format("begin {} {}", seat_, log_name));
    machine_.disk_used -= std::exchange(disk_bytes, 0);
}

void FakePlayer::take_files(const MoveFiles& files) {
    machine_.step(fmt::format("files {}", seat_));
    has_files_ = false;
    if (machine_.files_need_disk && machine_.is_disk_full()) {
        throw DiskFull("no room for files");
    }
    write_files(files);
    has_files_ = true;
}

void FakePlayer::write_files(const MoveFiles& files) {
    struct Reader {
        std::vector<std::string>& names;
        std::vector<std::string>& match_dats;
        void write(std::string_view name, std::string_view content) {
            if (name == "match.dat") {
                match_dats.emplace_back(content);
            } else {
                names.emplace_back(name);
            }
        }
    };
    file_names.clear();
    Reader reader{file_names, match_dats};
    files.write_to(reader);
}

void FakePlayer::start(const RunRequest& request) {
    machine_.step(fmt::format("start {} {} turn {}", seat_, name_of(request.phase), request.turn));
    if (!has_files_ && !is_person()) {
        machine_.step(fmt::format("{} has no files", seat_));
    }
    requests.push_back(request);
    requests.back().position = nullptr;
    run_ = behave_(request);
    started_ns_ = machine_.now_ns;
    const std::chrono::nanoseconds limit = is_person() ? nature_.own_limit : request.limit;
    if (limit.count() > 0 && run_.wall_ns > limit.count() && run_.fault == Fault::none) {
        run_.fault = Fault::timeout;
        run_.wall_ns = limit.count();
        run_.cpu_ns = std::min(run_.cpu_ns, run_.wall_ns);
    }
}

Run FakePlayer::finish(bool reads_result) {
    machine_.step(fmt::format("finish {}", seat_));
    const std::int64_t end = started_ns_ + run_.wall_ns;
    machine_.now_ns = std::max(machine_.now_ns, end);
    const auto core = static_cast<std::size_t>(nature_.core);
    if (core < machine_.idle_ns.size()) {
        machine_.idle_ns[core] += run_.idle_ns;
    }
    disk_bytes += run_.disk_bytes;
    machine_.disk_used += run_.disk_bytes;
    Run run;
    run.fault = run_.fault;
    if (run.fault == Fault::none && run_.needs_disk && machine_.is_disk_full()) {
        run.fault = Fault::no_result;
    }
    run.reason = run.fault == Fault::none ? "" : fmt::format("{} said so", name_of(run.fault));
    run.text = run.fault == Fault::none && reads_result ? run_.text : "";
    run.use.wall_ns = run_.wall_ns;
    run.use.cpu_ns = run_.cpu_ns;
    run.use.peak_kb = run_.peak_kb;
    run.use.leftovers = run_.leftovers;
    run.restart = run_.restart;
    run.is_starved = run_.is_starved;
    run.may_be_interrupted = run_.may_be_interrupted;
    errors_ = run_.errors;
    output_ = run_.errors.empty() ? "" : "out: " + run_.errors;
    return run;
}

void FakePlayer::notify_end() {
    machine_.step(fmt::format("notify {}", seat_));
}

void FakePlayer::suspend() {
    machine_.step(fmt::format("suspend {}", seat_));
}

ResourceUse FakePlayer::end_game() {
    machine_.step(fmt::format("end {}", seat_));
    return nature_.at_end;
}

void FakePlayer::end_games() {
    machine_.step(fmt::format("clear {}", seat_));
    machine_.disk_used -= std::exchange(disk_bytes, 0);
}

std::optional<Run> FakePlayer::judge_share() {
    if (!nature_.can_exceed_share || disk_bytes <= machine_.disk_share) {
        return std::nullopt;
    }
    machine_.step(fmt::format("make room {}", seat_));
    has_files_ = false;
    machine_.disk_used -= std::exchange(disk_bytes, 0);
    Run run;
    run.fault = Fault::crash;
    run.reason = "it filled the disk";
    return run;
}

void FakeListener::begin_game(
    const LoadedField& /*field*/, const std::vector<const Contestant*>& by_seat, int number,
    const MatchConfig& /*config*/) {
    machine_.step(fmt::format("record begin {}", number));
    last_begin_ = games.size();
    std::string names;
    for (const Contestant* const contestant : by_seat) {
        names += " " + contestant->name;
    }
    games.push_back(fmt::format("{}:{}", number, names));
}

void FakeListener::move(const MoveEntry& entry) {
    machine_.step(fmt::format(
        "record {} {} {}{}", name_of(entry.phase), entry.turn, entry.seat,
        entry.state.empty() ? "" : " hash"));
    games.back() += fmt::format(
        "\n{} {} {} limit {} {} {}", name_of(entry.phase), entry.turn, entry.seat,
        entry.limit.count() / one_ms, name_of(entry.effect.fault), entry.effect.reason);
}

void FakeListener::result(const Ending& ending, const std::string& /*state*/) {
    machine_.step("record result");
    games.back() += fmt::format("\nranks {}", fmt::join(ending.ranks, " "));
}

void FakeListener::drop_game() {
    machine_.step("record drop");
    games.resize(std::min(games.size(), last_begin_));
}

FakeSource::FakeSource(
    FakeMachine& machine, const std::vector<Contestant>& contestants,
    std::function<std::unique_ptr<Player>(int)> make)
    : machine_(machine), contestants_(contestants), make_(std::move(make)) {}

const Contestant& FakeSource::contestant(int index) const {
    return contestants_[static_cast<std::size_t>(index)];
}

std::vector<Player*> FakeSource::acquire(const std::vector<int>& contestants) {
    machine_.step("acquire");
    std::vector<Player*> players;
    for (const int index : contestants) {
        std::unique_ptr<Player>& player = players_[index];
        if (!player) {
            player = make_(index);
        }
        players.push_back(player.get());
    }
    return players;
}

bool FakeSource::require_unchanged(const std::vector<int>& contestants) {
    machine_.step("unchanged?");
    const Found here = look();
    if (here == Found::changed) {
        throw ProgramChanged("the AI has changed");
    }
    for (const int index : contestants) {
        if (here == Found::replaced) {
            players_.erase(index);
        }
    }
    return here == Found::replaced;
}

void FakeSource::drop(const std::vector<int>& contestants) {
    machine_.step("drop");
    for (const int index : contestants) {
        players_.erase(index);
    }
}

} // namespace tests
