#pragma once

/// Everything that pages can get, as server-sent events, and for each page its position in it. A
/// page that doesn't read costs nothing but its cursor.

#include "view/live/live_game.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

enum class LiveEnd { none, finished, interrupted };

class LiveLog {
  public:
    /// `keeps_games`: a board for each game of a match; else each slot has one, for its last game.
    /// `has_people`: FrameLines.
    explicit LiveLog(bool keeps_games, bool has_people = false)
        : keeps_games_(keeps_games), has_people_(has_people) {}

    /// A game begins; `file` holds its record.
    void begin(int slot, UniqueFd file);
    /// The newest value of a topic, JSON without line ends.
    void set(const std::string& topic, std::string json);
    void end(LiveEnd how) { end_ = how; }

    /// Continues reading all games. True if more is available at once.
    bool advance();
    /// Call it when nobody has read for a while.
    void expect_more() { has_more_ = true; }

    /// The position of a page.
    struct Cursor {
        struct Place {
            int serial = 0; ///< of the game
            std::size_t lines = 0;
        };
        std::vector<Place> boards;
        std::map<std::string, int> topics; ///< versions
        bool was_current = false;
        bool has_end = false;
    };

    /// The next events for a page, about `max_bytes` at most; empty if it has everything.
    std::string next(Cursor& cursor, std::size_t max_bytes) const;

  private:
    struct Board {
        std::unique_ptr<LiveGame> game;
        int serial = 0; ///< grows with each game of the board
    };
    struct Topic {
        std::string json;
        int version = 0;
    };

    Board& board_for(std::size_t index);
    void keep(std::unique_ptr<LiveGame> game);

    bool keeps_games_;
    bool has_people_;
    std::vector<Board> boards_;
    /// In a match: the game that is being read, until its number is known.
    std::unique_ptr<LiveGame> coming_;
    std::map<std::string, Topic> topics_;
    bool has_more_ = true; ///< what advance() returned last
    LiveEnd end_ = LiveEnd::none;
};

} // namespace referee
