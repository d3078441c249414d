// PVO: nodes, leaves and lists by number, and raw fallbacks.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "rgm/visibility.hpp"
#include "support/make_bytes.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::rgm;
using art::test::law_violation;
using art::test::part;
using art::test::u32;
using redforge::test::make_bytes;
using redforge::test::need;
using redforge::test::require_error;

namespace {

Bytes head(std::uint32_t nodes, std::uint32_t leaves, std::uint32_t entries)
{
    return part("OCTH", art::test::join({u32(10), u32(nodes), u32(leaves), u32(entries), u32(0), u32(8192), u32(23552),
                                         u32(0xFFFFF600), u32(19712), Bytes(16)}));
}

/// A root with two children, octants 0 and 6; the second has the leaf at offset 7 of PLST.
const Bytes octree =
    art::test::join({make_bytes({0x41}), u32(0xFFFFFFFF), u32(13), u32(0xFFFFFFFE), make_bytes({0}), u32(7)});
const Bytes lists = art::test::join({make_bytes({1, 2, 0}), u32(0), make_bytes({1, 1, 0}), u32(2)});
const Bytes numbers = make_bytes({5, 0, 1, 1, 9, 0});

Bytes pvo(const Bytes& tree = octree, const Bytes& end = art::test::bytes_of(std::string_view("END \0\0\0\0", 8)))
{
    return art::test::join({head(2, 1, 3), part("OCTR", tree), part("PLST", lists), part("MLST", numbers), end});
}

}  // namespace

TEST_CASE("PVO: converts offsets to numbers of nodes and leaves", "[rgm]")
{
    CHECK(is_visibility(pvo()));
    RawFallbacks kept;
    const Visibility file = need(read_visibility(pvo(), &kept));
    CHECK(kept.empty());
    CHECK(file.half_size == 8192);
    CHECK(file.x == 23552);
    CHECK(file.y == -2560);
    CHECK(file.z == 19712);
    REQUIRE(file.nodes.size() == 2);
    CHECK(file.nodes[0].mask == 0x41);
    CHECK(file.nodes[0].leaf == VisibilityNode::no_leaf);
    CHECK(file.nodes[0].children == std::vector<std::uint32_t>{1, VisibilityNode::no_child});
    CHECK(file.nodes[1].leaf == 1);
    REQUIRE(file.leaves.size() == 2);
    CHECK(file.leaves[1].runs == std::vector<std::uint32_t>{1, 2});
    CHECK(file.objects == std::vector<std::uint32_t>{5, 257, 9});
    CHECK_FALSE(file.node_count.stored);
    CHECK_FALSE(file.leaf_count.stored);
    CHECK(law_violation(file, pvo(), write_visibility).empty());
}

TEST_CASE("PVO: keeps irregular counts, patches, ends and octrees", "[rgm]")
{
    const auto kept_in = [](const Bytes& bytes) {
        const Visibility file = need(read_visibility(bytes));
        CHECK(law_violation(file, bytes, write_visibility).empty());
        return file;
    };
    Bytes other_counts = pvo();
    store_le(other_counts.data() + 12, std::uint32_t{7});
    CHECK(kept_in(other_counts).node_count.stored == 7U);
    Bytes reserved = pvo();
    reserved[44] = std::byte{3};
    reserved[59] = std::byte{255};
    CHECK(kept_in(reserved).reserved_2.front() == 3);
    CHECK(kept_in(reserved).reserved_2.back() == 255);
    CHECK(kept_in(pvo(octree, art::test::bytes_of("END "))).usual_end == 0);
    const Bytes end = art::test::bytes_of(std::string_view("END \0\0\0\0", 8));
    const Visibility patched =
        kept_in(pvo(octree, art::test::join({part("PTCH", art::test::join({u32(3), make_bytes({1, 2})})), end})));
    REQUIRE(patched.patches.size() == 1);
    CHECK(patched.patches[0] == VisibilityPatch{3, 513});
    Bytes odd = octree;
    odd[5] = std::byte{12};  // between two nodes
    CHECK(kept_in(pvo(odd)).rest.size() == pvo().size() - 60);
    CHECK(kept_in(pvo(odd)).nodes.empty());
    CHECK(kept_in(art::test::join({head(0, 0, 0), art::test::bytes_of("x")})).rest == art::test::bytes_of("x"));
    CHECK(require_error(read_visibility(head(0, 0, 0))).code == ErrorCode::truncated);
}

TEST_CASE("PVO: rejects numbers of nodes and leaves that do not exist", "[rgm]")
{
    const auto error_text = [](auto change) {
        Visibility file = need(read_visibility(pvo()));
        change(file);
        return require_error(write_visibility(file)).field;
    };
    CHECK(error_text([](Visibility& f) { f.nodes[1].leaf = 2; }) == "nodes[1].leaf");
    CHECK(error_text([](Visibility& f) { f.nodes[0].children[0] = 2; }) == "nodes[0].children");
    CHECK(error_text([](Visibility& f) { f.nodes[0].children.pop_back(); }) == "nodes[0].children");
    CHECK(error_text([](Visibility& f) { f.leaves[0].runs.pop_back(); }) == "leaves[0].runs");
    CHECK(error_text([](Visibility& f) { f.leaves[1].runs = {65536, 0}; }) == "leaves[1].runs");
    CHECK(error_text([](Visibility& f) { f.leaves[1].runs.assign(512, 0); }) == "leaves[1].runs");
    for (const std::vector<std::uint32_t>& runs :
         {std::vector<std::uint32_t>{65535, 7}, std::vector<std::uint32_t>(510, 1)}) {
        Visibility most = need(read_visibility(pvo()));
        most.leaves[1].runs = runs;
        CHECK(need(read_visibility(need(write_visibility(most)))).leaves[1].runs == runs);
    }
    CHECK(error_text([](Visibility& f) { f.objects[0] = 65536; }) == "objects");
    CHECK(error_text([](Visibility& f) { f.rest = art::test::bytes_of("x"); }) == "rest");
}

TEST_CASE("PVO: a file without a root cell gets the standard one", "[rgm]")
{
    const Visibility file = need(art::test::from_xml<Visibility>("<visibility/>"));
    CHECK(file.half_size == 16384);
    CHECK(file.x == 0);
    CHECK(file.y == 0);
    CHECK(file.z == 0);
    CHECK(need(read_visibility(need(write_visibility(file)))) == file);
}
