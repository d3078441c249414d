// The property grid: lines made from a Sheet.
#include "editor/views/grid.hpp"

#include <algorithm>
#include <span>

#include <wx/propgrid/props.h>
#include <wx/settings.h>
#include <wx/sizer.h>

#include "editor/views/text.hpp"

namespace redforge::editor {
namespace {

/// Never a message box: the line stays open and marked, and the window says why in its own place.
constexpr auto refusal = wxPG_VFB_STAY_IN_PROPERTY | wxPG_VFB_MARK_CELL;

wxString heading_of(Role role)
{
    switch (role) {
    case Role::plain: return "Fields";
    case Role::reserved: return "Not read by the game";
    case Role::derived: return "Computed when saving";
    case Role::opaque: return "Bytes and unknowns";
    }
    return {};
}

wxPGProperty* make_line(const SheetRow& row)
{
    // The composite's name is above its lines; among the reserved ones it is not.
    const std::string label = row.role == Role::plain || row.group.empty() ? row.label : row.group + ": " + row.label;
    wxPGProperty* line = nullptr;
    if (row.choices.empty()) {
        line = new wxStringProperty(to_wx(label), wxPG_LABEL);
    } else {
        wxArrayString choices;
        for (const std::string& choice : row.choices) {
            choices.Add(to_wx(choice));
        }
        line = new wxEnumProperty(to_wx(label), wxPG_LABEL, choices);
    }
    return line;
}

bool same_lines(const SheetRow& a, const SheetRow& b)
{
    return a.name == b.name && a.label == b.label && a.group == b.group && a.role == b.role &&
           a.read_only == b.read_only && a.choices == b.choices && a.unit == b.unit && a.help == b.help;
}

}  // namespace

PropertyPane::PropertyPane(wxWindow* parent) : wxPanel(parent)
{
    grid_ = new wxPropertyGrid(this, wxID_ANY, wxDefaultPosition, wxDefaultSize,
                               wxPG_SPLITTER_AUTO_CENTER | wxPG_DEFAULT_STYLE);
    grid_->SetValidationFailureBehavior(refusal);
    grid_->Bind(wxEVT_PG_CHANGING, &PropertyPane::on_changing, this);
    grid_->Bind(wxEVT_PG_SELECTED, [this](wxPropertyGridEvent&) { explain(); });

    // Not wxPropertyGridManager's own box: it is laid out with negative widths, of which GTK complains.
    heading_ =
        new wxStaticText(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxST_NO_AUTORESIZE | wxST_ELLIPSIZE_END);
    heading_->SetFont(heading_->GetFont().Bold());
    meaning_ =
        new wxStaticText(this, wxID_ANY, "", wxDefaultPosition, wxSize(-1, 3 * GetCharHeight()), wxST_NO_AUTORESIZE);
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(grid_, wxSizerFlags(1).Expand());
    column->Add(heading_, wxSizerFlags().Expand().Border(wxLEFT | wxRIGHT | wxTOP, FromDIP(6)));
    column->Add(meaning_, wxSizerFlags().Expand().Border(wxALL, FromDIP(6)));
    SetSizer(column);
}

PropertyPane::~PropertyPane()
{
    // Windows outlive the members of their parent's class: a grid that closes its line would still ask on_changing.
    drop_edit();
    DestroyChildren();
}

void PropertyPane::show(Sheet sheet)
{
    const bool same = sheet.title == sheet_.title && std::ranges::equal(sheet.rows, sheet_.rows, same_lines);
    sheet_ = std::move(sheet);
    if (!same) {
        build();
    }
    fill();
    explain();
}

void PropertyPane::explain()
{
    const auto line = std::ranges::find(lines_, grid_->GetSelection());
    const std::string hint =
        lines_.empty() ? "Choose a record to see its values." : "Choose a line to read what it means.";
    heading_->SetLabelText(to_wx(line == lines_.end() ? sheet_.title : from_wx((*line)->GetLabel())));
    meaning_->SetLabelText(line != lines_.end()   ? (*line)->GetHelpString()
                           : sheet_.doc.empty() ? to_wx(hint)
                                                : to_wx(sheet_.doc + "\n" + hint));
    meaning_->Wrap(meaning_->GetSize().x);
}

void PropertyPane::build()
{
    wxPropertyGrid& grid = this->grid();
    grid.ClearSelection(false);
    grid.Freeze();
    grid.Clear();
    lines_.clear();
    groups_.clear();
    const wxColour grey = wxSystemSettings::GetColour(wxSYS_COLOUR_GRAYTEXT);
    wxPGProperty* heading = nullptr;
    for (std::size_t i = 0; i < sheet_.rows.size(); ++i) {
        const SheetRow& row = sheet_.rows[i];
        if (i == 0 || row.role != sheet_.rows[i - 1].role) {
            const wxString title = row.role == Role::plain ? to_wx(sheet_.title) : heading_of(row.role);
            heading = grid.Append(new wxPropertyCategory(title, wxPG_LABEL));
        }
        const bool grouped = row.role == Role::plain && !row.group.empty();
        if (grouped && (i == 0 || sheet_.rows[i - 1].group != row.group)) {
            wxPGProperty* const group = grid.AppendIn(heading, new wxStringProperty(to_wx(row.group), wxPG_LABEL));
            grid.SetPropertyReadOnly(group, true, wxPG_DONT_RECURSE);
            groups_.push_back({group, i, 0});
        }
        wxPGProperty* const line = grid.AppendIn(grouped ? groups_.back().line : heading, make_line(row));
        if (grouped) {
            ++groups_.back().count;
        }
        line->SetHelpString(to_wx(row.help));
        if (!row.unit.empty()) {
            line->SetAttribute(wxPG_ATTR_UNITS, to_wx("(" + row.unit + ")"));
        }
        if (row.role != Role::plain) {
            grid.SetPropertyTextColour(line, grey, wxPG_DONT_RECURSE);
        }
        if (row.read_only) {
            grid.SetPropertyReadOnly(line, true, wxPG_DONT_RECURSE);
        }
        lines_.push_back(line);
    }
    // What no one changes by hand starts folded, so that what one does is in sight.
    for (wxPropertyGridIterator each = grid.GetIterator(wxPG_ITERATE_CATEGORIES); !each.AtEnd(); each.Next()) {
        if ((*each)->GetLabel() == heading_of(Role::derived)) {
            grid.Collapse(*each);
        }
    }
    grid.Thaw();
    grid.ResetColumnSizes(false);
}

void PropertyPane::fill()
{
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const SheetRow& row = sheet_.rows[i];
        wxPGProperty& line = *lines_[i];
        if (row.differs) {
            line.SetValueToUnspecified();
        } else if (row.choices.empty()) {
            line.SetValueFromString(to_wx(row.text));
        } else {
            const auto choice = std::ranges::find(row.choices, row.text);
            line.SetValue(wxVariant(static_cast<long>(choice - row.choices.begin())));
        }
    }
    for (const Group& group : groups_) {
        std::string all;
        for (const SheetRow& row : std::span(sheet_.rows).subspan(group.first, group.count)) {
            all += (all.empty() ? "" : ", ") + (row.differs ? "..." : row.text);
        }
        group.line->SetValueFromString(to_wx(all));
    }
    grid().RefreshEditor();
    grid().Refresh();
}

void PropertyPane::on_changing(wxPropertyGridEvent& event)
{
    const auto line = std::ranges::find(lines_, event.GetProperty());
    if (line == lines_.end()) {
        return;
    }
    const SheetRow& row = sheet_.rows[static_cast<std::size_t>(line - lines_.begin())];
    const wxVariant value = event.GetValue();
    const std::string text = row.choices.empty() || value.IsNull()
                                 ? from_wx(value.IsNull() ? wxString{} : value.GetString())
                                 : row.choices.at(static_cast<std::size_t>(value.GetLong()));
    if (const Status status = on_set(row.name, text); !status) {
        event.Veto();
        event.SetValidationFailureBehavior(refusal);
    }
}

bool PropertyPane::commit()
{
    return grid().CommitChangesFromEditor();
}

void PropertyPane::drop_edit()
{
    grid().ClearSelection(false);
}

wxPGProperty* PropertyPane::line(std::string_view name)
{
    const auto row = std::ranges::find(sheet_.rows, name, &SheetRow::name);
    return row == sheet_.rows.end() ? nullptr : lines_[static_cast<std::size_t>(row - sheet_.rows.begin())];
}

}  // namespace redforge::editor
