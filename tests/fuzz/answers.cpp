// Answers of AIs, in whole games: the first byte chooses the field, then come answers, each ended
// by a byte 0xff. What an answer's effect was must have that same effect again, as in a replay.

#include "fuzz/driver/harness.hpp"

#include "game/registry.hpp"

#include <algorithm>
#include <sstream>

using namespace referee;

namespace fuzz {
namespace {

constexpr char answer_end = '\xff';

struct Board {
    LoadedField field;
    std::string seed; ///< the answers of the game's playthrough
};

/// "field PATH" and "> seat N FAULT ANSWER" are what a playthrough is made from.
Board board_of(const Game& game) {
    std::istringstream text(read_file(
        source_folder() + "/tests/playthroughs/" + std::string(game.info().name) + ".txt"));
    Board board;
    for (std::string line; std::getline(text, line);) {
        std::istringstream words(line);
        std::string first;
        words >> first;
        if (first == "field") {
            std::string path;
            words >> path;
            board.field = load_field(source_folder() + "/" + path);
        } else if (first == ">") {
            std::string skipped;
            words >> skipped >> skipped >> skipped;
            std::string answer;
            std::getline(words, answer);
            board.seed += (answer.empty() ? "" : answer.substr(1)) + answer_end;
        }
    }
    return board;
}

const std::vector<Board>& boards() {
    static const std::vector<Board> all = [] {
        std::vector<Board> list;
        for (const Game* const game : all_games()) {
            list.push_back(board_of(*game));
        }
        return list;
    }();
    return all;
}

std::string_view next_answer(std::string_view& rest) {
    const std::size_t end = std::min(rest.find(answer_end), rest.size());
    const std::string_view answer = rest.substr(0, end);
    rest.remove_prefix(std::min(rest.size(), end + 1));
    return answer;
}

void check_effect(const Effect& effect) {
    require(
        effect.fault == Fault::none || effect.fault == Fault::bad_result ||
            effect.fault == Fault::illegal,
        "a fault that no answer has");
    require(
        effect.reason.empty() == (effect.fault == Fault::none), "a fault and its reason disagree");
}

} // namespace

std::vector<std::string> seeds() {
    std::vector<std::string> inputs;
    for (const Board& board : boards()) {
        std::string input(1, static_cast<char>(inputs.size()));
        inputs.push_back(input + board.seed);
    }
    return inputs;
}

void execute(std::string_view input) {
    Choices choices(input.substr(0, 1));
    const Board& board = boards()[choices.byte() % boards().size()];
    std::string_view rest = input.substr(std::min<std::size_t>(1, input.size()));
    const auto position = board.field.field->start();
    const auto again = board.field.field->start();
    while (!rest.empty() && !position->players_to_move().empty()) {
        std::vector<Answer> answers;
        for (const Seat seat : position->players_to_move()) {
            answers.push_back({seat, Fault::none, next_answer(rest)});
        }
        const std::vector<Effect> effects = position->apply(answers, {});
        require(effects.size() == answers.size(), "an answer without an effect");
        for (std::size_t i = 0; i < effects.size(); ++i) {
            check_effect(effects[i]);
            // As in a replay: what the rules refuse is judged again.
            answers[i].fault = effects[i].fault == Fault::illegal ? Fault::none : effects[i].fault;
            answers[i].text = effects[i].text;
        }
        again->apply(answers, {});
        require(
            position->canonical_text() == again->canonical_text(), "an effect has another effect");
    }
    require(
        position->players_to_move().empty() == position->ending().has_value(),
        "a game without an end");
}

} // namespace fuzz
