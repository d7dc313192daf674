#pragma once

/// A game in progress, as pages get it: its record is replayed by the rules while it grows.

#include "match/replay.hpp"
#include "process/unique_fd.hpp"
#include "view/frame_lines.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace referee {

class LiveGame {
  public:
    /// `file` holds the lines of the game's record and grows. `has_people`: FrameLines.
    LiveGame(UniqueFd file, bool has_people) : file_(std::move(file)), has_people_(has_people) {}

    /// Reads and replays a part of what has been written. True if there is more at once.
    bool advance();

    /// JSON with the data that pages get before the lines; empty until it has been read.
    const std::string& head() const { return head_; }
    int number() const { return number_; }
    /// Lines of frames (view/frame_lines.hpp) so far.
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

} // namespace referee
