// The network's inputs for a seat: size, dice, regions, borders, what it may lose and take, and the
// kinds of its areas and of those around it.

#include "dicewars/lib/moves.hpp"
#include "dicewars/lib/value/value.hpp"

#include <algorithm>
#include <cmath>

namespace referee::dicewars::sample {
namespace {

/// Sums over the areas of a seat.
struct Sums {
    int areas = 0;
    int dice = 0;
    int borders = 0;
    int border_dice = 0;
    int weak_borders = 0; // with one or two dice
    int full = 0;
    int full_borders = 0;
    int pending = 0; // dice to be placed at the end of the turn
    int regions = 0;
    AreaSet largest = 0;
    int around = 0;                             // enemy areas next to own ones
    int around_dice = 0;                        // on them
    unsigned around_seats = 0;                  // bits: their owners
    std::array<AreaSet, max_areas> region_sets; // `regions` of them
    float dice_at_risk = 0;
    float areas_at_risk = 0;
    float region_at_risk = 0;
    float region_cut = 0;  // further areas cut off from the largest region when it loses one
    float gain = 0;        // enemy areas that may be taken
    float region_gain = 0; // of those, next to the largest region
    float region_join = 0; // maximum number of areas that one of them adds to it
    std::array<float, max_players> loss{}; // to each seat
};

/// Probabilities of failure as floats, in contiguous cache lines.
using FloatOdds = std::array<std::array<float, max_dice + 1>, max_dice + 1>;

const FloatOdds& failures() {
    static const FloatOdds odds = [] {
        FloatOdds made{};
        for (int attack = 2; attack <= max_dice; ++attack) {
            for (int defence = 1; defence <= max_dice; ++defence) {
                made[attack][defence] = static_cast<float>(failure_table()[attack][defence]);
            }
        }
        made[0].fill(1);
        made[1].fill(1);
        return made;
    }();
    return odds;
}

void find_regions(const Board& board, AreaSet own, Sums& sums) {
    int largest = 0;
    for (AreaSet left = own; left != 0;) {
        const AreaSet region = take_region(board, left);
        sums.region_sets[sums.regions++] = region;
        if (std::popcount(region) > largest) {
            largest = std::popcount(region);
            sums.largest = region;
        }
    }
}

/// Number of further areas that the region loses with this one.
int cut_off(const Board& board, AreaSet region, int area) {
    const AreaSet rest = region & ~set_of(area);
    const AreaSet beside = board.neighbour_set(area) & rest;
    AreaSet apart = beside;
    if (beside != 0) {
        take_region(board, apart);
    }
    if (apart == 0) {
        return 0; // its neighbours are connected without it
    }
    int largest = 0;
    for (AreaSet left = rest; left != 0;) {
        largest = std::max(largest, std::popcount(take_region(board, left)));
    }
    return std::popcount(rest) - largest;
}

/// Number of areas by which the largest region grows if the seat takes this one.
int joined(const Board& board, const Sums& sums, int area) {
    int size = 1;
    for (int i = 0; i < sums.regions; ++i) {
        if ((sums.region_sets[i] & board.neighbour_set(area)) != 0) {
            size += std::popcount(sums.region_sets[i]);
        }
    }
    return size - std::popcount(sums.largest);
}

constexpr int kinds_of_pairs = 2 * max_dice * max_dice; // dice, dice against them, region
constexpr int first_border = 0;
constexpr int first_target = kinds_of_pairs;
constexpr int first_inner = 2 * kinds_of_pairs;
static_assert(first_inner + 2 * max_dice == kind_count);

int pair_of(int dice, int against, bool is_largest) {
    return ((is_largest ? max_dice : 0) + dice - 1) * max_dice + against - 1;
}

/// The values by which seats are compared.
struct Table {
    std::array<Sums, max_players> sums;     // of the seats in the game
    std::array<float, max_players> stock{}; // dice on the board and to come
    float stock_of_all = 0;
    int alive = 0;
    AreaSet border = 0; // areas next to those of another seat
};

/// The attackers of an area, by seat.
struct Attackers {
    unsigned seats = 0;                  // bits
    std::array<float, max_players> kept; // chance that all attacks of the seat fail
    std::array<int, max_players> dice;   // maximum number on one of its areas
    int max_dice = 1;                    // of all seats
};

/// Each seat attacks the area once from each of its areas next to it.
Attackers attackers_of(const State& state, int area, AreaSet enemies) {
    const auto& failure = failures();
    const int defence = state.dice[area];
    Attackers attackers;
    while (enemies != 0) {
        const int from = take_first(enemies);
        const int seat = state.owner[from];
        const int dice = state.dice[from];
        const float failed = failure[dice][defence];
        const unsigned bit = 1U << static_cast<unsigned>(seat);
        const bool is_known = (attackers.seats & bit) != 0;
        attackers.seats |= bit;
        attackers.kept[seat] = is_known ? attackers.kept[seat] * failed : failed;
        attackers.dice[seat] = is_known ? std::max(attackers.dice[seat], dice) : dice;
        attackers.max_dice = std::max(attackers.max_dice, dice);
    }
    return attackers;
}

/// A border area, as its owner and those who may attack it see it. Enemy areas have kinds by their
/// dice, the most own dice beside them, and whether they are next to the largest region.
void add_border(
    const Board& board, const State& state, int area, AreaSet enemies, Table& table,
    std::array<Features, max_players>& features) {
    const int owner = state.owner[area];
    const int dice = state.dice[area];
    const AreaSet beside = board.neighbour_set(area);
    const Attackers attackers = attackers_of(state, area, enemies);
    Sums& own = table.sums[owner];
    float kept_of_all = 1;
    for (unsigned left = attackers.seats; left != 0; left &= left - 1) {
        const int seat = std::countr_zero(left);
        const float taken = 1 - attackers.kept[seat];
        kept_of_all *= attackers.kept[seat];
        own.loss[seat] += taken;
        Sums& taker = table.sums[seat];
        taker.gain += taken;
        ++taker.around;
        taker.around_dice += dice;
        taker.around_seats |= 1U << static_cast<unsigned>(owner);
        const bool is_by_largest = (beside & taker.largest) != 0;
        if (is_by_largest) {
            taker.region_gain += taken;
        }
        if (taker.regions > 1) {
            const auto brought = static_cast<float>(joined(board, taker, area));
            taker.region_join = std::max(taker.region_join, taken * brought);
        }
        Features& to = features[seat];
        to.add_kind(first_target + pair_of(dice, attackers.dice[seat], is_by_largest));
    }
    const float lost = 1 - kept_of_all;
    const bool is_largest = has(own.largest, area);
    own.dice_at_risk += lost * static_cast<float>(dice);
    own.areas_at_risk += lost;
    if (is_largest) {
        own.region_at_risk += lost;
        own.region_cut += lost * static_cast<float>(cut_off(board, own.largest, area));
    }
    features[owner].add_kind(first_border + pair_of(dice, attackers.max_dice, is_largest));
}

/// Border areas have kinds by their dice, the most dice against them, and whether they are in the
/// largest region; inner areas by their dice and whether they are next to the border.
void add_area(
    const Board& board, const State& state, const Parameters& parameters, int area, Table& table,
    std::array<Features, max_players>& features) {
    const int owner = state.owner[area];
    const int dice = state.dice[area];
    const AreaSet enemies = board.neighbour_set(area) & ~state.owned[owner];
    const int is_full = dice == parameters.max_dice ? 1 : 0;
    Sums& own = table.sums[owner];
    own.dice += dice;
    own.full += is_full;
    if (enemies != 0) {
        ++own.borders;
        own.border_dice += dice;
        own.weak_borders += dice <= 2 ? 1 : 0;
        own.full_borders += is_full;
        add_border(board, state, area, enemies, table, features);
        return;
    }
    const bool is_near = (board.neighbour_set(area) & table.border) != 0;
    features[owner].add_kind(first_inner + (is_near ? max_dice : 0) + dice - 1);
}

/// Makes the table, and adds the kinds to the features.
Table table_of(
    const Board& board, const State& state, const Parameters& parameters, Moment moment,
    std::array<Features, max_players>& features) {
    Table table;
    for (int seat = 0; seat < state.players; ++seat) {
        table.sums[seat].areas = state.areas_of(seat);
        find_regions(board, state.owned[seat], table.sums[seat]);
        features[seat].kinds_used = 0;
    }
    for (int area = 0; area < board.areas(); ++area) {
        const AreaSet own = state.owned[state.owner[area]];
        table.border |= (board.neighbour_set(area) & ~own) != 0 ? set_of(area) : 0;
    }
    for (int area = 0; area < board.areas(); ++area) {
        add_area(board, state, parameters, area, table, features);
    }
    for (int seat = 0; seat < state.players; ++seat) {
        Sums& own = table.sums[seat];
        if (own.areas == 0) {
            continue;
        }
        int stock = own.dice + state.reserve[seat];
        if (moment != Moment::begin && seat == state.mover) {
            const int room = parameters.max_dice * own.areas - own.dice;
            const int produced = state.reserve[seat] + std::popcount(own.largest);
            own.pending = std::min({parameters.reserve_production, produced, room});
            stock += std::popcount(own.largest);
        }
        table.stock[seat] = static_cast<float>(stock);
        table.stock_of_all += table.stock[seat];
        ++table.alive;
    }
    return table;
}

/// The greatest value among the other seats; those that are out have 0.
template <typename ValueOf>
float max_of_others(const State& state, int seat, ValueOf value_of) {
    float max = 0;
    for (int other = 0; other < state.players; ++other) {
        if (other != seat) {
            max = std::max(max, value_of(other));
        }
    }
    return max;
}

float ratio(float part, float whole) {
    return whole > 0 ? part / whole : 0;
}

float number(int count) {
    return static_cast<float>(count);
}

/// `delay` seats move before this one. The divisors scale all numbers to about 0..1.
std::array<float, feature_count> numbers_of(
    const Table& table, const Board& board, const State& state, const Parameters& parameters,
    Moment moment, int seat, int delay) {
    const auto size = [&](int i) { return number(table.sums[i].areas); };
    const auto stock = [&](int i) { return table.stock[i]; };
    const auto region = [&](int i) { return number(std::popcount(table.sums[i].largest)); };
    const Sums& own = table.sums[seat];
    const float around_dice = ratio(number(own.around_dice), number(own.around));
    const float areas = number(board.areas());
    const float count = size(seat);
    const float borders = number(own.borders);
    const float dice = number(own.dice);
    const float others = number(std::max(table.alive - 1, 1));
    const float inner_spare = number(own.dice - own.border_dice - (own.areas - own.borders));
    const int room = parameters.max_dice * own.areas - own.dice;
    const int income = std::min(state.reserve[seat] + std::popcount(own.largest), room);
    const bool is_during = moment == Moment::during && seat == state.mover;
    const int transfers = is_during ? parameters.max_transfers - state.transfers_this_turn : 0;
    return {
        // size
        count / areas,
        std::log(stock(seat)) / 4,
        stock(seat) / table.stock_of_all,
        region(seat) / areas,
        region(seat) / std::max(region(seat), max_of_others(state, seat, region)),
        number(own.regions - 1) / 4,
        number(state.reserve[seat]) / 16,
        number(own.pending) / 8,
        number(income) / areas,
        // borders
        borders / count,
        ratio(number(own.border_dice), borders * 8),
        inner_spare / (count * 4),
        own.dice_at_risk / dice,
        own.areas_at_risk / count,
        own.region_at_risk / region(seat),
        own.region_cut / region(seat),
        number(own.around) / 8,
        own.gain / 4,
        own.region_gain / 4,
        own.region_join / 8,
        *std::max_element(own.loss.begin(), own.loss.end()) / count,
        number(own.full) / count,
        ratio(number(own.full_borders), borders),
        ratio(number(own.weak_borders), borders),
        // the order of play
        number(delay) / others,
        delay == 0 ? 1.0F : 0.0F,
        // the others
        table.alive == 2 ? 1.0F : 0.0F,
        table.alive == 3 ? 1.0F : 0.0F,
        number(table.alive) / 8,
        (count - max_of_others(state, seat, size)) / areas,
        (stock(seat) - max_of_others(state, seat, stock)) / table.stock_of_all,
        number(std::popcount(own.around_seats)) / others,
        around_dice / 8,
        std::log(count) / 3,
        // the turn
        is_during ? 1.0F : 0.0F,
        number(transfers) / 6,
    };
}

} // namespace

void fill_features(
    const Board& board, const State& state, const Parameters& parameters, Moment moment,
    std::array<Features, max_players>& features) {
    const Table table = table_of(board, state, parameters, moment, features);
    // After the mover's last command, the next seat moves first and the mover last.
    const int first = state.mover + (moment == Moment::deployed ? 1 : 0);
    int delay = 0;
    for (int i = 0; i < state.players; ++i) {
        const int seat = (first + i) % state.players;
        if (state.owned[seat] != 0) {
            Features& of_seat = features[seat];
            of_seat.numbers = numbers_of(table, board, state, parameters, moment, seat, delay++);
        }
    }
}

} // namespace referee::dicewars::sample
