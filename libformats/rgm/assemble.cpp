// A map to bytes, without asking whether the bytes say the same: the inner half of write_map().
#include "rgm/assemble.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/binary.hpp"
#include "core/code_page.hpp"
#include "core/derived_pairs.hpp"
#include "rgm/frame.hpp"
#include "rgm/layout.hpp"
#include "rgm/map_sections.hpp"
#include "rgm/parts.hpp"

namespace redforge::rgm {
namespace {

using Tag = FixedText<4>;

std::string_view name_of(const Tag& tag)
{
    return {tag.bytes.data(), tag.bytes.size()};
}

/// How many sections there are of each tag. A hostile file has a hundred thousand sections, so they are counted once.
/// Keeps no reference to what it counted: the order grows while its counts are in use.
class TagCounts {
public:
    explicit TagCounts(const Map& map)
    {
        for (const RawSection& section : map.raw_sections) {
            ++counts_[key(name_of(section.tag))];
        }
    }
    explicit TagCounts(const SectionOrder& order)
    {
        for (const Tag& tag : order.tags) {
            ++counts_[key(name_of(tag))];
        }
    }
    [[nodiscard]] std::size_t of(std::string_view tag) const
    {
        const auto found = counts_.find(key(tag));
        return found == counts_.end() ? 0 : found->second;
    }
    [[nodiscard]] std::size_t of(const Tag& tag) const { return of(name_of(tag)); }

private:
    static std::uint32_t key(std::string_view tag) { return load_le<std::uint32_t>(as_bytes(tag).data()); }

    std::unordered_map<std::uint32_t, std::size_t> counts_;
};

/// All sections in the usual order: the typed ones (RAVC only with something in it), then those of unknown tags.
SectionOrder usual_sections(const Map& map)
{
    const auto has_spheres = [](const Actor& actor) { return !actor.collision_spheres.empty(); };
    const auto is_ravc = [](const Block& block) { return block.section == Tag("RAVC"); };
    const auto has_raw_spheres = [](const Actor& actor) {
        return std::ranges::any_of(actor.raw_parts, [](const RawPart& part) { return part.section == Tag("RAVC"); });
    };
    const bool ravc = TagCounts(map).of(Tag("RAVC")) > 0 || std::ranges::any_of(map.actors.records, has_spheres) ||
                      std::ranges::any_of(map.actors.records, has_raw_spheres) ||
                      std::ranges::any_of(map.actors.blocks, is_ravc);
    SectionOrder order;
    for (const std::string_view tag : canonical_order) {
        if (tag != "RAVC" || ravc) {
            order.tags.emplace_back(tag);
        }
    }
    for (const RawSection& section : map.raw_sections) {
        if (!is_typed(name_of(section.tag))) {
            order.tags.push_back(section.tag);
        }
    }
    return order;
}

/// Puts a tag where the usual order would have it: behind the last listed tag that usually stands before it.
void insert_in_order(SectionOrder& order, std::string_view tag)
{
    const auto rank = std::ranges::find(canonical_order, tag);
    auto place = order.tags.begin();
    for (auto at = order.tags.begin(); at != order.tags.end(); ++at) {
        if (std::find(canonical_order.begin(), rank, name_of(*at)) != rank) {
            place = at + 1;
        }
    }
    order.tags.insert(place, Tag(tag));
}

struct Payloads {
    std::map<std::string_view, Bytes> typed;
    std::map<std::string_view, bool> in_use;  ///< holds something that must not be left out
};

Status check_tags(const Map& map)
{
    const auto check = [](const auto& records, std::string_view field) -> Status {
        std::vector<Tag> seen;
        for (const auto& record : records) {
            if (!find_part(record.section.view()) || std::ranges::find(seen, record.section) != seen.end()) {
                return fail({.code = ErrorCode::malformed,
                             .message = fmt::format("section \"{}\"{}", encode_text(record.section.view()),
                                                    find_part(record.section.view()) ? " appears twice" : ""),
                             .field = std::string(field),
                             .hint = fmt::format("expected one each of: {}", fmt::join(part_tags, ", "))});
            }
            seen.push_back(record.section);
        }
        return {};
    };
    if (Status status = check(map.actors.blocks, "actors.blocks"); !status) {
        return status;
    }
    for (std::size_t i = 0; i < map.actors.records.size(); ++i) {
        const Actor& actor = map.actors.records[i];
        if (Status status = check(actor.raw_parts, fmt::format("actors[{}].raw_parts", i)); !status) {
            return status;
        }
        if (Status status = check(actor.placements, fmt::format("actors[{}].placements", i)); !status) {
            return status;
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
    std::ranges::stable_sort(actor.raw_parts, {}, [](const RawPart& part) { return find_part(part.section.view()); });
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

/// The bytes of the RA* sections; settles the headers.
Status assemble_actors(Map& map, const SectionOrder& order, Payloads& payloads)
{
    Actors& actors = map.actors;
    RawSections kept;
    const TagCounts raws(map);
    const TagCounts listed(order);
    for (std::size_t p = 0; p < part_count; ++p) {
        const auto raw = std::ranges::find(map.raw_sections, Tag(part_tags[p]), &RawSection::tag);
        if (raw != map.raw_sections.end() && raws.of(raw->tag) >= listed.of(raw->tag)) {
            kept[p] = raw->data.size();
        }
    }
    normalize_extra_data(actors);
    for (Actor& actor : actors.records) {
        normalize_variables(actor);
        normalize_groups(actor);
    }
    Result<ActorLayout> layout = lay_out(actors, kept);
    if (!layout) {
        return fail(layout.error());
    }
    const bool replaced = has_placements(actors);
    normalize_layout(actors, *layout, kept);
    if (replaced) {
        layout = lay_out(actors, kept);
        if (!layout) {
            return fail(layout.error());
        }
    }
    actors.count.drop_if(static_cast<std::uint32_t>(actors.records.size()));
    Bytes& rahd = payloads.typed["RAHD"];
    rahd.reserve(8 + actors.records.size() * wire_size<ActorHeader>() + actors.tail.size());
    append_le(rahd, actors.count.value_or(static_cast<std::uint32_t>(actors.records.size())));
    append_le(rahd, actors.prefix);
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        normalize_attributes(actors.records[i]);
        drop_computed(actors.records[i].header, layout->computed[i]);
        ActorHeader header = actors.records[i].header;
        fill_computed(header, layout->computed[i]);
        append_record(rahd, header);
    }
    append(rahd, actors.tail);
    payloads.in_use["RAHD"] = !actors.records.empty() || !actors.tail.empty() || actors.count.stored.has_value() ||
                              actors.prefix != rahd_prefix;
    payloads.typed["RAFS"] = actors.rafs;
    payloads.in_use["RAFS"] = actors.rafs != Actors{}.rafs;
    payloads.in_use["RAST"] = !layout->string_pool.empty();
    payloads.typed["RAST"] = std::move(layout->string_pool);
    for (std::size_t p = 0; p < part_count; ++p) {
        const Tag tag(part_tags[p]);
        const auto is_this = [&](const auto& record) { return record.section == tag; };
        const auto in_use = [&](const Actor& actor) {
            return holds_part(static_cast<ActorPart>(p), actor) || std::ranges::any_of(actor.raw_parts, is_this);
        };
        payloads.in_use[part_tags[p]] =
            std::ranges::any_of(actors.records, in_use) || std::ranges::any_of(actors.blocks, is_this);
        payloads.typed[part_tags[p]] = std::move(layout->sections[p]);
    }
    return {};
}

template <class T>
void assemble_counted(Counted<T>& section, Payloads& payloads)
{
    normalize_section(section);
    payloads.in_use[T::section] = !section.records.empty() || !section.tail.empty() || section.count.stored.has_value();
    payloads.typed[T::section] = write_section(section);
}

Status check_walk_maps(const Counted<WalkMap>& section)
{
    for (std::size_t m = 0; m < section.records.size(); ++m) {
        for (std::size_t n = 0; n < section.records[m].nodes.size(); ++n) {
            const std::size_t routes = section.records[m].nodes[n].routes.size();
            if (routes > 255) {
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("{} routes from one node", routes),
                             .section = "WDNM",
                             .field = fmt::format("walk_maps[{}].nodes[{}].routes", m, n),
                             .hint = "a node has at most 255"});
            }
        }
    }
    return {};
}

/// Adds listed tags for content that the given order forgot, and refuses an order that names what is not there.
Result<SectionOrder> normalize_order(Map& map, const Payloads& payloads)
{
    const SectionOrder usual = usual_sections(map);
    const TagCounts raws(map);
    SectionOrder order = map.sections.stored ? *map.sections.stored : usual;
    if (map.sections.stored) {
        const TagCounts listed(order);
        for (const auto& [tag, in_use] : payloads.in_use) {
            if (in_use && listed.of(tag) == raws.of(tag)) {
                insert_in_order(order, tag);
            }
        }
    }
    const TagCounts listed(order);
    for (const RawSection& section : map.raw_sections) {
        if (listed.of(section.tag) < raws.of(section.tag)) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("more <raw_section> elements with tag \"{}\" than sections of that tag",
                                                encode_text(section.tag.view())),
                         .field = "sections",
                         .hint = "list all tags, in order, in sections=\"...\" of <map>"});
        }
    }
    for (const Tag& tag : order.tags) {
        if (name_of(tag) == end_tag) {
            return fail({.code = ErrorCode::malformed,
                         .message = "END is listed",
                         .field = "sections",
                         .hint = "END always stands last; leave it out"});
        }
        if (listed.of(tag) > raws.of(tag) + (is_typed(name_of(tag)) ? 1U : 0U)) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("\"{}\" is listed more often than there are sections of that tag",
                                                encode_text(tag.view())),
                         .field = "sections",
                         .hint = "remove it, or add a <raw_section> with that tag"});
        }
    }
    if (map.sections.stored) {
        map.sections.stored = order;
        map.sections.drop_if(usual);
    }
    return order;
}

/// Calls `take(tag, payload)` for each section in their order. A payload is given back as soon as it was taken, so that
/// a large one does not stay twice.
template <class Take>
Status take_sections(const Map& map, const SectionOrder& order, Payloads payloads, Take take)
{
    const TagCounts listed(order);
    std::unordered_map<std::string_view, std::vector<const Bytes*>> contents;
    for (const RawSection& section : map.raw_sections) {
        contents[name_of(section.tag)].push_back(&section.data);
    }
    for (const std::string_view tag : canonical_order) {
        std::vector<const Bytes*>& of_tag = contents[tag];
        if (of_tag.size() < listed.of(tag)) {
            of_tag.insert(of_tag.begin(), &payloads.typed[tag]);  // the first of its kind has the typed form
        }
    }
    std::unordered_map<std::string_view, std::size_t> taken;
    for (const Tag& tag : order.tags) {
        const Bytes* payload = contents[name_of(tag)][taken[name_of(tag)]++];
        if (const Status status = take(name_of(tag), *payload); !status) {
            return status;
        }
        if (const auto typed = payloads.typed.find(name_of(tag));
            typed != payloads.typed.end() && payload == &typed->second) {
            typed->second = {};
        }
    }
    return {};
}

/// Bytes of a file's sections and END, at most.
std::size_t size_of(const Map& map, const SectionOrder& order, const Payloads& payloads)
{
    constexpr std::size_t section_head = 8;
    constexpr std::size_t end_size = 8;
    std::size_t size = end_size + map.trailing.size() + order.tags.size() * section_head;
    for (const RawSection& section : map.raw_sections) {
        size += section.data.size();
    }
    for (const auto& [tag, payload] : payloads.typed) {
        size += payload.size();
    }
    return size;
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

/// All sections as bytes, in their order; settles the map.
Result<std::pair<SectionOrder, Payloads>> make_sections(Map& map)
{
    if (const Status status = check_tags(map); !status) {
        return fail(status.error());
    }
    if (const Status status = check_walk_maps(map.walk_maps); !status) {
        return fail(status.error());
    }
    Payloads payloads;
    const SectionOrder first_guess = map.sections.stored ? *map.sections.stored : usual_sections(map);
    if (const Status status = assemble_actors(map, first_guess, payloads); !status) {
        return fail(status.error());
    }
    normalize_walk_maps(map.walk_maps);
    for_each_counted(map, [&](auto& section) { assemble_counted(section, payloads); });
    payloads.typed["MPSZ"] = write_sizes(map.sizes);
    payloads.typed["FLAT"] = map.flat;
    for (const std::string_view tag : {"MPSZ", "FLAT"}) {
        payloads.in_use[tag] = !payloads.typed[tag].empty();
    }
    Result<SectionOrder> order = normalize_order(map, payloads);
    if (!order) {
        return fail(order.error());
    }
    return std::pair(std::move(*order), std::move(payloads));
}

}  // namespace

bool is_typed(std::string_view tag)
{
    return std::ranges::find(canonical_order, tag) != canonical_order.end();
}

Result<Bytes> assemble(Map& map)
{
    Result<std::pair<SectionOrder, Payloads>> sections = make_sections(map);
    if (!sections) {
        return fail(sections.error());
    }
    auto& [order, payloads] = *sections;
    Bytes bytes;
    bytes.reserve(size_of(map, order, payloads));
    const Status status =
        take_sections(map, order, std::move(payloads),
                      [&](std::string_view tag, const Bytes& payload) { return append_section(bytes, tag, payload); });
    if (!status) {
        return fail(status.error());
    }
    append_end(bytes, map);
    return bytes;
}

Result<Comparison> compare_assembled(Map& map, const Frame& frame)
{
    Result<std::pair<SectionOrder, Payloads>> sections = make_sections(map);
    if (!sections) {
        return fail(sections.error());
    }
    auto& [order, payloads] = *sections;
    Comparison result;
    // What stands behind the sections is carried along as it is, and the frame of a section follows from its content.
    result.same = order.tags.size() == frame.sections.size();
    if (!result.same) {
        return result;
    }
    const Status status =
        take_sections(map, order, std::move(payloads), [&](std::string_view tag, const Bytes& payload) {
            const FrameSection& section = frame.sections[result.differing.size()];
            result.differing.push_back(!same_bytes(section.payload, payload));
            result.same = result.same && section.tag == tag && !result.differing.back();
            return Status{};
        });
    return status ? Result<Comparison>(std::move(result)) : fail(status.error());
}

}  // namespace redforge::rgm
