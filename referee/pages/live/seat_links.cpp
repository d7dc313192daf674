#include "pages/live/seat_links.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "os/clock.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nettle/memops.h>
#include <nlohmann/json.hpp>

namespace referee {
namespace {

using ReadJson = nlohmann::json;

std::string dump(const ReadJson& json) {
    return json.dump(-1, ' ', true, ReadJson::error_handler_t::replace);
}

LiveReply refusal(int status, std::string_view why) {
    return {status, dump({{"error", why}})};
}

ReadJson json_of(const Question& question) {
    ReadJson json{{"number", question.number},       {"game", question.game},
                  {"turn", question.turn},           {"played", question.played},
                  {"seat", question.seat},           {"choices", question.legal.choices},
                  {"length", question.legal.length}, {"answered", question.is_answered}};
    for (const AnswerSlot& slot : question.legal.slots) {
        ReadJson each{{"name", slot.name}};
        if (slot.words.empty()) {
            each.update({{"from", slot.from}, {"to", slot.to}, {"step", slot.step}});
        } else {
            each["words"] = slot.words;
        }
        json["slots"].push_back(std::move(each));
    }
    if (question.deadline_ns >= 0) {
        json["left_ms"] =
            std::max<std::int64_t>(0, question.deadline_ns - monotonic_ns()) / 1'000'000;
    }
    return json;
}

/// To a request with a person's key.
LiveReply reply_to(People& people, const Contestant& person, const ReadJson& request) {
    if (!request.contains("choices")) {
        ReadJson reply{{"name", person.name}, {"question", nullptr}};
        for (const Question& question : people.questions()) {
            if (question.person == &person) {
                reply["question"] = json_of(question);
            }
        }
        return {200, dump(reply)};
    }
    const ReadJson& choices = request["choices"];
    const bool is_list = choices.is_array() &&
                         std::all_of(choices.begin(), choices.end(), [](const ReadJson& choice) {
                             return choice.is_string();
                         });
    if (!is_list || !request.contains("number") || !request["number"].is_number_integer()) {
        return refusal(
            400, "not an answer: 'number' must be an integer, 'choices' a list of strings");
    }
    const std::int64_t number = request["number"].get<std::int64_t>();
    const std::string why = people.answer(person, number, choices.get<std::vector<std::string>>());
    return why.empty() ? LiveReply{200, dump({{"taken", number}})} : refusal(409, why);
}

} // namespace

SeatLinks::SeatLinks(const std::vector<Contestant>& contestants, People& people) : people_(people) {
    for (const Contestant& contestant : contestants) {
        if (contestant.is_human) {
            links_.push_back({&contestant, random_key()});
        }
    }
}

std::string SeatLinks::waiting_json() const {
    ReadJson list = ReadJson::array();
    for (const Question& question : people_.questions()) {
        list.push_back(
            {{"number", question.number},
             {"name", question.person->name},
             {"seat", question.seat},
             {"game", question.game},
             {"turn", question.turn},
             {"answered", question.is_answered}});
    }
    return dump(list);
}

/// Takes the same time for every key of the right length, so that it can't be guessed digit by
/// digit.
int SeatLinks::number_of(std::string_view key) const {
    int number = 0;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        if (key.size() == links_[i].key.size() &&
            memeql_sec(key.data(), links_[i].key.data(), key.size()) != 0) {
            number = static_cast<int>(i) + 1;
        }
    }
    return number;
}

LiveReply SeatLinks::reply(std::string_view body) const {
    const ReadJson request = ReadJson::parse(body, nullptr, false);
    const auto text_of = [&](const char* key) {
        return request.is_object() && request.contains(key) && request[key].is_string()
                   ? request[key].get_ref<const std::string&>()
                   : std::string();
    };
    const int number = number_of(text_of("key"));
    if (number == 0) {
        return refusal(403, "this link belongs to no seat of this match");
    }
    LiveReply reply =
        reply_to(people_, *links_[static_cast<std::size_t>(number - 1)].person, request);
    reply.key = text_of("key");
    return reply;
}

} // namespace referee
