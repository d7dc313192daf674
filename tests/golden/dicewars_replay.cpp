#include "golden/dicewars_replay.hpp"

#include "games/dicewars/rules.hpp"

#include <algorithm>
#include <sstream>

namespace tests {
namespace {

using namespace referee::dicewars;
using nlohmann::json;

/// A trace while it is played. Its players are numbered by name there, by seat here.
class Replay {
  public:
    explicit Replay(const json& trace) : trace_(trace) { prepare(); }

    std::string first_difference() {
        for (const json& event : trace_["events"]) {
            const std::string kind = event[0];
            if (state_.end != End::none) {
                differ("the game is over before its last event");
            } else if (state_.mover != seat_of(event[1])) {
                differ("another player is on");
            } else if (kind == "b") {
                battle_event(event);
            } else if (kind == "t") {
                transfer_event(event);
            } else if (kind == "x") {
                refused_event(event);
            } else {
                end_event(event);
            }
            if (!difference_.empty()) {
                return "event " + std::to_string(number_) + " " + event.dump() + ": " + difference_;
            }
            ++number_;
        }
        result();
        return difference_;
    }

  private:
    void prepare() {
        const json& config = trace_["config"];
        Parameters& parameters = setup_.parameters;
        parameters.max_dice = config["max_dice"];
        parameters.reserve_production = config["reserve_production_cap"];
        parameters.reserve_cap = config["reserve_cap"];
        parameters.battle_wear = config["battle_wear_min"];
        parameters.idle_rounds = config["max_no_battle_rounds"];
        parameters.max_battles = config["max_battles"];
        parameters.max_transfers = config["max_transfers"];
        setup_.players = trace_["n"];
        const std::vector<int> order = trace_["order"];
        const auto first = std::find(order.begin(), order.end(), trace_["first"].get<int>());
        for (int seat = 0; seat < setup_.players; ++seat) {
            const auto place = (first - order.begin() + seat) % setup_.players;
            seats_[order[static_cast<std::size_t>(place)]] = seat;
        }
        std::vector<std::vector<int>> neighbours;
        for (const json& area : trace_["areas"]) {
            setup_.owners.push_back({static_cast<int>(neighbours.size()), seat_of(area[0])});
            setup_.dice.push_back(area[1]);
            neighbours.emplace_back();
            for (const int neighbour : area[2]) {
                neighbours.back().push_back(neighbour - 1);
            }
        }
        setup_.board = Board(neighbours);
        setup_.streams.emplace_back(std::vector<std::uint32_t>{0});
        state_ = start(setup_);
    }

    int seat_of(const json& player) const { return seats_[player.get<std::size_t>()]; }

    void differ(const std::string& what) {
        if (difference_.empty()) {
            difference_ = what;
        }
    }
    template <typename Left, typename Right>
    void require_equal(const char* what, const Left& ours, const Right& theirs) {
        if (ours != static_cast<Left>(theirs)) {
            std::ostringstream text;
            text << what << " is " << +ours << ", should be " << +theirs;
            differ(text.str());
        }
    }

    /// Carries the command out with a stream that holds just the numbers wanted. All must be used.
    Outcome carry_out(const Command& command, const std::vector<std::uint32_t>& numbers) {
        give(numbers);
        const Outcome outcome = apply(state_, setup_, command, deployment_);
        require_equal("numbers used", state_.taken[0], numbers.size());
        return outcome;
    }
    void give(const std::vector<std::uint32_t>& numbers) {
        state_.taken[0] = 0;
        setup_.streams[0] = NumberStream(numbers.empty() ? std::vector<std::uint32_t>{0} : numbers);
    }

    void battle_event(const json& event) {
        const int from = event[2].get<int>() - 1;
        const int to = event[3].get<int>() - 1;
        const std::string attack = event[4];
        const std::string defence = event[5];
        require_equal("dice that attack", state_.dice[from], attack.size());
        require_equal("dice that defend", state_.dice[to], defence.size());
        std::vector<std::uint32_t> numbers;
        int attack_sum = 0;
        int defence_sum = 0;
        for (const char die : attack) {
            numbers.push_back(static_cast<std::uint32_t>(die - '1') << 29U);
            attack_sum += die - '0';
        }
        for (const char die : defence) {
            numbers.push_back(static_cast<std::uint32_t>(die - '1') << 29U);
            defence_sum += die - '0';
        }
        const int alive = state_.alive;
        const Outcome outcome = carry_out(battle(from, to), numbers);
        require_equal("legal", outcome.refusal == Refusal::none, true);
        require_equal("attack", outcome.attack_sum, attack_sum);
        require_equal("defence", outcome.defence_sum, defence_sum);
        require_equal("dice of S", state_.dice[from], event[6].get<int>());
        require_equal("dice of T", state_.dice[to], event[7].get<int>());
        require_equal("owner of T", state_.owner[to], seat_of(event[8]));
        const int thrown_out = event[9];
        require_equal("thrown out", alive - state_.alive, thrown_out == 0 ? 0 : 1);
        if (thrown_out != 0) {
            require_equal("battles before", state_.fallen[seat_of(event[9])], state_.battles - 1);
        }
    }

    void transfer_event(const json& event) {
        const int from = event[2].get<int>() - 1;
        const int to = event[3].get<int>() - 1;
        const Outcome outcome = carry_out(transfer(from, to), {});
        require_equal("legal", outcome.refusal == Refusal::none, true);
        require_equal("ended", outcome.ended_turn, false);
        require_equal("dice moved", outcome.dice, event[4].get<int>());
        require_equal("dice of S", state_.dice[from], event[5].get<int>());
        require_equal("dice of T", state_.dice[to], event[6].get<int>());
    }

    /// The turn's end follows as an event of its own, which says why; the command is carried out
    /// there.
    void refused_event(const json& event) {
        if (event[2] != "crash") {
            const int from = event[3].get<int>() - 1;
            const int to = event[4].get<int>() - 1;
            refused_ = event[2] == "b" ? battle(from, to) : transfer(from, to);
        }
    }

    void end_event(const json& event) {
        const int player = state_.mover;
        const std::string why = event[2];
        require_equal("largest region", state_.largest[player], event[3].get<int>());
        require_equal("reserve before", state_.reserve[player], event[4].get<int>());
        require_equal("switched off", state_.is_off(player), why == "disabled");
        const std::vector<std::uint32_t> numbers = numbers_for(player, event[5]);
        bool is_ended = true;
        if (why == "ai") {
            is_ended = carry_out(end_turn(), numbers).ended_turn;
        } else if (why == "limit" || why == "illegal") {
            const Outcome outcome = carry_out(refused_, numbers);
            is_ended = outcome.ended_turn;
            require_equal("illegal", outcome.refusal != Refusal::none, why == "illegal");
        } else {
            give(numbers);
            end_by_fault(state_, setup_, why == "crash", deployment_);
        }
        require_equal("ended", is_ended, true);
        require_equal("dice put down", deployment_.count, event[5].size());
        require_equal("reserve after", state_.reserve[player], event[6].get<int>());
        require_equal("is off", state_.is_off(player), why != "ai" && why != "limit");
        if (event != trace_["events"].back()) {
            require_equal("next player", state_.mover, seat_of(event[7]));
        }
        const std::string dice = event[8];
        const std::string owners = event[9];
        for (int area = 0; area < setup_.board.areas(); ++area) {
            const auto at = static_cast<std::size_t>(area);
            require_equal("dice", state_.dice[area], dice[at] - '0');
            require_equal(
                "owner", state_.owner[area], seats_[static_cast<std::size_t>(owners[at] - '0')]);
        }
    }

    /// The numbers that put dice on these areas: each area's place in the player's list.
    std::vector<std::uint32_t> numbers_for(int player, const json& areas) const {
        std::vector<std::uint32_t> numbers;
        const auto& list = state_.lists[player];
        const auto length = static_cast<unsigned>(state_.areas_of(player));
        for (const int area : areas) {
            const auto place = static_cast<std::uint32_t>(
                std::find(list.begin(), list.begin() + length, area - 1) - list.begin());
            numbers.push_back(place << (32U - static_cast<unsigned>(std::bit_width(length))));
        }
        return numbers;
    }

    void result() {
        const json& result = trace_["result"];
        const std::string reason = result["reason"];
        const End end = reason == "conquest"      ? End::conquest
                        : reason == "pass_rounds" ? End::idle
                                                  : End::battles;
        require_equal("end", static_cast<int>(state_.end), static_cast<int>(end));
        const int winner = result["winner"];
        require_equal("winner", state_.winner, winner == 0 ? nobody : seat_of(result["winner"]));
        require_equal("battles", state_.battles, result["battles"].get<int>());
        if (!difference_.empty()) {
            difference_ = "at the end: " + difference_;
        }
    }

    const json& trace_;
    Setup setup_;
    State state_;
    Deployment deployment_{};
    Command refused_;
    std::array<int, max_players + 1> seats_{};
    std::string difference_;
    int number_ = 0;
};

} // namespace

std::string foreign_constant(const json& trace) {
    const json& config = trace["config"];
    if (config["reserve_type"] != "complement") {
        return "constant reserve";
    }
    if (config["deployment"] != "unlimited") {
        return "limited deployment";
    }
    return "";
}

std::string difference_in_trace(const json& trace) {
    return Replay(trace).first_difference();
}

} // namespace tests
