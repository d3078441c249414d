// Sections of a map and their order.
#include "rgm/section_order.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "rgm/actor_sections.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"
#include "rgm/record_sections.hpp"

namespace redforge::rgm {
namespace {

/// Inserts a tag after the last listed tag that precedes it in standard order.
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

TagCounts::TagCounts(const Map& map)
{
    for (const RawSection& section : map.raw_sections) {
        ++counts_[name_of(section.tag)];
    }
}

TagCounts::TagCounts(const SectionOrder& order)
{
    for (const Tag& tag : order.tags) {
        ++counts_[name_of(tag)];
    }
}

SectionOrder standard_sections(const Map& map)
{
    const TagCounts raws(map);
    SectionOrder order;
    order.tags.assign(canonical_order.begin(), canonical_order.end());
    if (raws.of(Tag("RAVC")) == 0 && !has_part(map.actors, ActorPart::ravc)) {
        std::erase(order.tags, Tag("RAVC"));
    }
    for (const RecordSection& section : record_sections()) {
        if (section.is_optional && raws.of(section.tag) == 0 && !section.in_use(map)) {
            std::erase(order.tags, Tag(section.tag));
        }
    }
    for (const RawSection& section : map.raw_sections) {
        if (!is_typed(name_of(section.tag))) {
            order.tags.push_back(section.tag);
        }
    }
    return order;
}

Result<SectionOrder> canonicalize_order(Map& map, const InUse& in_use)
{
    SectionOrder standard = standard_sections(map);
    const TagCounts raws(map);
    SectionOrder order = map.sections.stored ? *map.sections.stored : standard;
    TagCounts listed(order);
    if (map.sections.stored) {
        const std::size_t given = order.tags.size();
        for (std::size_t rank = 0; rank < canonical_order.size(); ++rank) {
            const std::string_view tag = canonical_order[rank];
            if (in_use.at(rank) && listed.of(tag) == raws.of(tag)) {
                insert_in_order(order, tag);
            }
        }
        if (order.tags.size() != given) {
            listed = TagCounts(order);
        }
    }
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
                         .hint = "END is always last; omit it"});
        }
        if (listed.of(tag) > raws.of(tag) + (is_typed(name_of(tag)) ? 1U : 0U)) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("\"{}\" is listed more often than there are sections of that tag",
                                                encode_text(tag.view())),
                         .field = "sections",
                         .hint = "remove it, or add a <raw_section> with that tag"});
        }
    }
    if (order == standard) {
        map.sections.stored.reset();
    } else {
        map.sections.stored = order;
    }
    return order;
}

std::vector<const Bytes*> raw_contents(const Map& map, const SectionOrder& order)
{
    if (map.raw_sections.empty()) {
        return std::vector<const Bytes*>(order.tags.size());
    }
    // Linked list of the sections of a tag: the index of the first, and for each the index of the next.
    struct Chain {
        std::size_t next{};  // index + 1; 0: end
        std::size_t surplus{};
    };
    ByAnyTag<Chain> chains;
    for (const Tag& tag : order.tags) {
        ++chains[name_of(tag)].surplus;
    }
    std::vector<std::size_t> next(map.raw_sections.size());
    for (std::size_t i = next.size(); i-- > 0;) {
        Chain& chain = chains[name_of(map.raw_sections[i].tag)];
        next[i] = std::exchange(chain.next, i + 1);
        --chain.surplus;
    }
    std::vector<const Bytes*> result;
    for (const Tag& tag : order.tags) {
        Chain& chain = chains[name_of(tag)];
        if (chain.surplus > 0) {  // the first of its kind has the typed form
            --chain.surplus;
            result.push_back(nullptr);
            continue;
        }
        const std::size_t raw = chain.next - 1;
        chain.next = next[raw];
        result.push_back(&map.raw_sections[raw].data);
    }
    return result;
}

}  // namespace redforge::rgm
