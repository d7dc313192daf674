#pragma once

/// Everything that pages can get, as server-sent events, and for each page its position in it. A
/// page that doesn't read costs nothing but its cursor.

#include "os/descriptor.hpp"
#include "pages/frames.hpp"
#include "record/replay.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

// A game in progress, as pages get it: its record is replayed by the rules while it grows.

class LiveGame {
  public:
    /// `file` holds the lines of the game's record and grows. `has_people`: FrameLines.
    LiveGame(UniqueFd file, bool has_people) : file_(std::move(file)), has_people_(has_people) {}

    /// Reads and replays a part of what has been written. True if there is more at once.
    bool advance();

    /// JSON with the data that pages get before the lines; empty until it has been read.
    const std::string& head() const { return head_; }
    int number() const { return number_; }
    /// Lines of frames (pages/frames.hpp) so far.
    std::size_t lines() const { return sealed_ + tail_.size(); }

    /// Lines for a page that has the first `from`, as JSON without its braces: "first" is the index
    /// of the first one, which may be less; then "lines", a list, or "packed", JSON lines
    /// compressed with gzip as base64. Sets `from` to how many the page has then. At least one line
    /// must be left.
    std::string piece(std::size_t& from) const;

  private:
    /// Older lines are kept compressed.
    struct Chunk {
        std::size_t end; ///< index after its last line
        std::string packed;
    };

    void take(std::string_view line);
    void take_part(RecordedGame& game);
    void take_part(RecordedMove& move);
    void take_part(RecordedResult& result);
    void add(std::string line);
    void finish(const std::vector<RecordedResult>& result, const std::vector<Difference>& wrong);

    UniqueFd file_; ///< none after the end
    bool has_people_;
    off_t offset_ = 0;
    int line_ = 0;        ///< number of the last line read, from 1
    std::string partial_; ///< an incomplete line
    std::string head_;
    int number_ = 0;
    std::int64_t limit_ms_ = 0; ///< RecordedGame::limit_ms
    LoadedField field_;
    std::unique_ptr<FrameLines> frames_;
    std::unique_ptr<GameReplay> replay_;
    std::vector<Chunk> chunks_;
    std::size_t sealed_ = 0; ///< lines in chunks
    std::vector<std::string> tail_;
    std::size_t tail_bytes_ = 0;
};

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
