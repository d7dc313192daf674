#include "record/dataset/dataset.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "game/field_text.hpp"
#include "record/dataset/npz.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace referee {

namespace {

/// A game ends with its record; none begins after it.
class NoFields final : public FieldSource {
  public:
    std::shared_ptr<const EnvironmentField> next(int) override {
        throw InternalError("a recorded game goes on after its end");
    }
};

/// The text without `word` and the blank behind it; nothing if it doesn't begin with that word.
std::optional<std::string_view> without(std::string_view text, std::string_view word) {
    const bool begins = !word.empty() && text.starts_with(word) &&
                        (text.size() == word.size() || text[word.size()] == ' ');
    return begins ? std::optional(text.substr(std::min(text.size(), word.size() + 1)))
                  : std::nullopt;
}

std::string_view first_word(std::string_view text) {
    return text.substr(0, text.find(' '));
}

} // namespace

/// One game of the environment, with the arrays that it writes to.
class DecisionReader::Player {
  public:
    Player(const Environment& environment, const EnvironmentSizes& sizes, int players)
        : environment_(environment), sizes_(with_pictures(sizes)), players_(players),
          observation_size_(environment.info().planes.size() * sizes.cells()),
          observations_(rows() * observation_size_), final_observations_(observations_.size()),
          rewards_(rows()), done_(rows()), to_move_(rows()),
          legal_(rows() * static_cast<std::size_t>(sizes.actions)),
          games_(environment.games(0, 1, players, sizes_, false)),
          parts_(static_cast<std::size_t>(sizes.parts)), actions_(rows() * parts_) {
        arrays_.observations = observations_.data();
        arrays_.final_observations = final_observations_.data();
        arrays_.rewards = rewards_.data();
        arrays_.done = done_.data();
        arrays_.to_move = to_move_.data();
        arrays_.legal = legal_.data();
        arrays_.over = &over_;
    }

    GameDecisions read(
        const LoadedField& field, const RecordedGame& game,
        const std::function<bool(const RecordedMove&)>& is_wanted) {
        if (field.sha256 != field_sha256_) {
            FieldText text(field.path, field.text);
            field_ = environment_.read_field(text);
            field_sha256_ = field.sha256;
        }
        found_ = {};
        found_.observation_size = observation_size_;
        found_.action_count = static_cast<std::size_t>(sizes_.actions);
        found_.parts = parts_;
        found_.rewards.resize(rows());
        is_wanted_ = &is_wanted;
        games_->start(0, field_, arrays_);
        found_.replay = replay_game(
            field, game,
            [&](const Position& position, std::span<const RecordedMove> moves, bool is_step) {
                if (!is_step && !moves.empty()) {
                    play(moves);
                    follow(position);
                }
            });
        return std::move(found_);
    }

  private:
    /// A move, and what is left of its answer.
    struct Said {
        const RecordedMove* move = nullptr;
        std::string_view rest;
    };

    static EnvironmentSizes with_pictures(EnvironmentSizes sizes) {
        sizes.keeps_pictures = sizes.view == 0;
        return sizes;
    }
    std::size_t rows() const { return static_cast<std::size_t>(players_); }
    std::span<std::int32_t> action_of(int player) {
        return std::span(actions_).subspan(static_cast<std::size_t>(player) * parts_, parts_);
    }

    /// Plays the turn of these moves: one step of the environment, or several if an answer may hold
    /// several actions.
    void play(std::span<const RecordedMove> moves) {
        std::vector<Said> all;
        for (const RecordedMove& move : moves) {
            // What stands there beside another fault is what the rules did instead.
            const bool has_actions = move.fault == Fault::none || move.fault == Fault::illegal;
            all.push_back({&move, has_actions ? std::string_view(move.effect) : ""});
        }
        do {
            std::fill(actions_.begin(), actions_.end(), -1);
            for (Said& said : all) {
                if (to_move_[static_cast<std::size_t>(said.move->seat - 1)] != 0) {
                    take_action(said);
                }
            }
            step();
        } while (std::any_of(all.begin(), all.end(), [this](const Said& said) {
            return !said.rest.empty() &&
                   to_move_[static_cast<std::size_t>(said.move->seat - 1)] != 0;
        }));
    }

    /// Reads the next action of an answer, and keeps the decision if it is a legal one.
    void take_action(Said& said) {
        const int player = said.move->seat - 1;
        const bool is_legal =
            parts_ == 1 ? take_legal(player, said.rest) : take_parts(player, said.rest);
        if (!is_legal) {
            take_illegal(player, said.rest);
        }
        if (!(*is_wanted_)(*said.move)) {
            return;
        }
        if (!is_legal) {
            ++found_.faults;
            return;
        }
        const std::uint8_t* const seen =
            observations_.data() + static_cast<std::size_t>(player) * observation_size_;
        found_.observations.insert(found_.observations.end(), seen, seen + observation_size_);
        const std::uint8_t* const legal =
            legal_.data() + static_cast<std::size_t>(player) * found_.action_count;
        found_.legal.insert(found_.legal.end(), legal, legal + found_.action_count);
        const std::span<const std::int32_t> action = action_of(player);
        found_.actions.insert(found_.actions.end(), action.begin(), action.end());
        found_.players.push_back(player);
        found_.turns.push_back(said.move->turn);
        found_.lines.push_back(said.move->line);
    }

    /// Looks for the legal action whose answer stands next. An effect is written like an answer, in
    /// a unique spelling.
    bool take_legal(int player, std::string_view& rest) {
        const std::uint8_t* const legal =
            legal_.data() + static_cast<std::size_t>(player) * found_.action_count;
        for (std::int32_t action = 0; action < sizes_.actions && !rest.empty(); ++action) {
            if (legal[action] != 0 && take(player, action, rest)) {
                return true;
            }
        }
        return false;
    }
    bool take(int player, std::int32_t action, std::string_view& rest) {
        action_of(player)[0] = action;
        if (const auto left = without(rest, games_->answer(0, player, action_of(player)))) {
            rest = *left;
            return true;
        }
        action_of(player)[0] = -1;
        return false;
    }

    /// An answer that is refused may be an action all the same, and the rules then do more than
    /// with one that can't be read.
    void take_illegal(int player, std::string_view& rest) {
        bool is_found = false;
        for (std::int32_t action = 0; parts_ == 1 && action < sizes_.actions && !is_found;
             ++action) {
            is_found = !rest.empty() && take(player, action, rest);
        }
        rest = {};
    }

    /// An answer of several parts: a word for each. What each value of a part is called, an answer
    /// with that value in all parts tells.
    bool take_parts(int player, std::string_view& rest) {
        const std::string_view answer = std::exchange(rest, {});
        const std::span<std::int32_t> action = action_of(player);
        std::vector<std::string> names;
        for (std::int32_t value = 0; value < sizes_.actions; ++value) {
            std::fill(action.begin(), action.end(), value);
            names.emplace_back(first_word(games_->answer(0, player, action)));
        }
        std::fill(action.begin(), action.end(), -1);
        std::size_t part = 0;
        for (std::string_view left = answer; !left.empty() && part < action.size(); ++part) {
            const std::string_view word = first_word(left);
            left.remove_prefix(std::min(left.size(), word.size() + 1));
            const auto named = std::find(names.begin(), names.end(), word);
            action[part] =
                named == names.end() ? -1 : static_cast<std::int32_t>(named - names.begin());
        }
        if (!answer.empty() && games_->answer(0, player, action) == answer) {
            return true;
        }
        std::fill(action.begin(), action.end(), -1);
        return false;
    }

    void step() {
        NoFields none;
        games_->step(actions_.data(), arrays_, none);
        add_rewards();
    }

    /// Each player is rewarded once, when its game is over.
    void add_rewards() {
        for (std::size_t player = 0; player < rows(); ++player) {
            found_.rewards[player] += rewards_[player];
        }
    }

    /// The environment knows one fault, that of an answer which can't be read; the rules may do
    /// something else after others.
    void follow(const Position& position) {
        const std::string text = position.canonical_text();
        if (games_->state(0) == text) {
            return;
        }
        games_->set_state(0, text, arrays_);
        std::fill(found_.rewards.begin(), found_.rewards.end(), 0.0F);
        add_rewards(); // of all who are done in this state
    }

    const Environment& environment_;
    EnvironmentSizes sizes_;
    int players_;
    std::size_t observation_size_;
    std::vector<std::uint8_t> observations_;
    std::vector<std::uint8_t> final_observations_;
    std::vector<float> rewards_;
    std::vector<std::uint8_t> done_;
    std::vector<std::uint8_t> to_move_;
    std::vector<std::uint8_t> legal_;
    std::uint8_t over_ = 0;
    EnvironmentArrays arrays_;
    std::unique_ptr<EnvironmentGames> games_;
    std::size_t parts_;
    std::vector<std::int32_t> actions_; ///< of the step under way
    std::shared_ptr<const EnvironmentField> field_;
    std::string field_sha256_;
    GameDecisions found_;
    const std::function<bool(const RecordedMove&)>* is_wanted_ = nullptr;
};

DecisionReader::DecisionReader(
    const Environment& environment, const EnvironmentSizes& sizes, int players)
    : player_(std::make_unique<Player>(environment, sizes, players)) {}

DecisionReader::~DecisionReader() = default;

GameDecisions DecisionReader::read(
    const LoadedField& field, const RecordedGame& game,
    const std::function<bool(const RecordedMove&)>& is_wanted) {
    return player_->read(field, game, is_wanted);
}

namespace {

/// The texts of a table; a text that comes again has the number of its first place.
class TextTable {
  public:
    int number_of(const std::string& text) {
        const auto [at, is_new] = numbers_.emplace(text, static_cast<int>(texts_.size()));
        if (is_new) {
            texts_.push_back(text);
        }
        return at->second;
    }
    const std::vector<std::string>& texts() const { return texts_; }

  private:
    std::map<std::string, int> numbers_;
    std::vector<std::string> texts_;
};

/// A limit of the referee gives ranks that the rules don't know.
bool is_finished(const RecordedGame& game) {
    return !game.result.empty() && game.result[0].ended_by == EndedBy::rules;
}

/// What all records have in common, found before anything is written.
struct Survey {
    const Environment* environment = nullptr;
    int seats = 0;
    EnvironmentSizes sizes;
    int games = 0; ///< finished
    int unfinished = 0;
    std::set<std::string> ais; ///< names
};

void survey_game(
    const std::string& path, const RecordedGame& game, const DatasetConfig& config, Survey& survey,
    std::set<std::string>& fields) {
    const auto where = [&] { return fmt::format("{}:{}: ", path, game.line); };
    if (survey.environment == nullptr) {
        try {
            survey.environment = &environment_of(game.game);
        } catch (const UserError& error) {
            throw UserError(where() + error.what());
        }
        survey.seats = static_cast<int>(game.names.size());
        if (config.view > 0 && !survey.environment->info().has_view) {
            throw UserError(
                fmt::format("{}{} has no head to look from; leave out --view", where(), game.game));
        }
        if (config.seat > survey.seats) {
            throw UserError(fmt::format(
                "{}the game has no seat {}; its seats are 1 to {}", where(), config.seat,
                survey.seats));
        }
    } else if (game.game != survey.environment->info().game) {
        throw UserError(fmt::format(
            "{}a game of {} after games of {}; a file has one game, so export them one by one",
            where(), printable(game.game), survey.environment->info().game));
    } else if (static_cast<int>(game.names.size()) != survey.seats) {
        throw UserError(fmt::format(
            "{}a game of {} seats after games of {}; a file has one number of seats, so export "
            "them one by one",
            where(), game.names.size(), survey.seats));
    }
    if (!is_finished(game)) {
        ++survey.unfinished;
        return;
    }
    ++survey.games;
    survey.ais.insert(game.names.begin(), game.names.end());
    if (game.from) {
        survey.ais.insert(game.from->names.begin(), game.from->names.end());
    }
    if (fields.insert(game.field_sha256).second) {
        const LoadedField field = field_of(path, game);
        FieldText text(field.path, field.text);
        survey.sizes.widen(
            survey.environment->sizes(*survey.environment->read_field(text), config.view));
    }
}

/// Throws UserError if somebody asks for an AI that never played.
void require_known(const std::vector<std::string>& asked, const std::set<std::string>& known) {
    for (const std::string& name : asked) {
        if (known.count(name) == 0) {
            throw UserError(fmt::format(
                "no AI in these games is called '{}'; there are {}", printable(name),
                safe_text(listed({known.begin(), known.end()}, 20))));
        }
    }
}

Survey survey_of(const DatasetConfig& config) {
    Survey survey;
    survey.sizes.view = config.view;
    std::set<std::string> fields;
    for (const std::string& path : config.records) {
        for (const RecordedGame& game : read_record(path)) {
            survey_game(path, game, config, survey, fields);
        }
    }
    if (survey.games == 0) {
        throw UserError(
            "there is no finished game to export; play some with --record, or a tournament with "
            "--records");
    }
    require_known(config.of, survey.ais);
    return survey;
}

/// The name of the AI that gave the answer: a game that continued another one has its first moves
/// from that game's AIs.
const std::string& author_of(const RecordedGame& game, const RecordedMove& move) {
    const bool is_older =
        game.from && static_cast<std::size_t>(move.line - game.line) <= game.from->moves;
    return (is_older ? game.from->names : game.names).at(static_cast<std::size_t>(move.seat - 1));
}

/// The arrays of the file, in its order.
class DatasetFile {
  public:
    DatasetFile(const DatasetConfig& config, const Survey& survey)
        : npz_(config.path), info_(survey.environment->info()), sizes_(survey.sizes),
          parts_(static_cast<std::size_t>(sizes_.parts)) {
        const auto planes = info_.planes.size();
        const auto seats = static_cast<std::size_t>(survey.seats);
        npz_.number("format", dataset_format);
        npz_.text("game", std::string(info_.game));
        npz_.number("view", config.view);
        std::vector<std::string> names;
        for (const Plane& plane : info_.planes) {
            names.emplace_back(plane.name);
        }
        npz_.texts("planes", names);
        observations_ = &npz_.array(
            "observations", "u1",
            {planes, static_cast<std::size_t>(sizes_.height),
             static_cast<std::size_t>(sizes_.width)});
        legal_ = &npz_.array("legal", "u1", {static_cast<std::size_t>(sizes_.actions)});
        actions_ = &npz_.array("actions", "i4", parts_ == 1 ? Shape{} : Shape{parts_});
        rewards_ = &npz_.array("rewards", "f4", {});
        turns_ = &npz_.array("turns", "i4", {});
        seats_ = &npz_.array("seats", "u1", {});
        games_ = &npz_.array("games", "i4", {});
        ais_ = &npz_.array("ais", "i4", {});
        game_rewards_ = &npz_.array("game_rewards", "f4", {seats});
        game_ais_ = &npz_.array("game_ais", "i4", {seats});
        game_fields_ = &npz_.array("game_fields", "i4", {});
        game_records_ = &npz_.array("game_records", "i4", {});
        game_numbers_ = &npz_.array("game_numbers", "i4", {});
    }

    void add(const std::string& path, const RecordedGame& game, const GameDecisions& decisions) {
        observations_->append(std::span(decisions.observations));
        legal_->append(std::span(decisions.legal));
        actions_->append(std::span(decisions.actions));
        std::map<int, const RecordedMove*> moves;
        for (const RecordedMove& move : game.moves) {
            moves[move.line] = &move;
        }
        for (std::size_t i = 0; i < decisions.size(); ++i) {
            const auto player = static_cast<std::size_t>(decisions.players[i]);
            rewards_->append(decisions.rewards[player]);
            turns_->append(static_cast<std::int32_t>(decisions.turns[i]));
            seats_->append(static_cast<std::uint8_t>(player));
            games_->append(static_cast<std::int32_t>(added_));
            ais_->append(ai_table_.number_of(author_of(game, *moves.at(decisions.lines[i]))));
        }
        ++added_;
        game_rewards_->append(std::span(decisions.rewards));
        std::vector<std::int32_t> ais;
        for (const std::string& name : game.names) {
            ais.push_back(ai_table_.number_of(name));
        }
        game_ais_->append(std::span<const std::int32_t>(ais));
        const auto field = field_table_.number_of(game.field_sha256);
        if (static_cast<std::size_t>(field) == field_names_.size()) {
            field_names_.push_back(game.field_name);
        }
        game_fields_->append(field);
        game_records_->append(record_table_.number_of(path));
        game_numbers_->append(static_cast<std::int32_t>(game.number));
    }

    void finish(Dataset& dataset) {
        npz_.texts("ai_names", ai_table_.texts());
        npz_.texts("field_names", field_names_);
        npz_.texts("field_sha256", field_table_.texts());
        npz_.texts("record_names", record_table_.texts());
        npz_.finish();
        dataset.ais = ai_table_.texts();
        dataset.fields = field_names_;
    }

  private:
    using Shape = std::vector<std::size_t>;

    NpzWriter npz_;
    const EnvironmentInfo& info_;
    EnvironmentSizes sizes_;
    std::size_t parts_;
    NpzWriter::Array* observations_;
    NpzWriter::Array* legal_;
    NpzWriter::Array* actions_;
    NpzWriter::Array* rewards_;
    NpzWriter::Array* turns_;
    NpzWriter::Array* seats_;
    NpzWriter::Array* games_;
    NpzWriter::Array* ais_;
    NpzWriter::Array* game_rewards_;
    NpzWriter::Array* game_ais_;
    NpzWriter::Array* game_fields_;
    NpzWriter::Array* game_records_;
    NpzWriter::Array* game_numbers_;
    TextTable ai_table_;
    TextTable field_table_; ///< by hash: other fields may have the same name
    std::vector<std::string> field_names_;
    TextTable record_table_;
    int added_ = 0;
};

} // namespace

Dataset write_dataset(const DatasetConfig& config) {
    const Survey survey = survey_of(config);
    DecisionReader reader(*survey.environment, survey.sizes, survey.seats);
    DatasetFile file(config, survey);
    Dataset dataset;
    dataset.game = survey.environment->info().game;
    dataset.seats = survey.seats;
    dataset.unfinished = survey.unfinished;
    dataset.planes = static_cast<int>(survey.environment->info().planes.size());
    dataset.sizes = survey.sizes;
    const auto is_wanted = [&config](const RecordedGame& game, const RecordedMove& move) {
        const bool is_named =
            config.of.empty() ||
            std::find(config.of.begin(), config.of.end(), author_of(game, move)) != config.of.end();
        return is_named && (config.seat == 0 || config.seat == move.seat);
    };
    for (const std::string& path : config.records) {
        for (const RecordedGame& game : read_record(path)) {
            if (!is_finished(game)) {
                continue;
            }
            if (config.on_game) {
                config.on_game(dataset.games + dataset.different + 1, survey.games);
            }
            const GameDecisions decisions =
                reader.read(field_of(path, game), game, [&](const RecordedMove& move) {
                    return is_wanted(game, move);
                });
            if (!decisions.replay.differences.empty()) {
                ++dataset.different;
                continue;
            }
            file.add(path, game, decisions);
            ++dataset.games;
            dataset.decisions += static_cast<std::int64_t>(decisions.size());
            dataset.faults += decisions.faults;
        }
    }
    if (dataset.games == 0) {
        throw UserError(
            "record and rules disagree in all games; 'referee replay RECORD --verify' says where");
    }
    file.finish(dataset);
    dataset.bytes = std::filesystem::file_size(config.path);
    return dataset;
}

} // namespace referee
