#include "game_programs/messages.hpp"

#include "base/text.hpp"
#include "game/match_keys.hpp"
#include "game/teams.hpp"
#include "game_programs/limits.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <set>

namespace referee {
namespace {

using ReadJson = nlohmann::ordered_json;

std::string shown(const ReadJson& value) {
    return printable(value.dump(-1, ' ', true, ReadJson::error_handler_t::replace), 60);
}

void require_object(const ReadJson& value, std::string_view what) {
    if (!value.is_object()) {
        throw BadReply(fmt::format("{} is {}, not an object", what, shown(value)));
    }
}

const ReadJson& member(const ReadJson& object, const char* key, std::string_view what) {
    const auto at = object.find(key);
    if (at == object.end()) {
        throw BadReply(fmt::format("'{}' is missing in {}", key, what));
    }
    return *at;
}

/// The member, or null if it is missing or null.
const ReadJson* optional_member(const ReadJson& object, const char* key) {
    const auto at = object.find(key);
    return at == object.end() || at->is_null() ? nullptr : &*at;
}

std::int64_t
integer_of(const ReadJson& value, std::string_view what, std::int64_t min, std::int64_t max) {
    if (!value.is_number_integer() || value.get<std::int64_t>() < min ||
        value.get<std::int64_t>() > max) {
        throw BadReply(
            fmt::format("{} is {}, not an integer from {} to {}", what, shown(value), min, max));
    }
    return value.get<std::int64_t>();
}

std::string text_of(const ReadJson& value, std::string_view what, std::size_t max) {
    if (!value.is_string()) {
        throw BadReply(fmt::format("{} is {}, not a text", what, shown(value)));
    }
    auto text = value.get<std::string>();
    if (text.size() > max) {
        throw BadReply(fmt::format("{} has {} bytes; the limit is {}", what, text.size(), max));
    }
    if (text.find('\0') != std::string::npos) {
        throw BadReply(fmt::format("{} holds a NUL", what));
    }
    return text;
}

/// A line for people, made of a text. What a terminal would obey is made visible here, so a record
/// and its replay agree in it.
std::string line_of(const ReadJson& object, const char* key, std::string_view what) {
    const ReadJson* const value = optional_member(object, key);
    if (value == nullptr) {
        return "";
    }
    std::string text = text_of(*value, fmt::format("'{}' of {}", key, what), max_reply_text);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return safe_text(text);
}

std::vector<Seat> seats_of(const ReadJson& value, std::string_view what, int seats) {
    if (!value.is_array()) {
        throw BadReply(fmt::format("'{}' is {}, not a list of seats", what, shown(value)));
    }
    std::vector<Seat> list;
    for (const ReadJson& item : value) {
        if (!item.is_number_integer() || item.get<std::int64_t>() < 1 ||
            item.get<std::int64_t>() > seats) {
            throw BadReply(fmt::format(
                "'{}' names the seat {}; the seats are 1 to {}", what, shown(item), seats));
        }
        list.push_back(static_cast<Seat>(item.get<std::int64_t>()));
    }
    std::vector<Seat> sorted = list;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
        throw BadReply(fmt::format("'{}' names a seat twice: {}", what, shown(value)));
    }
    return sorted;
}

/// A word of match.dat: numbers and texts as they are, lists with blanks between.
std::string words_of(const ReadJson& value, std::string_view what) {
    if (value.is_array()) {
        std::string all;
        for (const ReadJson& item : value) {
            if (item.is_array()) {
                throw BadReply(fmt::format("{} holds a list in a list", what));
            }
            all += (all.empty() ? "" : " ") + words_of(item, what);
        }
        return all;
    }
    if (value.is_string()) {
        std::string text = text_of(value, what, max_reply_text);
        if (text.find_first_of("\r\n") != std::string::npos) {
            throw BadReply(fmt::format("{} holds the end of a line", what));
        }
        return text;
    }
    if (value.is_number()) {
        return value.dump();
    }
    throw BadReply(fmt::format("{} is {}, not a number, a text or a list", what, shown(value)));
}

std::string match_keys_of(
    const ReadJson* keys, std::string_view what, const GameInfo& info,
    const nlohmann::ordered_json& parameters) {
    std::string lines;
    if (keys != nullptr) {
        require_object(*keys, fmt::format("'match' of {}", what));
        for (const auto& [key, value] : keys->items()) {
            const bool is_word = std::all_of(key.begin(), key.end(), [](unsigned char character) {
                return character > ' ' && character != 0x7f;
            });
            const bool is_own = is_match_key(key) || (!info.teams.empty() && key == partners_key);
            if (key.empty() || !is_word || is_own) {
                throw BadReply(fmt::format(
                    "'{}' can't be a key of match.dat; the referee writes its own",
                    printable(key)));
            }
            lines += fmt::format("{} {}\n", key, words_of(value, fmt::format("'{}'", key)));
        }
    }
    for (const auto& [key, value] : parameters.items()) {
        if (keys == nullptr || !keys->contains(key)) {
            lines += fmt::format("{} {}\n", key, words_of(value, key));
        }
    }
    return lines;
}

SeatFiles files_of_seat(
    const ReadJson& value, Seat seat, const GameInfo& info,
    const nlohmann::ordered_json& parameters) {
    const std::string what = fmt::format("the files of seat {}", seat);
    require_object(value, what);
    SeatFiles found;
    found.files.resize(info.files.size());
    std::size_t count = 0;
    for (const auto& [name, content] : value.items()) {
        if (name == "match") {
            continue;
        }
        const auto at = std::find_if(
            info.files.begin(), info.files.end(),
            [&, &name = name](const StateFile& file) { return file.name == name; });
        if (at == info.files.end()) {
            throw BadReply(fmt::format(
                "{} have '{}', which {} doesn't name in a line 'file = …'", what, printable(name),
                game_file));
        }
        found.files[static_cast<std::size_t>(at - info.files.begin())] =
            text_of(content, fmt::format("'{}'", name), max_state_file);
        ++count;
    }
    if (count != info.files.size()) {
        for (const StateFile& file : info.files) {
            if (!value.contains(std::string(file.name))) {
                throw BadReply(fmt::format("{} lack '{}'", what, file.name));
            }
        }
    }
    found.match_keys = match_keys_of(optional_member(value, "match"), what, info, parameters);
    return found;
}

std::map<Seat, SeatFiles> all_files(
    const ReadJson& value, const std::string& key, const GameInfo& info, int seats,
    const nlohmann::ordered_json& parameters) {
    require_object(value, fmt::format("'{}'", key));
    std::map<Seat, SeatFiles> all;
    for (const auto& [name, files] : value.items()) {
        std::int64_t seat = 0;
        if (!parse_integer(name, seat) || seat < 1 || seat > seats) {
            throw BadReply(fmt::format(
                "'{}' names the seat '{}'; the seats are 1 to {}", key, printable(name), seats));
        }
        all[static_cast<Seat>(seat)] =
            files_of_seat(files, static_cast<Seat>(seat), info, parameters);
    }
    return all;
}

void require_seats(
    const std::map<Seat, SeatFiles>& files, const std::vector<Seat>& wanted, std::string_view key) {
    std::vector<Seat> given;
    for (const auto& [seat, unused] : files) {
        given.push_back(seat);
    }
    if (given != wanted) {
        throw BadReply(fmt::format(
            "'{}' has the seats {}, and should have {}", key,
            given.empty() ? "none" : fmt::format("{}", fmt::join(given, ", ")),
            wanted.empty() ? "none" : fmt::format("{}", fmt::join(wanted, ", "))));
    }
}

Ending ending_of(const ReadJson& value, const GameInfo& info, int seats) {
    require_object(value, "'ending'");
    Ending ending;
    const ReadJson& ranks = member(value, "ranks", "'ending'");
    const ReadJson& scores = member(value, "scores", "'ending'");
    const auto count = static_cast<std::size_t>(seats);
    if (!ranks.is_array() || ranks.size() != count || !scores.is_array() ||
        scores.size() != count) {
        throw BadReply(fmt::format(
            "'ranks' and 'scores' of 'ending' must have {} numbers each, one for each seat",
            seats));
    }
    for (const ReadJson& rank : ranks) {
        ending.ranks.push_back(static_cast<int>(integer_of(rank, "a rank", 1, seats)));
    }
    for (const int rank : ending.ranks) {
        const auto better = std::count_if(
            ending.ranks.begin(), ending.ranks.end(), [&](int other) { return other < rank; });
        if (rank != better + 1) {
            throw BadReply(fmt::format(
                "the ranks {} don't count: a rank is one more than the number of better seats",
                shown(ranks)));
        }
    }
    for (const ReadJson& score : scores) {
        if (!score.is_number()) {
            throw BadReply(fmt::format("a score is {}, not a number", shown(score)));
        }
        ending.scores.push_back(score.get<double>());
    }
    if (const std::string wrong = rank_teams(ending, teams_of(info, seats)); !wrong.empty()) {
        throw BadReply(wrong + "; a team has one rank and one score");
    }
    ending.reason = line_of(value, "reason", "'ending'");
    if (const ReadJson* const no_winner = optional_member(value, "no_winner")) {
        if (!no_winner->is_boolean()) {
            throw BadReply("'no_winner' of 'ending' is neither true nor false");
        }
        ending.no_winner = no_winner->get<bool>();
    }
    return ending;
}

/// Nested lists and objects are copied and printed by recursive functions of the JSON library.
void require_shallow(std::string_view line) {
    int depth = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char character = line[i];
        if (in_text) {
            i += character == '\\' ? 1 : 0;
            in_text = character != '"';
        } else if (character == '"') {
            in_text = true;
        } else if (character == '[' || character == '{') {
            if (++depth > max_reply_depth) {
                throw BadReply(
                    fmt::format("the reply is nested more than {} deep", max_reply_depth));
            }
        } else if (character == ']' || character == '}') {
            --depth;
        }
    }
}

void require_exact(const ReadJson& value) {
    if (value.is_structured()) {
        std::for_each(value.begin(), value.end(), require_exact);
    } else if (value.is_number_unsigned()) {
        if (value.get<std::uint64_t>() > static_cast<std::uint64_t>(max_reply_integer)) {
            throw BadReply(fmt::format("{} is beyond 2^53", value.dump()));
        }
    } else if (value.is_number_integer()) {
        if (value.get<std::int64_t>() < -max_reply_integer) {
            throw BadReply(fmt::format("{} is beyond 2^53", value.dump()));
        }
    } else if (value.is_number_float() && !std::isfinite(value.get<double>())) {
        throw BadReply("a number isn't finite");
    }
}

} // namespace

ReadJson parse_reply(std::string_view line) {
    require_shallow(line);
    ReadJson reply = ReadJson::parse(line, nullptr, false);
    if (reply.is_discarded()) {
        throw BadReply(fmt::format("the reply isn't JSON: {}", printable(line, 60)));
    }
    require_exact(reply);
    return reply;
}

std::optional<Refusal> refusal_of(const ReadJson& reply) {
    if (!reply.is_object() || !reply.contains("refused")) {
        return std::nullopt;
    }
    Refusal refusal;
    refusal.what = line_of(reply, "refused", "the reply");
    refusal.section = line_of(reply, "section", "the reply");
    if (const ReadJson* const row = optional_member(reply, "row")) {
        refusal.row = static_cast<int>(integer_of(*row, "'row'", 1, 1'000'000'000));
    }
    return refusal;
}

std::string sections_of(const ReadJson& reply, const GameDescription& description) {
    require_object(reply, "the reply");
    const ReadJson& sections = member(reply, "sections", "the reply");
    require_object(sections, "'sections'");
    for (const auto& [name, unused] : sections.items()) {
        const bool is_known = std::any_of(
            description.sections().begin(), description.sections().end(),
            [&name = name](const DeclaredSection& section) { return section.name == name; });
        if (!is_known) {
            throw BadReply(fmt::format(
                "'sections' has '{}', which {} doesn't name in a line 'section = …'",
                printable(name), game_file));
        }
    }
    std::string text;
    for (const DeclaredSection& section : description.sections()) {
        const ReadJson& rows = member(sections, section.name.c_str(), "'sections'");
        if (!rows.is_array()) {
            throw BadReply(
                fmt::format("[{}] is {}, not a list of rows", section.name, shown(rows)));
        }
        text += fmt::format("[{}]\n", section.name);
        for (const ReadJson& row : rows) {
            if (!row.is_array() || row.empty()) {
                throw BadReply(fmt::format(
                    "a row of [{}] is {}, not a list of words", section.name, shown(row)));
            }
            std::string line;
            for (const ReadJson& item : row) {
                const std::string word = words_of(item, fmt::format("a row of [{}]", section.name));
                if (word.empty() || word.find_first_of(" \t#[]") != std::string::npos ||
                    safe_text(word) != word) {
                    throw BadReply(fmt::format(
                        "[{}] has the word {}; words have no blanks, # and brackets, and nothing "
                        "that can't be seen",
                        section.name, shown(item)));
                }
                line += (line.empty() ? "" : " ") + word;
            }
            text += line + '\n';
        }
    }
    return text;
}

PositionReply position_of(
    const ReadJson& reply, const GameInfo& info, int seats,
    const nlohmann::ordered_json& parameters) {
    require_object(reply, "the reply");
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->state = sorted_text(member(reply, "state", "the reply"));
    snapshot->turn = static_cast<int>(
        integer_of(member(reply, "turn", "the reply"), "'turn'", 0, 1'000'000'000));
    snapshot->movers = seats_of(member(reply, "to_move", "the reply"), "to_move", seats);
    if (!info.simultaneous && snapshot->movers.size() > 1) {
        throw BadReply(fmt::format(
            "{} seats move at once; write 'simultaneous = yes' in {}", snapshot->movers.size(),
            game_file));
    }
    if (const ReadJson* const eliminated = optional_member(reply, "eliminated")) {
        snapshot->eliminated = seats_of(*eliminated, "eliminated", seats);
        for (const Seat seat : snapshot->eliminated) {
            if (std::find(snapshot->movers.begin(), snapshot->movers.end(), seat) !=
                snapshot->movers.end()) {
                throw BadReply(fmt::format("seat {} is eliminated and moves", seat));
            }
        }
    }
    if (const ReadJson* const limit = optional_member(reply, "time_limit_ms")) {
        constexpr std::int64_t week = 7LL * 24 * 3'600'000;
        snapshot->time_limit =
            std::chrono::milliseconds(integer_of(*limit, "'time_limit_ms'", 1, week));
    }
    const ReadJson* const ending = optional_member(reply, "ending");
    if ((ending != nullptr) != snapshot->movers.empty()) {
        throw BadReply(
            ending != nullptr ? "there is an 'ending', but 'to_move' names seats"
                              : "'to_move' is empty, but there is no 'ending'");
    }
    if (ending != nullptr) {
        snapshot->ending = ending_of(*ending, info, seats);
    }
    std::vector<Seat> all(static_cast<std::size_t>(seats));
    for (Seat seat = 1; seat <= seats; ++seat) {
        all[static_cast<std::size_t>(seat) - 1] = seat;
    }
    snapshot->files =
        all_files(member(reply, "files", "the reply"), "files", info, seats, parameters);
    require_seats(snapshot->files, snapshot->movers, "files");
    if (const ReadJson* const files = optional_member(reply, "prepare_files")) {
        snapshot->prepare_files = all_files(*files, "prepare_files", info, seats, parameters);
        require_seats(snapshot->prepare_files, all, "prepare_files");
    }
    if (const ReadJson* const files = optional_member(reply, "end_files")) {
        snapshot->end_files = all_files(*files, "end_files", info, seats, parameters);
    }
    PositionReply position;
    if (const ReadJson* const fixed = optional_member(reply, "fixed")) {
        position.fixed = sorted_text(*fixed);
    }
    if (const ReadJson* const known = optional_member(reply, "knows")) {
        if (!known->is_array()) {
            throw BadReply(fmt::format("'knows' is {}, not a list of requests", shown(*known)));
        }
        // Others may be requests of a later version.
        position.can_rank = std::find(known->begin(), known->end(), "rank") != known->end();
    }
    if (const ReadJson* const steps = optional_member(reply, "steps")) {
        if (!steps->is_array()) {
            throw BadReply(fmt::format("'steps' is {}, not a list of states", shown(*steps)));
        }
        for (const ReadJson& step : *steps) {
            position.steps.push_back(sorted_text(step));
        }
    }
    position.snapshot = std::move(snapshot);
    return position;
}

RankReply rank_of(
    const ReadJson& reply, const GameInfo& info, int seats,
    const nlohmann::ordered_json& parameters) {
    require_object(reply, "the reply");
    member(reply, "ending", "the reply");
    RankReply ranked;
    if (const ReadJson* const ending = optional_member(reply, "ending")) {
        ranked.ending = ending_of(*ending, info, seats);
    }
    if (const ReadJson* const files = optional_member(reply, "end_files")) {
        ranked.end_files = all_files(*files, "end_files", info, seats, parameters);
    }
    return ranked;
}

std::vector<Effect> effects_of(const ReadJson& reply, const std::vector<Fault>& given) {
    const ReadJson& list = member(reply, "effects", "the reply");
    if (!list.is_array() || list.size() != given.size()) {
        throw BadReply(fmt::format(
            "'effects' has {} for {}",
            list.is_array() ? counted(static_cast<std::int64_t>(list.size()), "effect")
                            : shown(list),
            counted(static_cast<std::int64_t>(given.size()), "answer")));
    }
    std::vector<Effect> effects;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const ReadJson& item = list[i];
        const std::string what = fmt::format("effect {}", i + 1);
        require_object(item, what);
        Effect effect;
        const ReadJson& fault = member(item, "fault", what);
        if (!fault.is_null()) {
            const auto known =
                fault.is_string() ? named<Fault>(fault.get<std::string>()) : std::nullopt;
            if (!known) {
                throw BadReply(fmt::format("the fault of {} is {}", what, shown(fault)));
            }
            effect.fault = *known;
        }
        if (given[i] != Fault::none && effect.fault != given[i]) {
            throw BadReply(fmt::format(
                "{} has the fault {}, but the answer had {}: a fault that is given stays", what,
                name_of(effect.fault), name_of(given[i])));
        }
        if (given[i] == Fault::none && effect.fault != Fault::none &&
            effect.fault != Fault::bad_result && effect.fault != Fault::illegal) {
            throw BadReply(fmt::format(
                "{} has the fault {}; of an answer the rules say only bad-result or illegal", what,
                name_of(effect.fault)));
        }
        if (const ReadJson* const text = optional_member(item, "text")) {
            effect.text = text_of(*text, fmt::format("'text' of {}", what), max_state_file);
        } else if (effect.fault == Fault::none || effect.fault == Fault::illegal) {
            throw BadReply(fmt::format(
                "'text' is missing in {}: what the rules judged, in the words of result.dat",
                what));
        }
        effect.reason = line_of(item, "reason", what);
        effect.comment = line_of(item, "comment", what);
        if (const ReadJson* const legal = optional_member(item, "legal_if")) {
            if (!legal->is_array() || legal->size() > 4) {
                throw BadReply(fmt::format("'legal_if' of {} is no list of at most 4 texts", what));
            }
            for (const ReadJson& text : *legal) {
                effect.legal_if.push_back(text_of(text, "'legal_if'", 200));
            }
        }
        effects.push_back(std::move(effect));
    }
    return effects;
}

LegalAnswers choices_of(const ReadJson& reply) {
    LegalAnswers legal;
    const ReadJson* choices = &reply;
    if (reply.is_object()) {
        if (const ReadJson* const slots = optional_member(reply, "slots")) {
            if (!slots->is_array() || slots->empty() || slots->size() > 20) {
                throw BadReply("'slots' is no list of 1 to 20 slots");
            }
            for (const ReadJson& item : *slots) {
                require_object(item, "a slot");
                AnswerSlot slot;
                slot.name = line_of(item, "name", "a slot");
                if (const ReadJson* const words = optional_member(item, "words")) {
                    if (!words->is_array() || words->empty()) {
                        throw BadReply("'words' of a slot is no list of words");
                    }
                    for (const ReadJson& word : *words) {
                        slot.words.push_back(text_of(word, "a word of a slot", 200));
                    }
                } else {
                    slot.from = integer_of(
                        member(item, "from", "a slot"), "'from' of a slot", -max_reply_integer,
                        max_reply_integer);
                    slot.to = integer_of(
                        member(item, "to", "a slot"), "'to' of a slot", slot.from,
                        max_reply_integer);
                    if (const ReadJson* const step = optional_member(item, "step")) {
                        slot.step = integer_of(*step, "'step' of a slot", 1, max_reply_integer);
                    }
                }
                legal.slots.push_back(std::move(slot));
            }
            return legal;
        }
        choices = &member(reply, "choices", "the reply");
        legal.length =
            static_cast<int>(integer_of(member(reply, "length", "the reply"), "'length'", 1, 1000));
    }
    if (!choices->is_array() || choices->empty()) {
        throw BadReply("the choices are no list, or an empty one: a seat that moves has a choice");
    }
    std::set<std::string> known;
    for (const ReadJson& choice : *choices) {
        std::string text = text_of(choice, "a choice", max_reply_text);
        const bool is_good =
            !text.empty() && (legal.length == 1 || text.find_first_of(" \t\r\n") == text.npos);
        if (!is_good || !known.insert(text).second) {
            throw BadReply(fmt::format(
                "the choice {} is empty, offered twice, or has blanks although a plan consists of "
                "several",
                shown(choice)));
        }
        legal.choices.push_back(std::move(text));
    }
    return legal;
}

Frame frame_of(ReadJson reply, const GameInfo& info, int seats) {
    require_object(reply, "the reply");
    Frame frame;
    if (const ReadJson* const picture = optional_member(reply, "picture")) {
        frame.picture = text_of(*picture, "'picture'", max_picture_bytes);
        std::size_t columns = 0;
        for (const char character : frame.picture) {
            const auto byte = static_cast<unsigned char>(character);
            if (character == '\n') {
                columns = 0;
                continue;
            }
            columns += (byte & 0xc0U) != 0x80U ? 1 : 0;
            if (columns > max_picture_columns) {
                throw BadReply(fmt::format(
                    "a line of 'picture' is wider than {} columns", max_picture_columns));
            }
        }
        const std::string_view last = frame.picture.ends_with('\n') ? "" : "\n";
        if (safe_lines(frame.picture) != frame.picture + std::string(last)) {
            throw BadReply("'picture' holds control characters");
        }
        reply.erase("picture");
    }
    const ReadJson& measures = member(reply, "measures", "the reply");
    bool fits = measures.is_array() && measures.size() == static_cast<std::size_t>(seats);
    for (std::size_t i = 0; fits && i < measures.size(); ++i) {
        const ReadJson& own = measures[i];
        fits = own.is_null() || (own.is_array() && own.size() == info.measures.size() &&
                                 std::all_of(own.begin(), own.end(), [](const ReadJson& value) {
                                     return value.is_number() || value.is_null();
                                 }));
    }
    if (!fits) {
        throw BadReply(fmt::format(
            "'measures' is {}, not for each of {} seats a list of {}, or null", shown(measures),
            seats, counted(static_cast<std::int64_t>(info.measures.size()), "number")));
    }
    if (reply.contains("game") && reply["game"] != info.name) {
        throw BadReply(fmt::format("'game' of the frame is {}", shown(reply["game"])));
    }
    frame.json = reply.contains("game") ? reply.dump()
                                        : fmt::format(
                                              "{{\"game\":\"{}\",{}", info.name,
                                              std::string_view(reply.dump()).substr(1));
    return frame;
}

std::string sorted_text(const ReadJson& value) {
    // The library's usual type keeps keys sorted.
    return nlohmann::json(value).dump();
}

} // namespace referee
