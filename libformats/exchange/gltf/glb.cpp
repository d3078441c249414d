// Reads and writes the container of binary glTF.
#include "exchange/gltf/glb.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace redforge::exchange {
namespace {

constexpr std::uint32_t magic = 0x46546C67;       // "glTF"
constexpr std::uint32_t json_chunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t binary_chunk = 0x004E4942;
constexpr std::size_t head = 12;
constexpr std::size_t chunk_head = 8;
constexpr std::size_t max_json = std::size_t{16} << 20U;
constexpr std::size_t max_text = std::size_t{512} << 20U;  // a .gltf can contain its buffers
constexpr int max_depth = 64;

void append_chunk(Bytes& to, std::uint32_t type, ByteView content, std::byte filler)
{
    const std::size_t padded = (content.size() + 3) / 4 * 4;
    append_le(to, static_cast<std::uint32_t>(padded));
    append_le(to, type);
    append(to, content);
    to.resize(to.size() + padded - content.size(), filler);
}

[[nodiscard]] tl::unexpected<Error> error_at(ErrorCode code, std::string message, std::uint64_t offset,
                                             std::string hint)
{
    return fail({.code = code, .message = std::move(message), .offset = offset, .hint = std::move(hint)});
}

/// Returns the nesting depth of objects and lists. Checked before parsing: a parser callback can stop the parser, but
/// it is quadratic in long lists.
int depth_of(std::string_view text)
{
    int depth = 0;
    int deepest = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            i += c == '\\' ? 1U : 0U;
            quoted = c != '"';
        } else if (c == '{' || c == '[') {
            deepest = std::max(deepest, ++depth);
        } else if (c == '}' || c == ']') {
            --depth;
        } else {
            quoted = c == '"';
        }
    }
    return deepest;
}

/// Parses JSON. `offset`: position for errors; 0 if the file is only JSON.
Result<nlohmann::json> parse(std::string_view text, std::size_t offset, std::size_t max_size)
{
    if (text.size() > max_size) {
        return error_at(ErrorCode::unsupported, fmt::format("{} bytes of JSON", text.size()), offset,
                        fmt::format("at most {}", max_size));
    }
    if (depth_of(text) > max_depth) {
        return error_at(ErrorCode::unsupported, fmt::format("JSON nested deeper than {}", max_depth), offset,
                        "glTF needs about ten levels");
    }
    nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
    if (!document.is_object()) {
        return error_at(ErrorCode::malformed,
                        offset > 0 ? "the first chunk is not a JSON object" : "the file is not a JSON object", offset,
                        "is the file damaged?");
    }
    return document;
}

}  // namespace

std::string json_text(const nlohmann::json& json)
{
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Bytes write_glb(const nlohmann::json& document, ByteView binary, std::string_view members)
{
    std::string text = json_text(document);
    text.insert(text.size() - 1, members);
    Bytes bytes;
    bytes.reserve(head + 2 * chunk_head + text.size() + binary.size() + 8);
    append_le(bytes, magic);
    append_le(bytes, std::uint32_t{2});
    append_le(bytes, std::uint32_t{0});
    append_chunk(bytes, json_chunk, as_bytes(text), std::byte{' '});
    if (!binary.empty()) {
        append_chunk(bytes, binary_chunk, binary, std::byte{0});
    }
    store_le(bytes.data() + 8, static_cast<std::uint32_t>(bytes.size()));
    return bytes;
}

Result<nlohmann::json> read_gltf_json(std::string_view text)
{
    return parse(text, 0, max_text);
}

Result<Glb> read_glb(ByteView bytes)
{
    if (bytes.size() < head + chunk_head || load_le<std::uint32_t>(bytes.data()) != magic) {
        return error_at(ErrorCode::malformed, "not a binary glTF (.glb) file", 0,
                        "one begins with \"glTF\"; save the model as .glb");
    }
    if (const auto version = load_le<std::uint32_t>(bytes.data() + 4); version != 2) {
        return error_at(ErrorCode::unsupported, fmt::format("glTF of version {}", version), 4, "expected version 2");
    }
    if (const auto length = load_le<std::uint32_t>(bytes.data() + 8); length < head + chunk_head) {
        return error_at(ErrorCode::malformed, fmt::format("a length of {} bytes", length), 8,
                        "the size of the file; is it damaged?");
    } else if (length > bytes.size()) {
        return error_at(ErrorCode::truncated,
                        fmt::format("the file has {} bytes, but its header says {}", bytes.size(), length), 8,
                        "is it cut off?");
    }
    std::size_t at = head;
    const auto next_chunk = [&](std::uint32_t type) -> Result<ByteView> {
        const auto size = load_le<std::uint32_t>(bytes.data() + at);
        const auto found = load_le<std::uint32_t>(bytes.data() + at + 4);
        if (found != type) {
            return error_at(ErrorCode::malformed, fmt::format("a chunk of type {:08X}", found), at + 4,
                            fmt::format("expected a chunk of type {:08X}", type));
        }
        if (size > bytes.size() - at - chunk_head) {
            return error_at(ErrorCode::truncated, fmt::format("a chunk of {} bytes", size), at,
                            fmt::format("{} are left", bytes.size() - at - chunk_head));
        }
        const ByteView chunk = bytes.subspan(at + chunk_head, size);
        at += chunk_head + size;
        return chunk;
    };
    const Result<ByteView> text = next_chunk(json_chunk);
    if (!text) {
        return fail(text.error());
    }
    Result<nlohmann::json> document = parse(as_text(*text), head, max_json);
    if (!document) {
        return fail(document.error());
    }
    Glb glb{std::move(*document), {}};
    if (bytes.size() - at >= chunk_head) {
        const Result<ByteView> binary = next_chunk(binary_chunk);
        if (!binary) {
            return fail(binary.error());
        }
        glb.binary = *binary;
    }
    return glb;
}

}  // namespace redforge::exchange
