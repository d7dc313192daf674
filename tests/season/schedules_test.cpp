// Random schedules: what people, the clock, workers and the organiser do to a season, in any order.
// After each step the season is compared with a plain model of referee/season/README.md. A failure
// names its seed; REFEREE_TEST_SEED=N plays that schedule alone and prints its steps.

#include "base/error.hpp"
#include "season/entries/versions.hpp"
#include "support/catch.hpp"
#include "support/rounds.hpp"
#include "support/season/season_world.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace referee;
using tests::CheckEnd;
using tests::SeasonRun;
using tests::SeasonWorld;
using Status = StoredVersion::Status;

namespace {

/// Something that the season does and the model forbids.
struct Contradiction : std::runtime_error {
    using std::runtime_error::runtime_error;
};

void demand(bool is_so, const std::string& what) {
    if (!is_so) {
        throw Contradiction(what);
    }
}

/// What the rules say about versions: the decisions so far, and which of them play.
struct Model {
    struct Decision {
        std::string entry;
        std::string version;
        std::string content;
        Status status = Status::accepted;
        int ai = -1;
    };
    std::vector<Decision> decisions;
    std::map<int, int> failures;        ///< by AI, in a row
    std::map<int, std::int64_t> paused; ///< by AI: until when it gets no games

    const Decision*
    about(const std::string& entry, const std::string& version, const std::string& content) const {
        for (const Decision& decision : decisions) {
            if (decision.entry == entry && decision.version == version &&
                decision.content == content) {
                return &decision;
            }
        }
        return nullptr;
    }
    int ais() const {
        return static_cast<int>(
            std::count_if(decisions.begin(), decisions.end(), [](const Decision& decision) {
                return decision.ai >= 0;
            }));
    }
    void decide(Decision decision) {
        if (decision.status == Status::accepted) {
            decision.ai = ais();
        }
        for (Decision& known : decisions) {
            if (known.entry == decision.entry && known.version == decision.version &&
                known.content == decision.content) {
                known = decision; // it was late
                return;
            }
        }
        decisions.push_back(decision);
    }
    /// The AI that plays for an entry; −1: none.
    int active(const std::string& entry) const {
        int ai = -1;
        for (const Decision& decision : decisions) {
            if (decision.entry == entry && decision.status == Status::accepted) {
                ai = decision.ai;
            }
        }
        return ai;
    }
    Decision* of(int ai) {
        for (Decision& decision : decisions) {
            if (decision.ai == ai) {
                return &decision;
            }
        }
        return nullptr;
    }
    void break_ai(int ai) {
        Decision* const decision = of(ai);
        if (decision != nullptr && decision->status == Status::accepted) {
            decision->status = Status::broken;
        }
    }
};

class Schedule {
  public:
    Schedule(unsigned seed, bool tells)
        : rng_(seed), tells_(tells), world_(1 + rng_() % 4, 1 + static_cast<int>(rng_() % 3)) {
        world_.config.quota.waiting = 1 + rng_() % 3;
        world_.config.quota.versions = 3 + rng_() % 3;
        world_.config.games = 1 + static_cast<int>(rng_() % 2);
        world_.config.max_games = world_.config.games;
    }

    void play() {
        start();
        const int steps = 20 + static_cast<int>(rng_() % 40);
        for (int step = 0; step < steps; ++step) {
            disturb();
            look();
        }
        come_to_rest();
    }

  private:
    std::size_t below(std::size_t end) { return rng_() % end; }
    bool happens(unsigned percent) { return rng_() % 100 < percent; }
    template <typename Item>
    const Item& one_of(const std::vector<Item>& items) {
        return items[below(items.size())];
    }
    void say(const std::string& text) const {
        if (tells_) {
            fmt::print("{} {}\n", world_.clock.now_ns / tests::second % 100'000, text);
        }
    }

    // What happens to a season.

    void start() {
        say("start");
        given_ = 0;
        model_.failures.clear();
        model_.paused.clear();
        failed_in_row_ = 0;
        attempts_.clear();
        told_failures_.clear();
        run_.reset();
        read_.clear();
        if (!world_.announcement) { // a season with mistakes doesn't start
            world_.announcement.emplace();
        }
        known_calendar_ = world_.announcement->calendar;
        highest_match_ = world_.book.next_match() - 1;
        site_.reset();
        site_begun_.reset();
        site_ended_ns_.reset();
        run_.emplace(world_);
        compare();
    }

    std::string path_of(int ai) const {
        return world_.config.path(world_.book.ais().at(static_cast<std::size_t>(ai)).path);
    }

    /// Its copy is there, and as it was accepted.
    bool is_intact(int ai) const {
        const auto copy = world_.folder.programs.find(path_of(ai));
        return copy != world_.folder.programs.end() &&
               copy->second == world_.book.ais().at(static_cast<std::size_t>(ai)).sha256;
    }

    void disturb() {
        switch (below(16)) {
        case 0:
        case 1:
        case 2: {
            const std::string entry = one_of(names_);
            const std::string version = std::to_string(1 + below(4));
            // Some have the files of others.
            const std::string content =
                happens(15) ? fmt::format("shared{}", below(2)) : fmt::format("c{}", ++contents_);
            say(fmt::format("submit {} {} {}", entry, version, content));
            world_.submit(entry, version, content);
            sneaky_.erase({entry, version});
            break;
        }
        case 3:
            change_upload();
            break;
        case 4:
        case 5: {
            const std::int64_t seconds = one_of(std::vector<std::int64_t>{1, 3, 11, 61, 3700});
            say(fmt::format("pass {}", seconds));
            world_.pass(seconds);
            break;
        }
        case 6:
            world_.clock.is_asked = true;
            break;
        case 7:
        case 8:
        case 9:
            work_on_job();
            break;
        case 10:
        case 11:
        case 12:
        case 13:
            work_on_game();
            break;
        case 14:
            change_calendar();
            break;
        default:
            if (happens(50)) {
                withdraw();
            } else if (happens(50)) {
                start();
            }
        }
    }

    void change_upload() {
        if (world_.folder.entries.empty()) {
            return;
        }
        auto entry = world_.folder.entries.begin();
        std::advance(entry, static_cast<std::ptrdiff_t>(below(world_.folder.entries.size())));
        auto version = entry->second.begin();
        std::advance(version, static_cast<std::ptrdiff_t>(below(entry->second.size())));
        switch (below(3)) {
        case 0:
            say("remove " + entry->first + " " + version->first);
            entry->second.erase(version);
            if (entry->second.empty()) {
                world_.folder.entries.erase(entry);
            }
            break;
        case 1:
            version->second.is_closed = !version->second.is_closed;
            say(fmt::format(
                "{} {} {}", version->second.is_closed ? "close" : "open", entry->first,
                version->first));
            break;
        default: // a page of a mapped file: the time stays
            version->second.content = fmt::format("c{}", ++contents_);
            sneaky_.insert({entry->first, version->first});
            say("change " + entry->first + " " + version->first + " behind the clock's back");
        }
    }

    void withdraw() {
        const std::string entry = one_of(names_);
        say("withdraw " + entry);
        world_.withdraw(entry);
    }

    void change_calendar() {
        if (happens(20)) {
            say("season.ini has a mistake");
            world_.announcement.reset();
            return;
        }
        if (!world_.announcement) {
            world_.announcement.emplace();
        }
        const auto moment = one_of(std::vector{
            &Calendar::deadline, &Calendar::freeze, &Calendar::unfreeze, &Calendar::embargo});
        const std::int64_t seconds = moment == &Calendar::deadline && happens(50)
                                         ? 5000
                                         : static_cast<std::int64_t>(below(90)) - 10;
        world_.set_moment(moment, seconds);
        say(fmt::format("a moment in {} s", seconds));
    }

    void work_on_job() {
        std::vector<std::size_t> busy;
        for (std::size_t worker = 0; worker < world_.workers.all.size(); ++worker) {
            if (world_.workers.all[worker].job) {
                busy.push_back(worker);
            }
        }
        if (busy.empty()) {
            return;
        }
        const std::size_t worker = one_of(busy);
        const SeasonJob job = *world_.workers.all[worker].job;
        if (std::holds_alternative<CheckJob>(job)) {
            work_on_check(worker, std::get<CheckJob>(job));
        } else if (std::holds_alternative<TellJob>(job)) {
            end_telling(worker, std::get<TellJob>(job).note, happens(30));
        } else {
            end_site(worker, happens(20));
        }
    }

    void work_on_check(std::size_t worker, const CheckJob& job) {
        const HandedIn& entry = job.arrival.entry;
        const std::string name = entry.entry + " " + entry.version;
        if (!world_.workers.all[worker].admission && happens(60)) {
            say("copy " + name);
            run_->copy(worker);
            return;
        }
        if (happens(10)) {
            int& attempts = attempts_[entry.path];
            say("the check of " + name + " fails");
            ++attempts;
            run_->fail_job(worker, {"the referee failed"});
            compare();
            return;
        }
        end_check(worker, job, happens(75) ? CheckEnd::accept : CheckEnd::reject);
    }

    /// Ends a check; the model says which decision must come of it.
    void end_check(std::size_t worker, const CheckJob& job, CheckEnd verdict) {
        if (!world_.workers.all[worker].admission) {
            run_->copy(worker);
        }
        const Admission admission = *world_.workers.all[worker].admission;
        const HandedIn& entry = job.arrival.entry;
        const bool had_draft = world_.folder.drafts.contains(admission.draft);
        say(fmt::format(
            "end of the check of {} {}: {}", entry.entry, entry.version,
            verdict == CheckEnd::accept ? "accept" : "reject"));
        run_->end_check(worker, verdict);
        if (admission.sha256.empty()) { // there was nothing to copy
            for (std::size_t i = 0; i < model_.decisions.size(); ++i) {
                Model::Decision& known = model_.decisions[i];
                if (known.entry == entry.entry && known.version == entry.version &&
                    known.status == Status::late) { // perhaps about these files
                    known.status = world_.book.versions()[i].status;
                }
            }
            adopt_refusals({Status::rejected});
            compare();
            return;
        }
        const Calendar& calendar = known_calendar_;
        const Model::Decision* const known =
            model_.about(entry.entry, entry.version, admission.sha256);
        if (known == nullptr || known->status == Status::late) {
            const bool is_late =
                admission.is_late || (calendar.is_late(admission.read_ns) &&
                                      world_.folder.deadline_record().is_of(calendar) &&
                                      !world_.folder.deadline_record().has(
                                          {entry.entry, entry.version, admission.sha256}));
            const Status status = is_late                                    ? Status::late
                                  : verdict == CheckEnd::accept && had_draft ? Status::accepted
                                                                             : Status::rejected;
            if (known == nullptr || status != Status::late) {
                model_.decide({entry.entry, entry.version, admission.sha256, status});
            }
        }
        demand(
            !world_.folder.drafts.contains(admission.draft), "a draft is left after its decision");
        compare();
    }

    void end_telling(std::size_t worker, const NoteToTell& note, bool fails) {
        int& failures = told_failures_[note.entry + " " + note.version + " " + note.status];
        if (fails && failures < 4) {
            ++failures;
            run_->end_job(worker, "exit status 1: no mail");
        } else {
            run_->end_job(worker, "");
        }
    }

    void end_site(std::size_t worker, bool fails) {
        if (fails) {
            run_->fail_job(worker, {"it died"});
        } else {
            site_ = *site_begun_;
            run_->end_job(worker, "");
        }
        site_begun_.reset();
        site_ended_ns_ = world_.clock.now_ns;
    }

    void work_on_game() {
        const std::vector<std::size_t> playing = run_->playing();
        if (playing.empty()) {
            return;
        }
        const std::size_t worker = one_of(playing);
        const GameToPlay game = *world_.workers.all[worker].game;
        const int first = game.ais[0];
        const int other = game.ais[1];
        const bool is_gone = !is_intact(first) || !is_intact(other);
        if (!is_gone && (!happens(15) || failed_in_row_ > 15)) {
            const bool has_faults = happens(40);
            say(fmt::format("game {} ends{}", game.index, has_faults ? " with faults" : ""));
            run_->end_game(worker, 1 + static_cast<int>(below(2)), has_faults);
            failed_in_row_ = 0;
            model_.failures.erase(first);
            model_.failures.erase(other);
            return;
        }
        ++failed_in_row_;
        std::string why = "a worker has died";
        if (!is_gone && happens(10)) { // the organiser edits a copy
            world_.folder.programs.at(path_of(first)) = fmt::format("edited{}", ++contents_);
        }
        std::set<int> broken;
        for (const int ai : {first, other}) {
            if (!is_intact(ai)) {
                broken.insert(ai);
            }
        }
        if (broken.empty()) {
            const int named = happens(30) ? (happens(50) ? first : other) : -1;
            why = named < 0 ? why : path_of(named) + ": it can't be started";
            for (const int ai : {first, other}) {
                if ((named < 0 || ai == named) && ++model_.failures[ai] >= 3) {
                    model_.paused[ai] = world_.clock.now_ns + 600 * tests::second;
                }
            }
        }
        say(fmt::format("game {} of {} and {} can't be played: {}", game.index, first, other, why));
        for (const int ai : broken) {
            model_.break_ai(ai);
        }
        run_->fail_game(worker, {why});
        compare();
    }

    // What the season does.

    void look() {
        const std::size_t before = world_.book.versions().size();
        const bool looks =
            world_.clock.is_asked || run_->season().due_ns() <= world_.clock.monotonic_ns();
        if (looks && world_.announcement) {
            known_calendar_ = world_.announcement->calendar;
        }
        const std::vector<bool> had_job = jobs();
        run_->look();
        adopt_refusals({Status::late, Status::rejected});
        demand(looks || before == world_.book.versions().size(), "a decision out of turn");
        compare();
        for (std::size_t worker = 0; worker < had_job.size(); ++worker) {
            if (!had_job[worker] && world_.workers.all[worker].job) {
                begun(worker);
            }
        }
        judge_checks();
        judge_games();
    }

    std::vector<bool> jobs() const {
        std::vector<bool> has_job;
        for (const tests::FakeWorker& worker : world_.workers.all) {
            has_job.push_back(worker.job.has_value());
        }
        return has_job;
    }

    /// Decisions that need no check: late, and no room. Each must have its reason.
    void adopt_refusals(const std::set<Status>& possible) {
        while (model_.decisions.size() < world_.book.versions().size()) {
            const StoredVersion& version = world_.book.versions()[model_.decisions.size()];
            demand(possible.contains(version.status), "a decision without a check");
            demand(
                version.status != Status::late || known_calendar_.deadline.has_value(),
                "late without a deadline");
            if (version.status == Status::late) {
                const tests::Upload* const upload =
                    world_.folder.upload(version.entry, version.version);
                demand(
                    upload != nullptr && upload->content == version.sha256,
                    "late, but not what was submitted");
                demand(
                    known_calendar_.is_late(upload->changed_ns) ||
                        (world_.folder.deadline_record().is_of(known_calendar_) &&
                         !world_.folder.deadline_record().has(
                             {version.entry, version.version, version.sha256})),
                    "late, but it was there in time");
                demand(known_calendar_.is_late(world_.clock.now_ns), "late before the deadline");
            }
            model_.decisions.push_back(
                {version.entry, version.version, version.sha256, version.status, -1});
        }
    }

    /// The season reads a version when it becomes the active one of its entry. If its program is
    /// gone, it is broken, and the one before is active.
    void read_active() {
        for (const std::string& entry : names_) {
            for (int ai = model_.active(entry); ai >= 0 && !read_.contains(ai);
                 ai = model_.active(entry)) {
                if (is_intact(ai)) {
                    read_.insert(ai);
                } else {
                    model_.break_ai(ai);
                }
            }
        }
    }

    /// The decisions are those of the model.
    void compare() {
        read_active();
        const std::vector<StoredVersion>& versions = world_.book.versions();
        demand(
            versions.size() == model_.decisions.size(),
            fmt::format("{} decisions, not {}", versions.size(), model_.decisions.size()));
        for (std::size_t i = 0; i < versions.size(); ++i) {
            const Model::Decision& decision = model_.decisions[i];
            demand(
                versions[i].entry == decision.entry && versions[i].version == decision.version &&
                    versions[i].sha256 == decision.content,
                "a decision about something else");
            demand(
                versions[i].status == decision.status,
                fmt::format(
                    "{} {} {}: status {}, not {}", decision.entry, decision.version,
                    decision.content, static_cast<int>(versions[i].status),
                    static_cast<int>(decision.status)));
            demand(versions[i].ai == decision.ai, "another AI");
        }
    }

    void begun(std::size_t worker) {
        const SeasonJob& job = *world_.workers.all[worker].job;
        if (const auto* const check = std::get_if<CheckJob>(&job)) {
            say("check " + check->arrival.entry.entry + " " + check->arrival.entry.version);
        } else if (const auto* const tell = std::get_if<TellJob>(&job)) {
            demand(run_->with<TellJob>().size() == 1, "two notes are told at once");
            demand(
                world_.folder.told[{tell->note.entry, tell->note.version}] != tell->note.status,
                "a note is told twice");
        } else {
            demand(run_->with<SiteJob>().size() == 1, "two sites are made at once");
            demand(
                !site_ended_ns_ || world_.clock.now_ns >= *site_ended_ns_ + 60 * tests::second,
                "a site within a minute");
            site_begun_ = to_publish();
        }
    }

    void judge_checks() const {
        std::set<std::string> entries;
        const std::vector<std::size_t> checks = run_->with<CheckJob>();
        for (const std::size_t worker : checks) {
            const CheckJob& job = std::get<CheckJob>(*world_.workers.all[worker].job);
            demand(
                entries.insert(job.arrival.entry.entry).second,
                "two versions of an entry are checked at once");
        }
        demand(
            checks.size() <= std::max<std::size_t>(1, world_.workers.all.size() / 2),
            "more than half of the workers check");
    }

    bool rests(int ai) const {
        std::vector<bool> lost;
        world_.book.for_each([&](const GameOutcome& game) {
            for (const SeatOutcome& seat : game.seats) {
                if (seat.ai == ai) {
                    lost.push_back(
                        seat.share <= 0 && seat.faults[static_cast<std::size_t>(Fault::crash)] > 0);
                }
            }
        });
        const auto last = static_cast<std::size_t>(world_.config.rest_after);
        return lost.size() >= last && std::all_of(
                                          lost.end() - static_cast<std::ptrdiff_t>(last),
                                          lost.end(), [](bool was_lost) { return was_lost; });
    }

    bool may_play(int ai) {
        const Model::Decision* const decision = model_.of(ai);
        const auto paused = model_.paused.find(ai);
        const bool is_paused =
            paused != model_.paused.end() && world_.clock.now_ns < paused->second;
        return decision != nullptr && model_.active(decision->entry) == ai && !rests(ai) &&
               !is_paused;
    }

    /// Judges the games that were given out since the last call.
    void judge_games() {
        for (; given_ < run_->given().size(); ++given_) {
            const GameToPlay& game = run_->given()[given_];
            demand(game.ais[0] != game.ais[1], "an AI plays itself");
            if (game.match <= highest_match_) {
                continue; // a match that goes on
            }
            demand(game.match == highest_match_ + 1, "a gap in the numbers of matches");
            highest_match_ = game.match;
            for (const int ai : {game.ais[0], game.ais[1]}) {
                demand(may_play(ai), fmt::format("AI {} plays, but may not", ai));
            }
            demand(
                model_.of(game.ais[0])->content != model_.of(game.ais[1])->content, "copies meet");
        }
    }

    /// All that a site shows and that can change: the games, the decisions, the moments.
    std::string to_publish() const {
        std::string text = fmt::format("{} games;", world_.book.game_count());
        for (const StoredVersion& version : world_.book.versions()) {
            text += fmt::format(
                " {} {} {} {}", version.entry, version.version, version.sha256,
                version.status == Status::broken
                    ? ""
                    : std::to_string(static_cast<int>(version.status)));
        }
        const std::int64_t now = world_.clock.now();
        text += fmt::format(
            "; frozen {}, embargo {}, late {}", known_calendar_.is_frozen(now),
            known_calendar_.has_embargo(now), known_calendar_.is_late(world_.clock.now_ns));
        return text;
    }

    // Nothing disturbs it any more.

    void come_to_rest() {
        say("rest");
        for (auto& [entry, versions] : world_.folder.entries) {
            for (auto& [version, upload] : versions) {
                upload.is_closed = false;
            }
        }
        if (!world_.announcement) {
            world_.announcement.emplace();
        }
        if (std::any_of(attempts_.begin(), attempts_.end(), [](const auto& attempts) {
                return attempts.second > 0;
            })) {
            end_all(); // the next start tries them again
            start();
        }
        world_.pass(600); // whoever paused plays again
        int quiet = 0;
        constexpr int max_rounds = 1000;
        for (int round = 0; quiet < 8; ++round) {
            demand(round < max_rounds, "it never comes to rest");
            world_.pass(11);
            look();
            quiet = end_all() ? 0 : quiet + 1;
        }
        judge_rest();
    }

    /// Ends all jobs and games well. False if there were none.
    bool end_all() {
        bool has_ended = false;
        for (std::size_t worker = 0; worker < world_.workers.all.size(); ++worker) {
            const tests::FakeWorker own = world_.workers.all[worker];
            if (own.job && std::holds_alternative<CheckJob>(*own.job)) {
                end_check(worker, std::get<CheckJob>(*own.job), CheckEnd::accept);
            } else if (own.job && std::holds_alternative<TellJob>(*own.job)) {
                end_telling(worker, std::get<TellJob>(*own.job).note, false);
            } else if (own.job) {
                end_site(worker, false);
            } else if (own.game) {
                const int first = own.game->ais[0];
                const int other = own.game->ais[1];
                if (!is_intact(first) || !is_intact(other)) { // the game can't be played
                    for (const int ai : {first, other}) {
                        if (!is_intact(ai)) {
                            model_.break_ai(ai);
                        }
                    }
                    run_->fail_game(worker, {"no such file"});
                    compare();
                } else {
                    model_.failures.erase(first);
                    model_.failures.erase(other);
                    run_->end_game(worker);
                }
            }
            has_ended = has_ended || own.job || own.game;
        }
        return has_ended;
    }

    void judge_rest() {
        // Everything that can be read has a decision about its files.
        for (const auto& [entry, versions] : world_.folder.entries) {
            for (const auto& [version, upload] : versions) {
                const bool is_decided =
                    model_.about(entry, version, upload.content) != nullptr ||
                    std::any_of(
                        world_.book.versions().begin(), world_.book.versions().end(),
                        [&, &own = entry, &name = version](const StoredVersion& known) {
                            return known.entry == own && known.version == name &&
                                   known.text.starts_with("there is no room");
                        });
                // New files under a name that has its decision are passed over without room.
                const std::string below = "/cup/versions/" + entry + "/";
                const auto copies = std::count_if(
                    world_.folder.programs.begin(), world_.folder.programs.end(),
                    [&](const auto& program) { return program.first.starts_with(below); });
                const bool has_no_room =
                    world_.status(entry, version).has_value() &&
                    std::max(versions.size(), static_cast<std::size_t>(copies)) >=
                        world_.config.quota.versions;
                demand(
                    is_decided || has_no_room || sneaky_.contains({entry, version}),
                    fmt::format(
                        "{} {} {} has no decision; {} versions, at most {}", entry, version,
                        upload.content, versions.size(), world_.config.quota.versions));
            }
        }
        // Notes and pages are those of now; every author knows.
        demand(
            site_ && *site_ == to_publish(),
            fmt::format("the site is old: {}\nnot {}", site_.value_or("none"), to_publish()));
        std::map<std::pair<std::string, std::string>, std::string> words;
        for (std::size_t i = 0; i < model_.decisions.size(); ++i) {
            const Model::Decision& decision = model_.decisions[i];
            const bool is_active = decision.ai >= 0 && model_.active(decision.entry) == decision.ai;
            const VersionState state = decision.status == Status::rejected ? VersionState::rejected
                                       : decision.status == Status::late   ? VersionState::late
                                       : decision.status == Status::broken ? VersionState::broken
                                       : !is_active                        ? VersionState::old
                                       : rests(decision.ai)                ? VersionState::resting
                                                                           : VersionState::active;
            demand(
                i < world_.folder.noted.size() && world_.folder.noted[i] == state,
                fmt::format("the note of decision {} is old", i));
            if (state != VersionState::old) {
                words[{decision.entry, decision.version}] =
                    state == VersionState::active     ? "accepted"
                    : state == VersionState::rejected ? "rejected"
                    : state == VersionState::late     ? "late"
                                                      : "resting";
            }
        }
        for (const auto& [version, word] : words) {
            demand(
                world_.folder.told[version] == word,
                fmt::format("the author of {} {} wasn't told", version.first, version.second));
        }
        // Everybody who has somebody to play against has played enough.
        std::vector<int> playing;
        for (const std::string& entry : names_) {
            const int ai = model_.active(entry);
            if (ai >= 0 && may_play(ai)) {
                playing.push_back(ai);
            }
        }
        for (const int ai : playing) {
            const bool has_opponent = std::any_of(playing.begin(), playing.end(), [&](int other) {
                return model_.of(other)->content != model_.of(ai)->content;
            });
            demand(
                !has_opponent || matches_of(ai) >= world_.config.games,
                fmt::format("AI {} has played {} matches", ai, matches_of(ai)));
        }
        demand(world_.folder.drafts.empty(), "a draft is left");
    }

    int matches_of(int ai) const {
        std::set<std::int64_t> matches;
        world_.book.for_each([&](const GameOutcome& game) {
            for (const SeatOutcome& seat : game.seats) {
                if (seat.ai == ai) {
                    matches.insert(game.match);
                }
            }
        });
        return static_cast<int>(matches.size());
    }

    std::vector<std::string> names_{"alice", "bob", "carol", "dave"};
    std::mt19937 rng_;
    bool tells_;
    SeasonWorld world_;
    std::optional<SeasonRun> run_;
    Model model_;
    Calendar known_calendar_; ///< as the season read it last
    std::set<int> read_;      ///< AIs that the season has read since its start
    std::set<std::pair<std::string, std::string>> sneaky_; ///< changed, but not their times
    std::map<std::string, int> attempts_; ///< by path: checks at which the referee failed
    std::map<std::string, int> told_failures_;
    std::optional<std::string> site_;       ///< what the last one shows
    std::optional<std::string> site_begun_; ///< what the one that is being made shows
    std::optional<std::int64_t> site_ended_ns_;
    std::size_t given_ = 0;
    std::int64_t highest_match_ = -1;
    int failed_in_row_ = 0;
    int contents_ = 0;
};

} // namespace

TEST_CASE("any schedule leads a season where the rules say", "[season-loop][schedules]") {
    const char* const asked = std::getenv("REFEREE_TEST_SEED");
    const unsigned first = asked == nullptr ? 1 : static_cast<unsigned>(std::atoi(asked));
    const unsigned count = asked == nullptr ? static_cast<unsigned>(tests::share(10'000, 500)) : 1;
    for (unsigned seed = first; seed < first + count; ++seed) {
        std::string what;
        try {
            Schedule(seed, asked != nullptr).play();
        } catch (const std::exception& problem) {
            what = problem.what();
        }
        if (!what.empty()) {
            FAIL("REFEREE_TEST_SEED=" << seed << ": " << what);
        }
    }
}
