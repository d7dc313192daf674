#pragma once

/// The fields on which the games of a batch are played.

#include "environment.hpp"
#include "python/batch.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace referee {

/// The fields of some games of a batch. A game's field depends only on the batch's seed, the game's
/// number and the number of its earlier fields, never on threads or other games.
class BatchFields final : public FieldSource {
  public:
    /// For the games `first` to `first + count − 1`. Reads the files. Throws UserError.
    BatchFields(const BatchConfig& config, const Environment& environment, int first, int count);

    /// All following fields must fit into these.
    void set_limits(const EnvironmentSizes& sizes, int players);
    /// Starts again with another seed.
    void restart(std::uint64_t seed);

    /// The field of the game's next episode. Throws UserError.
    std::shared_ptr<const EnvironmentField> next(int game) override;
    /// A field with that text. Throws UserError if it doesn't fit.
    std::shared_ptr<const EnvironmentField> read(const std::string& name, std::string text) const;

    /// The sizes for games on any of these fields, and their number of players.
    EnvironmentSizes sizes();
    int players();

    /// The seed of the field that next() returned last.
    std::uint64_t seed(int game) const { return at(game).field_seed; }

  private:
    struct Course {
        std::uint64_t episodes = 0;
        std::uint64_t field_seed = 0;
        std::shared_ptr<const EnvironmentField> field;
    };
    Course& at(int game) { return courses_[static_cast<std::size_t>(game - first_)]; }
    const Course& at(int game) const { return courses_[static_cast<std::size_t>(game - first_)]; }
    std::shared_ptr<const EnvironmentField> draw(std::uint64_t seed) const;
    void require_fitting(const EnvironmentField& field, const std::string& name) const;

    const BatchConfig& config_;
    const Environment& environment_;
    int first_;
    std::uint64_t seed_;
    CreateRequest request_;
    std::vector<std::shared_ptr<const EnvironmentField>> files_;
    std::vector<Course> courses_;
    EnvironmentSizes limits_;
    int max_players_ = 0; ///< 0 until set_limits()
};

} // namespace referee
