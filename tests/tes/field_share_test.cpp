// The share of fields in the records of real plugins, if REDFORGE_CORPUS names a folder of them.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "tes/definition/field_share.hpp"
#include "tes/plugin/compression.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::tes::test;

TEST_CASE("field share: counts undefined bytes by record and subrecord", "[tes]")
{
    const Bytes global = record(20, "GLOB", 0x01000800,
                                joined({sub("EDID", zstring("A")), sub("FLTV", Bytes(4)), sub("QQQQ", Bytes(10))}));
    const FieldShare share = field_share(SharedBytes(joined({tes4(20, 1), top_group(20, "GLOB", global)})));
    // HEDR of 18 bytes with its header and CNAM of 11; then 8, 10 and 16 bytes.
    CHECK(share.bytes == 18 + 11 + 8 + 10 + 16);
    CHECK(share.fields == 18 + 11 + 8 + 10);
    REQUIRE(share.undefined.size() == 1);
    CHECK(share.undefined.front().record == "GLOB");
    CHECK(share.undefined.front().type == "QQQQ");
    CHECK(share.undefined.front().bytes == 16);
    CHECK(share.percent() == 74.6);
}

TEST_CASE("field share: counts the content of compressed records, damaged ones as bytes", "[tes]")
{
    constexpr std::uint32_t packed = 0x00040000;
    const Bytes content = joined({sub("EDID", zstring("A")), sub("FLTV", Bytes(4)), sub("QQQQ", Bytes(10))});
    const auto share_of = [](const Bytes& data) {
        return field_share(
            SharedBytes(joined({tes4(20, 1), top_group(20, "GLOB", record(20, "GLOB", 0x01000800, data, packed))})));
    };
    const FieldShare share = share_of(deflate_data(content, 9));
    CHECK(share.bytes == 18 + 11 + 8 + 10 + 16);
    CHECK(share.fields == 18 + 11 + 8 + 10);
    const FieldShare none = share_of(Bytes(7, std::byte{1}));
    CHECK(none.bytes == 18 + 11 + 7);
    CHECK(none.fields == 18 + 11);
    REQUIRE(none.undefined.size() == 1);
    CHECK(none.undefined.front().record == "GLOB");
    CHECK(none.undefined.front().type.empty());
    CHECK(none.undefined.front().bytes == 7);
    FieldShare both = share;
    both.add(none);
    CHECK(both.bytes == 63 + 36);
    CHECK(both.fields == 47 + 29);
    CHECK(both.undefined.size() == 2);
}

TEST_CASE("field share: real plugins have 99 % fields in Oblivion and 90 % in Skyrim", "[tes]")
{
    const char* folder = std::getenv("REDFORGE_CORPUS");
    if (folder == nullptr) {
        return;
    }
    const auto share_of = [&](std::string_view name) {
        FieldShare all;
        for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(folder) / name)) {
            all.add(field_share(SharedBytes(read_file(entry.path()).value())));
        }
        std::cout << fmt::format("{}: {:.2f} % of {} bytes of records are fields\n", name, all.percent(), all.bytes);
        for (std::size_t i = 0; i < std::min<std::size_t>(all.undefined.size(), 40); ++i) {
            const UndecodedParts& each = all.undefined[i];
            std::cout << fmt::format("    {} {}: {} bytes in {}\n", each.record, each.type, each.bytes, each.count);
        }
        return all.percent();
    };
    CHECK(share_of("oblivion-plugins") >= 99.0);
    CHECK(share_of("skyrim-plugins") >= 90.0);
}
