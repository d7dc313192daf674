#include "tournament/play/game_player.hpp"

#include "advice/printed_error.hpp"
#include "ai/of_contestant.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "game_programs/program_game.hpp"
#include "match/players.hpp"
#include "os/cores.hpp"
#include "os/draft.hpp"
#include "os/interrupt.hpp"
#include "record/record.hpp"
#include "tournament/play/worker_messages.hpp"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace referee {

std::string record_name(std::int64_t game, int generation) {
    return generation == 0 ? fmt::format("game-{:06}.jsonl", game + 1)
                           : fmt::format("game-{:06}-{}.jsonl", game + 1, generation + 1);
}

namespace {

using Kind = WorkerMessage::Kind;

constexpr std::size_t max_summaries = 16;

class GamePlayer {
  public:
    /// `number` is its number among the workers, from 0.
    GamePlayer(
        const WorkerSetup& setup, const std::vector<int>& cores, int socket, pid_t parent,
        int number)
        : setup_(overwriting(setup)), socket_(socket), parent_(parent),
          contestants_(*setup.contestants), members_(members_of(contestants_, setup.teams.size())),
          players_(members_, *setup.game, setup_.config, cores) {
        if (setup.display != nullptr) {
            listener_ = setup.display->listener(number);
        }
    }

    void run() {
        GameToPlay game;
        while (receive_game(socket_, game)) {
            play(game);
        }
    }

  private:
    void say(Kind kind, const std::string& text) const {
        send_text(socket_, kind, text.substr(0, max_worker_text));
    }

    /// Logs left by an interrupted run are overwritten.
    static WorkerSetup overwriting(WorkerSetup setup) {
        setup.config.force = true;
        return setup;
    }

    /// A player for each seat of a team: Teams::players().
    static std::vector<Contestant>
    members_of(const std::vector<Contestant>& contestants, int size) {
        std::vector<Contestant> members;
        for (const Contestant& contestant : contestants) {
            members.insert(members.end(), static_cast<std::size_t>(size), contestant);
        }
        return members;
    }

    const LoadedField& field(int number) {
        if (number != field_number_) {
            field_ = load_field(setup_.fields[static_cast<std::size_t>(number)]);
            if (identity_of(field_) != setup_.hashes[static_cast<std::size_t>(number)]) {
                throw UserError(
                    field_.path +
                    ": the field, or the rules of its game, has changed during the tournament; start again");
            }
            field_number_ = number;
        }
        return field_;
    }

    /// Gives the AIs 0 and 1 the values of a tuning.
    void set_parameters(const GameToPlay& game) {
        for (std::size_t ai = 0; game.parameters > 0 && ai < game.values.size(); ++ai) {
            for (int member = 0; member < setup_.teams.size(); ++member) {
                const int player = static_cast<int>(ai) * setup_.teams.size() + member;
                set_parameters(player, game.values[ai], game.parameters);
            }
        }
    }

    template <typename Values>
    void set_parameters(int player, const Values& values, int parameters) {
        Contestant& contestant = members_[static_cast<std::size_t>(player)];
        const auto count = std::min<std::size_t>(
            contestant.parameters.size(), static_cast<std::size_t>(parameters));
        bool has_changed = false;
        for (std::size_t i = 0; i < count; ++i) {
            double& value = contestant.parameters[i].value;
            has_changed = has_changed || value != values[i];
            value = values[i];
        }
        if (has_changed && has_parameters_in_command(contestant.program)) {
            players_.drop({player});
        }
    }

    void play(const GameToPlay& game) {
        set_parameters(game);
        const std::vector<int> ais(game.ais.begin(), game.ais.begin() + setup_.teams.places());
        const std::vector<int> by_seat = setup_.teams.players(ais);
        GameRequest request;
        request.field = &field(game.field);
        request.number = static_cast<int>(game.index + 1);
        request.config = &setup_.config;
        request.awaits_own_signal = false; // the tournament holds back doubtful games
        // A record gets its name when it is complete.
        const std::string name = record_name(game.index, game.generation);
        const std::string record = setup_.records + "/" + name;
        std::optional<Draft> draft;
        std::unique_ptr<RecordWriter> writer;
        if (!setup_.records.empty()) {
            draft.emplace(record);
            writer = std::make_unique<RecordWriter>(draft->path(), true);
        } else if (listener_) {
            writer = std::make_unique<RecordWriter>();
        }
        if (listener_) {
            writer->set_listener(*listener_);
        }
        request.listener = writer.get();
        // One game in a hundred is audited: rules that keep something in mind are noticed.
        std::optional<Audit> audit;
        if (game.index % 100 == 0) {
            audit.emplace(*field_.game);
        }
        GameResult result;
        try {
            result = play_guarded(players_, by_seat, request);
        } catch (const BrokenGame& broken) {
            players_.drop(by_seat); // they are in the middle of a game
            say(Kind::broken_game, broken.what());
            return;
        } catch (const DiskFull& full) {
            say(Kind::full_disk, full.what());
            return;
        } catch (const ProgramChanged& changed) {
            throw OfContestant<UserError>(
                contestant_of(changed),
                fmt::format(
                    "{}; restore it, or run the same command with --changed replay",
                    changed.what()));
        }
        for (const std::string& note : players_.take_notes()) {
            say(Kind::note, note);
        }
        for (const std::string& note : field_.game->take_notes()) {
            say(Kind::note, note);
        }
        // The next run may be playing this game, too, and its record has the same name.
        if (::getppid() != parent_) {
            throw Interrupted(SIGTERM);
        }
        const bool has_file = draft.has_value();
        if (has_file) {
            draft->publish();
        }
        GameOutcome outcome =
            outcome_of(result, game.index, game.match, game.field, ais, setup_.game->teams);
        outcome.record = has_file ? name : "";
        nlohmann::json message{
            {"kind", Kind::played},
            {"outcome", json_of(outcome)},
            {"faults", summaries(result, game, has_file ? record : "")}};
        send_json(socket_, message);
    }

    /// What a line about the fault adds to its reason: an AI often says itself what was wrong.
    static std::string explained_by(const FaultNote& note) {
        std::string text;
        const std::vector<std::string_view> lines = telling_lines(note.printed, 1);
        const bool is_judged = note.fault == Fault::illegal || note.fault == Fault::bad_result;
        if (!is_judged && !lines.empty()) {
            text += "; it printed: " + safe_text(lines.back().substr(0, max_worker_text));
        }
        return text;
    }

    nlohmann::json
    summaries(const GameResult& result, const GameToPlay& game, const std::string& record) const {
        nlohmann::json list = nlohmann::json::array();
        std::map<std::pair<Seat, Fault>, bool> reported;
        for (const FaultNote& note : result.faults) {
            if (list.size() >= max_summaries ||
                std::exchange(reported[{note.seat, note.fault}], true)) {
                continue;
            }
            const int ai = game.ais[setup_.teams.place_of(note.seat)];
            const SeatTally& tally = result.tallies[note.seat - 1];
            const std::int64_t count = note.fault == Fault::none
                                           ? tally.measured.restarts
                                           : tally.faults[static_cast<std::size_t>(note.fault)];
            list.push_back(
                {{"ai", ai},
                 {"fault", note.fault},
                 {"text",
                  fmt::format(
                      "game {}, {}, {}: {} (seat {}): {}: {}{}{}", game.index + 1, field_.name,
                      note.in_preparation ? "preparation" : fmt::format("turn {}", note.turn),
                      contestants_[ai].name, note.seat, kind_of(note),
                      note.reason.substr(0, max_worker_text),
                      explained_by(note) +
                          (count > 1 ? fmt::format(" ({} times in this game)", count) : ""),
                      record.empty() ? "" : "; record: " + record)}});
        }
        return list;
    }

    WorkerSetup setup_;
    int socket_;
    pid_t parent_; ///< the tournament
    std::vector<Contestant> contestants_;
    std::vector<Contestant> members_; ///< of all contestants, with the values of parameters
    PlayerPool players_;
    std::unique_ptr<RecordListener> listener_;
    LoadedField field_;
    int field_number_ = -1;
};

} // namespace

void play_games(
    const WorkerSetup& setup, const std::vector<int>& cores, int socket, pid_t parent, int number) {
    if (setup.config.pin && !setup.game->simultaneous) {
        pin_to_core(cores[0]);
    }
    GamePlayer(setup, cores, socket, parent, number).run();
}

} // namespace referee
