// Layers: named groups of a map's records that a person makes. The map has no place for them; they are notes beside it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "editor/model/node_ref.hpp"

namespace redforge::editor {

/// A record is in one layer, or in none. A layer is there as long as it has a record.
class Layers {
public:
    /// Empty: it is in none.
    [[nodiscard]] std::string_view of(const NodeRef& record) const;
    /// In the document's order.
    [[nodiscard]] NodeRefs records(std::string_view layer) const;
    /// Sorted as people count.
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool empty() const { return layer_of_.empty(); }

    /// Puts records into a layer, out of those that they are in; "": only that.
    void put(const NodeRefs& records, const std::string& layer);
    /// When there is one of that name already, it gets the records.
    void rename(std::string_view layer, const std::string& name);

    /// Brings records along that stand elsewhere after changes, of which it has to be told of all. Records that a step took are
    /// in their layer again when that is undone. `steps_done`, `returning`: as the session says after the changes.
    void follow(const edit::Changes& changes, std::size_t steps_done, bool returning);

    friend bool operator==(const Layers& a, const Layers& b) { return a.layer_of_ == b.layer_of_; }

private:
    /// A record that went, and how many steps are done when it comes back.
    struct Gone {
        std::size_t steps_done{};
        NodeRef ref;
        std::string layer;
    };

    void follow(const edit::Change& change, std::size_t back);

    std::map<NodeRef, std::string> layer_of_;
    std::vector<Gone> gone_;
    std::size_t steps_done_{};
};

/// The layers among the notes beside a map. Places of which nothing is left, or nothing that is seen in the map, say nothing; a
/// record that two layers name is in the first one. Errors: those of reading; malformed, usage (no path), with the line.
[[nodiscard]] Result<Layers> read_layers(const RecordHandle& root, const std::filesystem::path& document);

/// Writes them in the place of those there. Records are named by what they are (edit/identity.hpp). Errors: those of writing.
[[nodiscard]] Status write_layers(const RecordHandle& root, const std::filesystem::path& document,
                                  const Layers& layers);

}  // namespace redforge::editor
