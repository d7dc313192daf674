#include "game_programs/program_position.hpp"

#include "base/random.hpp"
#include "base/text.hpp"
#include "game_programs/program_game.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace referee {

using ReadJson = nlohmann::ordered_json;

bool is_plain_text(std::string_view text) {
    bool whole = true;
    as_utf8(text, text.size(), whole);
    return whole && text.find('\0') == std::string_view::npos;
}

namespace {

class ProgramPosition final : public Position {
  public:
    ProgramPosition(const ProgramFieldFacts& facts, std::shared_ptr<const Snapshot> snapshot)
        : facts_(facts), now_(std::move(snapshot)) {}

    std::unique_ptr<Position> clone() const override {
        auto copy = std::make_unique<ProgramPosition>(facts_, now_);
        copy->played_ = played_;
        copy->at_limit_ = at_limit_;
        return copy;
    }
    std::span<const Seat> players_to_move() const override {
        return at_limit_ ? std::span<const Seat>() : now_->movers;
    }
    int turn() const override { return now_->turn; }
    std::optional<std::chrono::milliseconds> time_limit() const override {
        return now_->time_limit;
    }
    bool is_eliminated(Seat seat) const override {
        return std::binary_search(now_->eliminated.begin(), now_->eliminated.end(), seat);
    }

    void write_files(Seat seat, Phase phase, StateFiles& files) const override {
        const std::map<Seat, SeatFiles>& all = phase == Phase::prepare ? now_->prepare_files
                                               : phase != Phase::end   ? now_->files
                                               : at_limit_             ? at_limit_->end_files
                                                                       : now_->end_files;
        const auto found = all.find(seat);
        if (found == all.end()) {
            return;
        }
        files.match_keys = found->second.match_keys;
        for (std::size_t i = 0; i < files.count(); ++i) {
            files.of(i) = found->second.files[i];
        }
    }

    std::vector<Effect>
    apply(std::span<const Answer> answers, const StepWatcher& watcher) override {
        std::vector<Fault> given;
        std::vector<bool> is_unreadable;
        const std::string request = play_request(answers, given, is_unreadable);
        const int before = now_->turn;
        PositionReply reply =
            facts_.processes.ask(where("play"), facts_.fixed, request, [&](const ReadJson& json) {
                PositionReply found =
                    position_of(json, facts_.info, facts_.seats, facts_.parameters);
                found.effects = effects_of(json, given);
                if (found.snapshot->turn <= before) {
                    throw BadReply(fmt::format(
                        "'turn' is {} after turn {}: it must grow", found.snapshot->turn, before));
                }
                return found;
            });
        now_ = std::move(reply.snapshot);
        for (const std::string& step : watcher ? reply.steps : std::vector<std::string>()) {
            step_ = step;
            watcher();
        }
        step_.clear();
        end_at_limit();
        for (std::size_t i = 0; i < answers.size(); ++i) {
            if (is_unreadable[i]) {
                reply.effects[i].reason = "it isn't UTF-8, or holds a NUL";
            }
        }
        return std::move(reply.effects);
    }

    LegalAnswers legal_answers(Seat seat) const override {
        return facts_.processes.ask(
            where("choices"), facts_.fixed,
            fmt::format("{{\"do\":\"choices\",\"state\":{},\"seat\":{}}}", now_->state, seat),
            choices_of);
    }

    std::optional<Ending> ending() const override {
        return at_limit_ ? at_limit_->ending : now_->ending;
    }

    std::optional<Ending> ranks_now() const override { return rank_reply().ending; }

    std::string canonical_text() const override {
        const Fixed& fixed = facts_.fixed;
        return now_->state + '\n' + (fixed.text.empty() ? "" : fixed.sha256 + '\n');
    }

    std::string render(bool /*colours*/) const override {
        const Frame& frame = shown(std::nullopt);
        return frame.picture.empty() ? as_lines(frame.json) : frame.picture;
    }

    std::string to_json() const override { return with_picture(shown(std::nullopt)); }

    std::string frame_for(Seat viewer) const override {
        return facts_.info.hidden ? with_picture(shown(viewer)) : to_json();
    }

    std::unique_ptr<Position> dealt_again(Seat seat, Rng& rng) const override {
        const std::string request = fmt::format(
            "{{\"do\":\"deal\",\"state\":{},\"seat\":{},\"seed\":{}}}", now_->state, seat,
            rng.below(std::uint64_t{1} << 53));
        const auto dealt =
            facts_.processes.try_once(facts_.fixed, request, [&](const ReadJson& json) {
                return position_of(json, facts_.info, facts_.seats, facts_.parameters);
            });
        if (!dealt) {
            return nullptr;
        }
        auto other = std::make_unique<ProgramPosition>(facts_, dealt->snapshot);
        other->played_ = played_;
        return other;
    }

    std::string how_to_repeat(std::span<const Answer> answers, Seat viewer) const {
        std::vector<Fault> given;
        std::vector<bool> is_unreadable;
        return facts_.processes.how_to_repeat(
            facts_.fixed, answers.empty() ? show_request(now_->state, viewer)
                                          : play_request(answers, given, is_unreadable));
    }

  private:
    /// Sets the fault of each answer as the program gets it, and whether it got one only because
    /// the text can't be part of a message.
    std::string play_request(
        std::span<const Answer> answers, std::vector<Fault>& given,
        std::vector<bool>& is_unreadable) const {
        ReadJson list = ReadJson::array();
        for (const Answer& answer : answers) {
            is_unreadable.push_back(answer.fault == Fault::none && !is_plain_text(answer.text));
            given.push_back(is_unreadable.back() ? Fault::bad_result : answer.fault);
            ReadJson item{{"seat", answer.seat}};
            if (given.back() == Fault::none) {
                item["text"] = answer.text;
            } else {
                item["fault"] = name_of(given.back());
            }
            list.push_back(std::move(item));
        }
        return fmt::format(
            "{{\"do\":\"play\",\"state\":{},\"answers\":{}}}", now_->state, list.dump());
    }

    /// The game's ranks, although it isn't over; none if it can't tell.
    RankReply rank_reply() const {
        if (!facts_.can_rank) {
            return {};
        }
        return facts_.processes.ask(
            where("rank"), facts_.fixed,
            fmt::format("{{\"do\":\"rank\",\"state\":{}}}", now_->state),
            [&](const ReadJson& json) {
                return rank_of(json, facts_.info, facts_.seats, facts_.parameters);
            });
    }

    /// So that it has an end wherever it is played: in matches, checks, replays and pages.
    void end_at_limit() {
        ++played_;
        if (played_ < facts_.info.max_turns || now_->ending) {
            return;
        }
        RankReply reply = rank_reply();
        reply.ending = ended_by_limit(
            reply.ending, facts_.seats, EndedBy::max_turns,
            fmt::format("{} are played", counted(played_, "turn")));
        at_limit_ = std::make_shared<const RankReply>(std::move(reply));
    }

    struct Shown {
        std::string state;
        std::optional<Seat> viewer;
        Frame frame;
    };

    std::string where(std::string_view what) const {
        return fmt::format("{} in turn {}", what, now_->turn);
    }

    static std::string show_request(const std::string& state, std::optional<Seat> viewer) {
        return fmt::format(
            "{{\"do\":\"show\",\"state\":{},\"seat\":{}}}", state,
            viewer ? std::to_string(*viewer) : "null");
    }

    /// The frame that was asked for last is often asked for again.
    const Frame& shown(std::optional<Seat> viewer) const {
        const std::string& state = step_.empty() ? now_->state : step_;
        if (!last_ || last_->viewer != viewer || last_->state != state) {
            const std::string request = show_request(state, viewer);
            last_ = Shown{
                state, viewer,
                facts_.processes.ask(
                    where("show"), facts_.fixed, request, [&](const ReadJson& json) {
                        return frame_of(json, facts_.info, facts_.seats);
                    })};
        }
        return last_->frame;
    }

    /// A page without a drawing shows the picture.
    std::string with_picture(const Frame& frame) const {
        if (frame.picture.empty() || !facts_.info.drawing.empty()) {
            return frame.json;
        }
        return fmt::format(
            "{},\"picture\":{}}}", std::string_view(frame.json).substr(0, frame.json.size() - 1),
            ReadJson(frame.picture).dump());
    }

    /// A frame without a picture, for a terminal: its members, a line each.
    static std::string as_lines(const std::string& frame) {
        std::string lines;
        const ReadJson json = ReadJson::parse(frame);
        for (const auto& [key, value] : json.items()) {
            lines += wrapped_below(safe_text(key) + ": ", safe_text(value.dump()));
        }
        return lines;
    }

    const ProgramFieldFacts& facts_;
    std::shared_ptr<const Snapshot> now_;
    int played_ = 0;                            ///< turns since the start
    std::shared_ptr<const RankReply> at_limit_; ///< set when max-turns has ended it
    std::string step_; ///< while a step within a turn is watched: its state
    mutable std::optional<Shown> last_;
};

} // namespace

std::string how_to_repeat(const Position& position, std::span<const Answer> answers, Seat viewer) {
    const auto* const program = dynamic_cast<const ProgramPosition*>(&position);
    return program == nullptr ? "" : program->how_to_repeat(answers, viewer);
}

std::unique_ptr<Position>
program_position(const ProgramFieldFacts& facts, std::shared_ptr<const Snapshot> snapshot) {
    return std::make_unique<ProgramPosition>(facts, std::move(snapshot));
}

} // namespace referee
