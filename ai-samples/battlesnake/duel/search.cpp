#include "battlesnake/duel/search.hpp"

#include "battlesnake/duel/standoff.hpp"
#include "battlesnake/duel/tree.hpp"

#include <type_traits>

namespace referee::battlesnake::duel {
namespace {

using sample::DirectionList;
using sample::Situation;

/// What happens at the root of the tree.
template <int words>
class Search {
  public:
    Search(
        const Situation& situation, const SearchConfig& config, Experience& experience,
        const std::function<bool()>& is_late)
        : situation_(situation), config_(config), table_(experience.table),
          tree_(situation, config, experience, is_late), self_(situation.seat - 1) {
        experience.table.begin_move();
        experience.ordering.begin_move();
    }

    SearchResult run() {
        DirectionList steps = tree_.open_steps(self_);
        SearchResult result;
        result.direction = steps.count == 0 ? Direction::up : steps.items[0];
        if (steps.count < 2) {
            return result; // there is nothing to choose
        }
        for (int depth = 1; depth <= std::min(config_.max_depth, max_plies - 1); ++depth) {
            if (!deepen(steps, depth, result)) {
                break;
            }
            if (depth >= 2 && is_desperate(result.value)) {
                guess(steps, depth, result);
                break;
            }
        }
        result.nodes = tree_.nodes();
        result.line = expected_line(result.direction);
        return result;
    }

  private:
    /// One iteration. Puts the best step first; false when the time was up in it.
    bool deepen(DirectionList& steps, int depth, SearchResult& result) {
        int best = -infinite;
        int best_at = 0;
        Moves moves{};
        for (int i = 0; i < steps.count; ++i) {
            moves[self_] = steps.items[i];
            const std::uint64_t key = tree_.position().key() ^ Keys::decided(self_, steps.items[i]);
            int value = 0;
            if (i > 0) {
                value = tree_.reply(moves, key, 0, 0, depth, {best, best + 1});
            }
            if (i == 0 || (value > best && !tree_.is_stopped())) {
                value = tree_.reply(moves, key, 0, 0, depth, {best, infinite});
            }
            if (tree_.is_stopped()) {
                break;
            }
            if (value > best) {
                best = value;
                best_at = i;
            }
        }
        // The first step is the best one of the iteration before, so what an unfinished iteration
        // has found after it is better than that, or the same.
        if (best > -infinite) {
            result.direction = steps.items[best_at];
            result.value = best;
            std::rotate(
                steps.items.begin(), steps.items.begin() + best_at,
                steps.items.begin() + best_at + 1);
        }
        if (tree_.is_stopped()) {
            return false;
        }
        result.depth = depth;
        return true;
    }

    /// The limit is lower where less is certain: among four snakes the usual value is a quarter.
    bool is_desperate(int value) const {
        return value < config_.desperate * tree_.certain() / (all_points / 2);
    }

    /// Whatever it does, an opponent who knew its step would beat it. The opponent doesn't know it,
    /// so it takes the likeliest step of its best mixture, deepened until the time is up.
    void guess(const DirectionList& steps, int first_depth, SearchResult& result) {
        const int rival = tree_.opponent(0);
        DirectionList replies = tree_.likely_steps(rival);
        if (replies.count == 0) {
            return;
        }
        Standoff game;
        game.rows = steps.count;
        game.columns = replies.count;
        for (int depth = first_depth; depth <= std::min(config_.max_depth, max_plies - 1);
             ++depth) {
            for (int row = 0; row < game.rows; ++row) {
                for (int column = 0; column < game.columns; ++column) {
                    Moves moves{};
                    moves[self_] = steps.items[row];
                    moves[rival] = replies.items[column];
                    const std::uint64_t key = tree_.position().key() ^
                                              Keys::decided(self_, steps.items[row]) ^
                                              Keys::decided(rival, replies.items[column]);
                    game.values[row][column] =
                        tree_.reply(moves, key, 1, 0, depth, {-infinite, infinite});
                    if (tree_.is_stopped()) {
                        return;
                    }
                }
            }
            const Guess mixture = best_mixture(game);
            const auto best =
                std::max_element(mixture.chances.begin(), mixture.chances.begin() + game.rows);
            result.direction = steps.items[best - mixture.chances.begin()];
            result.value = static_cast<int>(mixture.value);
            result.depth = depth;
        }
    }

    /// The own steps of the line that the table holds.
    std::vector<Cell> expected_line(Direction first) {
        std::vector<Cell> cells;
        const auto add = [&](Direction step) {
            const int cell = tree_.position().beside(self_, step);
            const int width = tree_.position().geometry().width;
            if (cell != off_board) {
                cells.push_back(cell_at(cell % width, cell / width));
            }
        };
        Direction own = first;
        for (int ply = 0; ply < max_plies && tree_.position().lives(self_); ++ply) {
            add(own);
            Moves moves{};
            moves[self_] = own;
            const std::uint64_t key = tree_.position().key() ^ Keys::decided(self_, own);
            if (!tree_.expect_replies(moves, key, ply)) {
                return cells;
            }
            Undo<words> undo;
            tree_.position().make(moves, undo); // the position isn't used any more
            const Entry* const entry = table_.find(tree_.position().key());
            if (entry == nullptr || !table_.is_of_this_move(*entry)) {
                return cells;
            }
            own = entry->best;
        }
        return cells;
    }

    const Situation& situation_;
    const SearchConfig& config_;
    const Table& table_;
    Tree<words> tree_;
    int self_;
};

/// The words that a board needs: one for 7 x 7, two for 11 x 11, six for 19 x 19, ten for 25 x 25.
template <typename Use>
auto for_board(const State& state, Use use) {
    const int cells = state.width * state.height;
    if (cells <= 64) {
        return use(std::integral_constant<int, 1>());
    }
    if (cells <= 2 * 64) {
        return use(std::integral_constant<int, 2>());
    }
    if (cells <= 6 * 64) {
        return use(std::integral_constant<int, 6>());
    }
    return use(std::integral_constant<int, 10>());
}

} // namespace

SearchResult search(
    const Situation& situation, const SearchConfig& config, Experience& experience,
    const std::function<bool()>& is_late) {
    return for_board(situation.state, [&](auto words) {
        return Search<words()>(situation, config, experience, is_late).run();
    });
}

} // namespace referee::battlesnake::duel
