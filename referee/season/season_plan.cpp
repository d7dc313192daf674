// The queue of a season as a tournament's plan.

#include "season/season.hpp"

#include "tournament/course.hpp"

namespace referee {

class SeasonPlan : public Plan {
  public:
    explicit SeasonPlan(Season& season) : season_(season) {
        config_.seats = season.config_.seats;
        config_.seed = season.config_.match.seed;
        config_.draws_seats = season.config_.head.draws_seats;
    }

    std::int64_t size() const override { return season_.config_.head.matches; }
    std::int64_t expected() const override {
        return season_.next_index_ + season_.queue_.missing();
    }
    bool depends_on_results() const override { return true; }

    Step next(PlannedMatch& match) override {
        const bool is_new = season_.unfinished_.empty();
        if (!season_.next_match(match)) {
            return Step::wait;
        }
        if (is_new) {
            config_.ai_keys.clear();
            config_.field_keys.clear();
            set_keys(config_, season_.store_.ais(), season_.store_.fields());
            seat(config_, match);
        }
        return Step::match;
    }

    void finished(const PlannedMatch& match, const std::vector<double>&, const std::vector<double>&)
        override {
        season_.open_.erase(match.index);
    }

  private:
    Season& season_;
    PlanConfig config_;
};

std::unique_ptr<Plan> Season::plan() {
    return std::make_unique<SeasonPlan>(*this);
}

} // namespace referee
