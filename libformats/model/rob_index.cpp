// Reads the segment headers of an archive, and single models.
#include "model/rob_index.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::model {
namespace {

/// Reads up to `size` bytes at an offset; fewer at the end of the file.
Bytes read_part(std::ifstream& file, std::uint64_t offset, std::size_t size)
{
    Bytes bytes(size);
    file.clear();
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));  // NOLINT: bytes are chars
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return bytes;
}

/// Opens an archive. Rejects pipes and devices, because opening one can block forever.
Status open_archive(std::ifstream& file, const std::filesystem::path& path)
{
    std::error_code failed;
    if (std::filesystem::is_regular_file(path, failed)) {
        file.open(path, std::ios::binary);
    }
    return file.is_open() ? Status{}
                          : fail({.code = ErrorCode::io, .message = "cannot open the archive", .file = path.string()});
}

}  // namespace

Result<std::vector<SegmentEntry>> list_segments(const std::filesystem::path& archive)
{
    std::ifstream file;
    file.rdbuf()->pubsetbuf(nullptr, 0);  // reads are scattered 80-byte headers; a buffer would read a hundred times as
                                          // much
    if (const Status opened = open_archive(file, archive); !opened) {
        return fail(opened.error());
    }
    file.seekg(0, std::ios::end);
    const auto end = static_cast<std::uint64_t>(std::max<std::streamoff>(file.tellg(), 0));
    if (const Result<Rob> head = read_rob(read_part(file, 0, rob_header_size)); !head) {
        Error error = head.error();
        error.file = archive.string();
        return fail(std::move(error));
    }
    std::vector<SegmentEntry> segments;
    for (std::uint64_t at = rob_header_size; at < end;) {
        const Bytes header = read_part(file, at, rob_segment_header_size);
        if (header.size() < rob_segment_header_size || as_text(header).starts_with(rob_end_mark)) {
            break;
        }
        const std::uint32_t size = load_le<std::uint32_t>(header.data());
        if (size < rob_segment_header_size || size > end - at) {
            break;
        }
        SegmentEntry& entry = segments.emplace_back();
        std::ranges::copy(as_text(header).substr(4, entry.name.bytes.size()), entry.name.bytes.begin());
        for (std::size_t i = 0; i < entry.box.size(); ++i) {
            entry.box[i] = load_le<std::uint32_t>(header.data() + std::size_t{0x1C} + i * 4);
        }
        entry.offset = at + rob_segment_header_size;
        entry.size = size - static_cast<std::uint32_t>(rob_segment_header_size);
        at += size;
    }
    return segments;
}

Result<Model> read_segment_model(const std::filesystem::path& archive, const SegmentEntry& segment)
{
    std::ifstream file;
    if (const Status opened = open_archive(file, archive); !opened) {
        return fail(opened.error());
    }
    return read_model(read_part(file, segment.offset, segment.size)).map_error([&](Error error) {
        error.file = archive.string();
        error.field = fmt::format("segment {}{}{}", segment.name.view(), error.field.empty() ? "" : ".", error.field);
        return error;
    });
}

}  // namespace redforge::model
