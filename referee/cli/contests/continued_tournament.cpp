#include "cli/contests/continued_tournament.hpp"

#include "ai/of_contestant.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/match_options.hpp"
#include "game/field_text.hpp"
#include "match/match.hpp"
#include "os/output.hpp"
#include "tournament/play/stored_plan.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>
#include <sstream>

namespace referee {
namespace {

/// Describes the first line in which two texts differ.
std::string difference(const std::string& was, const std::string& is) {
    std::istringstream before(was);
    std::istringstream now(is);
    std::string a;
    std::string b;
    while (true) {
        const bool has_a = static_cast<bool>(std::getline(before, a));
        const bool has_b = static_cast<bool>(std::getline(now, b));
        if (!has_a && !has_b) {
            return "nothing";
        }
        if (!has_a || !has_b || a != b) {
            const auto shown = [](bool is_there, const std::string& line) {
                // An option without a value, as "sprt ".
                return !is_there ? "nothing more"
                       : line.ends_with(' ')
                           ? fmt::format("no '{}'", line.substr(0, line.size() - 1))
                           : fmt::format("'{}'", line);
            };
            return fmt::format("it has {}, the command has {}", shown(has_a, a), shown(has_b, b));
        }
    }
}

[[noreturn]] void refuse_other(const Store& store, const std::string& what) {
    throw UserError(fmt::format(
        "{}: it has a different tournament: {}; use the same options, or another --db",
        store.path(), what));
}

/// True if a race takes over the games of another format, or the other way round, or if a race
/// becomes one for other places. They are set aside, and the new plan takes those that it has.
bool changes_to_or_from_race(const StoredTournament& was, const StoredTournament& is) {
    const auto can_change = [](const StoredTournament& tournament) {
        const auto format = named<Format>(tournament.format);
        return (format == Format::round_robin || format == Format::sampled ||
                format == Format::gauntlet || format == Format::racing) &&
               tournament.shards == 1 && tournament.sprt.empty();
    };
    const std::string_view race = name_of(Format::racing);
    return can_change(was) && can_change(is) && (was.format == race || is.format == race) &&
           (was.format != is.format || was.top != is.top || was.confidence != is.confidence);
}

/// The settings without those of the formats that change so.
std::string without_plan(const std::string& settings) {
    std::string rest;
    std::istringstream lines(settings);
    for (std::string line; std::getline(lines, line);) {
        const std::string key = line.substr(0, line.find(' '));
        if (key != "top" && key != "confidence" && key != "challenger") {
            rest += line + "\n";
        }
    }
    return rest;
}

/// Throws UserError if a setting differs that can't change while a tournament grows.
void require_same_settings(const Store& store, const StoredTournament& is) {
    // A race is known by its head alone: `--until-decided 3` is `--format racing --top 3`.
    const bool has_race = store.tournament().format == name_of(Format::racing) ||
                          changes_to_or_from_race(store.tournament(), is);
    const bool is_changed = changes_to_or_from_race(store.tournament(), is);
    const auto summary = [&](const StoredTournament& tournament) {
        return fmt::format(
            "{} with {} seats\n{}shard {}/{}\nsprt {}\n{}", tournament.game, tournament.seats,
            is_changed ? "" : "format " + tournament.format + "\n", tournament.shard,
            tournament.shards, tournament.sprt,
            has_race ? without_plan(tournament.settings) : tournament.settings);
    };
    const std::string was = summary(store.tournament());
    if (was != summary(is)) {
        refuse_other(store, difference(was, summary(is)));
    }
}

/// Maps rows of the database to rows of the command, by name; among equal names rows with the same
/// hash are matched first. −1: not in the command.
template <typename Row>
std::vector<int> rows_in(const std::vector<Row>& now, const std::vector<Row>& before) {
    std::multimap<std::string, int> named;
    for (std::size_t is = 0; is < now.size(); ++is) {
        named.emplace(now[is].name, static_cast<int>(is));
    }
    std::vector<int> places(before.size(), -1);
    for (const bool by_hash : {true, false}) {
        for (std::size_t was = 0; was < before.size(); ++was) {
            const auto [first, last] = named.equal_range(before[was].name);
            const auto found = std::find_if(first, last, [&](const auto& row) {
                return !by_hash ||
                       now[static_cast<std::size_t>(row.second)].sha256 == before[was].sha256;
            });
            if (places[was] < 0 && found != last) {
                places[was] = found->second;
                named.erase(found);
            }
        }
    }
    return places;
}

class Adaptation {
  public:
    /// `ais`: all AIs of the database, excluded ones last.
    Adaptation(Store& store, const TournamentInput& input, const std::vector<StoredAi>& ais)
        : store_(store), input_(input), before_(ais) {
        ais_ = rows_in(input.ais, before_);
        fields_ = rows_in(input.fields, store.fields());
    }

    /// Throws UserError unless the command names every AI and field of the database.
    void require_all() const {
        for (std::size_t was = 0; was < ais_.size(); ++was) {
            const std::string& name = before_[was].name;
            const bool is_excluded =
                std::find(input_.excluded.begin(), input_.excluded.end(), name) !=
                input_.excluded.end();
            if (ais_[was] < 0 && !is_excluded) {
                throw UserError(fmt::format(
                    "{}: it has games of the AI '{}'; give it with --ai, exclude it with --exclude, "
                    "or use another --db",
                    store_.path(), safe_text(name)));
            }
        }
        for (std::size_t was = 0; was < fields_.size(); ++was) {
            if (fields_[was] < 0) {
                throw UserError(fmt::format(
                    "{}: it has games on the field '{}'; give it with --fields, or use "
                    "another --db",
                    store_.path(), printable(store_.fields()[was].name)));
            }
        }
    }

    /// An AI or a field whose files have changed since its games were played.
    struct ChangedFile {
        bool is_ai;
        int was; ///< its number in the database
        int is;  ///< its number in the command
        std::string text;
    };

    std::vector<ChangedFile> changed_files() const {
        std::vector<ChangedFile> changed;
        const auto compare = [&](const auto& before, const auto& now, const auto& places,
                                 bool is_ai) {
            for (std::size_t was = 0; was < places.size(); ++was) {
                if (places[was] < 0) {
                    continue;
                }
                const auto& row = now[static_cast<std::size_t>(places[was])];
                if (before[was].sha256 != row.sha256) {
                    changed.push_back(
                        {is_ai, static_cast<int>(was), places[was],
                         fmt::format("{} {} ({})", is_ai ? "AI" : "field", row.name, row.path)});
                }
            }
        };
        compare(before_, input_.ais, ais_, true);
        compare(store_.fields(), input_.fields, fields_, false);
        return changed;
    }

    /// Stores the files' new hashes. Returns the number of dropped games, which are played again.
    std::int64_t replace(const std::vector<ChangedFile>& changed) {
        std::int64_t dropped = 0;
        for (const ChangedFile& file : changed) {
            const auto now = static_cast<std::size_t>(file.is);
            dropped += file.is_ai ? store_.replace_ai(file.was, input_.ais[now])
                                  : store_.replace_field(file.was, input_.fields[now]);
        }
        return dropped;
    }

    bool has_grown() const {
        const auto is_same = [](const std::vector<int>& places, std::size_t now) {
            std::vector<int> same(now);
            std::iota(same.begin(), same.end(), 0);
            return places == same;
        };
        // AIs excluded before come after the others and stay there.
        std::vector<int> playing(ais_.begin(), ais_.begin() + store_.ais().size());
        const bool is_back = std::any_of(
            ais_.begin() + store_.ais().size(), ais_.end(), [](int place) { return place >= 0; });
        return is_back || !is_same(playing, input_.ais.size()) ||
               !is_same(fields_, input_.fields.size()) ||
               store_.tournament().schedule != input_.stored.schedule ||
               changes_to_or_from_race(store_.tournament(), input_.stored);
    }

    void require_that_it_can_grow() const {
        const StoredTournament& was = store_.tournament();
        const auto refuse = [&](const std::string& why) {
            throw UserError(fmt::format("{}: {}", store_.path(), why));
        };
        if (was.shards > 1) {
            refuse(
                "the list of AIs or fields has changed, but a shard can't grow; merge the shards, "
                "then add to the merged database");
        }
        const Format format = input_.config.plan.format;
        if (format == Format::knockout || format == Format::ladder || format == Format::tuning) {
            refuse(fmt::format(
                "the list of AIs or fields has changed, but a {} can't grow, because its games "
                "depend on all of them; use another --db",
                was.format));
        }
        std::vector<int> begun(fields_.size());
        std::iota(begun.begin(), begun.end(), 0);
        if (!was.sprt.empty() && fields_ != begun) {
            refuse("a sequential test uses the fields in order; name the new fields by a second "
                   "--fields after the old one (in a pattern f-1000 comes before f-101)");
        }
    }

    void grow() {
        Store::Regrouping regrouping{input_.stored, input_.ais, {}, input_.fields, ais_, fields_};
        for (std::size_t was = 0; was < before_.size(); ++was) {
            if (ais_[was] < 0) {
                regrouping.ai_numbers[was] =
                    static_cast<int>(input_.ais.size() + regrouping.left_out.size());
                regrouping.left_out.push_back(before_[was]);
            }
        }
        const std::size_t was_playing = store_.ais().size();
        const std::string was_format = store_.tournament().format;
        const std::int64_t before = store_.game_count() + store_.set_aside_count();
        const auto plan = make_plan(input_.config.plan);
        SetAside set_aside(store_, seat_plan(input_.config.plan.seats, input_.config.seat_orders));
        const std::int64_t kept = referee::grow(store_, regrouping, *plan, set_aside);
        const auto size_text = [](std::size_t ais, std::size_t fields, const std::string& format) {
            return fmt::format(
                "{} on {}{}", counted(static_cast<std::int64_t>(ais), "AI"),
                counted(static_cast<std::int64_t>(fields), "field"), format);
        };
        const bool is_other = was_format != input_.stored.format;
        print_message(fmt::format(
            "{}: {} now, {} before; {} of its {} in the new plan{}\n", store_.path(),
            size_text(
                input_.ais.size(), input_.fields.size(),
                is_other ? " (" + input_.stored.format + ")" : ""),
            size_text(was_playing, fields_.size(), is_other ? " (" + was_format + ")" : ""), kept,
            counted(before, "game"),
            kept == before ? "" : ", the others are kept, but don't count"));
    }

  private:
    Store& store_;
    const TournamentInput& input_;
    std::vector<StoredAi> before_; ///< excluded ones last
    std::vector<int> ais_;         ///< by number in before_: the number in the command, or −1
    std::vector<int> fields_;
};

/// The changed files for people. Rules that are a program belong to each field: identity_of().
std::string
list_of(const std::vector<Adaptation::ChangedFile>& changed, const TournamentInput& input) {
    std::vector<std::string> texts;
    std::size_t fields = 0;
    for (const Adaptation::ChangedFile& file : changed) {
        fields += file.is_ai ? 0 : 1;
    }
    const GameInfo& info = game_named(input.stored.game).info();
    const bool is_rules = !info.folder.empty() && fields == input.fields.size();
    if (is_rules) {
        texts.push_back(fmt::format("the rules of {} ({}), or all fields", info.name, info.folder));
    }
    for (const Adaptation::ChangedFile& file : changed) {
        if (file.is_ai || !is_rules) {
            texts.push_back(file.text);
        }
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace

void check_excluded(const TournamentInput& input, const std::vector<StoredAi>& stored) {
    for (const std::string& name : input.excluded) {
        const auto is_it = [&](const StoredAi& ai) { return ai.name == name; };
        if (std::find(input.left_out.begin(), input.left_out.end(), name) == input.left_out.end() &&
            std::none_of(stored.begin(), stored.end(), is_it)) {
            throw UserError(
                fmt::format("--exclude {}: there is no AI of that name", printable(name)));
        }
    }
}

void adapt_database(Store& store, const TournamentInput& input, bool replays) {
    require_same_settings(store, input.stored);
    std::vector<StoredAi> stored = store.ais();
    stored.insert(stored.end(), store.left_out().begin(), store.left_out().end());
    check_excluded(input, stored);
    Adaptation adaptation(store, input, stored);
    adaptation.require_all();
    if (adaptation.has_grown()) {
        adaptation.require_that_it_can_grow();
    }
    const std::vector<Adaptation::ChangedFile> changed = adaptation.changed_files();
    if (!changed.empty()) {
        const std::string list = list_of(changed, input);
        if (!replays) {
            const std::string why = fmt::format(
                "{}: changed since the games were played: {}; restore it, replay those games "
                "with --changed replay, or use another --db",
                store.path(), list);
            if (changed.size() == 1 && changed[0].is_ai) {
                throw OfContestant<UserError>(
                    input.ais[static_cast<std::size_t>(changed[0].is)].name, why);
            }
            throw UserError(why);
        }
        const auto dropped = adaptation.replace(changed);
        print_message(fmt::format(
            "changed: {}; {} games were dropped and will be played again\n", list, dropped));
    }
    if (adaptation.has_grown()) {
        adaptation.grow();
    }
}

} // namespace referee
