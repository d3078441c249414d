// The description of a byte of a map: section, record and field.
#include <catch2/catch.hpp>

#include "core/record/binary.hpp"
#include "rgm/map.hpp"
#include "rgm/survey.hpp"
#include "support/map_file.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

TEST_CASE("survey: describes a byte of a map by section, record and field")
{
    rgm::Map map = rgm::new_map();
    append_records(map, "objects", 3);
    const Bytes bytes = rgm::write_map(map).value();
    const std::vector<rgm::SectionSurvey> sections = rgm::survey(bytes);
    const auto objects = std::ranges::find(sections, "MPOB", &rgm::SectionSurvey::tag);
    REQUIRE(objects != sections.end());
    const auto place = [&](std::size_t offset) { return rgm::locate(bytes, objects->offset + offset); };

    CHECK(place(0) == "MPOB tag");
    CHECK(place(3) == "MPOB tag");
    CHECK(place(4) == "MPOB length");
    CHECK(place(8) == "MPOB count");
    // Records of 66 bytes follow the tag, the length and the count. Each begins with its id, a type and an active flag.
    CHECK(place(12) == "MPOB record 0, id");
    CHECK(place(12 + 65).starts_with("MPOB record 0, "));
    CHECK(place(12 + 66) == "MPOB record 1, id");
    CHECK(place(12 + 66 + 3) == "MPOB record 1, id");
    CHECK(place(12 + 66 + 4) == "MPOB record 1, object_type");
    CHECK(place(12 + 2 * 66) == "MPOB record 2, id");
    CHECK(place(12 + 3 * 66 - 1).starts_with("MPOB record 2, "));
    CHECK(place(12 + 3 * 66).ends_with(" tag"));
    CHECK_FALSE(place(12 + 3 * 66).starts_with("MPOB"));

    // Markers store all positions before all flags: their bytes are identified by their offset after the count.
    rgm::Map marked = rgm::new_map();
    append_records(marked, "markers", 2);
    const Bytes with_markers = rgm::write_map(marked).value();
    const std::vector<rgm::SectionSurvey> all = rgm::survey(with_markers);
    const auto markers = std::ranges::find(all, "MPMK", &rgm::SectionSurvey::tag);
    REQUIRE(markers != all.end());
    std::vector<std::string> places;
    for (const std::size_t offset : {7U, 8U, 11U, 12U, 13U, 37U}) {
        places.push_back(rgm::locate(with_markers, markers->offset + offset));
    }
    CHECK(places == std::vector<std::string>{"MPMK length", "MPMK count", "MPMK count", "MPMK data at byte 4",
                                             "MPMK data at byte 5", "MPMK data at byte 29"});

    CHECK(rgm::locate(bytes, bytes.size() - 4) == "END");
    CHECK(rgm::locate(bytes, bytes.size()) == "the bytes after END");
    CHECK(rgm::locate(as_bytes("no map"), 0) == "the bytes after the last complete section");
}
