// PVO: visibility in a map, as an octree of lists. Source: reference sheet "Redguard's other files".
//
// A leaf refers to runs of a shared list of numbers. Numbers below the number of statics (MPSO) are statics, higher
// numbers are objects that scripts make visible. So adding, removing or reordering statics changes the meaning of
// numbers; visibility_edit.hpp updates them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::rgm {

/// A cell of the octree. The root is node 0.
struct VisibilityNode {
    static constexpr std::string_view element = "node";
    static constexpr std::uint32_t no_leaf = 0xFFFFFFFF;
    static constexpr std::uint32_t no_child = 0xFFFFFFFE;

    /// A bit for each octant with a child. In the number of an octant, bit 0 is set above the centre in z, bit 1 in y,
    /// bit 2 in x.
    std::uint8_t mask{};
    std::uint32_t leaf{no_leaf};            ///< index of the leaf for octants without a child
    std::vector<std::uint32_t> children{};  ///< for each bit of the mask, lowest first: a node index, or no_child

    friend bool operator==(const VisibilityNode&, const VisibilityNode&) = default;
};

template <class Archive>
void serialize(Archive& ar, VisibilityNode& node, unsigned /*version*/)
{
    static constexpr std::array<EnumName, 1> leaf_names{{{VisibilityNode::no_leaf, "none"}}};
    field(ar, "mask", node.mask,
          {.label = "Octants with a child",
           .doc = "In the number of an octant, bit 0 is set for z above the centre, bit 1 for y, bit 2 for x."});
    field(ar, "leaf", node.leaf, {.label = "Leaf", .enum_names = leaf_names});
    field(ar, "children", node.children,
          {.label = "Children", .doc = "Node number for each bit, lowest bit first; 4294967294: none."});
}

/// Objects visible from a cell: runs of Visibility::objects.
struct VisibilityLeaf {
    static constexpr std::string_view element = "leaf";

    std::vector<std::uint32_t> runs{};  ///< pairs of length and start index

    friend bool operator==(const VisibilityLeaf&, const VisibilityLeaf&) = default;
};

template <class Archive>
void serialize(Archive& ar, VisibilityLeaf& leaf, unsigned /*version*/)
{
    field(ar, "runs", leaf.runs,
          {.label = "Runs", .doc = "Pairs of numbers: length of a run, index of its first number in objects."});
}

/// PTCH: an object added to a node. No file of the game has it.
struct VisibilityPatch {
    static constexpr std::string_view element = "patch";

    std::uint32_t node{};  ///< as stored: offset / 5
    std::uint16_t object{};

    friend bool operator==(const VisibilityPatch&, const VisibilityPatch&) = default;
};

template <class Archive>
void serialize(Archive& ar, VisibilityPatch& patch, unsigned /*version*/)
{
    field(ar, "node", patch.node, {.label = "Node", .doc = "Offset of the node in OCTR, divided by 5."});
    field(ar, "object", patch.object, {.label = "Object"});
}

/// A visibility file.
struct Visibility {
    static constexpr std::string_view root = "visibility";

    std::uint32_t depth{10};
    Derived<std::uint32_t> node_count;
    Derived<std::uint32_t> leaf_count;   ///< number of nodes with a leaf
    Derived<std::uint32_t> entry_count;  ///< of `objects`
    std::uint32_t reserved{};
    std::uint32_t half_size{16384};  ///< of the root cell, world units
    std::int32_t x{};                ///< centre of the root cell, world units
    std::int32_t y{};
    std::int32_t z{};
    std::array<std::uint8_t, 16> reserved_2{};
    std::uint8_t usual_end{1};           ///< 0: the file does not end with `END ` and four zeros
    std::vector<std::uint32_t> objects;  ///< MLST: numbers up to 65535
    std::vector<VisibilityNode> nodes;   ///< OCTR, in file order
    std::vector<VisibilityLeaf> leaves;  ///< PLST
    std::vector<VisibilityPatch> patches;
    Bytes rest;  ///< all bytes after OCTH, if they do not fit the layout
    Bytes tail;  ///< bytes after END and its zeros, or instead of them

    friend bool operator==(const Visibility&, const Visibility&) = default;
};

template <class Archive>
void serialize(Archive& ar, Visibility& file, unsigned /*version*/)
{
    field(ar, "depth", file.depth, {.label = "Depth", .doc = "10 in all files of the game."});
    field(ar, "node_count", file.node_count, {.label = "Nodes", .kind = Role::derived});
    field(ar, "leaf_count", file.leaf_count, {.label = "Nodes with a leaf", .kind = Role::derived});
    field(ar, "entry_count", file.entry_count, {.label = "Entries", .kind = Role::derived});
    field(ar, "reserved", file.reserved, {.kind = Role::reserved});
    field(ar, "half_size", file.half_size,
          {.label = "Half size", .unit = "map units", .doc = "Half the size of the root cell."});
    field(ar, "x", file.x, {.label = "Centre X", .unit = "map units"});
    field(ar, "y", file.y, {.label = "Centre Y", .unit = "map units"});
    field(ar, "z", file.z, {.label = "Centre Z", .unit = "map units"});
    field(ar, "reserved_2", file.reserved_2, {.kind = Role::reserved});
    field(ar, "usual_end", file.usual_end,
          {.label = "Standard end",
           .doc = "The file ends with END and four zeros.",
           .max = 1,
           .notation = Notation::boolean});
    field(ar, "objects", file.objects,
          {.label = "Objects",
           .doc = "Numbers of statics. Numbers above the number of statics are objects that scripts make visible.",
           .max = 0xFFFF});
    list(ar, "nodes", VisibilityNode::element, file.nodes, {.label = "Nodes", .doc = "Node 0, the root, is first."});
    list(ar, "leaves", VisibilityLeaf::element, file.leaves, {.label = "Leaves"});
    list(ar, "patches", VisibilityPatch::element, file.patches, {.label = "Patches"});
    blob(ar, "rest", file.rest, {.label = "Rest", .doc = "All bytes after the header, if they have another layout."});
    blob(ar, "tail", file.tail, {.label = "Tail", .doc = "Bytes after the end, or instead of the end."});
}

/// Returns true if the bytes begin like a visibility file: OCTH and its size.
[[nodiscard]] bool is_visibility(ByteView bytes);

/// Reads a visibility file. Errors: malformed (not a visibility file), truncated (incomplete header).
[[nodiscard]] Result<Visibility> read_visibility(ByteView bytes, RawFallbacks* kept = nullptr);

/// Writes a visibility file. Errors: out_of_range (a number does not fit, or a child or leaf does not exist), mismatch
/// (the file would read back differently).
[[nodiscard]] Result<Bytes> write_visibility(const Visibility& file);

}  // namespace redforge::rgm
