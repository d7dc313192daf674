#include "tournament/report/context.hpp"

#include "base/json.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace referee {
namespace {

constexpr std::size_t max_examples = 3;
constexpr int max_recorded = 500;

void read_recorded(const Results& store, Context& context) {
    for (const std::int64_t index : store.recorded_games(max_recorded)) {
        store.for_each(index, index + 1, [&](const GameOutcome& game) {
            GameWithRecord recorded{game.index, game.field, {}, {}, safe_text(game.reason),
                                    game.record};
            for (const SeatOutcome& seat : game.seats) {
                recorded.ais.push_back(seat.ai);
                recorded.ranks.push_back(seat.rank);
            }
            context.recorded.push_back(std::move(recorded));
        });
    }
}

} // namespace

std::vector<FaultGroup> fault_groups(const Results& store) {
    std::map<std::pair<int, Fault>, FaultGroup> groups;
    store.for_each_fault([&](const StoredFault& row) {
        FaultGroup& group = groups[{row.ai, row.detail.fault}];
        group.ai = row.ai;
        group.fault = row.detail.fault;
        ++group.games;
        if (group.examples.size() < max_examples) {
            group.examples.push_back(row);
        }
    });
    std::vector<FaultGroup> list;
    for (auto& [key, group] : groups) {
        list.push_back(std::move(group));
    }
    return list;
}

Context read_context(const Results& store, const std::string& title) {
    Context context;
    const StoredTournament& tournament = store.tournament();
    context.title = title.empty() ? fmt::format("{}: {} AIs", tournament.game, store.ais().size())
                                  : safe_text(title);
    std::tie(context.started, context.ended) = store.times();
    context.limits = safe_text(tournament.limits);
    context.version = safe_text(tournament.version);
    context.machines = store.machines();
    for (const StoredAi& ai : store.ais()) {
        context.ais.push_back(safe_text(ai.name));
    }
    for (const StoredField& field : store.fields()) {
        context.fields.push_back(safe_text(field.name));
    }
    context.faults = fault_groups(store);
    read_recorded(store, context);
    context.folder = std::filesystem::absolute(store.path()).lexically_normal().parent_path();
    return context;
}

std::string machines_text(const std::vector<StoredMachine>& machines) {
    std::map<std::pair<std::string, int>, int> counts;
    for (const StoredMachine& machine : machines) {
        ++counts[{safe_text(machine.processor), machine.cores}];
    }
    std::vector<std::string> parts;
    for (const auto& [machine, count] : counts) {
        parts.push_back(fmt::format(
            "{}{}, {} core{}", count > 1 ? fmt::format("{} × ", count) : "", machine.first,
            machine.second, machine.second == 1 ? "" : "s"));
    }
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::string minute_text(const std::string& time) {
    return time.size() < 16 ? time : time.substr(0, 10) + " " + time.substr(11, 5);
}

std::string turn_text(const FaultDetail& detail) {
    return detail.in_preparation ? "preparation" : fmt::format("turn {}", detail.turn);
}

std::string head_text(const Context& context) {
    std::string text = context.title + "\n";
    if (!context.started.empty()) {
        text += fmt::format(
            "played {} UTC to {} UTC\n", minute_text(context.started), minute_text(context.ended));
    }
    return text + fmt::format(
                      "limits: {}\nmachine: {}\nreferee {}\n\n", context.limits,
                      machines_text(context.machines), context.version);
}

std::string faults_text(const Context& context) {
    std::string text;
    for (const FaultGroup& group : context.faults) {
        text += fmt::format(
            "{}: {} in {} game{}\n", context.ais[static_cast<std::size_t>(group.ai)],
            name_of(group.fault), group.games, group.games == 1 ? "" : "s");
        for (const StoredFault& row : group.examples) {
            text += fmt::format(
                "  game {}, {}, {}, seat {}: {}{}\n", row.game + 1,
                context.fields[static_cast<std::size_t>(row.field)], turn_text(row.detail),
                row.detail.seat, safe_text(row.detail.reason),
                row.record.empty() ? "" : "; record: " + safe_text(row.record));
            text += safe_lines(row.detail.printed, "    | ");
        }
    }
    return text.empty() ? "" : "\nFaults, with the first games of each kind\n\n" + text;
}

Json context_json(const Context& context) {
    Json json = Json::object();
    Json machines = Json::array();
    for (const StoredMachine& machine : context.machines) {
        machines.push_back(
            {{"shard", machine.shard}, {"processor", machine.processor}, {"cores", machine.cores}});
    }
    json["title"] = context.title;
    json["limits"] = context.limits;
    json["played"] = {
        {"started", context.started},
        {"ended", context.ended},
        {"referee", context.version},
        {"machines", machines}};
    json["fault_details"] = Json::array();
    for (const FaultGroup& group : context.faults) {
        for (const StoredFault& row : group.examples) {
            json["fault_details"].push_back(
                {{"name", context.ais[static_cast<std::size_t>(group.ai)]},
                 {"fault", name_of(group.fault)},
                 {"games", group.games},
                 {"game", row.game + 1},
                 {"field", context.fields[static_cast<std::size_t>(row.field)]},
                 {"turn", row.detail.in_preparation ? Json() : Json(row.detail.turn)},
                 {"seat", row.detail.seat},
                 {"reason", row.detail.reason},
                 {"stderr", row.detail.printed},
                 {"record", row.record}});
        }
    }
    return json;
}

} // namespace referee
