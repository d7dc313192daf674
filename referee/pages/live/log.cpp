#include "pages/live/log.hpp"

#include "base/bytes.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <fmt/format.h>
#include <iterator>
#include <unistd.h>
#include <utility>

namespace referee {

namespace {

void append_event(std::string& text, std::string_view name, std::string_view json) {
    fmt::format_to(std::back_inserter(text), "event: {}\ndata: {}\n\n", name, json);
}

} // namespace

LiveLog::Board& LiveLog::board_for(std::size_t index) {
    if (boards_.size() <= index) {
        boards_.resize(index + 1);
    }
    return boards_[index];
}

void LiveLog::begin(int slot, UniqueFd file) {
    auto game = std::make_unique<LiveGame>(std::move(file), people_);
    if (keeps_games_) {
        coming_.push_back(std::move(game)); // the last one may not have been looked at yet
        return;
    }
    Board& board = board_for(static_cast<std::size_t>(slot));
    board.game = std::move(game);
    ++board.serial;
}

/// A game that had to be played again takes the place of its first attempt.
void LiveLog::keep(std::unique_ptr<LiveGame> game) {
    Board& board = board_for(static_cast<std::size_t>(game->number() - 1));
    board.game = std::move(game);
    ++board.serial;
}

void LiveLog::set(const std::string& topic, std::string json) {
    Topic& known = topics_[topic];
    known.json = std::move(json);
    ++known.version;
}

bool LiveLog::advance() {
    has_more_ = false;
    while (!coming_.empty()) {
        LiveGame& first = *coming_.front();
        const bool has_more = first.advance();
        has_more_ = has_more_ || has_more;
        if (!first.head().empty()) {
            keep(std::move(coming_.front()));
            has_more_ = true;
        } else if (has_more || coming_.size() == 1) {
            break; // its head is still to come
        }          // else it ended before it had one
        coming_.pop_front();
    }
    for (const Board& board : boards_) {
        has_more_ = (board.game && board.game->advance()) || has_more_;
    }
    return has_more_;
}

std::string LiveLog::next(Cursor& cursor, std::size_t max_bytes, int person) const {
    std::string text;
    for (const auto& [name, topic] : topics_) {
        int& version = cursor.topics[name];
        if (version != topic.version) {
            version = topic.version;
            append_event(
                text, "topic", fmt::format(R"({{"name":"{}","value":{}}})", name, topic.json));
        }
    }
    cursor.boards.resize(boards_.size());
    for (std::size_t i = 0; i < boards_.size(); ++i) {
        const Board& board = boards_[i];
        if (!board.game || board.game->head().empty()) {
            continue;
        }
        Cursor::Place& place = cursor.boards[i];
        if (place.serial != board.serial) {
            place = {board.serial, 0};
            append_event(
                text, "game",
                fmt::format(
                    R"({{"board":{},"serial":{},"head":{}}})", i, board.serial,
                    board.game->head()));
        }
        while (place.lines < board.game->lines(person)) {
            if (text.size() >= max_bytes) {
                return text;
            }
            append_event(
                text, "lines",
                fmt::format(
                    R"({{"board":{},"serial":{},{}}})", i, board.serial,
                    board.game->piece(person, place.lines)));
        }
    }
    if (!has_more_ && !std::exchange(cursor.was_current, true)) {
        append_event(text, "current", "{}");
    }
    if (end_ != LiveEnd::none && !cursor.has_end) {
        cursor.has_end = true;
        append_event(
            text, "end", fmt::format(R"({{"interrupted":{}}})", end_ == LiveEnd::interrupted));
    }
    return text;
}

namespace {

/// Bytes read at a time: replaying them must not keep other pages waiting.
constexpr std::size_t block_bytes = 8 * 1024;
/// gzip looks no further back.
constexpr std::size_t chunk_bytes = 32 * 1024;
/// Names the record in messages.
const std::string record_name = "live";

} // namespace

bool LiveGame::advance() {
    if (!file_) {
        return false;
    }
    std::array<char, block_bytes> block{};
    // The writer shares the file's position: it must not be moved here.
    const ssize_t got = ::pread(file_.get(), block.data(), block.size(), offset_);
    if (got <= 0) {
        return false;
    }
    offset_ += got;
    std::string_view rest(block.data(), static_cast<std::size_t>(got));
    for (std::size_t end = rest.find('\n'); end != std::string_view::npos && file_;
         end = rest.find('\n')) {
        partial_ += rest.substr(0, end);
        rest.remove_prefix(end + 1);
        take(partial_);
        partial_.clear();
    }
    partial_ += rest;
    return file_ && static_cast<std::size_t>(got) == block.size();
}

void LiveGame::take(std::string_view text) {
    ++line_;
    try {
        std::optional<RecordedLine> line = parse_record_line(text, record_name, line_, limit_ms_);
        if (line) {
            std::visit([this](auto& part) { take_part(part); }, *line);
        }
        if (file_ && replay_ && !replay_->replay().differences.empty()) {
            finish({}, replay_->replay().differences);
        }
    } catch (const std::exception& problem) {
        finish({}, {{line_, problem.what()}}); // the page says so
    }
}

void LiveGame::take_part(RecordedGame& game) {
    number_ = game.number;
    limit_ms_ = game.limit_ms;
    head_ = page_text(page_json(game, rules_of(game_named(game.game).info())));
    told_.field_name = game.field_name;
    told_.names = game.names;
    make_views(game);
    field_ = field_of(record_name, game);
    const auto watch =
        [this](const Position& position, std::span<const RecordedMove> moves, bool is_step) {
            for (View& view : views_) {
                if (is_step) {
                    view.frames->step(position);
                } else {
                    view.add(view.frames->turn(position, moves));
                }
            }
        };
    replay_ = std::make_unique<GameReplay>(field_, game, watch, true);
}

void LiveGame::take_part(RecordedMove& move) {
    if (move.is_preparation && views_.front().frames) {
        for (View& view : views_) {
            view.add(view.frames->more(move));
        }
    } else if (replay_) {
        replay_->add(move);
    }
}

void LiveGame::take_part(RecordedResult& result) {
    if (replay_) {
        replay_->add(result);
        finish({result}, replay_->replay().differences);
    }
}

void LiveGame::finish(
    const std::vector<RecordedResult>& result, const std::vector<Difference>& wrong) {
    for (View& view : views_) {
        view.add(FrameLines::end(
            result, wrong, view.frames ? view.frames->story(told_, result) : std::vector<Moment>(),
            view.frames ? &view.frames->line() : nullptr));
    }
    file_.reset();
}

/// A person's own view costs as much as that of everybody, so it is made only where it differs: in
/// games with secrets, and in games without a drawing, where it holds the files of their seat.
void LiveGame::make_views(const RecordedGame& game) {
    const GameInfo& info = game_named(game.game).info();
    const int seats = static_cast<int>(game.names.size());
    const auto make = [&](std::optional<Seat> viewer) {
        return std::make_unique<FrameLines>(
            info, seats, viewer, true, Judge::of(info, seats, game.field_text));
    };
    views_.front().frames = make(people_.empty() ? std::nullopt : std::optional(everybody));
    if (!info.hidden && has_drawing(info)) {
        return;
    }
    for (const std::string& name : people_) {
        const auto at = std::find(game.names.begin(), game.names.end(), name);
        const bool plays = at != game.names.end();
        views_.emplace_back().frames =
            make(plays ? static_cast<Seat>(at - game.names.begin()) + 1 : everybody);
    }
}

void LiveGame::View::add(std::string line) {
    if (tail_bytes_ + line.size() > chunk_bytes && !tail_.empty()) {
        std::string text;
        for (const std::string& each : tail_) {
            text += each + "\n";
        }
        sealed_ += tail_.size();
        chunks_.push_back({sealed_, base64(gzip(text))});
        tail_.clear();
        tail_bytes_ = 0;
    }
    tail_bytes_ += line.size();
    tail_.push_back(std::move(line));
}

std::string LiveGame::View::piece(std::size_t& from) const {
    if (from >= sealed_) {
        const auto first = tail_.begin() + static_cast<std::ptrdiff_t>(from - sealed_);
        std::string text =
            fmt::format(R"("first":{},"lines":[{}])", from, fmt::join(first, tail_.end(), ","));
        from = lines();
        return text;
    }
    const auto chunk = std::upper_bound(
        chunks_.begin(), chunks_.end(), from,
        [](std::size_t line, const Chunk& each) { return line < each.end; });
    const std::size_t first = chunk == chunks_.begin() ? 0 : std::prev(chunk)->end;
    from = chunk->end;
    return fmt::format(R"("first":{},"packed":"{}")", first, chunk->packed);
}

} // namespace referee
