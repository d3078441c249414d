// The outline of a document: a tree of places, made row by row as it is opened, so that 5,000 records cost nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/error.hpp"
#include "editor/model/session.hpp"

namespace redforge::editor {

/// Rows are known by number. Row 0 is the document; numbers stay valid until the outline is made anew, which is needed
/// when Session::structure() has changed.
class Outline {
public:
    using Row = std::uint32_t;

    /// The session must stay where it is as long as the outline is used.
    explicit Outline(const Session& session);
    /// Only what a query finds, with the places above it and all that stands below. Query: see edit::find().
    [[nodiscard]] static Result<Outline> filtered(const Session& session, std::string_view query);

    /// Rows below, in order. Makes them the first time.
    const std::vector<Row>& below(Row row);
    [[nodiscard]] bool may_hold_rows(Row row) const;
    [[nodiscard]] Row above(Row row) const { return rows_[row].above; }
    [[nodiscard]] const std::string& path(Row row) const { return rows_[row].path; }
    [[nodiscard]] std::string name(Row row) const;
    [[nodiscard]] std::string content(Row row) const;
    /// The row of a path; makes those above it. Empty when there is none, or the filter hides it.
    std::optional<Row> find(std::string_view path);
    /// Places that the query found, in document order; empty without one.
    [[nodiscard]] const Paths& found() const { return found_; }

private:
    struct Node {
        std::string path;
        Row above{};
        bool whole{};  ///< all that stands below is shown
        bool made{};
        std::vector<Row> below;
    };

    const Session* session_;
    std::vector<Node> rows_;
    std::unordered_map<std::string, Row> by_path_;
    Paths found_;
    std::unordered_set<std::string> leading_;  ///< places found and all above them
};

}  // namespace redforge::editor
