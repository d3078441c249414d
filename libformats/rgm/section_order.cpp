// Which sections a map has, in which order.
#include "rgm/section_order.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/code_page.hpp"
#include "rgm/actor.hpp"
#include "rgm/frame.hpp"

namespace redforge::rgm {
namespace {

/// Puts a tag where the usual order would have it: behind the last listed tag that usually stands before it.
void insert_in_order(SectionOrder& order, std::string_view tag)
{
    const std::optional<std::size_t> rank = canonical_rank(tag);
    auto place = order.tags.begin();
    for (auto at = order.tags.begin(); at != order.tags.end(); ++at) {
        if (const auto other = canonical_rank(name_of(*at)); other && *other < *rank) {
            place = at + 1;
        }
    }
    order.tags.insert(place, Tag(tag));
}

}  // namespace

bool is_typed(std::string_view tag)
{
    return canonical_rank(tag).has_value();
}

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

Result<SectionOrder> normalize_order(Map& map, const InUse& in_use)
{
    const SectionOrder usual = usual_sections(map);
    const TagCounts raws(map);
    SectionOrder order = map.sections.stored ? *map.sections.stored : usual;
    if (map.sections.stored) {
        const TagCounts listed(order);
        for (const std::string_view tag : canonical_order) {
            if (in_use[tag] && listed.of(tag) == raws.of(tag)) {
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

std::vector<const Bytes*> raw_contents(const Map& map, const SectionOrder& order)
{
    if (map.raw_sections.empty()) {
        return std::vector<const Bytes*>(order.tags.size());
    }
    const TagCounts listed(order);
    std::unordered_map<std::string_view, std::vector<const Bytes*>> contents;
    for (const RawSection& section : map.raw_sections) {
        contents[name_of(section.tag)].push_back(&section.data);
    }
    for (const std::string_view tag : canonical_order) {
        if (std::vector<const Bytes*>& of_tag = contents[tag]; of_tag.size() < listed.of(tag)) {
            of_tag.insert(of_tag.begin(), nullptr);  // the first of its kind has the typed form
        }
    }
    std::unordered_map<std::string_view, std::size_t> taken;
    std::vector<const Bytes*> result;
    result.reserve(order.tags.size());
    for (const Tag& tag : order.tags) {
        result.push_back(contents[name_of(tag)][taken[name_of(tag)]++]);
    }
    return result;
}

}  // namespace redforge::rgm
