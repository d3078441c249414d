// Text of a script that is not in the document: it is being typed, or it has an error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "edit/history.hpp"
#include "editor/model/node_ref.hpp"

namespace redforge::editor {

struct Draft {
    std::uint32_t id{};   ///< of its own in the document; given by keep()
    NodeRef record;       ///< that has the script; means nothing while `lost`
    std::string field;    ///< as Session::set() takes it
    std::string name;     ///< of the record: "JAIL04"
    std::string text;
    std::string problem;  ///< why it could not be applied; empty: it was not tried
    bool lost{};          ///< its record was removed; it comes back with a record of that name
};

/// The drafts of a document. They stay with their records, whatever comes before those.
class Drafts {
public:
    [[nodiscard]] const std::vector<Draft>& all() const { return drafts_; }
    /// Null when there is none.
    [[nodiscard]] const Draft* find(const NodeRef& record, std::string_view field) const;
    [[nodiscard]] const Draft* find(std::uint32_t id) const;
    /// In place of the one with its id, or that the record had for the field. Id 0: one of its own.
    const Draft& keep(Draft draft);
    void drop(std::uint32_t id);
    /// Brings them along with changes of the document.
    void follow(const RecordHandle& root, const edit::Changes& changes);

private:
    std::vector<Draft> drafts_;
    std::uint32_t last_id_{};
};

}  // namespace redforge::editor
