// Drafts: script text that is not in the document because it is being edited or has an error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "edit/operation/history.hpp"
#include "editor/model/text/node_ref.hpp"

namespace redforge::editor {

struct Draft {
    std::uint32_t id{};  ///< unique in the document; assigned by keep()
    NodeRef record;      ///< the record with the script; invalid while `lost`
    std::string field;   ///< field name in the notation of Session::set()
    std::string name;    ///< name of the record: "JAIL04"
    std::string text;
    std::string problem;  ///< reason why it could not be applied; empty if not tried
    bool lost{};          ///< its record was removed; a new record with this name gets the draft
};

/// The drafts of a document. They follow their records.
class Drafts {
public:
    [[nodiscard]] const std::vector<Draft>& all() const { return drafts_; }
    /// Returns null if there is none.
    [[nodiscard]] const Draft* find(const NodeRef& record, std::string_view field) const;
    [[nodiscard]] const Draft* find(std::uint32_t id) const;
    /// Adds a draft, or replaces the draft with this id, or the draft of this record and field. With id 0, the draft
    /// gets the id of the draft that it replaces, or a new id.
    const Draft& keep(Draft draft);
    void drop(std::uint32_t id);
    /// Updates the drafts after changes of the document.
    void follow(const RecordHandle& root, const edit::Changes& changes);

private:
    std::vector<Draft> drafts_;
    std::uint32_t last_id_{};
};

}  // namespace redforge::editor
