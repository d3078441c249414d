// The layout of each record of fixed size in a map, as an approved page: the offsets of its fields, and what two
// patterns of bytes mean.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "core/record/binary.hpp"
#include "rgm/actor_header.hpp"
#include "rgm/record_sections.hpp"
#include "support/approved.hpp"
#include "support/laws.hpp"
#include "support/source_folder.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

std::string offsets(std::string_view tag, std::size_t width, std::string (*field)(std::size_t))
{
    std::string lines = fmt::format("{}, {} bytes\n", tag, width);
    std::string before;
    for (std::size_t at = 0; field != nullptr && at < width; ++at) {
        if (std::string name = field(at); name != before) {
            lines += fmt::format("  {:02X} {}\n", at, name);
            before = std::move(name);
        }
    }
    return lines;
}

/// Returns the text of a record of the bytes 1, 2, 3 ... and of one of bytes FF.
std::string pattern_text(const rgm::RecordSection& section)
{
    Bytes payload(section.table->head + section.table->width, std::byte{0});
    payload.front() = static_cast<std::byte>(section.has_count ? 2 : 0);
    for (std::size_t i = 0; i < section.table->width; ++i) {
        payload[section.table->head + i] = static_cast<std::byte>(i + 1);
    }
    payload.resize(payload.size() + section.table->width, std::byte{0xFF});
    rgm::Map map;
    REQUIRE_FALSE(section.read(payload, map));
    return to_xml(map);
}

}  // namespace

TEST_CASE("layouts: records of a map have the approved offsets and values")
{
    std::string page = offsets("RAHD", wire_size<rgm::ActorHeader>(), &locate_field<rgm::ActorHeader>);
    for (const rgm::RecordSection& section : rgm::record_sections()) {
        if (section.table) {
            page += offsets(section.tag, section.table->width, section.table->field) + pattern_text(section);
        }
    }
    check_approved(source_folder() / "tests/rgm/layouts.txt", page);
}
