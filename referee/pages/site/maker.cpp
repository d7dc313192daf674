#include "pages/site/maker.hpp"

#include <algorithm>

namespace referee {

SiteMaker::SiteMaker(const SiteData& site_data, SiteFiles& site_files, std::string_view program)
    : data(site_data), files(site_files), frame_(SiteKey()
                                                     .add(program)
                                                     .add(data.config.title)
                                                     .add(data.game)
                                                     .add(std::int64_t{data.seats})
                                                     .add(std::int64_t{data.places.are_played()})
                                                     .text()) {
    std::vector<std::string> ais; // by AI: what a row shows of it
    for (std::size_t ai = 0; ai < data.entry_of.size(); ++ai) {
        const SiteEntry& entry = data.entry(static_cast<int>(ai));
        SiteKey key;
        add_entry(key, entry);
        ais.push_back(key.add(data.version(static_cast<int>(ai)).version)
                          .add(std::int64_t{entry.is_baseline})
                          .text());
    }
    game_keys_.reserve(data.games.size());
    for (const SiteGame& game : data.games) {
        const auto field = static_cast<std::size_t>(game.field);
        SiteKey key;
        key.add(game.index).add(game.replay).add(game.reason).add(game.time);
        key.add(std::int64_t{game.turns}).add(data.fields[field]).add(data.field_files[field]);
        for (std::size_t seat = 0; seat < game.ais.size(); ++seat) {
            key.add(ais[static_cast<std::size_t>(game.ais[seat])]);
            key.add(game.scores[seat]).add(game.shares[seat]);
            key.add(std::int64_t{game.faults[seat]});
        }
        const std::string text = key.text();
        std::copy_n(text.begin(), text.size(), game_keys_.emplace_back().begin());
    }
}

SiteKey SiteMaker::page_key(std::string_view path, std::string_view title) const {
    SiteKey key;
    key.add(frame_).add(path).add(title);
    return key;
}

void SiteMaker::add_games(SiteKey& key, std::span<const SiteGame* const> games) const {
    for (const SiteGame* const game : games) {
        const GameKey& own = game_keys_[static_cast<std::size_t>(game - data.games.data())];
        key.add(std::string_view(own.data(), own.size()));
    }
    key.add(static_cast<std::int64_t>(games.size()));
}

void SiteMaker::add_entry(SiteKey& key, const SiteEntry& entry) const {
    key.add(entry.shown()).add(entry.file);
}

} // namespace referee
