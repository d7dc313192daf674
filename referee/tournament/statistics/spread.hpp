#pragma once

/// How uncertain a sum of θ is (a rating, or a difference of two), from how much fields scatter.

namespace referee {

/// Variances of the sum: if all games were independent, from the scatter of the fields, and if each
/// AI's games on a field were worth one independent game.
struct Variances {
    double independent = 0;
    double scatter = 0;
    double unit = 0;
};

/// What each field says of the sum: the sums of powers over so many fields.
struct FieldMoments {
    double fields = 0; ///< 0: nothing is known of them
    double squares = 0;
    double cubes = 0;
    double fourths = 0;

    void add(double step) {
        squares += step * step;
        cubes += step * step * step;
        fourths += step * step * step * step;
    }
};

struct Spread {
    double deviation = 0; ///< standard error
    double worth = 1;     ///< the number of independent games that a game is worth
    double degrees = 1;   ///< of freedom of Student's t
    /// How much farther the lower and the upper end lie than by Student's t, where fields of one
    /// kind are rare and say much: an AI that hardly ever loses does so on a few fields, and where
    /// these were missing it is rated too high.
    double below = 1;
    double above = 1;
};

/// The dispersion seen on a few fields is itself uncertain, above all where only a few had a
/// surprise: it counts with the degrees of freedom that its own scatter leaves it, and `usual`, the
/// mean of the group, or at least that of independent games, with four more. Where nothing
/// scatters, a field's games count as one. The ends move outwards as the skewness of the fields
/// demands (Johnson, 1978; Hall, 1992), never inwards. `seen`: the effective number of fields.
Spread
spread_from(const Variances& variances, const FieldMoments& moments, double usual, double seen);

/// Fewer effective fields don't tell how much fields differ for an AI: it has played on one, or
/// nearly so.
constexpr double min_effective_fields = 1.5;

/// The degrees of freedom of a variance from squares over `fields`, by their sum and that of their
/// squares: the relative variance of the sum is (κ − 1)/n, with κ the kurtosis.
double degrees_of(double fields, double sum, double of_squares);

} // namespace referee
