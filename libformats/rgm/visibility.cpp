// Reader and writer of PVO files.
#include "rgm/visibility.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace redforge::rgm {
namespace {

constexpr std::size_t octree_head_size = 52;  // of OCTH
constexpr std::size_t octree_begin = 8 + octree_head_size;
constexpr std::size_t node_head_size = 5;
constexpr std::size_t run_size = 6;
constexpr std::size_t patch_size = 6;
constexpr std::size_t max_runs = 0xFF;
constexpr std::string_view usual_visibility_end{"END \0\0\0\0", 8};

/// Removes a chunk from the front of the bytes. Returns nullopt if the front is another chunk.
std::optional<ByteView> take_chunk(ByteView& bytes, std::string_view tag)
{
    if (bytes.size() < 8 || as_text(bytes.first(4)) != tag || load_be32(bytes.data() + 4) > bytes.size() - 8) {
        return std::nullopt;
    }
    const ByteView content = bytes.subspan(8, load_be32(bytes.data() + 4));
    bytes = bytes.subspan(8 + content.size());
    return content;
}

/// Returns the index of the part that begins at an offset, or nullopt. Precondition: `offsets` are sorted.
std::optional<std::uint32_t> number_at(const std::vector<std::uint32_t>& offsets, std::uint32_t offset)
{
    const auto found = std::ranges::lower_bound(offsets, offset);
    return found == offsets.end() || *found != offset
               ? std::nullopt
               : std::optional(static_cast<std::uint32_t>(found - offsets.begin()));
}

/// Reads PLST, with the start of each leaf. Returns false if the leaves do not fill it.
bool read_leaves(ByteView bytes, std::vector<VisibilityLeaf>& leaves, std::vector<std::uint32_t>& offsets)
{
    for (std::size_t at = 0; at < bytes.size();) {
        const auto count = std::to_integer<std::size_t>(bytes[at]);
        if (count * run_size > bytes.size() - at - 1) {
            return false;
        }
        offsets.push_back(static_cast<std::uint32_t>(at));
        VisibilityLeaf& leaf = leaves.emplace_back();
        const std::byte* run = bytes.data() + at + 1;
        for (std::size_t i = 0; i < count; ++i, run += run_size) {
            leaf.runs.push_back(load_le<std::uint16_t>(run));
            leaf.runs.push_back(load_le<std::uint32_t>(run + 2));
        }
        at += 1 + count * run_size;
    }
    return true;
}

/// Reads OCTR. Returns false if the nodes do not fill it, or an offset is not the start of a node or leaf.
bool read_nodes(ByteView bytes, const std::vector<std::uint32_t>& leaf_offsets, std::vector<VisibilityNode>& nodes)
{
    std::vector<std::uint32_t> offsets;
    for (std::size_t at = 0; at < bytes.size();) {
        if (bytes.size() - at < node_head_size) {
            return false;
        }
        VisibilityNode node;
        node.mask = load_le<std::uint8_t>(bytes.data() + at);
        node.leaf = load_le<std::uint32_t>(bytes.data() + at + 1);
        const auto count = static_cast<std::size_t>(std::popcount(node.mask));
        if (4 * count > bytes.size() - at - node_head_size) {
            return false;
        }
        for (std::size_t i = 0; i < count; ++i) {
            node.children.push_back(load_le<std::uint32_t>(bytes.data() + at + node_head_size + 4 * i));
        }
        offsets.push_back(static_cast<std::uint32_t>(at));
        at += node_head_size + 4 * count;
        nodes.push_back(std::move(node));
    }
    for (VisibilityNode& node : nodes) {
        if (node.leaf != VisibilityNode::no_leaf) {
            const auto leaf = number_at(leaf_offsets, node.leaf);
            if (!leaf) {
                return false;
            }
            node.leaf = *leaf;
        }
        for (std::uint32_t& child : node.children) {
            if (child != VisibilityNode::no_child) {
                const auto number = number_at(offsets, child);
                if (!number) {
                    return false;
                }
                child = *number;
            }
        }
    }
    return true;
}

/// Reads the data after the header. Returns false for another layout; then `file` is invalid.
bool read_parts(ByteView bytes, Visibility& file)
{
    const auto nodes = take_chunk(bytes, "OCTR");
    const auto leaves = nodes ? take_chunk(bytes, "PLST") : std::nullopt;
    const auto objects = leaves ? take_chunk(bytes, "MLST") : std::nullopt;
    std::vector<std::uint32_t> leaf_offsets;
    if (!objects || objects->size() % 2 != 0 || !read_leaves(*leaves, file.leaves, leaf_offsets) ||
        !read_nodes(*nodes, leaf_offsets, file.nodes)) {
        return false;
    }
    for (std::size_t at = 0; at < objects->size(); at += 2) {
        file.objects.push_back(load_le<std::uint16_t>(objects->data() + at));
    }
    if (ByteView after = bytes; const auto patches = take_chunk(after, "PTCH")) {
        if (!patches->empty() && patches->size() % patch_size == 0) {
            for (std::size_t at = 0; at < patches->size(); at += patch_size) {
                file.patches.push_back(
                    {load_le<std::uint32_t>(patches->data() + at), load_le<std::uint16_t>(patches->data() + at + 4)});
            }
            bytes = after;
        }
    }
    file.usual_end = as_text(bytes).starts_with(usual_visibility_end) ? 1 : 0;
    bytes = bytes.subspan(file.usual_end != 0 ? usual_visibility_end.size() : 0);
    file.tail.assign(bytes.begin(), bytes.end());
    return true;
}

struct Counts {
    std::uint32_t nodes{};
    std::uint32_t leaves{};
    std::uint32_t entries{};
};

Counts counts_of(const Visibility& file)
{
    const auto leaves = std::ranges::count_if(file.nodes, [](const VisibilityNode& node) {
        return node.leaf != VisibilityNode::no_leaf;
    });
    return {static_cast<std::uint32_t>(file.nodes.size()), static_cast<std::uint32_t>(leaves),
            static_cast<std::uint32_t>(file.objects.size())};
}

void append_part(Bytes& out, std::string_view tag, ByteView content)
{
    append(out, as_bytes(tag));
    out.resize(out.size() + 4);
    store_be32(out.data() + out.size() - 4, static_cast<std::uint32_t>(content.size()));
    append(out, content);
}

tl::unexpected<Error> no_place(std::string message, std::string field, std::string hint)
{
    return fail({.code = ErrorCode::out_of_range,
                 .message = std::move(message),
                 .field = std::move(field),
                 .hint = std::move(hint)});
}

/// Returns PLST, with the start of each leaf.
Result<Bytes> leaf_bytes(const std::vector<VisibilityLeaf>& leaves, std::vector<std::uint32_t>& offsets)
{
    Bytes out;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        const std::vector<std::uint32_t>& runs = leaves[i].runs;
        if (runs.size() % 2 != 0 || runs.size() / 2 > max_runs) {
            return no_place(fmt::format("{} numbers", runs.size()), fmt::format("leaves[{}].runs", i),
                            "expected at most 255 pairs of length and first index");
        }
        offsets.push_back(static_cast<std::uint32_t>(out.size()));
        out.push_back(static_cast<std::byte>(runs.size() / 2));
        for (std::size_t run = 0; run < runs.size(); run += 2) {
            if (runs[run] > std::numeric_limits<std::uint16_t>::max()) {
                return no_place(fmt::format("a run of {}", runs[run]), fmt::format("leaves[{}].runs", i),
                                "65535 at most");
            }
            append_le(out, static_cast<std::uint16_t>(runs[run]));
            append_le(out, runs[run + 1]);
        }
    }
    return out;
}

Result<Bytes> node_bytes(const std::vector<VisibilityNode>& nodes, const std::vector<std::uint32_t>& leaf_offsets)
{
    std::vector<std::uint32_t> offsets;
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto count = static_cast<std::size_t>(std::popcount(nodes[i].mask));
        if (nodes[i].children.size() != count) {
            return no_place(fmt::format("{} children", nodes[i].children.size()), fmt::format("nodes[{}].children", i),
                            fmt::format("one for each bit of the mask: {}", count));
        }
        offsets.push_back(size);
        size += static_cast<std::uint32_t>(node_head_size + 4 * count);
    }
    Bytes out;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const VisibilityNode& node = nodes[i];
        if (node.leaf != VisibilityNode::no_leaf && node.leaf >= leaf_offsets.size()) {
            return no_place(fmt::format("leaf {}", node.leaf), fmt::format("nodes[{}].leaf", i),
                            fmt::format("there are {}", leaf_offsets.size()));
        }
        append_le(out, node.mask);
        append_le(out, node.leaf == VisibilityNode::no_leaf ? node.leaf : leaf_offsets[node.leaf]);
        for (const std::uint32_t child : node.children) {
            if (child != VisibilityNode::no_child && child >= offsets.size()) {
                return no_place(fmt::format("child {}", child), fmt::format("nodes[{}].children", i),
                                fmt::format("there are {} nodes", offsets.size()));
            }
            append_le(out, child == VisibilityNode::no_child ? child : offsets[child]);
        }
    }
    return out;
}

/// Appends the data after the header.
Status append_parts(Bytes& out, const Visibility& file)
{
    std::vector<std::uint32_t> leaf_offsets;
    const Result<Bytes> leaves = leaf_bytes(file.leaves, leaf_offsets);
    const Result<Bytes> nodes = leaves ? node_bytes(file.nodes, leaf_offsets) : fail(leaves.error());
    if (!nodes) {
        return fail(nodes.error());
    }
    append_part(out, "OCTR", *nodes);
    append_part(out, "PLST", *leaves);
    Bytes objects;
    for (std::size_t i = 0; i < file.objects.size(); ++i) {
        if (file.objects[i] > std::numeric_limits<std::uint16_t>::max()) {
            return no_place(fmt::format("object {}", file.objects[i]), "objects", "65535 at most");
        }
        append_le(objects, static_cast<std::uint16_t>(file.objects[i]));
    }
    append_part(out, "MLST", objects);
    Bytes patches;
    for (const VisibilityPatch& patch : file.patches) {
        append_le(patches, patch.node);
        append_le(patches, patch.object);
    }
    if (!patches.empty()) {
        append_part(out, "PTCH", patches);
    }
    append(out, as_bytes(file.usual_end != 0 ? usual_visibility_end : std::string_view()));
    append(out, file.tail);
    return {};
}

}  // namespace

bool is_visibility(ByteView bytes)
{
    return bytes.size() >= 8 && as_text(bytes.first(4)) == "OCTH" && load_be32(bytes.data() + 4) == octree_head_size;
}

Result<Visibility> read_visibility(ByteView bytes, RawFallbacks* kept)
{
    if (!is_visibility(bytes)) {
        return fail({.message = "not a visibility: it does not begin with OCTH of 52 bytes",
                     .offset = 0,
                     .hint = "a .PVO file begins with OCTH"});
    }
    if (bytes.size() <= octree_begin) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("the file ends after {} bytes", bytes.size()),
                     .offset = bytes.size(),
                     .section = "OCTH",
                     .hint = "a header of 60 bytes precedes the octree"});
    }
    Visibility file;
    const ByteView rest = bytes.subspan(octree_begin);
    if (!read_parts(rest, file)) {
        file = {};
        file.rest.assign(rest.begin(), rest.end());
        if (kept != nullptr) {
            kept->push_back({"octree", "its chunks, nodes or leaves have another layout", rest.size()});
        }
    }
    const auto word = [&](std::size_t number) { return load_le<std::uint32_t>(bytes.data() + 8 + 4 * number); };
    const Counts counts = counts_of(file);
    file.depth = word(0);
    file.node_count = word(1);
    file.node_count.clear_if_equal(counts.nodes);
    file.leaf_count = word(2);
    file.leaf_count.clear_if_equal(counts.leaves);
    file.entry_count = word(3);
    file.entry_count.clear_if_equal(counts.entries);
    file.reserved = word(4);
    file.half_size = word(5);
    file.x = static_cast<std::int32_t>(word(6));
    file.y = static_cast<std::int32_t>(word(7));
    file.z = static_cast<std::int32_t>(word(8));
    for (std::size_t i = 0; i < file.reserved_2.size(); ++i) {
        file.reserved_2[i] = std::to_integer<std::uint8_t>(bytes[8 + 36 + i]);
    }
    return file;
}

Result<Bytes> write_visibility(const Visibility& file)
{
    const Counts counts = counts_of(file);
    Bytes out;
    append(out, as_bytes("OCTH"));
    out.resize(8);
    store_be32(out.data() + 4, octree_head_size);
    for (const std::uint32_t word :
         {file.depth, file.node_count.value_or(counts.nodes), file.leaf_count.value_or(counts.leaves),
          file.entry_count.value_or(counts.entries), file.reserved, file.half_size, static_cast<std::uint32_t>(file.x),
          static_cast<std::uint32_t>(file.y), static_cast<std::uint32_t>(file.z)}) {
        append_le(out, word);
    }
    append(out, std::as_bytes(std::span(file.reserved_2)));
    const bool is_laid_out = file.rest.empty();
    if (!is_laid_out) {
        append(out, file.rest);
    } else if (const Status status = append_parts(out, file); !status) {
        return fail(status.error());
    }
    const Result<Visibility> again = read_visibility(out);
    if (!again || again->rest != file.rest || again->nodes != file.nodes || again->leaves != file.leaves ||
        again->objects != file.objects || again->patches != file.patches || again->usual_end != file.usual_end ||
        again->tail != file.tail) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "the file would read back differently",
                     .field = is_laid_out ? "tail" : "rest",
                     .hint = "remove the bytes that read as a part of the octree or as its end"});
    }
    return out;
}

}  // namespace redforge::rgm
