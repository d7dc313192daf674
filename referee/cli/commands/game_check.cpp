#include "cli/commands/game_check.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "cli/commands/blocks.hpp"
#include "game/contract_check.hpp"
#include "game/in_short.hpp"
#include "game/offers_check.hpp"
#include "game/secrets_check.hpp"
#include "game_programs/game_folder.hpp"
#include "game_programs/program_game.hpp"
#include "pages/frames.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// Positions of each field in which offers and secrets are checked.
constexpr std::size_t positions_of_field = 10;

/// So many fields of each number of players are played in all manners, and the processes of their
/// rules compared. Further ones are for offers and secrets.
constexpr int thorough_rounds = 1;

constexpr std::string_view guide = "referee/game_programs/README.md, \"What is checked\"";

/// The rule that a problem breaks, as its last line.
std::string guide_line(Promise promise) {
    return fmt::format("guide: {}, {}: {}", guide, name_of(promise), rule_of(promise));
}

std::string
problem_text(Promise promise, const std::string& what, const std::vector<std::string>& more = {}) {
    std::string text = what;
    for (const std::string& line : more) {
        text += line.empty() ? "" : "\n" + line;
    }
    return text + "\n" + guide_line(promise);
}

std::string made_field(const Game& game, int players, std::uint64_t seed) {
    Rng rng(seed);
    return game.create_field({players, {}}, rng);
}

/// Settings in the game's ranges: words and switches drawn, numbers up to twice their default.
std::map<std::string, std::string> drawn_settings(const GameInfo& info, Rng& rng) {
    std::map<std::string, std::string> settings;
    const auto draw = [&](const Parameter& parameter) {
        const std::vector<std::string> choices = parameter.choices();
        std::int64_t usual = 0;
        if (rng.below(2) == 0 || parameter.name == "players" || parameter.ends_game) {
            return; // a game that a field makes endless isn't the rules' mistake
        }
        if (!choices.empty()) {
            settings[parameter.name] = choices[rng.below(choices.size())];
        } else if (
            parameter.is_integer && parameter.max > parameter.min &&
            parse_integer(parameter.default_value, usual)) {
            const auto low = static_cast<std::int64_t>(parameter.min);
            const auto high = std::min<std::int64_t>(
                static_cast<std::int64_t>(parameter.max),
                std::max<std::int64_t>(2 * usual, low + 4));
            settings[parameter.name] = std::to_string(
                low + static_cast<std::int64_t>(
                          rng.below(static_cast<std::uint64_t>(std::max(high, low) - low) + 1)));
        }
    };
    std::for_each(info.parameters.begin(), info.parameters.end(), draw);
    std::for_each(info.create_settings.begin(), info.create_settings.end(), draw);
    return settings;
}

/// A number that ends games may be so high that players who don't care to win take longer to it
/// than a check has patience.
void shorten(const GameInfo& info, std::map<std::string, std::string>& settings) {
    constexpr std::int64_t enough = 1000;
    for (const Parameter& parameter : info.parameters) {
        std::int64_t usual = 0;
        if (parameter.ends_game && parse_integer(parameter.default_value, usual) &&
            usual > enough) {
            settings.try_emplace(
                parameter.name,
                std::to_string(std::max(enough, static_cast<std::int64_t>(parameter.min))));
        }
    }
}

/// A field to check a game on.
struct CheckedField {
    std::unique_ptr<const Field> field;
    std::string where; ///< how to make it again
};

/// The first fields are the example's, the next the default ones, the others are drawn. What
/// doesn't fit together `create` refuses.
CheckedField field_to_check(const Game& game, int players, std::uint64_t seed, int round) {
    constexpr int max_tries = 5;
    const GameInfo& info = game.info();
    Rng settings_rng(seed);
    const auto made = [&](std::map<std::string, std::string> settings) {
        shorten(info, settings);
        Rng rng(seed);
        FieldText text("a field that 'create' makes", game.create_field({players, settings}, rng));
        std::string where = fmt::format(
            "field: referee create field.dat {} --players {} --seed {}",
            info.folder.empty() ? fmt::format("--game {}", info.name)
                                : "--rules " + shell_line({std::string(info.folder)}),
            players, seed);
        for (const auto& [name, value] : settings) {
            where += fmt::format(" --set {}={}", name, value);
        }
        return CheckedField{game.read_field(text), where};
    };
    for (int tried = 0; round != 1 && tried < (round == 0 ? 1 : max_tries); ++tried) {
        try {
            return made(round == 0 ? info.example_settings : drawn_settings(info, settings_rng));
        } catch (const UserError&) { // too small for so many
        }
    }
    return made({});
}

void check_fields(const Game& game, GameCheck& check) {
    const GameInfo& info = game.info();
    for (int players = info.min_seats; players <= info.max_seats; ++players) {
        if (made_field(game, players, 5) != made_field(game, players, 5)) {
            check.problems.push_back(problem_text(
                Promise::fields,
                "create: the same seed makes different fields; draw everything from the seed",
                {fmt::format("field: {}, seed 5", counted(players, "player"))}));
            return;
        }
    }
    if (made_field(game, info.default_seats, 5) == made_field(game, info.default_seats, 6)) {
        check.warnings.push_back(
            "create: different seeds make the same field; if nothing is drawn, this is right");
    }
    check.done.push_back(fmt::format(
        "fields for {}{} made and read",
        info.min_seats == info.max_seats ? "" : fmt::format("{} to ", info.min_seats),
        counted(info.max_seats, "player")));
}

/// Says how the games ended, and more if the rules ended none.
void tell_ends(
    const GameInfo& info, const std::string& where, int games, int by_rules, int ranked,
    GameCheck& check) {
    const std::string count = counted(games, "game");
    if (games == 0) {
        return;
    }
    if (by_rules == 0 && ranked < games) {
        check.problems.push_back(problem_text(
            Promise::end,
            fmt::format(
                "no game ended by itself: all of {} went on to max-turns ({}), where nobody wins",
                count, info.max_turns),
            {where}));
        return;
    }
    check.done.push_back(
        by_rules == 0
            ? fmt::format(
                  "no game ended by itself: all of {} went on to max-turns ({}), where the "
                  "game ranks",
                  count, info.max_turns)
            : fmt::format(
                  "{} with players that wait or repeat themselves: {} ended by the rules{}", count,
                  by_rules,
                  info.max_turns == 0
                      ? ""
                      : fmt::format(", {} by max-turns ({})", games - by_rules, info.max_turns)));
}

/// What a page shows a viewer of a turn, and how its story would go on.
std::string told_by_pages(const GameInfo& info, int seats, Seat viewer, const TwinTurn& turn) {
    // What the field says decides only how time is counted.
    FrameLines lines(info, seats, viewer, true, Judge::of(info, seats, ""));
    lines.turn(turn.before, {});
    std::vector<RecordedMove> moves;
    for (std::size_t i = 0; i < turn.given.size(); ++i) {
        RecordedMove move;
        move.turn = turn.before.turn();
        move.seat = turn.given[i].seat;
        move.move = turn.given[i].text;
        move.effect = turn.effects[i].text;
        move.fault = turn.effects[i].fault;
        move.reason = turn.effects[i].reason;
        move.comment = turn.effects[i].comment;
        moves.push_back(std::move(move));
    }
    const std::string line = lines.turn(turn.after, moves);
    std::vector<RecordedResult> result;
    if (const std::optional<Ending> ending = turn.after.ending()) {
        result.emplace_back();
        result.back().ranks = ending->ranks;
        result.back().scores = ending->scores;
        result.back().reason = ending->reason;
    }
    RecordedGame head;
    head.field_name = "field";
    for (Seat seat = 1; seat <= seats; ++seat) {
        head.names.push_back(fmt::format("seat {}", seat));
    }
    return line + FrameLines::end(result, {}, lines.story(head, result));
}

/// Checks a game on one field after the other.
class Games {
  public:
    Games(const Game& game, const GameCheckEffort& effort, GameCheck& check)
        : game_(game), info_(game.info()), effort_(effort), check_(check), offers_(info_),
          secrets_(info_, offers_, [this](Seat seat, const TwinTurn& one, const TwinTurn& other) {
              return differing_pages(seat, one, other);
          }) {}

    void run() {
        const int numbers = info_.max_seats - info_.min_seats + 1;
        const auto begin = std::chrono::steady_clock::now();
        const int wanted = std::max(effort_.fields, numbers);
        bool is_late = false;
        bool has_enough = false;
        for (int i = 0; i < wanted; ++i) {
            is_late = effort_.limit.count() > 0 && i >= numbers &&
                      std::chrono::steady_clock::now() - begin > effort_.limit;
            // Whoever has a mistake to correct needn't wait for more of them.
            has_enough = i >= thorough_rounds * numbers && !check_.problems.empty();
            if (is_late || has_enough || !look(info_.min_seats + i % numbers, i / numbers, i + 1)) {
                break;
            }
        }
        tell();
        if (has_enough) {
            check_.done.push_back(
                fmt::format("no further field of {}, because there are problems", wanted));
        } else if (is_late) {
            check_.done.push_back(fmt::format(
                "no further field of {} after {} s; --field-count {} tries them all", wanted,
                effort_.limit.count(), wanted));
        }
    }

  private:
    /// False if the others needn't be tried.
    bool look(int players, int round, int number) {
        const auto seed = static_cast<std::uint64_t>(number);
        const CheckedField checked = field_to_check(game_, players, seed, round);
        try {
            const bool goes_on = look_at(checked, round, seed);
            ++fields_;
            return goes_on;
        } catch (const BrokenGame& broken) {
            check_.problems.push_back(problem_text(Promise::reply, broken.what(), {checked.where}));
            return false;
        }
    }

    bool look_at(const CheckedField& checked, int round, std::uint64_t seed) {
        const Field& field = *checked.field;
        const bool is_thorough = round < thorough_rounds;
        const auto manner = std::to_array({TriedAnswers::legal, TriedAnswers::spoilt});
        std::vector<Breach> broken;
        if (is_thorough) {
            const Audit audit(game_);
            broken = broken_promises(info_, field, seed);
        } else {
            broken = broken_promises(info_, field, seed, manner);
        }
        add(broken, checked.where);
        const bool is_endless = std::any_of(broken.begin(), broken.end(), [](const Breach& breach) {
            return breach.promise == Promise::end;
        });
        if (is_endless) { // nor would those on other fields, and each takes long
            look_at_ends(field, seed, checked.where);
            return false;
        }
        Rng rng(seed);
        Breaches breaches;
        seats_ = field.seats();
        if (!info_.hidden && fields_ == 0 && field.start()->dealt_again(1, rng)) {
            breaches.add(breach_of_view(
                Promise::deal,
                "the game deals again what seats don't know, but doesn't say that it has secrets; "
                "write 'hidden = yes' into game.ini",
                *field.start(), 1));
        }
        const auto positions = positions_of_game(info_, field, positions_of_field, rng, breaches);
        for (const auto& position : positions) {
            if (!position->players_to_move().empty()) {
                offers_.look(*position, rng, breaches);
            }
        }
        for (const auto& position : positions) {
            deals_ = deals_ && info_.hidden && secrets_.look(*position, seats_, rng, breaches);
        }
        add(breaches.all(), checked.where);
        for (const auto& position : positions) {
            if (const std::optional<Ending> ending = position->ending()) {
                const std::string warning = ranks_against_scores(*ending);
                if (!warning.empty()) {
                    warn(warning, checked.where);
                }
            }
        }
        // Whoever has a mistake to correct needn't wait for games of players that wait.
        if (is_thorough && check_.problems.empty()) {
            look_at_ends(field, seed, checked.where);
        }
        return true;
    }

    void look_at_ends(const Field& field, std::uint64_t seed, const std::string& where) {
        const GameEnds ends = how_games_end(info_, field, seed);
        for (const std::string& warning : ends.warnings) {
            warn(warning, where);
        }
        games_ += ends.games;
        by_rules_ += ends.by_rules;
        ranked_ += ends.ranked;
    }

    std::string differing_pages(Seat seat, const TwinTurn& one, const TwinTurn& other) const {
        const bool is_same =
            told_by_pages(info_, seats_, seat, one) == told_by_pages(info_, seats_, seat, other);
        return is_same ? "" : "what pages show it of the turn tells what it doesn't know";
    }

    void add(const std::vector<Breach>& breaches, const std::string& where) {
        for (const Breach& breach : breaches) {
            if (!seen_.insert({breach.promise, breach.what}).second) {
                continue; // the place differs from field to field, the mistake doesn't
            }
            std::vector<std::string> more{where};
            if (const std::string place = place_of(breach); !place.empty()) {
                more.push_back("place: " + place);
            }
            more.insert(more.end(), breach.more.begin(), breach.more.end());
            if (breach.before) {
                std::vector<Answer> answers;
                for (const GivenAnswer& answer : breach.given) {
                    answers.push_back({answer.seat, answer.fault, answer.text});
                }
                more.push_back(how_to_repeat(*breach.before, answers, breach.seat));
            }
            check_.problems.push_back(problem_text(breach.promise, breach.what, more));
        }
    }

    void warn(const std::string& warning, const std::string& where) {
        // Seat and answer differ from field to field.
        const std::string kind = warning.substr(0, warning.find(' '));
        if (warned_.insert(kind).second) {
            check_.warnings.push_back(fmt::format("{}\n{}", warning, where));
        }
    }

    void tell() {
        check_.done.push_back(fmt::format(
            "random games on {}: legal answers, faults, replays", counted(fields_, "field")));
        check_.done.push_back(fmt::format(
            "offers: {} tried in {} of them", counted(offers_.answers(), "answer"),
            counted(offers_.positions(), "position")));
        if (info_.hidden && deals_) {
            Breaches breaches;
            const std::vector<std::string> warnings = secrets_.finish(breaches);
            add(breaches.all(), fmt::format("field: all of {}", fields_));
            check_.warnings.insert(check_.warnings.end(), warnings.begin(), warnings.end());
            check_.done.push_back(fmt::format(
                "secrets: {} of them dealt again for each seat, {} compared",
                counted(secrets_.positions(), "position"), counted(secrets_.turns(), "turn")));
        }
        tell_ends(
            info_, fmt::format("field: all of {}", fields_), games_, by_rules_, ranked_, check_);
    }

    const Game& game_;
    const GameInfo& info_;
    const GameCheckEffort& effort_;
    GameCheck& check_;
    OffersCheck offers_;
    SecretsCheck secrets_;
    std::set<std::pair<Promise, std::string>> seen_;
    std::set<std::string> warned_;
    bool deals_ = true;
    int seats_ = 0; ///< of the field
    int fields_ = 0;
    int games_ = 0;
    int by_rules_ = 0;
    int ranked_ = 0;
};

/// What pages show of the rules: "In short", by the parameters of a field.
void check_in_short(const Game& game, const std::string& page, GameCheck& check) {
    const GameInfo& info = game.info();
    const InShort in_short(page);
    const FieldValues known = facts_of(
        info, FieldText("field", made_field(game, info.default_seats, 1)), info.default_seats);
    FieldValues defaults = default_facts(info);
    defaults.insert(known.begin(), known.end());
    for (const std::string& problem : in_short.problems(known, defaults)) {
        check.problems.push_back(
            problem_text(Promise::page, fmt::format("README.md, \"In short\": {}", problem)));
    }
    const std::vector<std::string> names = in_short.names();
    for (const Parameter& parameter : info.parameters) {
        if (parameter.changes_rules &&
            std::find(names.begin(), names.end(), parameter.name) == names.end()) {
            check.warnings.push_back(fmt::format(
                "README.md, \"In short\", doesn't say what '{0}' changes; name it there as in "
                "'{1} (`{0}`)', or in no-rule of game.ini if it changes no rule",
                parameter.name, parameter.default_value));
        }
    }
}

/// The page with the rules names what an author of an AI must know, and its blocks are current.
void check_page(const Game& game, GameCheck& check) {
    const GameInfo& info = game.info();
    const fs::path path = fs::path(info.folder) / "README.md";
    const std::string page = read_game_text(info.folder, "README.md");
    if (page.empty()) {
        check.problems.push_back(
            problem_text(Promise::page, "README.md is missing: the rules for people"));
        return;
    }
    const auto require = [&](std::string_view kind, std::string_view name) {
        if (page.find(fmt::format("`{}`", name)) == std::string::npos) {
            check.problems.push_back(problem_text(
                Promise::page,
                fmt::format("README.md doesn't name the {} `{}` in backticks", kind, name)));
        }
    };
    for (const StateFile& state_file : info.files) {
        require("state file", state_file.name);
    }
    for (const Parameter& parameter : info.parameters) {
        require("parameter", parameter.name);
    }
    for (const Parameter& parameter : info.create_settings) {
        require("parameter", parameter.name);
    }
    if (with_blocks(path.string(), page) != page) {
        check.problems.push_back(problem_text(
            Promise::page,
            fmt::format(
                "README.md: a block isn't what {}/game.ini says; write the blocks anew with: "
                "referee help --pages {}",
                info.folder, path.string())));
    }
    check_in_short(game, page, check);
    check.done.push_back("README.md read");
}

} // namespace

GameCheck check_game(const Game& game, const GameCheckEffort& effort) {
    GameCheck check;
    const auto run = [&](const auto& part) {
        try {
            part();
        } catch (const BrokenGame& broken) {
            check.problems.push_back(problem_text(Promise::reply, broken.what()));
        } catch (const UserError& problem) {
            check.problems.push_back(problem_text(Promise::reply, problem.what()));
        }
    };
    run([&] {
        const Audit audit(game);
        check_fields(game, check);
    });
    run([&] { Games(game, effort, check).run(); });
    if (!game.info().folder.empty()) { // of others tests read it
        run([&] { check_page(game, check); });
    }
    for (const std::string& note : game.take_notes()) {
        check.problems.push_back(problem_text(Promise::reply, note));
    }
    return check;
}

} // namespace referee
