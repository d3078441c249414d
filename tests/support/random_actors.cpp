// The actors of a random map, made valid.
#include "support/random_actors.hpp"

#include <algorithm>
#include <array>

#include "rgm/actor.hpp"
#include "rgm/actors.hpp"

namespace redforge::test {
namespace {

void make_valid(rgm::Actor& actor, Random& random)
{
    const std::array<std::uint16_t, 5> instances{0, 1, 1, 2, 5};
    actor.header.instances = instances[random.below(5)];
    if (actor.header.instances == 0) {
        actor.variables.clear();
    }
    for (rgm::Variable& variable : actor.variables) {
        variable.instances.clear();
        if (actor.header.instances > 1 && random.once_in(2)) {
            variable.value = 0;  // if instances differ, the file has only their values
            for (std::int32_t i = 0; i < actor.header.instances; ++i) {
                variable.instances.push_back(i - 1);
            }
        }
    }
    std::erase_if(actor.attributes, [](const auto& attribute) { return attribute.value == 0; });
    std::ranges::sort(actor.attributes, {}, &rgm::Attribute::index);
    const auto same = [](const auto& a, const auto& b) {
        return a.index == b.index;
    };  // clang 14 rejects ranges::unique
    actor.attributes.erase(std::unique(actor.attributes.begin(), actor.attributes.end(), same), actor.attributes.end());
    actor.raw_parts.clear();
    actor.placements.clear();
}

}  // namespace

void make_valid(rgm::Actors& actors, Random& random)
{
    for (rgm::Actor& actor : actors.records) {
        make_valid(actor, random);
    }
    if (std::ranges::any_of(actors.records, [](const rgm::Actor& actor) { return actor.extra.has_value(); })) {
        for (rgm::Actor& actor : actors.records) {  // if some actors have extra data, the file marks those without
            if (!actor.extra) {
                actor.header.raex_length = 0;
            }
        }
    }
}

}  // namespace redforge::test
