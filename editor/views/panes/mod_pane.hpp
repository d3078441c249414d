// The list of an open mod: its files, what it changes in the open file, and conflicts with other mods.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "editor/views/panes/filtered_list.hpp"

namespace redforge::editor {

/// A line of the list.
struct ModLine {
    std::string where;  ///< a file, or a record below its file
    std::string field;
    std::string original;
    std::string now;
    bool is_file{};        ///< a file, above its changes
    std::string path;      ///< of the file
    std::size_t change{};  ///< index of the change, if the line is one
};

class ModPane : public FilteredList {
public:
    explicit ModPane(wxWindow* parent);

    std::function<void(const ModLine&)> on_go;  ///< called when the user activates a line

    void show(std::vector<ModLine> lines);
    [[nodiscard]] const std::vector<ModLine>& lines() const { return lines_; }
    [[nodiscard]] std::size_t count_rows() const override { return lines_.size(); }
    /// Returns the selected line, or null.
    [[nodiscard]] const ModLine* selected() const;

private:
    /// A file is part of the texts of its changes, so that its name shows them.
    [[nodiscard]] std::string row_text(std::size_t row) const override;
    void list_rows() override;
    wxString OnGetItemText(long item, long column) const override;
    wxListItemAttr* OnGetItemAttr(long item) const override;
    void fit();

    std::vector<ModLine> lines_;
    mutable wxListItemAttr bold_;  ///< attribute of file lines; wx takes a non-const pointer but does not change it
};

}  // namespace redforge::editor
