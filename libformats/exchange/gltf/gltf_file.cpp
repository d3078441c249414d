// Converts text glTF to binary glTF: joins its buffers and pictures.
#include "exchange/gltf/gltf_file.hpp"

#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "core/bytes/base64.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf_check.hpp"
#include "exchange/gltf/gltf_error.hpp"
#include "exchange/gltf/gltf_reader.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;

constexpr std::size_t max_total = std::size_t{1} << 30U;

/// Decodes %20 and similar. Returns nullopt for an invalid sequence.
std::optional<std::string> decode_percent(std::string_view uri)
{
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] != '%') {
            out += uri[i];
            continue;
        }
        const int high = i + 2 < uri.size() ? digit(uri[i + 1]) : -1;
        const int low = i + 2 < uri.size() ? digit(uri[i + 2]) : -1;
        if (high < 0 || low < 0) {
            return std::nullopt;
        }
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

/// Returns the bytes of a URI.
Result<Bytes> bytes_of_uri(const std::string& uri, const std::string& where, const ReferencedFileReader& read_file)
{
    if (uri.starts_with("data:")) {
        const std::size_t comma = uri.find(',');
        const std::string_view head = std::string_view(uri).substr(0, comma);
        std::optional<Bytes> bytes = comma != std::string::npos && head.ends_with(";base64")
                                         ? read_base64(std::string_view(uri).substr(comma + 1))
                                         : std::nullopt;
        return bytes ? Result<Bytes>(std::move(*bytes))
                     : make_error(where + ".uri", "is a data URI that is not base64", "is the file damaged?");
    }
    const std::optional<std::string> path = decode_percent(uri);
    if (!path || path->find('\0') != std::string::npos) {
        return make_error(where + ".uri", fmt::format("\"{}\" is not a URI", uri), "% with two hexadecimal digits");
    }
    // A foreign file must not make us open files outside of its folder.
    if (path->starts_with('/') || path->find_first_of(":\\") != std::string::npos ||
        fmt::format("/{}/", *path).find("/../") != std::string::npos) {
        return make_error(where + ".uri", fmt::format("is \"{}\"", uri), "a file in the folder of the .gltf",
                          ErrorCode::unsupported);
    }
    return read_file(*path);
}

/// Moves all buffers and pictures into one binary chunk.
class Packer {
public:
    Packer(json document, const ReferencedFileReader& read_file) : document_(std::move(document)), read_file_(read_file)
    {
    }

    Result<Bytes> pack()
    {
        if (const Status checked = check_gltf(document_); !checked) {
            return fail(checked.error());
        }
        Status packed = take_buffers();
        packed = packed ? take_images() : packed;
        if (!packed) {
            return fail(packed.error());
        }
        document_["buffers"] = json::array({{{"byteLength", binary_.size()}}});
        return write_glb(document_, binary_);
    }

private:
    /// Appends bytes at a multiple of four. Returns their offset.
    Result<std::size_t> append_aligned(ByteView bytes, const std::string& where)
    {
        binary_.resize((binary_.size() + 3) / 4 * 4);
        if (bytes.size() > max_total - binary_.size()) {
            return make_error(where, fmt::format("has {} bytes", bytes.size()),
                              fmt::format("at most {} in all buffers and pictures", max_total), ErrorCode::unsupported);
        }
        const std::size_t offset = binary_.size();
        append(binary_, bytes);
        return offset;
    }

    Status take_buffers()
    {
        std::vector<std::size_t> offsets;
        std::vector<std::size_t> sizes;
        const auto buffers = document_.find("buffers");
        for (std::size_t i = 0; buffers != document_.end() && i < buffers->size(); ++i) {
            const std::string where = fmt::format("buffers[{}]", i);
            const std::string uri = text_in((*buffers)[i], "uri");
            if (uri.empty()) {
                return make_error(where, "has no uri", "save the file again, or as .glb");
            }
            const Result<Bytes> bytes = bytes_of_uri(uri, where, read_file_);
            if (!bytes) {
                return fail(bytes.error());
            }
            const std::size_t length = index_in((*buffers)[i], "byteLength").value_or(0);
            if (length > bytes->size()) {
                return make_error(where, fmt::format("has {} bytes", bytes->size()),
                                  fmt::format("{}, its byteLength", length), ErrorCode::truncated);
            }
            const Result<std::size_t> offset = append_aligned(ByteView(*bytes).first(length), where);
            if (!offset) {
                return fail(offset.error());
            }
            offsets.push_back(*offset);
            sizes.push_back(length);
        }
        return move_views(offsets, sizes);
    }

    Status move_views(const std::vector<std::size_t>& offsets, const std::vector<std::size_t>& sizes)
    {
        const auto views = document_.find("bufferViews");
        for (std::size_t i = 0; views != document_.end() && i < views->size(); ++i) {
            json& view = (*views)[i];
            const std::optional<std::uint32_t> buffer = index_in(view, "buffer");
            const std::size_t offset = index_in(view, "byteOffset").value_or(0);
            const std::size_t length = index_in(view, "byteLength").value_or(0);
            const std::string where = fmt::format("bufferViews[{}]", i);
            if (!buffer || *buffer >= offsets.size()) {
                return make_error(where, "has no buffer that exists", fmt::format("there are {}", offsets.size()));
            }
            if (offset > sizes[*buffer] || length > sizes[*buffer] - offset) {
                return make_error(where, fmt::format("ends after the {} bytes of its buffer", sizes[*buffer]),
                                  "is the file damaged?", ErrorCode::truncated);
            }
            view["buffer"] = 0;
            view["byteOffset"] = offsets[*buffer] + offset;
        }
        return {};
    }

    Status take_images()
    {
        const auto images = document_.find("images");
        for (std::size_t i = 0; images != document_.end() && i < images->size(); ++i) {
            json& image = (*images)[i];
            const std::string uri = text_in(image, "uri");
            if (uri.empty()) {
                continue;
            }
            const std::string where = fmt::format("images[{}]", i);
            const Result<Bytes> bytes = bytes_of_uri(uri, where, read_file_);
            const Result<std::size_t> offset = bytes ? append_aligned(*bytes, where) : fail(bytes.error());
            if (!offset) {
                return fail(offset.error());
            }
            json& views = document_["bufferViews"];
            views.push_back({{"buffer", 0}, {"byteOffset", *offset}, {"byteLength", bytes->size()}});
            image.erase("uri");
            image["bufferView"] = views.size() - 1;
        }
        return {};
    }

    json document_;
    const ReferencedFileReader& read_file_;
    Bytes binary_;
};

}  // namespace

bool is_text_gltf(ByteView bytes)
{
    std::string_view text = as_text(bytes);
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    text.remove_prefix(text.starts_with(mark) ? mark.size() : 0);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

Result<Bytes> pack_gltf(ByteView text, const ReferencedFileReader& read_file)
{
    Result<json> document = read_gltf_json(as_text(text));
    return document ? Packer(std::move(*document), read_file).pack() : fail(document.error());
}

}  // namespace redforge::exchange
