#pragma once

/// Everything that pages can get, as server-sent events, and for each page its position in it. A
/// page that doesn't read costs nothing but its cursor.

#include "os/descriptor.hpp"
#include "pages/frames.hpp"
#include "record/replay.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

// A game in progress, as pages get it: its record is replayed by the rules while it grows.

class LiveGame {
  public:
    /// `file` holds the lines of the game's record and grows. `people` are the names of those who
    /// play: then pages get what everybody knows, or each person what they know themselves.
    LiveGame(UniqueFd file, const std::vector<std::string>& people)
        : file_(std::move(file)), people_(people) {}

    /// Reads and replays a part of what has been written. True if there is more at once.
    bool advance();

    /// JSON with the data that pages get before the lines; empty until it has been read.
    const std::string& head() const { return head_; }
    int number() const { return number_; }
    /// Lines of frames (pages/frames.hpp) so far for a person, counted from 1, or 0: everybody.
    std::size_t lines(int person) const { return view_of(person).lines(); }

    /// Lines for a page that has the first `from`, as JSON without its braces: "first" is the index
    /// of the first one, which may be less; then "lines", a list, or "packed", JSON lines
    /// compressed with gzip as base64. Sets `from` to how many the page has then. At least one line
    /// must be left.
    std::string piece(int person, std::size_t& from) const { return view_of(person).piece(from); }

  private:
    /// The lines for everybody, or those for one person.
    class View {
      public:
        std::unique_ptr<FrameLines> frames;

        void add(std::string line);
        std::size_t lines() const { return sealed_ + tail_.size(); }
        std::string piece(std::size_t& from) const;

      private:
        /// Older lines are kept compressed.
        struct Chunk {
            std::size_t end; ///< index after its last line
            std::string packed;
        };

        std::vector<Chunk> chunks_;
        std::size_t sealed_ = 0; ///< lines in chunks
        std::vector<std::string> tail_;
        std::size_t tail_bytes_ = 0;
    };

    const View& view_of(int person) const {
        const auto index = static_cast<std::size_t>(person);
        return views_[index < views_.size() ? index : 0];
    }

    void take(std::string_view line);
    void take_part(RecordedGame& game);
    void take_part(RecordedMove& move);
    void take_part(RecordedResult& result);
    void make_views(const RecordedGame& game);
    void finish(const std::vector<RecordedResult>& result, const std::vector<Difference>& wrong);

    UniqueFd file_; ///< none after the end
    std::vector<std::string> people_;
    off_t offset_ = 0;
    int line_ = 0;        ///< number of the last line read, from 1
    std::string partial_; ///< an incomplete line
    std::string head_;
    RecordedGame told_; ///< of its head field and names, for the story
    int number_ = 0;
    std::int64_t limit_ms_ = 0; ///< RecordedGame::limit_ms
    LoadedField field_;
    /// The first one is for everybody. Others only where people may know or see more.
    std::vector<View> views_ = std::vector<View>(1);
    std::unique_ptr<GameReplay> replay_;
};

enum class LiveEnd { none, finished, interrupted };

class LiveLog {
  public:
    /// `keeps_games`: a board for each game of a match; else each slot has one, for its last game.
    /// `people`: LiveGame.
    explicit LiveLog(bool keeps_games, std::vector<std::string> people = {})
        : keeps_games_(keeps_games), people_(std::move(people)) {}

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

    /// The next events for a page, about `max_bytes` at most; empty if it has everything. `person`
    /// counts those who play from 1; 0: anybody.
    std::string next(Cursor& cursor, std::size_t max_bytes, int person = 0) const;

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
    std::vector<std::string> people_;
    std::vector<Board> boards_;
    /// In a match: the game that is being read, until its number is known.
    std::deque<std::unique_ptr<LiveGame>> coming_;
    std::map<std::string, Topic> topics_;
    bool has_more_ = true; ///< what advance() returned last
    LiveEnd end_ = LiveEnd::none;
};

} // namespace referee
