// The RA* sections as a whole: reading, writing, canonical form and queries.
#include "rgm/actor_sections.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/binary.hpp"
#include "core/record/derived_pairs.hpp"
#include "core/record/record_type.hpp"
#include "core/text/code_page.hpp"
#include "rgm/actor.hpp"
#include "rgm/actors.hpp"
#include "rgm/layout.hpp"
#include "rgm/parts.hpp"

namespace redforge::rgm {
namespace {

constexpr std::size_t headers_start = 8;  ///< of RAHD: after count and prefix
constexpr std::size_t header_width = wire_size<ActorHeader>();

/// Returns true if parts have non-standard positions. Canonicalisation recomputes them from the parts with content, and
/// moves empty parts.
bool has_placements(const Actors& actors)
{
    return std::ranges::any_of(actors.records, [](const Actor& actor) { return !actor.placements.empty(); });
}

/// The game reads an actor's extra data even if it has none. If other actors of the map have extra data, an actor
/// without it gets zeros, unless its header gives a length of 0.
void canonicalize_extra_data(Actors& actors)
{
    if (!has_extra_data(actors)) {
        return;
    }
    for (Actor& actor : actors.records) {
        if (!actor.extra && find_raw_part(actor, ActorPart::raex) == nullptr && actor.header.raex_length.stored != 0) {
            actor.extra.emplace();
            actor.header.raex_offset.stored.reset();  // it was the offset of an empty part
        }
    }
}

/// Writes RAHD. Removes given values that equal the computed values.
Bytes canonicalize_headers(Actors& actors, std::span<const ActorHeader> computed)
{
    Bytes rahd;
    append_le(rahd, actors.count.value_or(static_cast<std::uint32_t>(actors.records.size())));
    append_le(rahd, actors.prefix);
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        canonicalize_attributes(actors.records[i]);
        clear_computed(actors.records[i].header, computed[i]);
        ActorHeader header = actors.records[i].header;
        fill_computed(header, computed[i]);
        append_record(rahd, header);
    }
    append(rahd, actors.tail);
    return rahd;
}

/// Header field with the offset or size of an actor's part.
struct PartField {
    std::string_view section;
    const void* (*place)(const ActorHeader& header);
    std::optional<std::int64_t> (*stored)(const ActorHeader& header);
};

template <auto member>
constexpr PartField part_field(std::string_view section)
{
    return {section, [](const ActorHeader& header) -> const void* { return &(header.*member); },
            [](const ActorHeader& header) {
                const auto& value = (header.*member).stored;
                return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
            }};
}

constexpr std::array part_fields{
    part_field<&ActorHeader::num_strings>("RASB"),    part_field<&ActorHeader::string_offsets_index>("RASB"),
    part_field<&ActorHeader::num_variables>("RAVA"),  part_field<&ActorHeader::variable_offset>("RAVA"),
    part_field<&ActorHeader::script_length>("RASC"),  part_field<&ActorHeader::script_data_offset>("RASC"),
    part_field<&ActorHeader::rahk_length>("RAHK"),    part_field<&ActorHeader::rahk_offset>("RAHK"),
    part_field<&ActorHeader::ralc_count>("RALC"),     part_field<&ActorHeader::ralc_offset>("RALC"),
    part_field<&ActorHeader::raex_length>("RAEX"),    part_field<&ActorHeader::raex_offset>("RAEX"),
    part_field<&ActorHeader::raat_offset>("RAAT"),    part_field<&ActorHeader::raan_count>("RAAN"),
    part_field<&ActorHeader::raan_data_size>("RAAN"), part_field<&ActorHeader::raan_offset>("RAAN"),
    part_field<&ActorHeader::ragr_offset>("RAGR"),    part_field<&ActorHeader::ranm_length>("RANM"),
    part_field<&ActorHeader::ranm_offset>("RANM"),    part_field<&ActorHeader::ravc_count>("RAVC"),
    part_field<&ActorHeader::ravc_offset>("RAVC"),
};

/// Returns the field name of a member of an actor.
std::string_view field_name(const Actor& actor, const void* member)
{
    const RecordType& type = record_type<Actor>();
    const auto offset =
        static_cast<std::size_t>(static_cast<const std::byte*>(member) - reinterpret_cast<const std::byte*>(&actor));
    return std::ranges::find(type.tables.front().fields, offset, &FieldEntry::offset)->name;
}

/// Rejects records of a section that has no parts, and two records of one section.
template <class Records>
Status check_tags(const Records& records, const std::string& field)
{
    std::array<bool, part_count> seen{};
    for (const auto& record : records) {
        const std::optional<ActorPart> part = find_part(record.section.view());
        if (!part || std::exchange(seen[static_cast<std::size_t>(*part)], true)) {
            return fail({.code = ErrorCode::malformed,
                         .message = fmt::format("section \"{}\"{}", encode_text(record.section.view()),
                                                part ? " appears twice" : ""),
                         .field = field,
                         .hint = fmt::format("expected one each of: {}", fmt::join(part_tags, ", "))});
        }
    }
    return {};
}

}  // namespace

void read_headers(ByteView rahd, Actors& actors)
{
    const ByteView data = rahd.subspan(headers_start);
    const auto stored_count = load_le<std::uint32_t>(rahd.data());
    actors.count = stored_count;
    actors.prefix = load_le<std::uint32_t>(rahd.data() + 4);
    actors.records.resize(record_count(stored_count, data.size(), header_width));
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        read_record(data.data() + i * header_width, actors.records[i].header);
    }
    const ByteView tail = data.subspan(actors.records.size() * header_width);
    actors.tail.assign(tail.begin(), tail.end());
}

Status check_part_tags(const Actors& actors)
{
    if (Status status = check_tags(actors.blocks, "actors.blocks"); !status) {
        return status;
    }
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        const Actor& actor = actors.records[i];
        if (!actor.raw_parts.empty()) {
            if (Status status = check_tags(actor.raw_parts, fmt::format("actors[{}].raw_parts", i)); !status) {
                return status;
            }
        }
        if (!actor.placements.empty()) {
            if (Status status = check_tags(actor.placements, fmt::format("actors[{}].placements", i)); !status) {
                return status;
            }
        }
    }
    return {};
}

bool has_part(const Actors& actors, ActorPart part)
{
    const std::string_view tag = part_tags[static_cast<std::size_t>(part)];
    return std::ranges::any_of(actors.blocks, [&](const Block& block) { return name_of(block.section) == tag; }) ||
           std::ranges::any_of(actors.records, [&](const Actor& actor) {
               return has_typed_part(part, actor) || find_raw_part(actor, part) != nullptr;
           });
}

Status write_actors(Actors& actors, const RawSections& kept, InUse& in_use, ByTag<Bytes>& sections)
{
    static const Bytes default_rafs = Actors{}.rafs;
    canonicalize_extra_data(actors);
    for (Actor& actor : actors.records) {
        canonicalize_parts(actor);
    }
    if (has_placements(actors)) {
        // The layout can change the order given by placements, because empty parts move to their standard position.
        // Computed values must match the new order, so compute them from the canonical actors.
        if (const Result<ActorLayout> first = lay_out(actors, kept, [](ActorPart, ByteView) {}); !first) {
            return fail(first.error());
        }
    }
    Result<ActorLayout> layout = lay_out(actors, kept, [&](ActorPart part, ByteView bytes) {
        append(sections[part_tags[std::size_t(part)]], bytes);
    });
    if (!layout) {
        return fail(layout.error());
    }
    actors.count.clear_if_equal(static_cast<std::uint32_t>(actors.records.size()));
    sections["RAHD"] = canonicalize_headers(actors, layout->computed);
    in_use["RAHD"] = !actors.records.empty() || !actors.tail.empty() || actors.count.stored.has_value() ||
                     actors.prefix != rahd_prefix;
    sections["RAFS"] = actors.rafs;
    in_use["RAFS"] = actors.rafs != default_rafs;
    in_use["RAST"] = !layout->string_pool.empty();
    sections["RAST"] = std::move(layout->string_pool);
    for (std::size_t p = 0; p < part_count; ++p) {
        in_use[part_tags[p]] = has_part(actors, static_cast<ActorPart>(p));
    }
    return {};
}

void complete_actors(Actors& actors, ByteView rahd, ByteView rasb)
{
    if (actors.records.empty() || rahd.size() < headers_start + header_width * actors.records.size()) {
        return;
    }
    actors.count = load_le<std::uint32_t>(rahd.data());
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        read_record(rahd.data() + headers_start + i * header_width, actors.records[i].header);
        complete_parts(actors.records[i], rasb);
    }
}

std::vector<GivenPlace> given_places(const Actors& actors, std::string_view section)
{
    std::vector<GivenPlace> given;
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        for (const PartField& field : part_fields) {
            const Actor& actor = actors.records[i];
            const std::optional<std::int64_t> stored = field.stored(actor.header);
            if (field.section == section && stored) {
                given.push_back({i, field_name(actor, field.place(actor.header)), *stored});
            }
        }
    }
    return given;
}

RecordTable header_table()
{
    return {headers_start, header_width, &locate_field<ActorHeader>};
}

}  // namespace redforge::rgm
