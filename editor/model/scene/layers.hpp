// Layers and groups: named sets of map records that the user defines. They are stored in the notes file next to the
// map.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "edit/document/notes.hpp"
#include "editor/model/text/node_ref.hpp"

namespace redforge::editor {

/// A record is in at most one layer. A layer exists as long as it has a record. Groups, whose records are selected
/// together, are a second instance: a record can be in a layer and in a group.
class Layers {
public:
    /// Returns the layer of a record; empty if none.
    [[nodiscard]] std::string_view of(const NodeRef& record) const;
    /// Returns the records of a layer, in document order.
    [[nodiscard]] NodeRefs records(std::string_view layer) const;
    /// Returns the names in natural order.
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool empty() const { return layer_of_.empty(); }

    /// Moves records to a layer; "" removes them from their layers.
    void put(const NodeRefs& records, const std::string& layer);
    /// Renames a layer, or merges it into an existing layer of this name.
    void rename(std::string_view layer, const std::string& name);

    /// Updates the records after changes; must be called for all changes. Records that undo restores return to their
    /// layer. `steps_done`, `returning`: the values of the session after the changes.
    void follow(const edit::Changes& changes, std::size_t steps_done, bool returning);

    friend bool operator==(const Layers& a, const Layers& b) { return a.layer_of_ == b.layer_of_; }

private:
    /// A removed record. Undo or redo restores it when the session has `steps_done` steps.
    struct RemovedRecord {
        std::size_t steps_done{};
        NodeRef ref;
        std::string layer;
    };

    void follow(const edit::Change& change, std::size_t back);

    std::map<NodeRef, std::string> layer_of_;
    std::vector<RemovedRecord> removed_;
    std::size_t steps_done_{};
};

/// Returns the records, each with all records of its group. The records of a group precede its record in `refs`.
[[nodiscard]] NodeRefs with_groups(const Layers& groups, const NodeRefs& refs);
/// Returns the first unused name "Group 1", "Group 2"...
[[nodiscard]] std::string new_group_name(const Layers& groups);

/// Reads the layers, or the groups (edit::group_note_kind), from the notes next to a map. Skips entries whose records
/// do not exist or are not visible in the map. If two layers name a record, the first one counts. Errors: those of
/// reading; malformed, usage (no path), with the line.
[[nodiscard]] Result<Layers> read_layers(const RecordHandle& root, const std::filesystem::path& document,
                                         std::string_view kind = edit::layer_note_kind);

/// Replaces the layers in the notes. Records are named by identity (edit/merge/identity.hpp). Errors: those of writing.
[[nodiscard]] Status write_layers(const RecordHandle& root, const std::filesystem::path& document, const Layers& layers,
                                  std::string_view kind = edit::layer_note_kind);

}  // namespace redforge::editor
