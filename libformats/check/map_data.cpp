// Makes the shared objects of a report.
#include "check/map_data.hpp"

#include "rgm/actor.hpp"
#include "rgm/map.hpp"

namespace redforge::check {

const std::vector<soup::Listing>& scripts_of_map(Report& report)
{
    return report.shared<std::vector<soup::Listing>>([&] {
        auto scripts = std::make_shared<std::vector<soup::Listing>>();
        for (const rgm::Actor& actor : report.root_as<rgm::Map>().actors.records) {
            scripts->push_back(soup::decode(actor.script));
        }
        return scripts;
    });
}

const scene::MapFiles& files_of_map(Report& report)
{
    return report.shared<scene::MapFiles>([&] {
        return std::make_shared<scene::MapFiles>(scene::find_map_files(*report.around().game, report.around().file));
    });
}

}  // namespace redforge::check
