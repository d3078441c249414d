// The two laws: on every prefix and every changed byte of small models, and on random models of each kind.
#include <catch2/catch.hpp>

#include <set>

#include "model/model.hpp"
#include "support/map_file.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::model;
using namespace redforge::model::test;
using redforge::test::need;

namespace {

/// Returns a small menu model with frames, slots and repeated tables.
Bytes menu_v4()
{
    std::mt19937 random(4);
    return need(write_model(random_model(random, "v4.0", 3, 0, true)));
}

const std::vector<std::pair<std::string, Bytes>>& small_models()
{
    static const std::vector<std::pair<std::string, Bytes>> models{
        {"v5.0", triangle_v5()},  {"v2.7", triangle_v2()},    {"v4.0 type 2", animated_v4()},
        {"v4.0 menu", menu_v4()}, {"v2 narrow", narrow_v2()}, {"v2 wide", wide_v2()}};
    return models;
}

}  // namespace

TEST_CASE("law 1: every prefix of a model is rejected or round-trips", "[model]")
{
    for (const auto& [name, bytes] : small_models()) {
        INFO(name);
        REQUIRE(law_one(bytes).empty());
        for (std::size_t size = 64; size < bytes.size(); ++size) {
            INFO(size);
            REQUIRE(law_one(ByteView(bytes).first(size)) == "");
        }
    }
}

TEST_CASE("menu models: reports every reason why a table stays bytes", "[model]")
{
    Bytes bytes = menu_v4();
    std::set<std::string> reasons;
    for (std::size_t at = 64; at < bytes.size(); ++at) {
        bytes[at] ^= std::byte{1};
        RawFallbacks kept;
        if (read_model(bytes, &kept)) {
            for (const RawFallback& each : kept) {
                reasons.insert(each.place + ": " + each.reason);
            }
        }
        bytes[at] ^= std::byte{1};
    }
    CHECK(reasons.contains("vertex_normals: the table does not begin like the index table"));
    CHECK(reasons.contains("index_copies: the index table is not repeated for each frame"));
}

TEST_CASE("law 1: a model with any byte changed is rejected or round-trips", "[model]")
{
    for (const auto& [name, bytes] : small_models()) {
        INFO(name);
        Bytes changed = bytes;
        for (std::size_t at = 4; at < bytes.size(); ++at) {
            for (const unsigned value : {0x00U, 0x01U, 0x0CU, 0x40U, 0x7FU, 0x80U, 0xFFU}) {
                changed[at] = static_cast<std::byte>(value);
                INFO(at << " = " << value);
                REQUIRE(law_one(changed) == "");
            }
            changed[at] = bytes[at];
        }
    }
}

TEST_CASE("law 1: models with swapped or very large header words are rejected or round-trip", "[model]")
{
    std::mt19937 random(11);
    for (const auto& [name, bytes] : small_models()) {
        INFO(name);
        for (int i = 0; i < 3000; ++i) {
            Bytes changed = bytes;
            for (std::size_t n = 1 + random() % 3; n > 0; --n) {
                const std::uint32_t values[] = {0,
                                                1,
                                                64,
                                                0xFFFFFFFF,
                                                static_cast<std::uint32_t>(bytes.size()),
                                                static_cast<std::uint32_t>(random() % bytes.size()),
                                                load_le<std::uint32_t>(bytes.data() + 4 + 4 * (random() % 15))};
                store_le(changed.data() + 4 + 4 * (random() % 15), values[random() % 7]);
            }
            REQUIRE(law_one(changed) == "");
        }
    }
}

TEST_CASE("law 2: holds for random models of each version and frame type", "[model]")
{
    struct Kind {
        std::string_view version;
        std::size_t frames;
        std::uint32_t type;
        bool slots;
    };
    const Kind kinds[] = {{"v2.6", 1, 0, false}, {"v2.7", 1, 0, false}, {"v2.6", 1, 3, false}, {"v2.6", 5, 3, false},
                          {"v2.7", 1, 4, false}, {"v2.7", 4, 4, false}, {"v4.0", 1, 0, false}, {"v4.0", 1, 0, true},
                          {"v4.0", 4, 0, false}, {"v4.0", 4, 0, true},  {"v4.0", 4, 2, false}, {"v4.0", 4, 4, false},
                          {"v4.0", 1, 8, false}, {"v5.0", 1, 0, true},  {"v5.0", 3, 2, true}};
    std::mt19937 random(3);
    for (const Kind& kind : kinds) {
        INFO(kind.version << " frames " << kind.frames << " type " << kind.type << " slots " << kind.slots);
        for (int i = 0; i < 100; ++i) {
            const Model model = random_model(random, kind.version, kind.frames, kind.type, kind.slots);
            const Result<Bytes> bytes = write_model(model);
            REQUIRE(bytes);
            const Result<Model> back = read_model(*bytes);
            REQUIRE(back);
            CHECK(to_xml(*back) == to_xml(model));
            CHECK(law_one(*bytes) == "");
        }
    }
}
