// What the property grid shows of the selected records: rows made from the field description, whatever they describe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "editor/model/session.hpp"

namespace redforge::editor {

/// One value of the selected records.
struct SheetRow {
    std::string name;                  ///< as Session::set() takes it
    std::string group;                 ///< label of the composite it belongs to: "Position"; empty when of none
    std::string label;
    std::string unit;
    std::string help;                  ///< meaning, unit and range in words
    std::string text;                  ///< empty when the records differ, and while a derived value is computed
    bool differs{};                    ///< the selected records do not say the same
    Role role{};
    bool read_only{};
    std::vector<std::string> choices;  ///< the only texts it takes, when there are any
};

struct Sheet {
    std::string title;           ///< "4 DOOR01", "3 records"
    std::string doc;             ///< what the description says of the selected place
    std::vector<SheetRow> rows;  ///< in the description's order within each role, plain ones first
};

/// The rows that all the records at these paths have. Places that are gone are left out.
[[nodiscard]] Sheet make_sheet(const Session& session, std::span<const std::string> paths);

}  // namespace redforge::editor
