#include "cli/commands/game_check.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "cli/commands/blocks.hpp"
#include "game/contract_check.hpp"
#include "game/in_short.hpp"
#include "game_programs/game_folder.hpp"
#include "game_programs/program_game.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seeds = 2; ///< of fields, for each number of players

std::string made_field(const Game& game, int players, std::uint64_t seed) {
    Rng rng(seed);
    return game.create_field({players, {}}, rng);
}

/// The lines, each once, with what they were seen on.
void add_all(
    std::vector<std::string>& problems, const std::vector<std::string>& found,
    const std::string& where) {
    for (const std::string& line : found) {
        // The place differs from field to field, the mistake doesn't.
        const std::string what =
            line.substr(line.rfind(": ") == std::string::npos ? 0 : line.rfind(": "));
        const bool is_known =
            std::any_of(problems.begin(), problems.end(), [&](const std::string& known) {
                return known.ends_with(what);
            });
        if (!is_known) {
            problems.push_back(fmt::format("{}: {}", where, line));
        }
    }
}

void check_fields(const Game& game, GameCheck& check) {
    const GameInfo& info = game.info();
    for (int players = info.min_seats; players <= info.max_seats; ++players) {
        if (made_field(game, players, 5) != made_field(game, players, 5)) {
            check.problems.push_back(
                "create: the same seed makes different fields; draw everything from the seed");
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
void tell_ends(const GameInfo& info, int games, int by_rules, int ranked, GameCheck& check) {
    const std::string count = counted(games, "game");
    if (by_rules == 0 && ranked < games) {
        check.problems.push_back(fmt::format(
            "no game ended by itself: all of {} went on to max-turns ({}), where nobody wins",
            count, info.max_turns));
        return;
    }
    check.done.push_back(
        by_rules == 0
            ? fmt::format(
                  "no game ended by itself: all of {} went on to max-turns ({}), where the "
                  "game ranks",
                  count, info.max_turns)
            : fmt::format(
                  "{} with players that wait or repeat themselves: {} ended by the rules, "
                  "{} by max-turns ({})",
                  count, by_rules, games - by_rules, info.max_turns));
}

void check_games(const Game& game, GameCheck& check) {
    const GameInfo& info = game.info();
    int fields = 0;
    int games = 0;
    int by_rules = 0;
    int ranked = 0;
    for (int players = info.min_seats; players <= info.max_seats; ++players) {
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            const auto field = small_field(game, players, seed);
            const std::string where = counted(players, "player");
            const std::vector<std::string> broken = broken_promises(info, *field, seed);
            add_all(check.problems, broken, where);
            const GameEnds ends = how_games_end(info, *field, seed);
            add_all(check.warnings, ends.warnings, where);
            games += ends.games;
            by_rules += ends.by_rules;
            ranked += ends.ranked;
            const bool is_endless =
                std::any_of(broken.begin(), broken.end(), [](const std::string& line) {
                    return line.find("hasn't ended") != std::string::npos;
                });
            if (is_endless) { // nor would those on other fields, and each takes long
                tell_ends(info, games, by_rules, ranked, check);
                return;
            }
            add_all(check.problems, wrong_offers(info, *field, seed), where);
            if (info.hidden) {
                add_all(check.problems, told_secrets(info, *field, seed), where);
            }
            ++fields;
        }
    }
    check.done.push_back(fmt::format(
        "random games on {}: legal answers, faults, replays, offers{}", counted(fields, "field"),
        info.hidden ? ", secrets" : ""));
    tell_ends(info, games, by_rules, ranked, check);
}

/// What pages show of the rules: "In short", by the parameters of a field.
void check_in_short(const Game& game, const std::string& page, GameCheck& check) {
    const GameInfo& info = game.info();
    const InShort in_short(page);
    const FieldValues known = facts_of(
        info, FieldText("field", made_field(game, info.default_seats, 1)), info.default_seats);
    FieldValues defaults = default_facts(info);
    defaults.insert(known.begin(), known.end());
    for (const std::string& problem : in_short.problems(known, defaults)) {
        check.problems.push_back(fmt::format("README.md, \"In short\": {}", problem));
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
        check.problems.push_back("README.md is missing: the rules for people");
        return;
    }
    const auto require = [&](std::string_view kind, std::string_view name) {
        if (page.find(name) == std::string::npos) {
            check.problems.push_back(fmt::format("README.md doesn't name the {} '{}'", kind, name));
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
        check.problems.push_back(fmt::format(
            "README.md: a block isn't what {}/game.ini says; write the blocks anew with: referee "
            "help --pages {}",
            info.folder, path.string()));
    }
    check_in_short(game, page, check);
    check.done.push_back("README.md read");
}

} // namespace

GameCheck check_game(const Game& game) {
    GameCheck check;
    const Audit audit(game);
    const auto run = [&](void (*part)(const Game&, GameCheck&)) {
        try {
            part(game, check);
        } catch (const BrokenGame& broken) {
            check.problems.emplace_back(broken.what());
        } catch (const UserError& problem) {
            check.problems.emplace_back(problem.what());
        }
    };
    run(check_fields);
    run(check_games);
    run(check_page);
    for (const std::string& note : game.take_notes()) {
        check.problems.push_back(note);
    }
    return check;
}

} // namespace referee
