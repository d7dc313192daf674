#include "bench/measure.hpp"

#include <utility>

namespace bench {

std::vector<Measurement>& measurements() {
    static std::vector<Measurement> all;
    return all;
}

Measurement::Measurement(std::string its_name, std::function<void()> what)
    : name(std::move(its_name)), run(std::move(what)) {
    std::vector<Measurement>& all = measurements();
    all.insert(
        std::find_if(
            all.begin(), all.end(), [&](const Measurement& other) { return other.name > name; }),
        *this);
}

} // namespace bench
