#include "pages/live/requests.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>

namespace referee {

namespace {

bool is_numeric(int family, std::string_view address) {
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    return ::inet_pton(family, std::string(address).c_str(), bytes.data()) == 1;
}

bool is_port(std::string_view text) {
    return !text.empty() && text.size() <= 5 &&
           std::all_of(text.begin(), text.end(), [](char character) {
               return character >= '0' && character <= '9';
           });
}

std::string lower(std::string_view text) {
    std::string lowered(text);
    std::transform(lowered.begin(), lowered.end(), lowered.begin(), [](char character) {
        return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a')
                                                    : character;
    });
    return lowered;
}

LiveDecision refused(int status, std::string_view why, std::string_view allow = "") {
    return {LiveRoute::refused, status, why, allow};
}

LiveRoute route_of(std::string_view target, std::string_view events, bool takes_answers) {
    if (target == "/") {
        return LiveRoute::page;
    }
    if (target == events) {
        return LiveRoute::events;
    }
    return target == "/answer" && takes_answers ? LiveRoute::answer : LiveRoute::refused;
}

} // namespace

bool is_own_host(std::string_view host) {
    if (host.starts_with('[')) {
        const std::size_t end = host.find(']');
        if (end == std::string_view::npos || !is_numeric(AF_INET6, host.substr(1, end - 1))) {
            return false;
        }
        const std::string_view rest = host.substr(end + 1);
        return rest.empty() || (rest[0] == ':' && is_port(rest.substr(1)));
    }
    const std::size_t colon = host.find(':');
    const std::string name = lower(host.substr(0, colon));
    return (name == "localhost" || is_numeric(AF_INET, name)) &&
           (colon == std::string_view::npos || is_port(host.substr(colon + 1)));
}

KeyedTarget split_key(std::string_view target) {
    constexpr std::string_view before_key = "?key=";
    const std::size_t at = target.find(before_key);
    return at == std::string_view::npos
               ? KeyedTarget{target, {}}
               : KeyedTarget{target.substr(0, at), target.substr(at + before_key.size())};
}

LiveDecision decide(const LiveRequest& request, std::string_view events, bool takes_answers) {
    if (request.hosts != 1 || request.host.empty()) {
        return refused(400, "a request needs one Host header");
    }
    if (!is_own_host(request.host)) {
        return refused(403, "use localhost or a numeric address");
    }
    const bool has_own_origin = lower(request.origin) == "http://" + lower(request.host);
    if (!request.origin.empty() && !has_own_origin) {
        return refused(403, "pages of other sites are not served");
    }
    const LiveRoute route = route_of(request.target, events, takes_answers);
    if (route == LiveRoute::refused) {
        return refused(404, "there is nothing here; the page is at /");
    }
    // Another site may link to the page; all its other requests are refused.
    const bool is_foreign = !request.fetch_site.empty() && request.fetch_site != "same-origin" &&
                            request.fetch_site != "none";
    if (is_foreign && (route != LiveRoute::page || request.fetch_mode != "navigate")) {
        return refused(403, "pages of other sites are not served");
    }
    if (route != LiveRoute::answer) {
        return request.method == "GET" ? LiveDecision{route}
                                       : refused(405, "only GET is supported here", "GET");
    }
    if (request.method != "POST") {
        return refused(405, "only POST is supported here", "POST");
    }
    if (!has_own_origin) {
        return refused(403, "only the page itself may send answers");
    }
    if (lower(request.content_type) != "application/json") {
        return refused(415, "send JSON");
    }
    return {route};
}

} // namespace referee
