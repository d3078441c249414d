// A list whose rows can be filtered by words.
#include "editor/views/panes/filtered_list.hpp"

#include "editor/model/text/word_filter.hpp"
#include "editor/views/panes/list_keys.hpp"

namespace redforge::editor {

FilteredList::FilteredList(wxWindow* parent, long style)
    : wxListView(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxLC_REPORT | wxLC_SINGLE_SEL | style)
{
    fix_page_keys(*this);
}

void FilteredList::filter(const std::string& words)
{
    if (words != words_) {
        words_ = words;
        relist();
    }
}

void FilteredList::relist()
{
    shown_.clear();
    for (std::size_t row = 0; row < count_rows(); ++row) {
        if (words_.empty() || has_words(row_text(row), words_)) {
            shown_.push_back(row);
        }
    }
    list_rows();
    if (on_rows) {
        on_rows();
    }
}

std::optional<std::size_t> FilteredList::row_at(long line) const
{
    const auto index = static_cast<std::size_t>(line);
    return line >= 0 && index < shown_.size() ? std::optional(shown_[index]) : std::nullopt;
}

}  // namespace redforge::editor
