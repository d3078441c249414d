// The list of steps: the opened state, then each step. Undone steps are grey.
#pragma once

#include "editor/views/panes/filtered_list.hpp"

namespace redforge::editor {

class HistoryPane : public FilteredList {
public:
    explicit HistoryPane(wxWindow* parent);

    /// Called when the user clicks a state. `step`: number of steps before it.
    std::function<void(std::size_t step)> on_go;

    /// Lists the states and selects the present one. `done`: number of steps that are not undone.
    void show(std::vector<std::string> states, std::size_t done);
    [[nodiscard]] std::size_t count_rows() const override { return states_.size(); }

private:
    [[nodiscard]] std::string row_text(std::size_t row) const override { return states_[row]; }
    void list_rows() override;

    std::vector<std::string> states_;
    std::size_t done_{};
};

}  // namespace redforge::editor
