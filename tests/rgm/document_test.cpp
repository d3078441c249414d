// The text of a small map, whole: what a person sees and a diff shows.
#include <catch2/catch.hpp>

#include "support/laws.hpp"
#include "support/map_file.hpp"

using namespace redforge;
using namespace redforge::test;

TEST_CASE("the text of a small map")
{
    const std::string expected = R"(<?xml version="1.0" encoding="UTF-8"?>
<map>
  <actors>
    <actor script_name="GATE" instances="2">
      <string value="a"/>
      <string value="b"/>
      <variable value="1"/>
      <variable instances="2 3"/>
      <attribute index="31" value="41"/>
      <animation_file reserved="5" frame_count="9" file_path="X.3"/>
      <group group_index="7" anim_id="1" anim_type="2">
        <command op="GoToFuture"/>
      </group>
      <hook offset="1"/>
      <location offset_x="1" offset_y="-1" offset_z="2"/>
      <extra/>
      <collision_sphere offset_x="1" offset_y="-1" offset_z="2" vertex="3" radius="4"/>
      <name_space value="gate"/>
      <script>010203</script>
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
}

TEST_CASE("the text of what is out of the usual")
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

TEST_CASE("a file of END alone is a map without sections")
{
    CHECK(to_xml(rgm::read_map(text_bytes("END ")).value()) ==
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map sections=\"\"/>\n");
}

TEST_CASE("a text that names sections it does not have is refused with the way out")
{
    CHECK(describe(rgm::write_map(from_xml("<map sections=\"MPOB MPOB\"/>").value()).error()) ==
          "sections: \"MPOB\" is listed more often than there are sections of that tag; remove it, or add a "
          "<raw_section> "
          "with that tag");
    CHECK(describe(rgm::write_map(from_xml("<map sections=\"MPOB END\\x20\"/>").value()).error()) ==
          "sections: END is listed; END always stands last; leave it out");
    CHECK(describe(from_xml("<map sections=\"MPO\"/>").error()) ==
          "map.xml:1:6: sections=\"MPO\" of <map>; expected section tags of four characters");
    CHECK(describe(from_xml("<map>\n<actors>\n<actor script_name='A'><command/></actor></actors></map>").error())
              .starts_with("map.xml:3:25: <actor> holds no element <command>; "));
}

TEST_CASE("a file that is cut off says where and how much is missing")
{
    const Bytes whole = small_map().bytes();
    CHECK(describe(rgm::read_map(ByteView(whole).first(100)).error()) ==
          "byte 4 (0x4): RAHD: its length word says 173 bytes, but 92 are left in the file; the file is cut off, or "
          "not a map");
    CHECK(
        describe(rgm::read_map(ByteView(whole).first(181)).error()) ==
        "byte 181 (0xB5): the file ends without an END section; a map is sections of tag, big-endian length and data, "
        "then the tag END");
    CHECK(
        describe(rgm::read_map(ByteView(whole).first(186)).error()) ==
        "byte 181 (0xB5): 5 bytes where a section should begin; a map is sections of tag, big-endian length and data, "
        "then the tag END");
}
