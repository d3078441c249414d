// The offsets of a worldspace's cells in the file.
#include "tes/plugin/cell_offsets.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "tes/plugin/compression.hpp"
#include "tes/plugin/container.hpp"
#include "tes/plugin/record.hpp"
#include "tes/plugin/subrecord_cursor.hpp"

namespace redforge::tes {
namespace {

/// Returns the offsets in a worldspace record, without those of missing cells.
std::vector<std::size_t> offsets_in(const Frame& world, std::size_t header_size)
{
    ByteView content = world.all.subspan(header_size);
    const bool is_compressed = (world.flags() & compressed_flag) != 0;
    const Result<Bytes> inflated = is_compressed ? inflate_data(content) : Result<Bytes>(Bytes{});
    if (is_compressed) {
        content = inflated ? ByteView(*inflated) : ByteView{};
    }
    std::vector<std::size_t> offsets;
    SubrecordCursor cursor(content);
    while (const auto next = cursor.next()) {
        for (std::size_t at = 0; next->type == "OFST" && at + sizeof(std::uint32_t) <= next->data.size();
             at += sizeof(std::uint32_t)) {
            if (const auto offset = load_le<std::uint32_t>(next->data.data() + at); offset != 0) {
                offsets.push_back(offset);
            }
        }
    }
    return offsets;
}

/// Compares the offsets of each worldspace with its cells.
struct OffsetVisitor {
    ByteView file;
    std::size_t header_size{};
    std::vector<FormId> wrong{};

    FormId world{};
    std::size_t begin{};  ///< position of the worldspace record
    std::vector<std::size_t> offsets{};
    std::unordered_set<std::size_t> cells{};  ///< positions of its cell records

    void record(const Frame& frame, std::size_t /*depth*/)
    {
        const auto position = static_cast<std::size_t>(frame.all.data() - file.data());
        if (frame.type() == "WRLD") {
            finish_world();
            world = frame.form_id();
            begin = position;
            offsets = offsets_in(frame, header_size);
        } else if (frame.type() == "CELL" && !offsets.empty()) {
            cells.insert(position);
        }
    }
    bool group(const Frame& frame, std::size_t depth)
    {
        return depth > 0 || as_text(frame.all.subspan(8, 4)) == "WRLD";
    }
    void odd(ByteView /*bytes*/) {}

    void finish_world()
    {
        const auto fit = [&](std::size_t base) {
            return std::ranges::all_of(offsets, [&](std::size_t offset) { return cells.contains(base + offset); });
        };
        if (!fit(begin) && !fit(0)) {
            wrong.push_back(world);
        }
        offsets.clear();
        cells.clear();
    }
};

}  // namespace

std::vector<FormId> find_wrong_offsets(ByteView file, std::size_t header_size)
{
    OffsetVisitor visitor{.file = file, .header_size = header_size};
    walk_frames(file, header_size, 0, visitor);
    visitor.finish_world();
    return std::move(visitor.wrong);
}

}  // namespace redforge::tes
