// The frame of a Redguard map: cutting a file into sections.
#include "rgm/frame.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/code_page.hpp"

namespace redforge::rgm {
namespace {

/// Tag and length word of a section.
constexpr std::size_t section_head = 8;

struct RankedTag {
    std::uint32_t tag{};  ///< its tag_number()
    std::size_t rank{};
};

/// Tags are looked up for each section and each pass over a map, so this is done by their numbers.
constexpr auto ranked_tags = [] {
    std::array<RankedTag, canonical_order.size()> ranked;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        ranked[i] = {tag_number(canonical_order[i]), i};
    }
    std::ranges::sort(ranked, {}, &RankedTag::tag);
    return ranked;
}();

}  // namespace

std::optional<std::size_t> canonical_rank(std::string_view tag)
{
    if (tag.size() != 4) {
        return std::nullopt;
    }
    const auto* const found = std::ranges::lower_bound(ranked_tags, tag_number(tag), {}, &RankedTag::tag);
    return found != ranked_tags.end() && found->tag == tag_number(tag) ? std::optional(found->rank) : std::nullopt;
}

bool is_map(ByteView bytes)
{
    if (bytes.size() < 4) {
        return false;
    }
    const std::string_view tag = as_text(bytes.first(4));
    return tag == end_tag || canonical_rank(tag).has_value();
}

Frame read_frame(ByteView bytes)
{
    Frame frame;
    std::size_t at = 0;
    for (;;) {
        const ByteView rest = bytes.subspan(at);
        frame.end_offset = at;
        if (rest.size() >= 4 && as_text(rest.first(4)) == end_tag) {
            frame.trailing = rest.subspan(4);
            if (frame.trailing.size() >= 4 && load_be32(frame.trailing.data()) == 0) {
                frame.end_length = true;
                frame.trailing = frame.trailing.subspan(4);
            }
            return frame;
        }
        if (rest.size() < section_head || load_be32(rest.data() + 4) > rest.size() - section_head) {
            frame.no_end = true;
            frame.trailing = rest;
            return frame;
        }
        const std::size_t length = load_be32(rest.data() + 4);
        frame.sections.push_back({std::string(as_text(rest.first(4))), at, rest.subspan(section_head, length)});
        at += section_head + length;
    }
}

CutEnd describe_cut(const Frame& frame)
{
    const ByteView rest = frame.trailing;
    if (rest.empty()) {
        return {"END (missing)", "the file stops behind its last section"};
    }
    if (rest.size() < section_head) {
        return {"END (missing)", fmt::format("{} bytes where a section should begin", rest.size())};
    }
    return {fmt::format("{} (cut off)", encode_text(as_text(rest.first(4)))),
            fmt::format("its length word says {} bytes, but {} are left in the file; there is no END",
                        load_be32(rest.data() + 4), rest.size() - section_head)};
}

Status append_section(Bytes& to, std::string_view tag, ByteView payload)
{
    if (payload.size() > std::numeric_limits<std::uint32_t>::max()) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} bytes of data", payload.size()),
                     .section = std::string(tag),
                     .hint = "a section holds less than 4 GiB"});
    }
    append(to, as_bytes(tag));
    const std::size_t at = to.size();
    to.resize(at + 4);
    store_be32(to.data() + at, static_cast<std::uint32_t>(payload.size()));
    append(to, payload);
    return {};
}

}  // namespace redforge::rgm
