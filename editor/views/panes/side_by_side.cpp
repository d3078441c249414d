// Two texts side by side.
#include "editor/views/panes/side_by_side.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/settings.h>
#include <wx/sizer.h>

#include "editor/views/frame/flag.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/scene/difference_background.hpp"

namespace redforge::editor {
namespace {

constexpr int changed_marker = 0;
constexpr int missing_marker = 1;  ///< marker of a line that only the other side has

}  // namespace

SideBySide::SideBySide(wxWindow* parent) : wxPanel(parent)
{
    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    for (Side& side : sides_) {
        auto* const column = new wxBoxSizer(wxVERTICAL);
        side.title = new wxStaticText(this, wxID_ANY, "");
        side.title->SetFont(side.title->GetFont().Bold());
        side.text = new wxStyledTextCtrl(this, wxID_ANY, wxDefaultPosition, FromDIP(wxSize(200, 120)));
        set_up(*side.text);
        column->Add(side.title, wxSizerFlags().Border(wxBOTTOM, FromDIP(2)));
        column->Add(side.text, wxSizerFlags(1).Expand());
        row->Add(column, wxSizerFlags(1).Expand().Border(wxLEFT, &side == sides_.data() ? 0 : FromDIP(4)));
    }
    SetSizer(row);
    for (Side& side : sides_) {
        wxStyledTextCtrl* const from = side.text;
        wxStyledTextCtrl* const to = &side == sides_.data() ? sides_[1].text : sides_[0].text;
        from->Bind(wxEVT_STC_UPDATEUI, [this, from, to](wxStyledTextEvent& event) {
            event.Skip();
            if (!following_) {
                const Flag following(following_);
                to->SetFirstVisibleLine(from->GetFirstVisibleLine());
                if (to->GetXOffset() != from->GetXOffset()) {  // otherwise each side would scroll the other without end
                    to->SetXOffset(from->GetXOffset());
                }
            }
        });
    }
}

void SideBySide::set_up(wxStyledTextCtrl& text)
{
    const bool dark = is_dark_theme();
    const wxColour ground = wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOX);
    text.StyleSetFont(wxSTC_STYLE_DEFAULT, wxFont(wxFontInfo(GetFont().GetPointSize()).Family(wxFONTFAMILY_TELETYPE)));
    text.StyleSetBackground(wxSTC_STYLE_DEFAULT, ground);
    text.StyleSetForeground(wxSTC_STYLE_DEFAULT, wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOXTEXT));
    text.StyleClearAll();
    text.StyleSetForeground(wxSTC_STYLE_LINENUMBER, muted_text());
    text.StyleSetBackground(wxSTC_STYLE_LINENUMBER, ground);
    text.SetCaretForeground(wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOXTEXT));
    text.SetMarginType(0, wxSTC_MARGIN_RTEXT);
    text.SetMarginWidth(0, text.TextWidth(wxSTC_STYLE_LINENUMBER, "_9999"));
    text.SetMarginWidth(1, 0);
    text.MarkerDefine(changed_marker, wxSTC_MARK_BACKGROUND);
    text.MarkerSetBackground(changed_marker, difference_background());
    text.MarkerDefine(missing_marker, wxSTC_MARK_BACKGROUND);
    text.MarkerSetBackground(missing_marker, dark ? wxColour(58, 58, 62) : wxColour(226, 226, 230));
    text.SetWrapMode(wxSTC_WRAP_NONE);
    text.SetScrollWidthTracking(true);
    text.SetScrollWidth(1);
    text.SetReadOnly(true);
}

void SideBySide::show(const std::string& left, const std::string& right, const std::vector<SideLine>& lines)
{
    const Flag following(following_);
    differences_.clear();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!lines[i].same && (i == 0 || lines[i - 1].same)) {
            differences_.push_back(static_cast<int>(i));
        }
    }
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        const bool is_left = s == 0;
        sides_[s].title->SetLabelText(to_wx(is_left ? left : right));
        wxStyledTextCtrl& text = *sides_[s].text;
        std::string all;
        for (const SideLine& line : lines) {
            all += (is_left ? line.left_text : line.right_text) + "\n";
        }
        text.SetReadOnly(false);
        text.SetText(to_wx(all));
        text.MarkerDeleteAll(-1);
        text.MarginTextClearAll();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::size_t number = is_left ? lines[i].left : lines[i].right;
            if (number != 0) {
                text.MarginSetText(static_cast<int>(i), wxString::Format("%zu", number));
                text.MarginSetStyle(static_cast<int>(i), wxSTC_STYLE_LINENUMBER);
            }
            if (!lines[i].same) {
                text.MarkerAdd(static_cast<int>(i), number == 0 ? missing_marker : changed_marker);
            }
        }
        text.SetReadOnly(true);
        text.EmptyUndoBuffer();
        text.SetFirstVisibleLine(0);
    }
    Layout();
    go(0);
}

void SideBySide::go(int step)
{
    if (differences_.empty()) {
        return;
    }
    constexpr int above = 3;  // number of visible lines above the difference
    const int now = sides_[0].text->GetFirstVisibleLine() + above;
    auto next = std::ranges::upper_bound(differences_, now);
    if (step == 0) {
        next = differences_.begin();
    } else if (step < 0) {
        next = std::ranges::lower_bound(differences_, now);
        next = next == differences_.begin() ? next : std::prev(next);
    }
    if (next != differences_.end()) {
        for (Side& side : sides_) {
            side.text->SetFirstVisibleLine(std::max(0, *next - above));
        }
    }
}

}  // namespace redforge::editor
