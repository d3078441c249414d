// The complete text of small maps.
#include <catch2/catch.hpp>

#include "rgm/map.hpp"
#include "support/laws.hpp"
#include "support/map_file.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

TEST_CASE("map text: a small map has the expected text")
{
    const std::string expected = R"(<?xml version="1.0" encoding="UTF-8"?>
<map>
  <actors>
    <actor script_name="GATE" instances="2">
      <variable value="1"/>
      <variable instances="2 3"/>
      <attribute index="31" value="41"/>
      <animation_file plane_count="5" frame_count="9" file_path="X.3"/>
      <group group_index="7" anim_id="1" anim_type="no_panic_revert">
        <command op="GoToFuture"/>
      </group>
      <location offset_x="1" offset_y="-1" offset_z="2"/>
      <extra/>
      <collision_sphere offset_x="1" offset_y="-1" offset_z="2" vertex="3" radius="4"/>
      <name_space value="gate"/>
      <script><![CDATA[
actor GATE
{
    strings
    {
        "a"
        "b"
    }
    bytes "01"
  hook 0:
    bytes "0203"
}

]]></script>
    </actor>
  </actors>
  <objects>
    <object/>
  </objects>
  <lights no_count="1"/>
  <flats>
    <flat id="5" position.x="1" position.y="2" position.z="3" texture.texture_id="109" texture.image_id="25"/>
  </flats>
  <markers>
    <marker position.x="1" position.y="2" position.z="3"/>
    <marker position.x="1" position.y="2" position.z="3" usable="0"/>
  </markers>
  <sizes>
    <size/>
  </sizes>
  <walk_maps>
    <walk_map position.x="1" position.y="2" position.z="3" radius="9">
      <node node_pos_x="1" node_pos_y="-1" node_pos_z="3">
        <route target_node_id="5" cost="7"/>
      </node>
    </walk_map>
  </walk_maps>
  <flat>010203</flat>
</map>
)";
    const rgm::Map map = rgm::read_map(small_map().bytes()).value();
    CHECK(to_xml(map) == expected);
    CHECK(rgm::write_map(from_xml(expected).value()).value() == small_map().bytes());
    // Earlier texts have a script as bytes, and its strings and hooks in the XML.
    std::string earlier = expected;
    const std::size_t begin = earlier.find("<script>");
    earlier.replace(begin, earlier.find("</script>") - begin, "<script>010203");
    earlier.insert(earlier.find("      <variable"), "      <string value=\"a\"/>\n      <string value=\"b\"/>\n");
    earlier.insert(earlier.find("      <location"), "      <hook offset=\"1\"/>\n");
    CHECK(rgm::write_map(from_xml(earlier).value()).value() == small_map().bytes());
}

TEST_CASE("map text: a map with an irregular layout has the expected text")
{
    TestFile file;
    file.sections = {{"XYZ ", hex("01")}, {"\\x41", hex("02")}, {"FLAT", {}}, {"XYZ ", {}}};
    file.end = join({text_bytes("END "), little(0, 4), hex("aabb")});
    const std::string expected = R"(<?xml version="1.0" encoding="UTF-8"?>
<map sections="XYZ\x20 \x5Cx41 FLAT XYZ\x20" end_length="0">
  <raw_section tag="XYZ ">
    <data>01</data>
  </raw_section>
  <raw_section tag="\x5Cx41">
    <data>02</data>
  </raw_section>
  <raw_section tag="XYZ "/>
  <trailing>aabb</trailing>
</map>
)";
    CHECK(to_xml(rgm::read_map(file.bytes()).value()) == expected);
    CHECK(rgm::write_map(from_xml(expected).value()).value() == file.bytes());
}

TEST_CASE("map text: a file with only END is a map without sections")
{
    CHECK(to_xml(rgm::read_map(text_bytes("END ")).value()) ==
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map sections=\"\"/>\n");
}

TEST_CASE("map text: rejects section names without a section, with a hint")
{
    CHECK(describe(rgm::write_map(from_xml("<map sections=\"MPOB MPOB\"/>").value()).error()) ==
          "sections: \"MPOB\" is listed more often than there are sections of that tag; remove it, or add a "
          "<raw_section> "
          "with that tag");
    CHECK(describe(rgm::write_map(from_xml("<map sections=\"MPOB END\\x20\"/>").value()).error()) ==
          "sections: END is listed; END is always last; omit it");
    const std::string more = "; list all tags, in order, in sections=\"...\" of <map>";
    CHECK(describe(
              rgm::write_map(from_xml("<map sections=\"\"><raw_section tag=\"XYZ\\x20\"/></map>").value()).error()) ==
          "sections: more <raw_section> elements with tag \"XYZ \" than sections of that tag" + more);
    CHECK(describe(
              rgm::write_map(
                  from_xml("<map sections=\"MPOB XYZ1\"><raw_section tag=\"XYZ1\"/><raw_section tag=\"XYZ1\"/></map>")
                      .value())
                  .error()) ==
          "sections: more <raw_section> elements with tag \"XYZ1\" than sections of that tag" + more);
    CHECK(describe(
              rgm::write_map(from_xml("<map sections=\"MPSO\"><raw_section tag=\"MPOB\"/></map>").value()).error()) ==
          "sections: more <raw_section> elements with tag \"MPOB\" than sections of that tag" + more);
    CHECK(describe(from_xml("<map sections=\"MPO\"/>").error()) ==
          "map.xml:1:6: sections=\"MPO\" of <map>; expected section tags of four characters");
    CHECK(describe(from_xml("<map>\n<actors>\n<actor script_name='A'><command/></actor></actors></map>").error())
              .starts_with("map.xml:3:25: <actor> cannot contain <command>; "));
}

TEST_CASE("map text: reads a truncated file up to the cut, and marks it as truncated")
{
    struct Cut {
        std::size_t size;
        std::size_t rest;  ///< number of bytes after the last complete section
        std::string place;
        std::string reason;
    };
    const Bytes whole = small_map().bytes();
    for (const Cut& cut : {Cut{100, 100, "RAHD (cut off)",
                               "its length word says 173 bytes, but 92 are left in the file; there is no END"},
                           Cut{181, 0, "END (missing)", "the file ends after its last section"},
                           Cut{186, 5, "END (missing)", "5 bytes where a section should begin"},
                           Cut{whole.size() - 4, 0, "END (missing)", "the file ends after its last section"},
                           Cut{whole.size() - 1, 3, "END (missing)", "3 bytes where a section should begin"}}) {
        CAPTURE(cut.size);
        const ByteView bytes = ByteView(whole).first(cut.size);
        RawFallbacks kept;
        const rgm::Map map = rgm::read_map(bytes, &kept).value();
        REQUIRE_FALSE(kept.empty());
        CHECK(kept.back().place == cut.place);
        CHECK(kept.back().reason == cut.reason);
        CHECK(kept.back().size == cut.rest);
        CHECK(map.no_end == 1);
        CHECK(map.trailing == Bytes(bytes.end() - static_cast<std::ptrdiff_t>(cut.rest), bytes.end()));
        CHECK(to_xml(map).find("no_end=\"1\"") != std::string::npos);
    }
    for (std::size_t size = 4; size < whole.size(); ++size) {
        CAPTURE(size);
        bool accepted = false;
        CHECK(law_1_violation(ByteView(whole).first(size), &accepted) == "");
        CHECK(accepted);
    }
    CHECK(describe(rgm::read_map(text_bytes("hello world")).error()) ==
          "byte 0 (0x0): neither sections of a map nor an END; a map is sections of tag, big-endian length and data, "
          "then the tag END");
}

TEST_CASE("map text: a truncated map can be edited, but its last bytes must not be END")
{
    const Bytes whole = small_map().bytes();
    rgm::Map map = rgm::read_map(ByteView(whole).first(whole.size() - 4)).value();
    append_record(map, "objects");
    const Bytes longer = rgm::write_map(map).value();
    CHECK(longer.size() == whole.size() - 4 + 66);
    CHECK(rgm::read_map(longer).value().no_end == 1);

    map = rgm::read_map(ByteView(whole).first(whole.size() - 4)).value();
    map.no_end = 0;
    CHECK(rgm::write_map(map).value() == whole);
    map.no_end = 1;
    map.trailing = text_bytes("END ");
    CHECK(rgm::write_map(map).error().field == "no_end");
}
