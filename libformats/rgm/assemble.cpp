// A map to bytes, without asking whether the bytes say the same: the inner half of write_map().
#include "rgm/assemble.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/binary.hpp"
#include "core/code_page.hpp"
#include "core/derived_pairs.hpp"
#include "rgm/actor.hpp"
#include "rgm/animation.hpp"
#include "rgm/animation_group.hpp"
#include "rgm/attribute.hpp"
#include "rgm/frame.hpp"
#include "rgm/layout.hpp"
#include "rgm/parts.hpp"
#include "rgm/record_sections.hpp"
#include "rgm/section_order.hpp"
#include "rgm/variable.hpp"

namespace redforge::rgm {
namespace {

/// Is given the sections that have a typed form, each in pieces, one section after the other but in no order.
using TakePiece = std::function<void(std::string_view tag, ByteView piece)>;

Status check_tags(const Map& map)
{
    const auto check = [](const auto& records, const auto& field) -> Status {
        std::array<bool, part_count> seen{};
        for (const auto& record : records) {
            const std::optional<ActorPart> part = find_part(record.section.view());
            if (!part || std::exchange(seen[static_cast<std::size_t>(*part)], true)) {
                return fail({.code = ErrorCode::malformed,
                             .message = fmt::format("section \"{}\"{}", encode_text(record.section.view()),
                                                    part ? " appears twice" : ""),
                             .field = field(),
                             .hint = fmt::format("expected one each of: {}", fmt::join(part_tags, ", "))});
            }
        }
        return {};
    };
    if (Status status = check(map.actors.blocks, [] { return std::string("actors.blocks"); }); !status) {
        return status;
    }
    for (std::size_t i = 0; i < map.actors.records.size(); ++i) {
        const Actor& actor = map.actors.records[i];
        if (!actor.raw_parts.empty()) {
            const auto field = [&] { return fmt::format("actors[{}].raw_parts", i); };
            if (Status status = check(actor.raw_parts, field); !status) {
                return status;
            }
        }
        if (!actor.placements.empty()) {
            const auto field = [&] { return fmt::format("actors[{}].placements", i); };
            if (Status status = check(actor.placements, field); !status) {
                return status;
            }
        }
    }
    return {};
}

void normalize_attributes(Actor& actor)
{
    std::erase_if(actor.attributes, [](const Attribute& attribute) { return attribute.value == 0; });
    std::ranges::sort(actor.attributes, {}, &Attribute::index);
}

void normalize_groups(Actor& actor)
{
    for (AnimationGroup& group : actor.groups) {
        group.frame_count.drop_if(static_cast<std::uint16_t>(group.commands.size()));
    }
    if (actor.raw_parts.size() > 1) {
        std::ranges::stable_sort(actor.raw_parts, {},
                                 [](const RawPart& part) { return find_part(part.section.view()); });
    }
}

void normalize_variables(Actor& actor)
{
    for (Variable& variable : actor.variables) {
        const auto different = std::ranges::adjacent_find(variable.instances, std::not_equal_to{});
        if (!variable.instances.empty() && different == variable.instances.end() &&
            variable.instances.size() == actor.header.instances &&
            (variable.value == 0 || variable.value == variable.instances.front())) {
            variable.value = variable.instances.front();
            variable.instances.clear();
        }
    }
}

/// The game reads an actor's extra data whether it has any or not. Where actors of a map have it, one without it is
/// given zeros, unless its header says that it has none.
void normalize_extra_data(Actors& actors)
{
    if (!has_extra_data(actors)) {
        return;
    }
    for (Actor& actor : actors.records) {
        const bool raw =
            std::ranges::any_of(actor.raw_parts, [](const RawPart& part) { return part.section == Tag("RAEX"); });
        if (!actor.extra && !raw && actor.header.raex_length.stored != 0) {
            actor.extra.emplace();
            actor.header.raex_offset.stored.reset();  // it was the place of nothing
        }
    }
}

/// Whether parts stand elsewhere than usual. Settling says so anew, by the parts that have content; those without any
/// are then said to be in another place.
bool has_placements(const Actors& actors)
{
    return std::ranges::any_of(actors.records, [](const Actor& actor) { return !actor.placements.empty(); });
}

/// RAHD. Given values that equal the computed ones are dropped.
Bytes settle_headers(Actors& actors, std::span<const ActorHeader> computed)
{
    Bytes rahd;
    rahd.reserve(8 + actors.records.size() * wire_size<ActorHeader>() + actors.tail.size());
    append_le(rahd, actors.count.value_or(static_cast<std::uint32_t>(actors.records.size())));
    append_le(rahd, actors.prefix);
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        normalize_attributes(actors.records[i]);
        drop_computed(actors.records[i].header, computed[i]);
        ActorHeader header = actors.records[i].header;
        fill_computed(header, computed[i]);
        append_record(rahd, header);
    }
    append(rahd, actors.tail);
    return rahd;
}

/// The sizes of the part sections that are kept as a whole.
RawSections kept_parts(const Map& map)
{
    RawSections kept;
    if (map.raw_sections.empty()) {
        return kept;
    }
    const TagCounts raws(map);
    const TagCounts listed(map.sections.stored ? *map.sections.stored : usual_sections(map));
    for (const RawSection& raw : map.raw_sections) {
        const std::optional<ActorPart> part = find_part(name_of(raw.tag));
        if (part && !kept[static_cast<std::size_t>(*part)] && raws.of(raw.tag) >= listed.of(raw.tag)) {
            kept[static_cast<std::size_t>(*part)] = raw.data.size();
        }
    }
    return kept;
}

/// The part sections in which anything is.
void find_parts_in_use(const Actors& actors, InUse& in_use)
{
    for (const Block& block : actors.blocks) {
        in_use[name_of(block.section)] = true;
    }
    for (const Actor& actor : actors.records) {
        for (const RawPart& part : actor.raw_parts) {
            in_use[name_of(part.section)] = true;
        }
        for (std::size_t p = 0; p < part_count; ++p) {
            in_use[part_tags[p]] = in_use[part_tags[p]] || holds_part(static_cast<ActorPart>(p), actor);
        }
    }
}

/// The bytes of the RA* sections; settles the headers.
Status assemble_actors(Map& map, InUse& in_use, const TakePiece& take)
{
    static const Bytes usual_rafs = Actors{}.rafs;
    Actors& actors = map.actors;
    const RawSections kept = kept_parts(map);
    normalize_extra_data(actors);
    for (Actor& actor : actors.records) {
        normalize_variables(actor);
        normalize_groups(actor);
    }
    if (has_placements(actors)) {
        // Laying out may change the order that placements give: a part without bytes goes to its usual place, as reading
        // would put it there. What is computed has to agree with that order, so it is computed from the actors as settled.
        if (const Result<ActorLayout> first = lay_out(actors, kept, [](ActorPart, ByteView) {}); !first) {
            return fail(first.error());
        }
    }
    Result<ActorLayout> layout =
        lay_out(actors, kept, [&](ActorPart part, ByteView section) { take(part_tags[std::size_t(part)], section); });
    if (!layout) {
        return fail(layout.error());
    }
    actors.count.drop_if(static_cast<std::uint32_t>(actors.records.size()));
    take("RAHD", settle_headers(actors, layout->computed));
    in_use["RAHD"] = !actors.records.empty() || !actors.tail.empty() || actors.count.stored.has_value() ||
                     actors.prefix != rahd_prefix;
    take("RAFS", actors.rafs);
    in_use["RAFS"] = actors.rafs != usual_rafs;
    take("RAST", layout->string_pool);
    in_use["RAST"] = !layout->string_pool.empty();
    find_parts_in_use(actors, in_use);
    return {};
}

/// What stands behind the last section.
void append_end(Bytes& bytes, const Map& map)
{
    if (map.no_end == 0) {
        append(bytes, as_bytes(end_tag));
        if (map.end_length.stored) {
            append_le(bytes, std::uint32_t{0});
        }
    }
    append(bytes, map.trailing);
}

/// All sections of a map as they are to be written.
struct MadeSections {
    SectionOrder order;
    std::vector<const Bytes*> raws;  ///< raw_contents() of the order
};

/// Makes the sections that have a typed form, and settles the map.
Result<MadeSections> make_sections(Map& map, const TakePiece& take)
{
    if (const Status status = check_tags(map); !status) {
        return fail(status.error());
    }
    for (const RecordSection& section : record_sections()) {
        if (const Status status = section.check(map); !status) {
            return fail(status.error());
        }
    }
    InUse in_use;
    if (const Status status = assemble_actors(map, in_use, take); !status) {
        return fail(status.error());
    }
    for (const RecordSection& section : record_sections()) {
        section.normalize(map);
        in_use[section.tag] = section.in_use(map);
    }
    take("FLAT", map.flat);
    in_use["FLAT"] = !map.flat.empty();
    Result<SectionOrder> order = normalize_order(map, in_use);
    if (!order) {
        return fail(order.error());
    }
    MadeSections made{std::move(*order), {}};
    made.raws = raw_contents(map, made.order);
    ByTag<bool> wanted;
    for (std::size_t i = 0; i < made.raws.size(); ++i) {
        if (made.raws[i] == nullptr) {
            wanted[name_of(made.order.tags[i])] = true;
        }
    }
    for (const RecordSection& section : record_sections()) {
        if (wanted[section.tag]) {
            section.write(map, [&](ByteView piece) { take(section.tag, piece); });
        }
    }
    return made;
}

/// Compares the sections that have a typed form with those of a file, as they come.
class SectionComparison {
public:
    explicit SectionComparison(const Frame& frame)
    {
        for (const FrameSection& section : frame.sections) {
            if (section.rank) {
                std::optional<Expected>& expected = expected_.at(*section.rank);
                if (!expected) {  // the first of its kind has the typed form
                    expected = Expected{section.payload, false};
                }
            }
        }
    }
    void take(std::string_view tag, ByteView piece)
    {
        std::optional<Expected>& expected = expected_[tag];
        if (!expected || expected->differs) {
            return;
        }
        ByteView& rest = expected->rest;
        if (piece.size() <= rest.size() && same_bytes(rest.first(piece.size()), piece)) {
            rest = rest.subspan(piece.size());
        } else {
            expected->differs = true;
        }
    }
    /// Whether all of the file's section has come, and nothing else.
    [[nodiscard]] bool same(std::string_view tag) const
    {
        const std::optional<Expected>& expected = expected_[tag];
        return expected && !expected->differs && expected->rest.empty();
    }

private:
    struct Expected {
        ByteView rest;  ///< what is to come
        bool differs{};
    };
    ByTag<std::optional<Expected>> expected_;  ///< of the sections that the file has
};

}  // namespace

Result<Bytes> assemble(Map& map)
{
    ByTag<Bytes> typed;
    const Result<MadeSections> made =
        make_sections(map, [&](std::string_view tag, ByteView piece) { append(typed[tag], piece); });
    if (!made) {
        return fail(made.error());
    }
    const std::vector<Tag>& tags = made->order.tags;
    const std::vector<const Bytes*>& raws = made->raws;
    const auto content = [&](std::size_t i) -> const Bytes& {
        return raws[i] != nullptr ? *raws[i] : typed[name_of(tags[i])];
    };
    constexpr std::size_t section_head = 8;
    constexpr std::size_t end_size = 8;
    std::size_t size = end_size + map.trailing.size();
    for (std::size_t i = 0; i < raws.size(); ++i) {
        size += section_head + content(i).size();
    }
    Bytes bytes;
    bytes.reserve(size);
    for (std::size_t i = 0; i < raws.size(); ++i) {
        if (const Status status = append_section(bytes, name_of(tags[i]), content(i)); !status) {
            return fail(status.error());
        }
        if (raws[i] == nullptr) {
            typed[name_of(tags[i])] = {};  // so that a large one does not stay twice
        }
    }
    append_end(bytes, map);
    return bytes;
}

Result<Comparison> compare_assembled(Map& map, const Frame& frame)
{
    SectionComparison typed(frame);
    const Result<MadeSections> made =
        make_sections(map, [&](std::string_view tag, ByteView piece) { typed.take(tag, piece); });
    if (!made) {
        return fail(made.error());
    }
    const std::vector<Tag>& tags = made->order.tags;
    const std::vector<const Bytes*>& raws = made->raws;
    Comparison result;
    // The frame of a section follows from its content.
    result.same = (map.no_end != 0) == frame.no_end && map.end_length.stored.has_value() == frame.end_length &&
                  same_bytes(map.trailing, frame.trailing);
    if (tags.size() != frame.sections.size()) {
        result.same = false;
        return result;
    }
    result.differing.reserve(tags.size());
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const FrameSection& section = frame.sections[i];
        const std::string_view tag = name_of(tags[i]);
        const bool same =
            section.tag == tag && (raws[i] != nullptr ? same_bytes(section.payload, *raws[i]) : typed.same(tag));
        result.differing.push_back(!same);
        result.same = result.same && same;
    }
    return result;
}

}  // namespace redforge::rgm
