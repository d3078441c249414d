// The state of a document as bytes of our own, for undo: small, quick to take, exact.
#pragma once

#include <cstddef>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "edit/document.hpp"

namespace redforge::editor {

/// Whether documents of a format can be kept as snapshots, and so be edited.
[[nodiscard]] bool can_snapshot(const Format& format);

/// The whole state of a document. Equal documents give equal bytes. The format must allow snapshots.
[[nodiscard]] Bytes take_snapshot(const edit::Document& document);

/// The document of a snapshot that this program took.
[[nodiscard]] edit::Document restore_snapshot(const Format& format, ByteView snapshot);

/// What turns one snapshot into another: the stretch in which they differ. An edit of one field is a few bytes.
struct Patch {
    std::size_t offset{};
    Bytes before;
    Bytes after;
};

[[nodiscard]] Patch make_patch(ByteView from, ByteView to);
/// Turns the earlier snapshot into the later one.
void apply_patch(Bytes& snapshot, const Patch& patch);
/// Turns the later snapshot into the earlier one.
void revert_patch(Bytes& snapshot, const Patch& patch);

}  // namespace redforge::editor
