// The loop of a tournament without processes: fake workers, a book in memory, a clock that only
// the test advances. Real workers and databases: tournament_test.cpp, dying_worker_test.cpp.

#include "match/match.hpp"
#include "support/catch.hpp"
#include "support/fakes/tournament.hpp"
#include "tournament/play/tournament.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <optional>
#include <set>

using namespace referee;
using tests::fake_outcome;
using tests::FakeWorkers;
using tests::MemoryBook;
using Kind = WorkerMessage::Kind;

namespace {

constexpr std::int64_t game_ns = second_ns;

TournamentConfig cup(Format format = Format::round_robin, int ais = 3, int fields = 2) {
    TournamentConfig config;
    config.plan.format = format;
    config.plan.ais = ais;
    config.plan.fields = fields;
    config.plan.challenger = format == Format::gauntlet ? 0 : -1;
    for (int ai = 0; ai < ais; ++ai) {
        config.plan.ai_keys.push_back(seating_key(fmt::format("ai {}", ai)));
    }
    for (int field = 0; field < fields; ++field) {
        config.plan.field_keys.push_back(seating_key(fmt::format("field {}", field)));
    }
    return config;
}

/// One run of a tournament on a book, from the start of the program to its end.
class TournamentRun {
  public:
    TournamentRun(
        const TournamentConfig& config, MemoryBook& book, std::size_t worker_count,
        std::unique_ptr<Plan> plan = nullptr, Attendant* attendant = nullptr)
        : workers(worker_count, config.plan.seats), config_(config),
          progress(
              names_of(config), 100, static_cast<std::int64_t>(book.games.size()), false,
              {false, [this](std::string_view text) { print(text); },
               [this] { return workers.now_ns(); }}),
          tournament(
              config_, book, workers, progress, plan ? std::move(plan) : make_plan(config.plan),
              attendant) {
        workers.next = [this](std::int64_t due) { finish_one(due); };
    }

    /// The worker that has the game with the lowest number.
    std::size_t first_to_end() const {
        const std::vector<std::size_t> playing = workers.playing();
        return *std::min_element(
            playing.begin(), playing.end(), [&](std::size_t one, std::size_t other) {
                return workers.games(one).front().index < workers.games(other).front().index;
            });
    }

    /// The usual course: games end in their order.
    void finish_one(std::int64_t due) {
        if (workers.playing().empty()) {
            workers.pass(due - workers.now_ns());
        } else {
            workers.pass(game_ns);
            workers.finish(first_to_end());
        }
    }

    /// True if a line that was printed has this in it.
    bool printed(const std::string& text) const {
        return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
            return line.find(text) != std::string::npos;
        });
    }

    void operator()() { tournament.run(); }

    /// The message of the error that ends it; empty: it ends without one.
    template <typename Error>
    std::string error() {
        try {
            tournament.run();
        } catch (const Error& problem) {
            return problem.what();
        }
        return "";
    }

    FakeWorkers workers;
    std::vector<std::string> lines;

  private:
    static std::vector<std::string> names_of(const TournamentConfig& config) {
        std::vector<std::string> names;
        for (int ai = 0; ai < config.plan.ais; ++ai) {
            names.push_back(fmt::format("ai {}", ai));
        }
        return names;
    }
    void print(std::string_view text) { lines.emplace_back(text.substr(0, text.find('\n'))); }

    TournamentConfig config_;

  public:
    Progress progress;
    Tournament tournament;
};

std::vector<std::int64_t> all_indexes(std::int64_t count) {
    std::vector<std::int64_t> games(static_cast<std::size_t>(count));
    std::iota(games.begin(), games.end(), 0);
    return games;
}

std::vector<std::int64_t> sorted(std::vector<std::int64_t> games) {
    std::sort(games.begin(), games.end());
    return games;
}

/// The book of a run in which nothing happens.
std::vector<std::string> undisturbed(const TournamentConfig& config) {
    MemoryBook book;
    TournamentRun run(config, book, 1);
    run();
    return book.lines();
}

/// Counts the places where a signal could come, and throws at one of them.
struct SignalAt {
    int place = -1;
    int seen = 0;
    void operator()(const std::string& /*where*/) {
        if (seen++ == place) {
            throw Interrupted(15);
        }
    }
};

/// Keeps what a season does with a tournament, in words; it wants nothing.
class QuietAttendant : public Attendant {
  public:
    void attend() override { ++attended; }
    bool is_done() const override { return done; }
    std::int64_t due_ns() const override { return due; }
    int descriptor() const override { return 77; }
    bool wants(std::size_t worker) override { return wanted.contains(worker); }
    bool occupy(std::size_t worker) override {
        if (takes) {
            wanted.erase(worker);
        }
        log.push_back(fmt::format("occupies {}", worker));
        return takes;
    }
    void job_done(std::size_t worker, const std::string& text) override {
        log.push_back(fmt::format("job of {}: {}", worker, text));
    }
    void job_failed(std::size_t worker, const WorkerFailure& failure) override {
        log.push_back(fmt::format("job of {} failed: {}", worker, failure.why));
    }
    void stored(const GameOutcome& outcome) override {
        log.push_back(fmt::format("stored {}", outcome.index));
    }
    void failed(std::size_t worker, std::span<const GameToPlay> games, const WorkerFailure& failure)
        override {
        std::string line = fmt::format("worker {} failed with", worker);
        for (const GameToPlay& game : games) {
            line += fmt::format(" {}", game.index);
        }
        log.push_back(line + ": " + failure.why);
        if (renews) {
            renews(worker);
        }
    }
    void rules_failed(const GameToPlay& game) override {
        log.push_back(fmt::format("rules failed in {}", game.index));
    }

    bool has_logged(const std::string& line) const {
        return std::find(log.begin(), log.end(), line) != log.end();
    }

    int attended = 0;
    bool done = true;
    bool takes = true;
    std::int64_t due = INT64_MAX;
    std::set<std::size_t> wanted;
    std::vector<std::string> log;
    std::function<void(std::size_t)> renews;
};

} // namespace

TEST_CASE("Every game of a plan is played and stored once, by any workers", "[tournament-loop]") {
    struct Wanted {
        Format format;
        std::int64_t games; ///< -1: depends on the results
    };
    for (const auto& [format, games] :
         {Wanted{Format::round_robin, 24}, Wanted{Format::gauntlet, 12}, Wanted{Format::sampled, 4},
          Wanted{Format::knockout, -1}, Wanted{Format::ladder, -1}}) {
        const TournamentConfig config = cup(format, 4, 2);
        const std::vector<std::string> whole = undisturbed(config);
        for (const std::size_t workers : {1U, 2U, 3U, 9U}) {
            INFO(name_of(format) << " by " << workers);
            MemoryBook book;
            TournamentRun run(config, book, workers);
            run();
            CHECK(book.lines() == whole);
            CHECK(sorted(run.workers.sent()) == sorted(book.order));
            if (games >= 0) {
                CHECK(sorted(book.order) == all_indexes(games));
            } else {
                CHECK(book.order.size() >= 4);
            }
        }
    }
}

TEST_CASE("What a worker gets is the game of the plan, seats rotated", "[tournament-loop]") {
    const TournamentConfig config = cup(Format::round_robin, 3, 2);
    MemoryBook book;
    book.own_generation = 4;
    TournamentRun run(config, book, 1);
    std::vector<GameToPlay> sent;
    run.workers.sees_send = [&](std::size_t, const GameToPlay& game) { sent.push_back(game); };
    run();
    const auto plan = make_plan(config.plan);
    std::size_t at = 0;
    for (PlannedMatch match; plan->next(match) == Plan::Step::match;) {
        for (const auto& [first, second] : {std::pair{0, 1}, std::pair{1, 0}}) {
            REQUIRE(at < sent.size());
            CHECK(sent[at].index == static_cast<std::int64_t>(at));
            CHECK(sent[at].match == match.index);
            CHECK(sent[at].field == match.field);
            CHECK(sent[at].generation == 4);
            CHECK(sent[at].parameters == 0);
            CHECK(sent[at].ais[0] == match.group[static_cast<std::size_t>(first)]);
            CHECK(sent[at].ais[1] == match.group[static_cast<std::size_t>(second)]);
            ++at;
        }
    }
    CHECK(at == sent.size());
}

TEST_CASE(
    "The values of a tuning go to the AIs of the group, by seat or not", "[tournament-loop]") {
    class Values : public Plan {
      public:
        std::int64_t size() const override { return 1; }
        Step next(PlannedMatch& match) override {
            if (is_given_) {
                return Step::end;
            }
            is_given_ = true;
            match = {0, 0, {1, 0}, {{2.5, 3.5}, {-1, -2}}};
            return Step::match;
        }

      private:
        bool is_given_ = false;
    };
    MemoryBook book;
    TournamentRun run(cup(), book, 1, std::make_unique<Values>());
    run.workers.sees_send = [](std::size_t, const GameToPlay& game) {
        CHECK(game.parameters == 2);
        CHECK(game.values[1][0] == 2.5);
        CHECK(game.values[1][1] == 3.5);
        CHECK(game.values[0][0] == -1);
        CHECK(game.values[0][1] == -2);
    };
    run();
    CHECK(book.order == std::vector<std::int64_t>{0, 1});
}

TEST_CASE("Every worker gets a game before any gets two, if games are short", "[tournament-loop]") {
    MemoryBook book;
    TournamentRun run(cup(Format::round_robin, 4, 10), book, 3);
    std::size_t max_games = 0;
    run.workers.next = [&](std::int64_t) {
        std::vector<std::size_t> counts;
        for (std::size_t worker = 0; worker < 3; ++worker) {
            counts.push_back(run.workers.games(worker).size());
            max_games = std::max(max_games, counts.back());
        }
        if (run.workers.sent().size() < 110) {
            CHECK(*std::min_element(counts.begin(), counts.end()) >= 1);
        }
        run.workers.pass(second_ns / 1000);
        run.workers.finish(run.workers.playing().back());
    };
    run();
    CHECK(max_games == 2);
    CHECK(book.order.size() == 120);
}

TEST_CASE("A worker has one game at a time, if games are long", "[tournament-loop]") {
    MemoryBook book;
    TournamentRun run(cup(Format::round_robin, 4, 3), book, 3);
    run.workers.sees_send = [&](std::size_t worker, const GameToPlay&) {
        CHECK(run.workers.games(worker).empty());
    };
    run();
    CHECK(book.order.size() == 36);
}

TEST_CASE("Wherever a signal ends a tournament, the rest is played later", "[tournament-loop]") {
    for (const Format format : {Format::round_robin, Format::knockout}) {
        const TournamentConfig config = cup(format, 4, 2);
        const std::vector<std::string> whole = undisturbed(config);
        bool is_interrupted = true;
        for (int place = 0; is_interrupted; ++place) {
            INFO(name_of(format) << ", place " << place);
            MemoryBook book;
            std::size_t before = 0;
            {
                TournamentRun run(config, book, 2);
                SignalAt signal{place};
                run.workers.may_signal = std::ref(signal);
                // One game in three is held back.
                run.workers.next = [&](std::int64_t due) {
                    if (run.workers.playing().empty()) {
                        run.workers.pass(due - run.workers.now_ns());
                    } else if (book.games.size() % 3 == 1) {
                        run.workers.finish_with(run.workers.playing().front(), Fault::crash);
                    } else {
                        run.finish_one(due);
                    }
                };
                try {
                    run();
                    is_interrupted = false;
                } catch (const Interrupted& interrupted) {
                    CHECK(interrupted.signal == 15);
                }
                before = book.games.size();
            }
            TournamentRun rest(config, book, 2);
            rest.workers.sees_send = [&](std::size_t, const GameToPlay& game) {
                CHECK(!book.games.contains(game.index));
            };
            rest();
            CHECK(rest.workers.sent().size() == book.games.size() - before);
            CHECK(book.lines() == whole);
        }
    }
}

TEST_CASE(
    "Whenever a worker dies, what has ended is stored, and the rest is played later",
    "[tournament-loop]") {
    const TournamentConfig config = cup(Format::round_robin, 3, 2);
    const std::vector<std::string> whole = undisturbed(config);
    for (const Kind kind :
         {Kind::gone, Kind::internal_error, Kind::environment_error, Kind::user_error}) {
        for (std::size_t after = 0; after < 12; ++after) {
            INFO("worker ends with " << static_cast<int>(kind) << " after " << after);
            MemoryBook book;
            TournamentRun run(config, book, 3);
            run.workers.next = [&](std::int64_t due) {
                if (book.games.size() == after) {
                    run.workers.say(after % 3, kind, "the reason");
                    return;
                }
                run.finish_one(due);
            };
            const std::int64_t began = run.workers.now_ns();
            if (kind == Kind::user_error) {
                CHECK(run.error<UserError>() == "the reason");
                CHECK(
                    run.workers.now_ns() - began ==
                    static_cast<std::int64_t>(after) * game_ns); // no wait for a signal
            } else {
                // What has a remedy asks for no report.
                const std::string why = kind == Kind::internal_error
                                            ? run.error<InternalError>()
                                            : run.error<EnvironmentError>();
                CHECK(
                    why == (kind == Kind::gone
                                ? "a worker has died (killed, or out of memory); run the "
                                  "same command again to resume"
                                : "the reason"));
                CHECK(
                    run.workers.now_ns() - began ==
                    static_cast<std::int64_t>(after) * game_ns + own_signal_ns);
            }
            CHECK(book.games.size() == after);
            TournamentRun rest(config, book, 2);
            rest();
            CHECK(rest.workers.sent().size() == 12 - after);
            CHECK(book.lines() == whole);
        }
    }
}

TEST_CASE("A worker that a signal to all has killed is no error", "[tournament-loop]") {
    MemoryBook book;
    TournamentRun run(cup(), book, 2);
    run.workers.next = [&](std::int64_t) { run.workers.die(0); };
    run.workers.may_signal = [](const std::string& where) {
        if (where == "own") {
            throw Interrupted(2);
        }
    };
    CHECK_THROWS_AS(run(), Interrupted);
}

TEST_CASE(
    "Whichever result doesn't fit on the disk, the rest is played later", "[tournament-loop]") {
    for (const Format format : {Format::round_robin, Format::knockout}) {
        const TournamentConfig config = cup(format, 4, 2);
        const std::vector<std::string> whole = undisturbed(config);
        for (std::size_t full = 0; full < whole.size(); ++full) {
            INFO(name_of(format) << ", the disk is full at result " << full);
            MemoryBook book;
            book.full_at = static_cast<int>(full);
            TournamentRun run(config, book, 3);
            CHECK(run.error<InternalError>() == "book.sqlite: the disk is full");
            CHECK(book.games.size() == full);
            TournamentRun rest(config, book, 2);
            rest();
            CHECK(rest.workers.sent().size() == whole.size() - full);
            CHECK(book.lines() == whole);
        }
    }
}

TEST_CASE(
    "A game that a full disk has spoilt is played again when another one has ended",
    "[tournament-loop]") {
    MemoryBook book;
    TournamentRun run(cup(Format::round_robin, 3, 1), book, 2);
    int step = 0;
    run.workers.next = [&](std::int64_t due) {
        switch (step++) {
        case 0: // games 0 and 1 are being played
            run.workers.spoil(0, Kind::full_disk, "no space in work");
            return;
        case 1: // game 1 is still being played, so 2 has come before 0
            CHECK(run.workers.sent() == std::vector<std::int64_t>{0, 1, 2});
            run.workers.finish(1);
            return;
        case 2:
            CHECK(run.workers.sent() == std::vector<std::int64_t>{0, 1, 2, 0});
            run.finish_one(due);
            return;
        default:
            run.finish_one(due);
        }
    };
    run();
    CHECK(run.printed("game 1 doesn't count and is played again: no space in work"));
    CHECK(sorted(book.order) == all_indexes(6));
}

TEST_CASE("A spoilt game waits for one that ends after it", "[tournament-loop]") {
    MemoryBook book;
    TournamentRun run(cup(Format::round_robin, 3, 1), book, 2);
    int step = 0;
    run.workers.next = [&](std::int64_t due) {
        switch (step++) {
        case 0:
            run.workers.finish(0); // so one has ended, but before the disk was full
            return;
        case 1: // games 1 and 2
            run.workers.spoil(1, Kind::full_disk, "full");
            return;
        case 2:
            CHECK(run.workers.sent() == std::vector<std::int64_t>{0, 1, 2, 3});
            run.finish_one(due);
            return;
        default:
            run.finish_one(due);
        }
    };
    run();
    CHECK(sorted(book.order) == all_indexes(6));
}

TEST_CASE("A spoilt game is played again at once if nothing else is", "[tournament-loop]") {
    MemoryBook book;
    TournamentRun run(cup(Format::round_robin, 2, 1), book, 1);
    bool is_spoilt = false;
    run.workers.next = [&](std::int64_t due) {
        if (!std::exchange(is_spoilt, true)) {
            run.workers.spoil(0, Kind::full_disk, "full");
            return;
        }
        run.finish_one(due);
    };
    run();
    CHECK(run.workers.sent() == std::vector<std::int64_t>{0, 0, 1});
}

TEST_CASE("The last game of a plan is played again, too", "[tournament-loop]") {
    MemoryBook book;
    TournamentRun run(cup(Format::round_robin, 2, 1), book, 2);
    int spoilt = 0;
    run.workers.next = [&](std::int64_t due) {
        if (run.workers.playing().size() == 1 && spoilt++ < max_full_disks - 1) {
            run.workers.spoil(run.workers.playing()[0], Kind::full_disk, "full");
            return;
        }
        run.finish_one(due);
    };
    run();
    CHECK(sorted(book.order) == all_indexes(2));
    CHECK(run.workers.sent().size() == 2U + max_full_disks - 1);
}

TEST_CASE("A disk that is full three times in one game ends the tournament", "[tournament-loop]") {
    MemoryBook book;
    const TournamentConfig config = cup(Format::round_robin, 3, 1);
    TournamentRun run(config, book, 2);
    std::map<std::int64_t, int> spoilt;
    run.workers.next = [&](std::int64_t due) {
        for (const std::size_t worker : run.workers.playing()) {
            const std::int64_t game = run.workers.games(worker).front().index;
            // Another game twice, which isn't enough.
            if (game == 4 || (game == 1 && spoilt[game] < 2)) {
                ++spoilt[game];
                run.workers.spoil(worker, Kind::full_disk, "no space");
                return;
            }
        }
        run.finish_one(due);
    };
    CHECK(
        run.error<InternalError>() ==
        "stopped, because the disk was full 3 times in game 5: no space; then run the same "
        "command again to resume");
    CHECK(spoilt[1] == 2);
    CHECK(spoilt[4] == 3);
    TournamentRun rest(config, book, 2);
    rest();
    CHECK(book.lines() == undisturbed(config));
}

TEST_CASE(
    "With an attendant such a game is given up, and the others are played", "[tournament-loop]") {
    MemoryBook book;
    QuietAttendant attendant;
    TournamentRun run(cup(Format::round_robin, 3, 1), book, 1, nullptr, &attendant);
    attendant.renews = [&](std::size_t worker) { run.workers.renew(worker); };
    run.workers.next = [&](std::int64_t due) {
        if (!run.workers.games(0).empty() && run.workers.games(0).front().index == 2) {
            run.workers.spoil(0, Kind::full_disk, "no space");
            return;
        }
        run.finish_one(due);
    };
    run();
    CHECK(attendant.has_logged("worker 0 failed with 2: no space"));
    // Game 3 belongs to the same match.
    CHECK(sorted(book.order) == std::vector<std::int64_t>{0, 1, 4, 5});
}

TEST_CASE(
    "A game whose rules fail leaves its match open, and the others are played",
    "[tournament-loop]") {
    MemoryBook book;
    const TournamentConfig config = cup(Format::round_robin, 3, 1);
    TournamentRun run(config, book, 1);
    run.workers.next = [&](std::int64_t due) {
        if (!run.workers.games(0).empty() && run.workers.games(0).front().index == 2) {
            run.workers.spoil(0, Kind::broken_game, "rules.py: line 3\nand a second line\n");
            return;
        }
        run.finish_one(due);
    };
    CHECK(
        run.error<InternalError>() ==
        "1 game could not be finished, because the rules of the game failed; correct them, then "
        "run the same command with --changed replay");
    CHECK(sorted(book.order) == std::vector<std::int64_t>{0, 1, 4, 5});
    const auto first =
        std::find(run.lines.begin(), run.lines.end(), "game 3 is broken: rules.py: line 3");
    REQUIRE(first != run.lines.end());
    CHECK(*(first + 1) == "and a second line");
    TournamentRun rest(config, book, 1);
    rest();
    CHECK(rest.workers.sent() == std::vector<std::int64_t>{2, 3});
    CHECK(book.lines() == undisturbed(config));
}

TEST_CASE("Rules that fail in three games in a row end the tournament", "[tournament-loop]") {
    MemoryBook book;
    TournamentRun run(cup(Format::round_robin, 3, 2), book, 2);
    int broken = 0;
    run.workers.next = [&](std::int64_t due) {
        if (book.games.empty()) {
            run.finish_one(due);
            return;
        }
        ++broken;
        run.workers.spoil(run.workers.playing().front(), Kind::broken_game, "why");
    };
    CHECK(
        run.error<InternalError>() ==
        "stopped after 3 broken games in a row, which don't count; correct the rules, then run the "
        "same command with --changed replay");
    CHECK(broken == 3);
    CHECK(book.games.size() == 1);
}

TEST_CASE("Rules that fail now and then leave their matches open", "[tournament-loop]") {
    MemoryBook book;
    QuietAttendant attendant;
    TournamentRun run(cup(Format::round_robin, 3, 20), book, 1, nullptr, &attendant);
    std::vector<std::string> broken;
    run.workers.next = [&](std::int64_t due) {
        if (!run.workers.games(0).empty() && run.workers.games(0).front().index % 6 < 2) {
            const GameToPlay game = run.workers.games(0).front();
            broken.push_back(fmt::format("rules failed in {}", game.index));
            run.workers.spoil(0, Kind::broken_game, "why");
            return;
        }
        run.finish_one(due);
    };
    CHECK(
        run.error<InternalError>() ==
        "20 games could not be finished, because the rules of the game failed; correct them, then "
        "run the same command with --changed replay");
    // The season hears of each, and nobody of a worker.
    CHECK(broken.size() == 20);
    for (const std::string& line : broken) {
        CHECK(attendant.has_logged(line));
    }
    CHECK(!attendant.has_logged("worker 0 failed with 0: why"));
    CHECK(book.games.size() == 80);
}

TEST_CASE("A game that a signal may have disturbed counts a second later", "[tournament-loop]") {
    for (const Fault fault :
         {Fault::timeout, Fault::crash, Fault::exit, Fault::no_result, Fault::bad_result,
          Fault::illegal}) {
        const bool is_doubtful = fault != Fault::illegal;
        INFO(all_names<Fault>[static_cast<std::size_t>(fault)]);
        MemoryBook book;
        TournamentRun run(cup(Format::round_robin, 2, 1), book, 1);
        std::int64_t reported_ns = 0;
        std::int64_t stored_ns = 0;
        book.sees_add = [&](const GameOutcome& game) {
            if (game.index == 1) {
                stored_ns = run.workers.now_ns();
            }
        };
        run.workers.next = [&](std::int64_t due) {
            if (book.games.empty()) {
                run.finish_one(due);
            } else if (reported_ns == 0) {
                reported_ns = run.workers.now_ns();
                run.workers.finish_with(0, fault);
            } else {
                CHECK(due <= reported_ns + own_signal_ns);
                run.workers.pass((due - run.workers.now_ns() + 1) / 2); // wakes up too early
            }
        };
        run();
        CHECK(stored_ns - reported_ns == (is_doubtful ? own_signal_ns : 0));
        CHECK(book.games.size() == 2);
    }
}

TEST_CASE("A signal within that second takes the game back", "[tournament-loop]") {
    for (const std::string place : {"wait", "look"}) {
        const TournamentConfig config = cup(Format::round_robin, 2, 1);
        MemoryBook book;
        TournamentRun run(config, book, 1);
        bool is_reported = false;
        run.workers.next = [&](std::int64_t) {
            if (!std::exchange(is_reported, true)) {
                run.workers.finish_with(0, Fault::crash);
            } else {
                run.workers.pass(2 * own_signal_ns);
            }
        };
        run.workers.may_signal = [&](const std::string& where) {
            if (is_reported && where == place) {
                throw Interrupted(15);
            }
        };
        CHECK_THROWS_AS(run(), Interrupted);
        CHECK(book.games.empty());
        TournamentRun rest(config, book, 1);
        rest();
        CHECK(book.lines() == undisturbed(config));
    }
}

TEST_CASE("An error loses no finished game", "[tournament-loop]") {
    using Ends = std::function<WorkerMessage()>;
    const std::vector<Ends> errors{
        [] { return WorkerMessage{.kind = Kind::user_error, .text = "an AI has changed"}; },
        [] { return WorkerMessage{.kind = Kind::environment_error, .text = "no memory"}; },
        [] { return WorkerMessage{.kind = Kind::internal_error, .text = "a mistake"}; },
        [] { return WorkerMessage{.kind = Kind::gone}; }};
    for (std::size_t error = 0; error < errors.size(); ++error) {
        CAPTURE(error);
        MemoryBook book;
        TournamentRun run(cup(Format::round_robin, 2, 1), book, 2);
        bool is_reported = false;
        run.workers.next = [&](std::int64_t) {
            if (!std::exchange(is_reported, true)) {
                run.workers.finish_with(0, Fault::crash);
            } else {
                run.workers.say(1, errors[error]());
            }
        };
        CHECK_THROWS_AS(run(), std::runtime_error);
        CHECK(book.games.size() == 1);

        // Unless it was a signal that has caused both.
        MemoryBook other;
        TournamentRun disturbed(cup(Format::round_robin, 2, 1), other, 2);
        is_reported = false;
        disturbed.workers.next = [&](std::int64_t) {
            if (!std::exchange(is_reported, true)) {
                disturbed.workers.finish_with(0, Fault::crash);
            } else {
                disturbed.workers.say(1, errors[error]());
            }
        };
        disturbed.workers.may_signal = [&](const std::string& where) {
            if (where == "own") {
                throw Interrupted(15);
            }
        };
        CHECK_THROWS_AS(disturbed(), Interrupted);
        CHECK(other.games.empty());
    }
}

TEST_CASE("Records lie in the folder of records", "[tournament-loop]") {
    TournamentConfig config = cup(Format::round_robin, 2, 1);
    config.records = "records";
    MemoryBook book;
    TournamentRun run(config, book, 1);
    run.workers.next = [&](std::int64_t) {
        const GameToPlay game = run.workers.games(0).front();
        GameOutcome outcome = fake_outcome(game, 2);
        outcome.record = game.index == 0 ? "game-000001.jsonl" : "";
        run.workers.renew(0);
        run.workers.say(0, {Kind::played, outcome, {}, ""});
    };
    run();
    CHECK(book.games.at(0).record == "records/game-000001.jsonl");
    CHECK(book.games.at(1).record.empty());
}

TEST_CASE("A fault of an AI is reported ten times", "[tournament-loop]") {
    MemoryBook book;
    TournamentRun run(cup(Format::round_robin, 2, 8), book, 1);
    run.workers.next = [&](std::int64_t) {
        const GameToPlay game = run.workers.games(0).front();
        run.workers.renew(0);
        run.workers.say(
            0, {Kind::played,
                fake_outcome(game, 2),
                {{0, Fault::illegal, fmt::format("illegal in {}", game.index)},
                 {1, Fault::illegal, fmt::format("the other's in {}", game.index)},
                 {0, Fault::exit, game.index < 2 ? "exit" : "many exits"}},
                ""});
    };
    run();
    const auto count = [&](const std::string& text) {
        return std::count_if(run.lines.begin(), run.lines.end(), [&](const std::string& line) {
            return line.find(text) == 0;
        });
    };
    CHECK(count("illegal in ") == max_reported_faults);
    CHECK(run.printed("illegal in 9"));
    CHECK(count("the other's in ") == max_reported_faults);
    CHECK(count("(further faults 'illegal' of this AI are counted but not shown)") == 2);
    CHECK(count("(further faults 'exit' of this AI are counted but not shown)") == 1);
    CHECK(count("exit") == 2);
}

TEST_CASE("A worker's note is printed", "[tournament-loop]") {
    MemoryBook book;
    TournamentRun run(cup(Format::round_robin, 2, 1), book, 1);
    bool is_noted = false;
    run.workers.next = [&](std::int64_t due) {
        if (!std::exchange(is_noted, true)) {
            run.workers.say(0, Kind::note, "the rules were asked twice");
            return;
        }
        run.finish_one(due);
    };
    run();
    CHECK(run.lines[0] == "note: the rules were asked twice");
    CHECK(book.order.size() == 2);
}

TEST_CASE("Standings count games, or whole matches where a match decides", "[tournament-loop]") {
    for (const bool decides : {false, true}) {
        TournamentConfig config = cup(Format::round_robin, 2, 2);
        config.match_decides = decides;
        MemoryBook book;
        TournamentRun run(config, book, 1);
        ProgressView view;
        run.progress.show_to([&](const ProgressView& shown) { view = shown; });
        std::vector<std::int64_t> counted;
        run.workers.next = [&](std::int64_t due) {
            run.progress.finish_showing();
            counted.push_back(view.standings[0].games);
            CHECK(view.done == static_cast<std::int64_t>(book.games.size()));
            run.finish_one(due);
        };
        run();
        run.progress.finish_showing();
        counted.push_back(view.standings[0].games);
        CHECK(
            counted == (decides ? std::vector<std::int64_t>{0, 0, 2, 2, 4}
                                : std::vector<std::int64_t>{0, 1, 2, 3, 4}));
        // If the match decides, the AI with the higher sum of scores has won both of its games.
        double shares = 0;
        for (const ProgressView::Standing& standing : view.standings) {
            shares += standing.share;
            if (decides) {
                CHECK(standing.share == static_cast<int>(standing.share));
            }
        }
        CHECK(shares == 4);
    }
}

TEST_CASE("Once an SPRT has decided, no game is given out", "[tournament-loop]") {
    TournamentConfig config = cup(Format::round_robin, 2, 500);
    config.sprt = SprtConfig{0, 200, 0.05, 0.05};
    MemoryBook book;
    const auto win = [](TournamentRun& run) {
        run.workers.next = [&run](std::int64_t) {
            const std::size_t worker = run.first_to_end();
            const GameToPlay game = run.workers.games(worker).front();
            GameOutcome outcome = fake_outcome(game, 2);
            for (SeatOutcome& seat : outcome.seats) { // the first AI wins all but every 8th match
                seat.share = (seat.ai == 0) == (game.match % 8 != 0) ? 1 : 0;
            }
            run.workers.renew(worker);
            run.workers.say(worker, {Kind::played, outcome, {}, ""});
        };
    };
    TournamentRun run(config, book, 3);
    win(run);
    run();
    CHECK(book.games.size() > 10);
    CHECK(book.games.size() < 900);
    CHECK(sorted(run.workers.sent()) == all_indexes(static_cast<std::int64_t>(book.order.size())));
    // The same command again plays nothing.
    TournamentRun again(config, book, 3);
    win(again);
    again();
    CHECK(again.workers.sent().empty());
}

TEST_CASE("A shard plays its own matches, and shards together play all", "[tournament-loop]") {
    TournamentConfig config = cup(Format::round_robin, 3, 3);
    config.shards = 3;
    std::vector<std::int64_t> all;
    for (config.shard = 1; config.shard <= 3; ++config.shard) {
        MemoryBook book;
        TournamentRun run(config, book, 2);
        run();
        for (const auto& [index, game] : book.games) {
            CHECK(game.match % 3 == config.shard % 3);
        }
        all.insert(all.end(), book.order.begin(), book.order.end());
    }
    CHECK(sorted(all) == all_indexes(18));
}

TEST_CASE("A long plan is looked up in the book in parts", "[tournament-loop]") {
    const TournamentConfig config = cup(Format::round_robin, 2, 5000);
    MemoryBook book;
    TournamentRun rest(config, book, 2);
    rest();
    CHECK(book.games.size() == 10'000);
    for (const std::int64_t hole : {0, 4093, 4096, 4097, 8189, 8192, 9999}) {
        book.games.erase(hole);
    }
    TournamentRun again(config, book, 1);
    again();
    CHECK(again.workers.sent() == std::vector<std::int64_t>{0, 4093, 4096, 4097, 8189, 8192, 9999});
}

TEST_CASE("A book with games of another plan is refused", "[tournament-loop]") {
    for (const int change : {0, 1, 2}) {
        TournamentConfig config = cup(Format::round_robin, 3, 2);
        config.sprt = SprtConfig{};
        config.plan.ais = 2;
        MemoryBook book;
        TournamentRun run(config, book, 1);
        run();
        GameOutcome& game = book.games.at(3);
        if (change == 0) {
            game.field = 0;
        } else if (change == 1) {
            std::swap(game.seats[0].ai, game.seats[1].ai);
        } else {
            game.seats.pop_back();
        }
        TournamentRun again(config, book, 1);
        CHECK_THAT(
            again.error<UserError>(),
            ContainsSubstring("book.sqlite: game 4 was played by other AIs than planned, or on "
                              "another field"));
    }
}

TEST_CASE("Games set aside count where a plan needs them", "[tournament-loop]") {
    const TournamentConfig config = cup(Format::knockout, 4, 2);
    const std::vector<std::string> whole = undisturbed(config);
    MemoryBook reference;
    TournamentRun all(config, reference, 1);
    all();
    // Every game but some was played before the tournament grew.
    MemoryBook book;
    std::size_t kept = 0;
    for (const auto& [index, game] : reference.games) {
        if (index % 3 != 0) {
            book.set_aside[game.field].emplace(
                std::vector<int>{game.seats[0].ai, game.seats[1].ai}, index);
            ++kept;
        }
    }
    TournamentRun run(config, book, 2);
    run();
    CHECK(book.lines() == whole);
    CHECK(run.workers.sent().size() == whole.size() - kept);
}

TEST_CASE("A game that was set aside gets one place", "[tournament-loop]") {
    MemoryBook book;
    book.set_aside[0].emplace(std::vector<int>{0, 1}, 7);
    SetAside set_aside(book, seat_plan(2, SeatOrders::rotate));
    CHECK(set_aside.adopt({0, 0, {0, 1}, {}}) == 1);
    CHECK(set_aside.adopt({1, 0, {0, 1}, {}}) == 0);
}

TEST_CASE(
    "The attendant is asked before games are given out, and when it is due", "[tournament-loop]") {
    MemoryBook book;
    QuietAttendant attendant;
    attendant.done = false;
    TournamentRun run(cup(Format::round_robin, 2, 1), book, 2, nullptr, &attendant);
    run.workers.sees_send = [&](std::size_t, const GameToPlay&) { CHECK(attendant.attended > 0); };
    int idle = 0;
    run.workers.next = [&](std::int64_t due) {
        CHECK(run.workers.other() == 77);
        if (!run.workers.playing().empty()) {
            run.finish_one(due);
            attendant.due = run.workers.now_ns() + 7;
            return;
        }
        CHECK(due == attendant.due);
        attendant.due += 7;
        run.workers.pass(7);
        attendant.done = ++idle == 3;
    };
    run();
    CHECK(idle == 3);
    CHECK(attendant.attended == 6);
    CHECK(attendant.has_logged("stored 0"));
    CHECK(attendant.has_logged("stored 1"));
}

TEST_CASE("Without an attendant no descriptor is waited for", "[tournament-loop]") {
    MemoryBook book;
    TournamentRun run(cup(Format::round_robin, 2, 1), book, 1);
    run();
    CHECK(run.workers.other() == -1);
}

TEST_CASE(
    "A worker that the attendant wants gets no game, and its job when it is idle",
    "[tournament-loop]") {
    MemoryBook book;
    QuietAttendant attendant;
    TournamentRun run(cup(Format::round_robin, 3, 2), book, 2, nullptr, &attendant);
    int step = 0;
    run.workers.next = [&](std::int64_t due) {
        switch (step++) {
        case 0: // both play
            attendant.wanted = {0};
            run.workers.finish(1);
            return;
        case 1: // it is still playing, so it has no job
            CHECK(attendant.log == std::vector<std::string>{"stored 1"});
            CHECK(run.workers.games(0).size() == 1);
            run.workers.finish(0);
            return;
        case 2:
            CHECK(attendant.log.back() == "occupies 0");
            CHECK(run.workers.games(0).empty());
            run.workers.finish(1);
            return;
        case 3: // no game while the job runs
            CHECK(run.workers.games(0).empty());
            run.workers.say(0, Kind::job, "the copy");
            return;
        case 4:
            CHECK(attendant.log.back() == "job of 0: the copy");
            CHECK(run.workers.games(0).size() == 1);
            run.finish_one(due);
            return;
        default:
            run.finish_one(due);
        }
    };
    run();
    CHECK(sorted(book.order) == all_indexes(12));
    CHECK(std::count(attendant.log.begin(), attendant.log.end(), "occupies 0") == 1);
}

TEST_CASE("A worker that the attendant leaves after all gets games", "[tournament-loop]") {
    MemoryBook book;
    QuietAttendant attendant;
    attendant.takes = false;
    attendant.wanted = {0};
    TournamentRun run(cup(Format::round_robin, 2, 1), book, 1, nullptr, &attendant);
    run();
    CHECK(attendant.has_logged("occupies 0"));
    CHECK(book.order == std::vector<std::int64_t>{0, 1});
}

TEST_CASE("A tournament isn't over while a job runs", "[tournament-loop]") {
    for (const bool fails : {false, true}) {
        MemoryBook book;
        QuietAttendant attendant;
        attendant.wanted = {1};
        TournamentRun run(cup(Format::round_robin, 2, 1), book, 2, nullptr, &attendant);
        run.workers.next = [&](std::int64_t due) {
            if (!run.workers.playing().empty()) {
                run.finish_one(due);
            } else if (fails) {
                run.workers.say(1, Kind::user_error, "no such file");
            } else {
                run.workers.say(1, Kind::job, "done");
            }
        };
        run();
        CHECK(attendant.has_logged(fails ? "job of 1 failed: no such file" : "job of 1: done"));
        CHECK(!attendant.has_logged("worker 1 failed with: no such file"));
        CHECK(book.order.size() == 2);
    }
}

TEST_CASE(
    "With an attendant a tournament goes on without the games of a dead worker",
    "[tournament-loop]") {
    MemoryBook book;
    QuietAttendant attendant;
    const TournamentConfig config = cup(Format::round_robin, 3, 2);
    TournamentRun run(config, book, 2, nullptr, &attendant);
    attendant.renews = [&](std::size_t worker) { run.workers.renew(worker); };
    bool has_died = false;
    run.workers.next = [&](std::int64_t due) {
        if (run.workers.games(1).size() == 1 && run.workers.games(1).front().index == 5 &&
            !std::exchange(has_died, true)) {
            run.workers.die(1);
            return;
        }
        run.finish_one(due);
    };
    run();
    REQUIRE(has_died);
    CHECK(attendant.has_logged(
        "worker 1 failed with 5: a worker has died (killed, or out of memory); run the same "
        "command again to resume"));
    std::vector<std::int64_t> rest = all_indexes(12);
    rest.erase(rest.begin() + 5);
    CHECK(sorted(book.order) == rest);
}

TEST_CASE("All games of a dead worker are given up", "[tournament-loop]") {
    MemoryBook book;
    QuietAttendant attendant;
    TournamentRun run(cup(Format::round_robin, 3, 20), book, 2, nullptr, &attendant);
    attendant.renews = [&](std::size_t worker) { run.workers.renew(worker); };
    std::vector<std::int64_t> lost;
    run.workers.next = [&](std::int64_t) {
        run.workers.pass(second_ns / 1000); // short games: a worker has two
        if (lost.empty() && run.workers.games(0).size() == 2) {
            lost = {run.workers.games(0)[0].index, run.workers.games(0)[1].index};
            run.workers.die(0);
            return;
        }
        run.workers.finish(run.workers.playing().back());
    };
    run();
    REQUIRE(lost.size() == 2);
    CHECK(attendant.has_logged(fmt::format(
        "worker 0 failed with {} {}: a worker has died (killed, or out of memory); run the same "
        "command again to resume",
        lost[0], lost[1])));
    for (const std::int64_t game : lost) {
        CHECK(!book.games.contains(game));
    }
}

TEST_CASE("A second or late report of a game doesn't count", "[tournament-loop]") {
    MemoryBook book;
    QuietAttendant attendant;
    TournamentRun run(cup(Format::round_robin, 3, 1), book, 2, nullptr, &attendant);
    std::optional<GameToPlay> lost;
    int step = 0;
    run.workers.next = [&](std::int64_t due) {
        switch (step++) {
        case 0: // game 0, twice
            lost = run.workers.games(0).front();
            run.workers.finish(0);
            run.workers.say(0, {Kind::played, fake_outcome(*lost, 2), {}, ""});
            return;
        case 1: // game 2, after it was given up
            lost = run.workers.games(0).front();
            run.workers.die(0);
            attendant.renews = [&](std::size_t worker) {
                run.workers.renew(worker);
                run.workers.say(worker, {Kind::played, fake_outcome(*lost, 2), {}, ""});
            };
            return;
        default:
            run.finish_one(due);
        }
    };
    run();
    CHECK(sorted(book.order) == std::vector<std::int64_t>{0, 1, 4, 5});
    CHECK(run.printed("note: a second report of game 1 doesn't count"));
    CHECK(run.printed("note: a second report of game 3 doesn't count"));
}

TEST_CASE("A spoilt game isn't played again once its match is given up", "[tournament-loop]") {
    for (const bool spoilt_first : {true, false}) {
        MemoryBook book;
        QuietAttendant attendant;
        TournamentRun run(cup(Format::round_robin, 3, 1), book, 3, nullptr, &attendant);
        attendant.renews = [&](std::size_t worker) { run.workers.renew(worker); };
        int step = 0;
        run.workers.next = [&](std::int64_t due) { // games 0 and 1 are of one match
            const int now = step++;
            if (now == (spoilt_first ? 0 : 1)) {
                run.workers.spoil(0, Kind::full_disk, "full");
            } else if (now < 2) {
                run.workers.die(1);
            } else {
                run.finish_one(due);
            }
        };
        run();
        CHECK(sorted(book.order) == std::vector<std::int64_t>{2, 3, 4, 5});
        CHECK(std::count(run.workers.sent().begin(), run.workers.sent().end(), 0) == 1);
    }
}

TEST_CASE("A disk that is full three times costs all games of the worker", "[tournament-loop]") {
    MemoryBook book;
    QuietAttendant attendant;
    TournamentRun run(cup(Format::round_robin, 3, 4), book, 1, nullptr, &attendant);
    attendant.renews = [&](std::size_t worker) { run.workers.renew(worker); };
    std::string lost;
    int spoilt = 0;
    run.workers.next = [&](std::int64_t) {
        run.workers.pass(second_ns / 1000); // short games: the worker has two
        const auto& games = run.workers.games(0);
        if (games.front().index == 4 && games.size() == 2) {
            lost = fmt::format("4 {}", games[1].index);
            ++spoilt;
            run.workers.spoil(0, Kind::full_disk, "full");
            return;
        }
        run.workers.finish(0);
    };
    run();
    CHECK(spoilt == max_full_disks);
    CHECK(attendant.has_logged(fmt::format("worker 0 failed with {}: full", lost)));
    CHECK(book.games.size() == 22);
}

TEST_CASE("A report is of the game that it names, whatever the order", "[tournament-loop]") {
    MemoryBook book;
    QuietAttendant attendant;
    TournamentRun run(cup(Format::round_robin, 3, 4), book, 1, nullptr, &attendant);
    std::vector<GameToPlay> games;
    attendant.renews = [&](std::size_t worker) { run.workers.renew(worker); };
    run.workers.next = [&](std::int64_t) {
        run.workers.pass(second_ns / 1000);
        if (games.empty() && run.workers.games(0).size() == 2) {
            games = {run.workers.games(0)[0], run.workers.games(0)[1]};
            run.workers.say(0, {Kind::played, fake_outcome(games[1], 2), {}, ""});
        } else if (games.size() == 2) {
            games.emplace_back();
            run.workers.die(0);
        } else {
            run.workers.finish(0);
        }
    };
    run();
    CHECK(book.games.contains(games[1].index));
    CHECK(!book.games.contains(games[0].index));
    const auto failure =
        std::find_if(attendant.log.begin(), attendant.log.end(), [](const std::string& line) {
            return line.starts_with("worker 0 failed");
        });
    REQUIRE(failure != attendant.log.end());
    CHECK_THAT(*failure, StartsWith(fmt::format("worker 0 failed with {} ", games[0].index)));
}

TEST_CASE("A plan that waits for results goes on when they are there", "[tournament-loop]") {
    const TournamentConfig config = cup(Format::knockout, 8, 3);
    MemoryBook book;
    TournamentRun run(config, book, 5);
    run.workers.next = [&](std::int64_t due) { // the last worker first
        if (run.workers.playing().empty()) {
            run.workers.pass(due - run.workers.now_ns());
            return;
        }
        run.workers.pass(game_ns);
        run.workers.finish(run.workers.playing().back());
    };
    run();
    CHECK(book.lines() == undisturbed(config));
}

TEST_CASE(
    "The progress says what decides when to stop, as long as there is a queue",
    "[tournament-loop]") {
    TournamentConfig config = cup(Format::round_robin, 2, 40);
    config.sprt = SprtConfig{0, 10, 0.05, 0.05};
    MemoryBook book;
    TournamentRun run(config, book, 1);
    run();
    CHECK(run.printed("LLR "));
}
