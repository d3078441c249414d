// The frame of a Redguard map: cutting a file into sections.
#include "rgm/frame.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/code_page.hpp"

namespace redforge::rgm {

bool is_map(ByteView bytes)
{
    if (bytes.size() < 4) {
        return false;
    }
    const std::string_view tag = as_text(bytes.first(4));
    return tag == end_tag || std::ranges::find(usual_order, tag) != usual_order.end();
}

Result<Frame> read_frame(ByteView bytes)
{
    Frame frame;
    std::size_t at = 0;
    for (;;) {
        const ByteView rest = bytes.subspan(at);
        if (rest.size() >= 4 && as_text(rest.first(4)) == end_tag) {
            frame.end_offset = at;
            frame.trailing = rest.subspan(4);
            if (frame.trailing.size() >= 4 && load_be32(frame.trailing.data()) == 0) {
                frame.end_length = true;
                frame.trailing = frame.trailing.subspan(4);
            }
            return frame;
        }
        if (rest.size() < 8) {
            return fail({.code = ErrorCode::truncated,
                         .message = rest.empty() ? "the file ends without an END section"
                                                 : fmt::format("{} bytes where a section should begin", rest.size()),
                         .offset = at,
                         .hint = "a map is sections of tag, big-endian length and data, then the tag END"});
        }
        const std::string tag(as_text(rest.first(4)));
        const std::uint32_t length = load_be32(rest.data() + 4);
        if (length > rest.size() - 8) {
            return fail({.code = ErrorCode::truncated,
                         .message = fmt::format("its length word says {} bytes, but {} are left in the file", length,
                                                rest.size() - 8),
                         .offset = at + 4,
                         .section = encode_text(tag),
                         .hint = "the file is cut off, or not a map"});
        }
        frame.sections.push_back({tag, at, rest.subspan(8, length)});
        at += 8 + std::size_t{length};
    }
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
