// Plugins as a format of the program: the entry, and the tables of their records.
#include "tes/format.hpp"

#include <array>
#include <memory>

#include <fmt/format.h>

#include "core/describe.hpp"
#include "tes/container.hpp"
#include "tes/plugin.hpp"
#include "tes/record_sources.hpp"
#include "tes/sample.hpp"

namespace redforge {

template const RecordType& record_type<tes::Plugin>(unsigned);

}  // namespace redforge

namespace redforge::tes {
namespace {

Status read(const SharedBytes& bytes, void* document, RawFallbacks* kept)
{
    Result<Plugin> plugin = read_plugin(bytes, kept);
    if (!plugin) {
        return fail(plugin.error());
    }
    *static_cast<Plugin*>(document) = std::move(*plugin);
    return {};
}

Result<SharedBytes> write(const void* document)
{
    const Result<EncodedPlugin> encoded = encode_plugin(Plugin(*static_cast<const Plugin*>(document)));
    const Status verified = encoded ? verify_round_trip(encoded->plugin, encoded->bytes) : fail(encoded.error());
    return verified ? Result<SharedBytes>(encoded->bytes) : fail(verified.error());
}

/// The outermost groups, with the number of records and groups in each.
class Outline {
public:
    explicit Outline(std::size_t begin, std::size_t header_size) : begin_(begin), header_size_(header_size) {}

    void slot(std::size_t /*at*/, const std::vector<OpenGroup>& /*groups*/) {}
    void group(const std::vector<OpenGroup>& /*groups*/) { ++count_; }
    void group_end(const std::vector<OpenGroup>& groups)
    {
        if (groups.size() == 2) {
            const OpenGroup& group = groups.back();
            std::array<std::byte, 4> label{};
            store_le(label.data(), group.label);
            std::string name =
                group.type == 0 ? encode_text(as_text(label), CodePage::cp1252) : fmt::format("group {}", group.type);
            parts.push_back({std::move(name), begin_ + group.begin, group.end - group.begin, count_ - 1});
            count_ = 0;
        }
    }
    void record(std::size_t at, const FrameHeader& header, const std::vector<OpenGroup>& groups)
    {
        ++count_;
        if (groups.size() == 1) {
            std::array<std::byte, 4> tag{};
            store_le(tag.data(), header.tag);
            parts.push_back({encode_text(as_text(tag), CodePage::cp1252), begin_ + at, header_size_ + header.size, {}});
            count_ = 0;
        }
    }
    void odd(std::size_t at, std::size_t end) { parts.push_back({"(odd)", begin_ + at, end - at, {}}); }

    std::vector<Part> parts;

private:
    std::size_t begin_;
    std::size_t header_size_;
    std::uint32_t count_{};
};

/// Where the records behind TES4 begin. Precondition: read_plugin() took the bytes.
std::size_t begin_of(PieceReader& pieces, std::size_t header_size)
{
    return header_size + load_le<std::uint32_t>(pieces.view(4, 4).data());
}

Result<std::vector<Part>> parts_of(const SharedBytes& bytes)
{
    const std::size_t header_size = header_size_of(bytes);
    PieceReader pieces(bytes);
    const std::size_t begin = begin_of(pieces, header_size);
    Outline outline(begin, header_size);
    outline.parts.push_back({"TES4", 0, begin, {}});
    walk_frame(pieces, begin, header_size, outline);
    return std::move(outline.parts);
}

/// The record or group that holds a byte.
class Finder {
public:
    Finder(std::size_t wanted, std::size_t header_size) : wanted_(wanted), header_size_(header_size) {}

    void slot(std::size_t /*at*/, const std::vector<OpenGroup>& /*groups*/) {}
    void group(const std::vector<OpenGroup>& groups)
    {
        const std::size_t begin = groups.back().begin;
        if (wanted_ >= begin && wanted_ < begin + header_size_) {
            found = "header of a group";
        }
    }
    void group_end(const std::vector<OpenGroup>& /*groups*/) {}
    void record(std::size_t at, const FrameHeader& header, const std::vector<OpenGroup>& /*groups*/)
    {
        if (wanted_ >= at && wanted_ < at + header_size_ + header.size) {
            std::array<std::byte, 4> tag{};
            store_le(tag.data(), header.tag);
            found = fmt::format("{} {:08X}", encode_text(as_text(tag), CodePage::cp1252), header.form_id);
        }
    }
    void odd(std::size_t at, std::size_t end) { found = wanted_ >= at && wanted_ < end ? "odd bytes" : found; }

    std::string found;

private:
    std::size_t wanted_;
    std::size_t header_size_;
};

std::string locate(ByteView bytes, std::size_t offset)
{
    const SharedBytes file({}, bytes);
    if (!read_plugin(file)) {
        return {};
    }
    const std::size_t header_size = header_size_of(file);
    PieceReader pieces(file);
    const std::size_t begin = begin_of(pieces, header_size);
    if (offset < begin) {
        return "header";
    }
    Finder finder(offset - begin, header_size);
    walk_frame(pieces, begin, header_size, finder);
    return finder.found;
}

}  // namespace

Format plugin_format()
{
    static constexpr std::array<std::string_view, 4> folder_files{"records/*.xml", "scripts/*.txt", "compiled/*.txt",
                                                                  "rest.bin"};
    constexpr Result<Plugin> (*read_bytes)(ByteView, RawFallbacks*) = &read_plugin;
    Format format = make_format<Plugin, &is_plugin, read_bytes, &write_plugin>("Elder Scrolls plugin", ".esp");
    static constexpr std::array<std::string_view, 3> file_names{"*.esp", "*.esm", "*.esl"};
    format.file_names = file_names;
    format.read = &read;
    format.write = &write;
    format.keeps_views = true;
    format.code_page = [](const void* /*document*/) { return CodePage::cp1252; };
    format.parts = &parts_of;
    format.locate = &locate;
    format.make_new = [](bool sample) -> std::shared_ptr<void> { return std::make_shared<Plugin>(new_plugin(sample)); };
    format.folder_files = folder_files;
    return format;
}

}  // namespace redforge::tes
