// Undo and redo of a text line.
#include "editor/views/script/text_undo.hpp"

namespace redforge::editor {
namespace {

constexpr std::size_t max_texts = 500;

}  // namespace

void TextUndo::follow(wxWindow& line)
{
    if (line_.get() != &line) {
        line_ = &line;
        undo_.clear();
        redo_.clear();
    }
}

void TextUndo::before_key(wxWindow& line)
{
    const auto* const entry = dynamic_cast<wxTextEntry*>(&line);
    if (entry == nullptr) {
        return;
    }
    follow(line);
    const wxString text = entry->GetValue();
    if (undo_.empty() || undo_.back() != text) {
        undo_.push_back(text);
        redo_.clear();
    }
    if (undo_.size() > max_texts) {
        undo_.erase(undo_.begin());
    }
}

void TextUndo::go(wxWindow& line, std::vector<wxString>& from, std::vector<wxString>& to)
{
    auto* const entry = dynamic_cast<wxTextEntry*>(&line);
    if (entry == nullptr) {
        return;
    }
    follow(line);
    const wxString now = entry->GetValue();
    while (!from.empty() && from.back() == now) {
        from.pop_back();
    }
    if (!from.empty()) {
        to.push_back(now);
        entry->SetValue(from.back());
        entry->SetInsertionPointEnd();
        from.pop_back();
    }
}

}  // namespace redforge::editor
