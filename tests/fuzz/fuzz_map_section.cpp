// Fuzz target: any bytes as one section of a map, or as an actor's part of one, are rejected or round-trip. Without the
// frame and the relations of sections, which fuzz_map covers, an input takes a thirtieth of the time.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/record/binary.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/parts.hpp"
#include "rgm/record_sections.hpp"
#include "two_laws.hpp"

namespace {

using namespace redforge;

void hold_section(const rgm::RecordSection& section, ByteView bytes)
{
    static rgm::Map map;  // reused: reading replaces the section
    if (const std::optional<std::string> reason = section.read(bytes, map)) {
        fuzz::require(!reason->empty());
        return;
    }
    Bytes written;
    section.write(map, written);
    fuzz::require(same_bytes(written, bytes));
}

/// Sets the header values that give a part these bytes; `count`: the number of records, instances or animation files in
/// the header.
void hold_part(rgm::ActorPart part, ByteView bytes, std::uint8_t count)
{
    Bytes padded(bytes.begin(), bytes.end());
    const auto whole_records = [&](std::size_t width) { bytes = bytes.first(bytes.size() / width * width); };
    rgm::Actor actor;
    actor.header.instances = count;
    actor.header.raan_count = count;
    switch (part) {
    case rgm::ActorPart::rasb: whole_records(4); break;
    case rgm::ActorPart::rava:
        bytes = count == 0 ? ByteView{} : bytes;
        whole_records(std::size_t{4} * std::max<unsigned>(count, 1));
        break;
    case rgm::ActorPart::ralc: whole_records(wire_size<rgm::Location>()); break;
    case rgm::ActorPart::raat:  // one byte for each of 256
        padded.resize(256);
        bytes = padded;
        break;
    case rgm::ActorPart::ragr:
        if (const std::optional<std::size_t> size = rgm::ragr_size(bytes, 0)) {
            bytes = bytes.first(*size);
            break;
        }
        return;
    case rgm::ActorPart::ravc: whole_records(wire_size<rgm::CollisionSphere>()); break;
    default: break;
    }
    if (const std::optional<std::string> reason = rgm::decode_part(part, bytes, bytes, actor)) {
        fuzz::require(!reason->empty());
        return;
    }
    std::vector<std::uint32_t> string_offsets;
    for (const rgm::ActorString& string : actor.strings) {
        string_offsets.push_back(*string.offset.stored);
    }
    Bytes written;
    fuzz::require(rgm::encode_part(part, actor, string_offsets, written).has_value());
    fuzz::require(same_bytes(written, bytes));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2) {
        return 0;
    }
    const ByteView bytes = std::as_bytes(std::span(data, size)).subspan(2);
    const std::span<const rgm::RecordSection> sections = rgm::record_sections();
    const std::size_t which = data[0] % (sections.size() + rgm::part_count);
    if (which < sections.size()) {
        hold_section(sections[which], bytes);
    } else {
        hold_part(static_cast<rgm::ActorPart>(which - sections.size()), bytes, data[1]);
    }
    return 0;
}
