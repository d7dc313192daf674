#pragma once

/// The handlers of the server of `--watch`, where none ends the others.

#include <boost/asio/io_context.hpp>
#include <functional>
#include <string>

namespace referee {

/// Runs handlers until `io` is stopped. Calls `await_all` first, and after a handler that has
/// thrown (for example, out of memory): what it would have waited for is waited for again. `tell`
/// gets the text of each such problem once, however often it comes.
void run_handlers(
    boost::asio::io_context& io, const std::function<void()>& await_all,
    const std::function<void(const std::string& problem)>& tell);

} // namespace referee
