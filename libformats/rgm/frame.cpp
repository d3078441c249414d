// Splitting of a Redguard map file into sections.
#include "rgm/frame.hpp"

#include <limits>

#include <fmt/format.h>

#include "core/text/code_page.hpp"

namespace redforge::rgm {
namespace {

/// Tag and length word of a section.
constexpr std::size_t section_head = 8;

}  // namespace

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
        const std::string_view tag = as_text(rest.first(4));
        frame.sections.push_back({tag, at, rest.subspan(section_head, length), canonical_rank(tag)});
        at += section_head + length;
    }
}

CutEnd describe_cut(const Frame& frame)
{
    const ByteView rest = frame.trailing;
    if (rest.empty()) {
        return {"END (missing)", "the file ends after its last section"};
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
