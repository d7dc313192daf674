#include "pages/live/watch.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/cores.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {
namespace {

[[noreturn]] void refuse(const std::string& text) {
    throw UserError(fmt::format(
        "--watch {}: invalid value; write a port from 0 to 65535 (0: any free one), or "
        "ADDRESS:PORT, e.g. 0.0.0.0:8009",
        printable(text)));
}

bool is_loopback(const std::string& address) {
    return address.starts_with("127.") || address == "::1";
}

/// The elements of `all` that aren't in `used`.
std::vector<int> without(const std::vector<int>& all, const std::vector<int>& used) {
    std::vector<int> rest;
    std::copy_if(all.begin(), all.end(), std::back_inserter(rest), [&](int core) {
        return std::find(used.begin(), used.end(), core) == used.end();
    });
    return rest;
}

std::vector<int> ports_of_ais(
    const std::vector<Contestant>& contestants, const std::vector<std::string>& networked) {
    std::vector<int> ports;
    for (const Contestant& ai : contestants) {
        if (std::find(networked.begin(), networked.end(), ai.name) != networked.end()) {
            const std::vector<int>& own = ai.program.network_ports;
            ports.insert(ports.end(), own.begin(), own.end());
        }
    }
    return ports;
}

} // namespace

LiveListen read_listen(const std::string& text) {
    LiveListen listen;
    if (text == "yes") {
        return listen;
    }
    const std::size_t colon = text.rfind(':');
    std::int64_t port = 0;
    if (!parse_integer(text.substr(colon == std::string::npos ? 0 : colon + 1), port) || port < 0 ||
        port > 65535) {
        refuse(text);
    }
    listen.port = static_cast<std::uint16_t>(port);
    listen.takes_next = false;
    if (colon != std::string::npos) {
        listen.address = text.substr(0, colon);
        const bool has_brackets = listen.address.starts_with('[') && listen.address.ends_with(']');
        if (has_brackets) {
            listen.address = listen.address.substr(1, listen.address.size() - 2);
        }
        if (listen.address.empty() ||
            has_brackets != (listen.address.find(':') != std::string::npos)) {
            refuse(text);
        }
    }
    return listen;
}

Watch::Watch(const std::string& listen, MatchConfig& config, bool all_cores)
    : listen_(read_listen(listen)) {
    const std::vector<int> allowed = allowed_cores();
    if (config.cores.empty() && allowed.size() > 1 && !all_cores) {
        // The kernel has put us on an idle core, which is better for a game.
        cores_ = {allowed.back() == current_core() ? allowed.front() : allowed.back()};
        config.cores = without(allowed, cores_);
        use_cores(config.cores); // AIs stay off the page's core even with --no-pin
    } else if (!config.cores.empty()) {
        cores_ = without(allowed, config.cores);
    }
}

void Watch::start(
    LiveConfig config, const std::vector<Contestant>& contestants,
    const std::vector<std::string>& networked) {
    config.listen = listen_;
    config.listen.avoided_ports = ports_of_ais(contestants, networked);
    config.cores = cores_;
    server_.emplace(std::move(config), feed_);
    if (!is_loopback(listen_.address)) {
        print_error(fmt::format(
            "note: --watch {}: anyone who can reach this address can see the games",
            listen_.address));
    }
    print_message(fmt::format("watch: {}\n", server_->url()));
}

} // namespace referee
