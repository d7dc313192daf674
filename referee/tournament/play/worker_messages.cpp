#include "tournament/play/worker_messages.hpp"

#include "ai/of_contestant.hpp"
#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "os/interrupt.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/types.h>

namespace referee {

namespace {

using Kind = WorkerMessage::Kind;

// A message is its length in bytes, then its text. What an AI prints may become several times as
// long in JSON, so no buffer has room for every message.
using MessageLength = std::uint32_t;

/// Waits until all of it is sent. False if the other side is gone.
bool send_all(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        } else if (errno == EPIPE || errno == ECONNRESET) {
            return false;
        } else if (errno != EINTR) {
            fail("sending a message between a tournament and its worker");
        }
    }
    return true;
}

void send_with_length(int socket, const std::string& text) {
    const auto length = static_cast<MessageLength>(text.size());
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    send_all(socket, bytes + text);
}

/// Waits for so many bytes. False if the other side has ended before. Throws Interrupted.
bool receive_all(int socket, char* to, std::size_t size) {
    while (size > 0) {
        pollfd event{socket, POLLIN, 0};
        wait_for(&event, 1, -1);
        const ssize_t got = ::recv(socket, to, size, MSG_DONTWAIT);
        if (got > 0) {
            to += got;
            size -= static_cast<std::size_t>(got);
        } else if (got == 0 || errno == ECONNRESET) {
            return false;
        } else if (errno != EINTR && errno != EAGAIN) {
            fail("receiving a message between a tournament and its worker");
        }
    }
    return true;
}

WorkerMessage message_from(const nlohmann::json& json) {
    WorkerMessage message;
    message.kind = json.at("kind").get<Kind>();
    if (message.kind != Kind::played) {
        message.text = json.at("text").get<std::string>();
        message.no_room_for = json.value("no_room_for", std::string());
        message.contestant = json.value("contestant", std::string());
        return message;
    }
    message.outcome = outcome_from(json.at("outcome"));
    for (const nlohmann::json& fault : json.at("faults")) {
        message.faults.push_back(
            {fault.at("ai").get<int>(), fault.at("fault").get<Fault>(),
             fault.at("text").get<std::string>()});
    }
    return message;
}

} // namespace

void send_game(int socket, const GameToPlay& game) {
    send_all(socket, {reinterpret_cast<const char*>(&game), sizeof game});
}

bool receive_game(int socket, GameToPlay& game) {
    return receive_all(socket, reinterpret_cast<char*>(&game), sizeof game);
}

void send_json(int socket, const nlohmann::json& message) {
    send_with_length(
        socket, message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void send_text(int socket, WorkerMessage::Kind kind, const std::string& text) {
    send_json(socket, {{"kind", kind}, {"text", text}});
}

void send_error(int socket, WorkerMessage::Kind kind, const std::exception& problem) {
    send_json(
        socket, {{"kind", kind},
                 {"text", std::string(problem.what()).substr(0, max_worker_text)},
                 {"no_room_for", file_without_room(problem)},
                 {"contestant", contestant_of(problem)}});
}

WorkerMessage receive_message(int socket, std::string& buffer) {
    MessageLength length = 0;
    if (!receive_all(socket, reinterpret_cast<char*>(&length), sizeof length)) {
        return {};
    }
    buffer.resize(length);
    if (!receive_all(socket, buffer.data(), length)) {
        return {}; // it has ended while it was sending
    }
    try {
        return message_from(nlohmann::json::parse(buffer));
    } catch (const nlohmann::json::exception& problem) {
        return {
            .kind = Kind::internal_error,
            .text = fmt::format(
                "a worker's message can't be read: {}",
                std::string_view(problem.what()).substr(0, max_worker_text))};
    }
}

} // namespace referee
