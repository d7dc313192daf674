#include "view/live/live_log.hpp"

#include <fmt/format.h>
#include <iterator>
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
    auto game = std::make_unique<LiveGame>(std::move(file), has_people_);
    if (keeps_games_) {
        coming_ = std::move(game);
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
    if (coming_) {
        has_more_ = coming_->advance();
        if (!coming_->head().empty()) {
            keep(std::move(coming_));
            has_more_ = true;
        }
    }
    for (const Board& board : boards_) {
        has_more_ = (board.game && board.game->advance()) || has_more_;
    }
    return has_more_;
}

std::string LiveLog::next(Cursor& cursor, std::size_t max_bytes) const {
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
        while (place.lines < board.game->lines()) {
            if (text.size() >= max_bytes) {
                return text;
            }
            append_event(
                text, "lines",
                fmt::format(
                    R"({{"board":{},"serial":{},{}}})", i, board.serial,
                    board.game->piece(place.lines)));
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

} // namespace referee
