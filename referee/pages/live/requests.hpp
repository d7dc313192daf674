#pragma once

/// Which requests the server of `--watch` answers. A page of another site, which the same browser
/// shows, must neither read a game nor send anything: referee/pages/README.md, "Live".

#include <string>
#include <string_view>

namespace referee {

/// The relevant parts of a request. Missing headers are empty.
struct LiveRequest {
    std::string_view method;
    std::string_view target;
    std::string_view host;
    int hosts = 1; ///< number of Host headers
    std::string_view origin;
    std::string_view fetch_site; ///< Sec-Fetch-Site
    std::string_view fetch_mode; ///< Sec-Fetch-Mode
    std::string_view content_type;
};

enum class LiveRoute { page, events, answer, refused };

struct LiveDecision {
    LiveRoute route = LiveRoute::refused;
    int status = 200;         ///< if refused
    std::string_view why{};   ///< if refused: one line for people
    std::string_view allow{}; ///< the method that would be allowed, with status 405
};

/// The address and the key of "ADDRESS?key=KEY"; without a key the whole target and nothing.
struct KeyedTarget {
    std::string_view address;
    std::string_view key;
};
KeyedTarget split_key(std::string_view target);

/// `events` is the address of the event stream; `takes_answers`: there is POST /answer.
LiveDecision decide(const LiveRequest& request, std::string_view events, bool takes_answers);

/// True for localhost and for numeric addresses, with or without a port. A name could be anybody's:
/// by DNS rebinding its owner would become the origin of what we send.
bool is_own_host(std::string_view host);

/// The reply to a request of a page.
struct LiveReply {
    int status = 200;
    std::string json = "{}";
    std::string key{}; ///< the key of a person's seat, if the request came with one
};

} // namespace referee
