// A list whose rows can be filtered by words. The filter line is a ListFilter.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <wx/listctrl.h>

namespace redforge::editor {

class FilteredList : public wxListView {
public:
    FilteredList(wxWindow* parent, long style);

    /// Shows only rows that contain each of the words in any column. An empty filter shows all rows.
    void filter(const std::string& words);
    [[nodiscard]] const std::string& words() const { return words_; }
    /// Returns the number of rows, and the number that the filter shows.
    [[nodiscard]] virtual std::size_t count_rows() const = 0;
    [[nodiscard]] std::size_t shown_count() const { return shown_.size(); }
    std::function<void()> on_rows;  ///< called when rows or the filter changed

protected:
    /// Returns the texts of all columns of a row.
    [[nodiscard]] virtual std::string row_text(std::size_t row) const = 0;
    /// Puts the rows of shown_rows() into the list.
    virtual void list_rows() = 0;
    /// Filters and lists the rows again. Call it when they changed.
    void relist();
    [[nodiscard]] const std::vector<std::size_t>& shown_rows() const { return shown_; }
    /// Returns the row of a line of the list; nullopt if the line shows none.
    [[nodiscard]] std::optional<std::size_t> row_at(long line) const;

private:
    std::string words_;
    std::vector<std::size_t> shown_;  ///< rows in the order of the lines
};

}  // namespace redforge::editor
