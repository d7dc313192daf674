#pragma once

/// The book of a tournament's games in its database.

#include "tournament/play/book.hpp"
#include "tournament/store/store.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace referee {

class StoredBook final : public Book {
  public:
    /// Keeps a reference.
    explicit StoredBook(Store& store) : store_(store) {}

    const std::string& path() const override { return store_.path(); }
    int generation() const override { return store_.tournament().generation; }
    std::vector<std::int64_t> games_between(std::int64_t first, std::int64_t end) const override {
        return store_.games_between(first, end);
    }
    void for_each(
        std::int64_t first, std::int64_t end,
        const std::function<void(const GameOutcome&)>& look) const override {
        store_.for_each(first, end, look);
    }
    void add(const GameOutcome& outcome) override { store_.add(outcome); }
    bool has_set_aside() const override { return store_.has_set_aside(); }
    std::multimap<std::vector<int>, std::int64_t> set_aside_on(int field) const override {
        return store_.set_aside_on(field);
    }
    void adopt(const std::vector<Adoption>& games) override {
        std::vector<Store::Adoption> places;
        places.reserve(games.size());
        for (const Adoption& game : games) {
            places.push_back({game.id, game.index, game.match});
        }
        store_.adopt(places);
    }

  private:
    Store& store_;
};

} // namespace referee
