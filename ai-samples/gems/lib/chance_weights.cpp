// Printed by gems-training fit: ai-samples/gems/README.md, "chance".

#include "gems/lib/chance.hpp"

namespace referee::gems::sample {

// clang-format off
const ChanceWeights chance_weights{
    // life
    -0.6940F, -0.6835F, -0.5810F, -0.4035F, -0.1959F, 0.0815F, 0.4035F, 0.7953F, 1.2776F,
    // shield
    -0.3891F, -0.2677F, -0.1204F, 0.0628F, 0.3034F, 0.4110F,
    // red
    -0.1826F, -0.1427F, -0.0732F, 0.0308F, 0.0002F, 0.1413F, 0.1119F, 0.1144F,
    // yellow
    -0.1259F, -0.0976F, -0.0507F, -0.0229F, 0.0414F, 0.0569F, 0.1004F, 0.0985F,
    // green
    -0.0803F, -0.0453F, -0.0199F, 0.0115F, -0.0153F, 0.0815F, 0.0559F, 0.0119F,
    // purple
    -0.3089F, -0.2360F, -0.1115F, 0.0687F, 0.1136F, 0.1285F, 0.1491F, 0.1966F,
    // red_hits, yellow_hits, green_hits
    1.1477F, 0.9620F, 0.4737F,
    // near_death
    -0.3583F,
    // red_kills
    0.4980F,
    // falling
    0.0130F,
    // turn
    0.6038F,
    // gain
    -0.5424F, -0.3844F, -0.3048F, -0.1261F, 0.2588F, 0.8029F, 1.1581F,
    // next_gain
    0.0747F,
};
// clang-format on

} // namespace referee::gems::sample
