#pragma once

/// What a tournament and its workers send one another through a socket: games go to a worker as
/// structs (GameToPlay), because both sides are the same executable; its messages come back as
/// JSON.

#include "tournament/play/workers.hpp"

#include <cstddef>
#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace referee {

/// Bytes that are sent of a text for people.
inline constexpr std::size_t max_worker_text = 2000;

/// Waits until it is sent; if the worker has ended, it isn't. Throws InternalError.
void send_game(int socket, const GameToPlay& game);

/// Waits for a game. False if the tournament has ended. Throws Interrupted, InternalError.
bool receive_game(int socket, GameToPlay& game);

/// Waits until it is sent; if the tournament has ended, it isn't. Throws InternalError.
void send_json(int socket, const nlohmann::json& message);

/// A message of a kind that has only a text.
void send_text(int socket, WorkerMessage::Kind kind, const std::string& text);

/// The error with what it says of its cause: a full disk, an AI.
void send_error(int socket, WorkerMessage::Kind kind, const std::exception& problem);

/// Waits for a message; `buffer` has room for it and is kept. Its kind is `gone` if the worker has
/// ended, and `internal_error` if it can't be read. Throws Interrupted, InternalError.
WorkerMessage receive_message(int socket, std::string& buffer);

} // namespace referee
