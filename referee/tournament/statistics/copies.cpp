#include "tournament/statistics/copies.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace referee {

namespace {

class Copies {
  public:
    Copies(const std::vector<int>& same_as, Ratings::Result& result)
        : result_(result), copies_(same_as.size()), order_(same_as.size()) {
        for (std::size_t ai = 0; ai < same_as.size(); ++ai) {
            const int first = same_as[ai];
            copies_[static_cast<std::size_t>(first)].push_back(static_cast<int>(ai));
            result.ratings[ai] = result.ratings[static_cast<std::size_t>(first)];
        }
    }

    void add() {
        add_differences();
        if (result_.any_pair) { // the sets count copies already
            add_ranks([](Ratings::Rating&, int, int) {});
            return;
        }
        std::vector<int> better(copies_.size(), 1);
        std::vector<int> worse(copies_.size());
        for (const Ratings::Difference& difference : result_.differences) {
            better[difference.second] += difference.is_certain ? 1 : 0;
            worse[difference.first] += difference.is_certain ? 1 : 0;
        }
        add_ranks([&](Ratings::Rating& rating, int ai, int members) {
            rating.best_rank = better[ai];
            rating.worst_rank = members - worse[ai];
        });
    }

  private:
    /// Calls add_set(rating, AI, members of its group).
    template <typename AddSet>
    void add_ranks(const AddSet& add_set) {
        for (int group = 0; group < result_.groups; ++group) {
            std::vector<int> members;
            std::vector<double> elos;
            for (std::size_t ai = 0; ai < copies_.size(); ++ai) {
                if (result_.ratings[ai].group == group) {
                    members.push_back(static_cast<int>(ai));
                    elos.push_back(result_.ratings[ai].elo);
                }
            }
            const std::vector<int> ranks = ranks_of_ratings(elos);
            for (std::size_t i = 0; i < members.size(); ++i) {
                Ratings::Rating& rating = result_.ratings[members[i]];
                rating.rank = ranks[i];
                add_set(rating, members[i], static_cast<int>(members.size()));
            }
        }
    }

    /// In the order of ratings, as without copies. Copies of one program have no difference.
    void add_differences() {
        std::vector<Ratings::Difference> all;
        for (const Ratings::Difference& known : result_.differences) {
            for (const int first : copies_[known.first]) {
                for (const int second : copies_[known.second]) {
                    all.push_back(known);
                    all.back().first = first;
                    all.back().second = second;
                }
            }
        }
        std::iota(order_.begin(), order_.end(), 0);
        std::stable_sort(order_.begin(), order_.end(), [this](int a, int b) {
            const Ratings::Rating& one = result_.ratings[a];
            const Ratings::Rating& other = result_.ratings[b];
            return std::pair(one.group, -one.elo) < std::pair(other.group, -other.elo);
        });
        std::vector<int> place(order_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            place[order_[i]] = static_cast<int>(i);
        }
        std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
            return std::pair(place[a.first], place[a.second]) <
                   std::pair(place[b.first], place[b.second]);
        });
        result_.differences = std::move(all);
    }

    Ratings::Result& result_;
    std::vector<std::vector<int>> copies_; ///< by first AI of a program: all of them
    std::vector<int> order_;
};

} // namespace

void add_copies(const std::vector<int>& same_as, Ratings::Result& result) {
    Copies(same_as, result).add();
}

} // namespace referee
