// The property grid: lines made from PropertyRows.
#include "editor/views/panes/grid.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <wx/combo.h>
#include <wx/control.h>
#include <wx/dcclient.h>
#include <wx/propgrid/props.h>
#include <wx/settings.h>
#include <wx/sizer.h>
#include <wx/tokenzr.h>

#include "core/text/counts.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/scene/colour_line.hpp"
#include "editor/views/scene/screen.hpp"
#include "editor/views/scene/transform_strip.hpp"

namespace redforge::editor {
namespace {

constexpr int min_without_strip = 220;          ///< height of the grid with its description, in pixels at 96 dpi
constexpr int min_lines_with_description = 13;  ///< height of a pane with a description, in lines of text
constexpr int min_label_share = 35;             ///< width of the labels without a choice of the user, in percent
constexpr int max_label_share = 60;
/// No message box. The line stays open and marked, and the pane shows the reason.
constexpr auto error = wxPG_VFB_STAY_IN_PROPERTY | wxPG_VFB_MARK_CELL;

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

wxPGProperty* make_line(const PropertyRow& row)
{
    // Reserved fields are not below the line of their composite, so their label contains its name.
    const std::string label = row.role == Role::plain || row.group.empty() ? row.label : row.group + ": " + row.label;
    const wxString name = to_wx(row.name);  // labels are not unique: "Length in the file"
    if (row.checkbox) {
        auto* const line = new wxBoolProperty(to_wx(label), name);
        line->SetAttribute(wxPG_BOOL_USE_CHECKBOX, true);
        return line;
    }
    if (row.choices.empty()) {
        return new wxStringProperty(to_wx(label), name);
    }
    wxArrayString labels;
    for (const PropertyChoice& choice : row.choices) {
        labels.Add(to_wx(choice.label));
    }
    if (row.only_choices) {
        return new wxEnumProperty(to_wx(label), name, labels);
    }
    return new wxEditEnumProperty(to_wx(label), name, labels);
}

/// Returns "#FF8000" for the three rows of a colour; empty if records differ.
std::string colour_of(std::span<const PropertyRow> rows)
{
    ColourParts parts{};
    for (std::size_t i = 0; i < parts.size() && i < rows.size(); ++i) {
        if (rows[i].differs) {
            return {};
        }
        std::from_chars(rows[i].text.data(), rows[i].text.data() + rows[i].text.size(), parts.at(i));
    }
    return colour_text(parts);
}

/// Returns the rows whose numbers are shown in the line of their composite. Empty if the user cannot edit them there.
std::vector<const PropertyRow*> numbers_of(std::span<const PropertyRow> rows, std::size_t first, std::size_t count)
{
    std::vector<const PropertyRow*> numbers;
    for (const PropertyRow& row : rows.subspan(first, count)) {
        if (row.of_colour || row.read_only || (!row.number && !row.angle)) {
            if (row.angle == rows[first].angle) {
                return {};
            }
        } else if (row.angle == rows[first].angle) {  // for matrices, only the rows of the angles
            numbers.push_back(&row);
        }
    }
    return numbers;
}

/// Splits "1, 2, 3" or "1 2 3" into its numbers.
std::vector<std::string> parts_of(const std::string& text)
{
    std::vector<std::string> parts;
    wxStringTokenizer words(to_wx(text), text.find(',') == std::string::npos ? " " : ",", wxTOKEN_STRTOK);
    while (words.HasMoreTokens()) {
        parts.push_back(from_wx(words.GetNextToken().Trim().Trim(false)));
    }
    return parts;
}

/// Returns the part whose heading contains the row. Rows of the record itself have none.
NodeRef headed_part(const PropertyRow& row)
{
    return row.part && !row.part->label.empty() ? row.part->records.front() : NodeRef{};
}

bool same_lines(const PropertyRow& a, const PropertyRow& b)
{
    const auto part = [](const PropertyRow& row) { return row.part ? row.part->label : std::string{}; };
    return a.name == b.name && part(a) == part(b) && a.label == b.label && a.group == b.group && a.role == b.role &&
           a.read_only == b.read_only && a.choices == b.choices && a.unit == b.unit && a.help == b.help &&
           a.checkbox == b.checkbox && a.of_colour == b.of_colour;
}

/// wx's own grid redraws the whole window at each change of a line, including widgets that GTK has not laid out yet.
class DeferredGrid : public wxPropertyGrid {
public:
    using wxPropertyGrid::wxPropertyGrid;
    void Update() override {}  // no immediate redraw: the grid is redrawn with the window
    /// The status bar shows results only. Help is shown below the lines.
    wxStatusBar* GetStatusBar() override { return nullptr; }
    void ScrollWindow(int dx, int dy, const wxRect* rect) override
    {
        // The editor of a line that was closed is a hidden window of the grid until wx is idle. Do not scroll it,
        // because GTK warns if a hidden window is moved.
        const wxWindowList children = GetChildren();
        for (wxWindow* const child : children) {
            if (!child->IsShown()) {
                child->Reparent(GetParent());
            }
        }
        wxPropertyGrid::ScrollWindow(dx, dy, rect);
    }
};

}  // namespace

PropertyPane::PropertyPane(wxWindow* parent) : wxPanel(parent), label_share_(stored_label_share())
{
    grid_ = new DeferredGrid(this, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxPG_DEFAULT_STYLE);
    grid_->SetCaptionTextColour(wxSystemSettings::GetColour(wxSYS_COLOUR_BTNTEXT));
    grid_->SetValidationFailureBehavior(error);
    grid_->Bind(wxEVT_PG_CHANGING, &PropertyPane::on_changing, this);
    set_accessible_name(*grid_, "Properties");
    grid_->Bind(wxEVT_PG_SELECTED, [this](wxPropertyGridEvent& event) {
        if (const wxPGProperty* const line =
                event.GetProperty()) {  // a screen reader does not see lines, only the grid
            set_accessible_name(*grid_, "Properties: " + line->GetLabel() + ": " + line->GetValueAsString());
        }
        reason_.clear();
        rejected_field_.clear();
        explain();
    });

    grid_->Bind(wxEVT_PG_COL_DRAGGING, [this](wxPropertyGridEvent&) { shorten_labels(); });
    grid_->Bind(wxEVT_PG_COL_END_DRAG, [this](wxPropertyGridEvent&) {
        label_share_ = 100 * grid_->GetSplitterPosition() / std::max(1, grid_->GetClientSize().x);
        store_label_share(*label_share_);
        shorten_labels();
    });
    grid_->Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        event.Skip();
        CallAfter([this] { fit_labels(); });  // after the grid has divided its new width
    });

    drag_.on_begin = [this] { cancel_edit(); };
    drag_.on_drag = [this](const std::string& field, std::optional<long> change, bool last) {
        on_drag(field, change, last);
    };
    strip_ = new TransformStrip(this);
    strip_->on_drag = drag_.on_drag;
    strip_->on_typed = [this] { set_typed(); };
    strip_->on_focus = [this] { explain(); };
    for (const auto& kind : {wxEVT_LEFT_DOWN, wxEVT_LEFT_DCLICK, wxEVT_LEFT_UP, wxEVT_MOTION}) {
        grid_->Bind(kind, &PropertyPane::on_mouse, this);
    }

    // Replaces wxPropertyGridManager's box, which is laid out with negative widths that GTK warns about.
    heading_ =
        new wxStaticText(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxST_NO_AUTORESIZE | wxST_ELLIPSIZE_END);
    heading_->SetFont(heading_->GetFont().Bold());
    meaning_ =
        new wxStaticText(this, wxID_ANY, "", wxDefaultPosition, wxSize(-1, 3 * GetCharHeight()), wxST_NO_AUTORESIZE);
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(strip_, wxSizerFlags().Expand());
    column->Add(grid_, wxSizerFlags(1).Expand());
    column->Add(heading_, wxSizerFlags().Expand().Border(wxLEFT | wxRIGHT | wxTOP, FromDIP(6)));
    column->Add(meaning_, wxSizerFlags().Expand().Border(wxALL, FromDIP(6)));
    SetSizer(column);
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        event.Skip();
        const bool other_lines = strip_->fit(GetClientSize().x);
        if (!show_strip() && other_lines) {
            Layout();
        }
        show_description();
    });
}

PropertyPane::~PropertyPane()
{
    // The grid is destroyed after the members of this class. Close its line now, because closing it later would call
    // on_changing.
    cancel_edit();
    grid_->ClearSelection(false);
    DestroyChildren();
}

void PropertyPane::show(PropertyRows rows)
{
    if (std::optional<PendingEdit> edit = typed()) {
        cancel_edit();
        static_cast<void>(on_set(std::move(*edit)));  // on_set has reported the error
    }
    if (!is_selected_in_sight()) {
        grid_->ClearSelection(false);  // else wx scrolls back, and opens an editor before GTK lays it out
    }
    const bool same = rows.title == rows_.title && std::ranges::equal(rows.rows, rows_.rows, same_lines);
    if (!same) {
        cancel_edit();
        grid_->ClearSelection(false);  // before rows_ changes: the lines still match it
    }
    if (rows.owners != rows_.owners) {
        uses_.clear();  // uses of the new selection are counted later
    }
    rows_ = std::move(rows);
    reason_.clear();
    rejected_field_.clear();
    if (!same) {
        build();
    }
    fill();
    const wxSize before = strip_->GetBestSize();
    placed_ = strip_->show(rows_);
    if (!show_strip() && placed_ && strip_->GetBestSize() != before) {
        Layout();
    }
    explain();
}

/// Shows the strip only if the grid keeps enough height for its scrollbars; otherwise GTK warns.
bool PropertyPane::show_strip()
{
    const bool shown = placed_ && GetClientSize().y >= strip_->GetBestSize().y + FromDIP(min_without_strip);
    if (!strip_->Show(shown)) {
        return false;
    }
    Layout();
    return true;
}

/// In a low pane, the lines need the space more than their description. A rejected value shows its reason always.
void PropertyPane::show_description()
{
    const bool shown = GetClientSize().y >= min_lines_with_description * GetCharHeight() || !reason_.empty();
    heading_->Show(shown);
    if (meaning_->Show(shown)) {
        Layout();
    }
}

void PropertyPane::set_typed()
{
    std::optional<PendingEdit> edit = typed();
    if (!edit) {
        return;
    }
    if (const Status status = on_set(std::move(*edit)); !status) {
        const PropertyRow* const row = strip_->focused_row();
        strip_->reject(false);
        reject(describe(status.error()), row == nullptr ? std::string{} : row->group + " " + row->label);
    } else {
        strip_->cancel_edit();
    }
}

bool PropertyPane::has_line() const
{
    return grid_->GetSelection() != nullptr || is_inside(wxWindow::FindFocus(), strip_);
}

bool PropertyPane::go_to_next_line(bool back)
{
    wxPGProperty* const from = grid_->GetSelection();
    if (from == nullptr) {
        return false;
    }
    wxPropertyGridIterator line = grid_->GetIterator(wxPG_ITERATE_VISIBLE, from);
    do {
        back ? line.Prev() : line.Next();
    } while (!line.AtEnd() && ((*line)->IsCategory() || (*line)->HasFlag(wxPG_PROP_READONLY)));
    return !line.AtEnd() && grid_->SelectProperty(*line, true);
}

std::optional<PendingEdit> PropertyPane::typed() const
{
    if (const std::optional<TransformStrip::Typed> edit = strip_->typed()) {
        return PendingEdit{rows_.owners, edit->field, edit->text};
    }
    const PropertyRow* const row = selected_row();
    if (row == nullptr || row->read_only || !grid_->IsEditorsValueModified()) {
        return std::nullopt;
    }
    std::string text = row->text;
    if (const wxTextCtrl* const line = grid_->GetEditorTextCtrl()) {
        text = from_wx(line->GetValue());
    } else if (const auto* const box = wxDynamicCast(grid_->GetEditorControl(), wxComboCtrl)) {
        text = from_wx(box->GetValue());
    }
    // wx also reports an edit when it restores the value of a rejected line.
    if (text == from_wx(grid_->GetSelection()->GetValueAsString(wxPG_EDITABLE_VALUE))) {
        return std::nullopt;
    }
    return edit_of(rows_, *row, typed_text(*row, text));
}

const PropertyPane::Group* PropertyPane::typed_group() const
{
    const auto group = std::ranges::find(groups_, grid_->GetSelection(), &Group::line);
    const bool typed = group != groups_.end() && grid_->IsEditorsValueModified();
    return typed && grid_->GetEditorTextCtrl() != nullptr ? &*group : nullptr;
}

bool PropertyPane::commit_group()
{
    const Group* const group = typed_group();
    if (group == nullptr) {
        return true;
    }
    const wxString text = grid_->GetEditorTextCtrl()->GetValue();
    if (text == group->line->GetValueAsString(wxPG_EDITABLE_VALUE)) {
        return true;
    }
    if (const Status status = set_group(*group, text); !status) {
        reject(describe(status.error()));
        return false;
    }
    cancel_edit();
    return true;
}

bool PropertyPane::is_selected_in_sight() const
{
    wxPGProperty* const line = grid_->GetSelection();
    if (line == nullptr) {
        return true;
    }
    const wxRect place = grid_->GetPropertyRect(line, line);
    const int top = grid_->CalcScrolledPosition(place.GetPosition()).y;
    return top >= 0 && top + place.height <= grid_->GetClientSize().y;
}

void PropertyPane::reject(const std::string& reason)
{
    const PropertyRow* const above = strip_->typed() ? strip_->focused_row() : nullptr;
    wxPGProperty* const line = grid_->GetSelection();
    reject(reason, above != nullptr  ? above->group + " " + above->label
                   : line != nullptr ? from_wx(line->GetLabel())
                                     : std::string{});
    if (strip_->typed()) {
        strip_->reject(true);
        return;
    }
    if (wxWindow* const editor = grid_->GetEditorControl()) {
        editor->SetFocus();
    }
}

void PropertyPane::reject(const std::string& reason, const std::string& field)
{
    reason_ = reason;
    rejected_field_ = field;
    explain();
}

void PropertyPane::cancel_edit()
{
    grid_->EditorsValueWasNotModified();
    strip_->cancel_edit();
}

const PropertyRow* PropertyPane::selected_row() const
{
    const auto line = std::ranges::find(lines_, grid_->GetSelection());
    return line == lines_.end() ? nullptr : &rows_.rows[static_cast<std::size_t>(line - lines_.begin())];
}

void PropertyPane::note_uses(std::string words)
{
    if (words != uses_) {
        uses_ = std::move(words);
        explain();
    }
}

void PropertyPane::explain()
{
    const auto line = std::ranges::find(lines_, grid_->GetSelection());
    const std::string hint = lines_.empty()  ? "Choose a record to see its values."
                             : uses_.empty() ? "Select a line to see its description."
                                             : uses_;
    const PropertyRow* const above = strip_->focused_row();
    const std::string title = !rejected_field_.empty() ? rejected_field_
                              : above != nullptr       ? above->group + " " + above->label
                              : line == lines_.end()   ? rows_.title
                                                       : from_wx((*line)->GetLabel());
    heading_->SetLabelText(to_wx(title));
    meaning_->SetForegroundColour(reason_.empty() ? GetForegroundColour() : error_text());
    meaning_->SetLabelText(!reason_.empty()       ? to_wx(reason_)
                           : above != nullptr     ? to_wx(above->help)
                           : line != lines_.end() ? (*line)->GetHelpString()
                           : rows_.doc.empty()    ? to_wx(hint)
                                                  : to_wx(rows_.doc + "\n" + hint));
    meaning_->Wrap(meaning_->GetSize().x);
    show_description();
}

void PropertyPane::build()
{
    wxPropertyGrid& grid = this->grid();
    grid.Freeze();
    grid.Clear();
    lines_.clear();
    groups_.clear();
    const wxColour grey = muted_text();
    wxPGProperty* heading = nullptr;
    for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
        const PropertyRow& row = rows_.rows[i];
        const bool other_part = i > 0 && headed_part(row) != headed_part(rows_.rows[i - 1]);
        if (i == 0 || other_part || row.role != rows_.rows[i - 1].role) {
            const bool headed = headed_part(row) != NodeRef{};
            const wxString title = headed                    ? to_wx(row.part->label)
                                   : row.role == Role::plain ? to_wx(rows_.title)
                                                             : heading_of(row.role);
            heading = grid.Append(new wxPropertyCategory(title, wxString::Format("heading %zu", i)));
        }
        const bool grouped = row.role == Role::plain && !row.group.empty();
        if (grouped && (i == 0 || other_part || rows_.rows[i - 1].group != row.group)) {
            const wxString name = wxString::Format("group %zu", i);
            wxPGProperty* const group = row.of_colour
                                            ? grid.AppendIn(heading, new ColourLine(to_wx(row.group), name))
                                            : grid.AppendIn(heading, new wxStringProperty(to_wx(row.group), name));
            if (row.of_colour) {
                group->SetHelpString("A name such as red, #FF8000, or red, green and blue as 255 128 0.");
            }
            group->SetExpanded(!row.of_colour && !row.place && !row.turn);  // these are in the strip above
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
    for (const Group& group : groups_) {
        const std::vector<const PropertyRow*> numbers = numbers_of(rows_.rows, group.first, group.count);
        if (!numbers.empty()) {
            group.line->SetHelpString(to_wx(fmt::format("Its {} numbers, with commas between them.", numbers.size())));
        } else if (!rows_.rows[group.first].of_colour) {
            grid.SetPropertyReadOnly(group.line, true, wxPG_DONT_RECURSE);
        }
    }
    // Collapse fields that are rarely edited.
    for (wxPropertyGridIterator each = grid.GetIterator(wxPG_ITERATE_CATEGORIES); !each.AtEnd(); each.Next()) {
        const wxString heading_text = (*each)->GetLabel();
        if (heading_text == heading_of(Role::derived) || heading_text == heading_of(Role::reserved)) {
            grid.Collapse(*each);
        }
    }
    grid.Thaw();
    fit_labels();
}

int PropertyPane::label_width(const wxPGProperty& line) const
{
    const int indent = grid_->GetTextExtent("jG").x * 3 / 2;  // as wx indents each level
    const int depth = std::max(0, static_cast<int>(line.GetDepth()) - 1);
    return grid_->GetMarginWidth() + depth * indent + grid_->GetTextExtent(line.GetLabel()).x + FromDIP(12);
}

void PropertyPane::fit_labels()
{
    const int width = grid_->GetClientSize().x;
    if (width <= 0) {
        return;
    }
    int longest = 0;
    for (wxPropertyGridIterator line = grid_->GetIterator(wxPG_ITERATE_VISIBLE); !line.AtEnd(); line.Next()) {
        if (!(*line)->IsCategory()) {
            longest = std::max(longest, label_width(**line));
        }
    }
    const int wanted = label_share_ ? width * *label_share_ / 100
                                    : std::clamp(longest, width * min_label_share / 100, width * max_label_share / 100);
    if (wanted != grid_->GetSplitterPosition()) {
        grid_->SetSplitterPosition(wanted);
    }
    shorten_labels();
}

void PropertyPane::shorten_labels()
{
    const int width = grid_->GetSplitterPosition();
    wxClientDC dc(grid_);
    dc.SetFont(grid_->GetFont());
    for (wxPropertyGridIterator each = grid_->GetIterator(wxPG_ITERATE_NORMAL); !each.AtEnd(); each.Next()) {
        wxPGProperty& line = **each;
        const wxString label = line.GetLabel();
        const int missing = label_width(line) - width;
        const int room = grid_->GetTextExtent(label).x - missing;
        const wxString shown = missing <= 0 ? label : wxControl::Ellipsize(label, dc, wxELLIPSIZE_END, room);
        const wxPGCell& cell = line.GetCell(0);
        if (shown != (cell.HasText() ? cell.GetText() : label)) {
            line.GetOrCreateCell(0).SetText(shown);
            grid_->RefreshProperty(&line);
        }
    }
}

void PropertyPane::show_cut_label(const wxPoint& at)
{
    const wxPropertyGridHitTestResult hit = grid_->HitTest(at);
    const wxPGProperty* const line = hit.GetProperty();
    const bool is_cut = line != nullptr && !line->IsCategory() && hit.GetColumn() == 0 &&
                        label_width(*line) > grid_->GetSplitterPosition();
    const wxString words = is_cut ? line->GetLabel() : wxString{};
    if (words != grid_->GetToolTipText()) {
        words.empty() ? grid_->UnsetToolTip() : grid_->SetToolTip(words);
    }
}

void PropertyPane::fill()
{
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const PropertyRow& row = rows_.rows[i];
        wxPGProperty& line = *lines_[i];
        std::string after = row.unit.empty() ? row.note : row.unit;
        if (row.original) {
            after += (after.empty() ? "original " : ", original ") + *row.original;
        }
        line.SetAttribute(wxPG_ATTR_UNITS, after.empty() ? wxString{} : to_wx("(" + after + ")"));
        if (row.differs) {
            line.SetValueToUnspecified();
        } else if (row.checkbox) {
            line.SetValue(wxVariant(row.text == "1"));
        } else if (row.only_choices) {
            const auto choice = std::ranges::find(row.choices, row.text, &PropertyChoice::text);
            line.SetValue(wxVariant(static_cast<long>(choice - row.choices.begin())));
        } else {
            line.SetValueFromString(to_wx(shown_text(row)));
        }
    }
    for (const Group& group : groups_) {
        std::string all;
        if (rows_.rows[group.first].of_colour) {
            group.line->SetValueFromString(to_wx(colour_of(std::span(rows_.rows).subspan(group.first, group.count))));
            continue;
        }
        const std::span<const PropertyRow> rows = std::span(rows_.rows).subspan(group.first, group.count);
        for (const PropertyRow& row : rows) {
            if (row.angle == rows.front().angle) {  // the row of the matrix is too long and repeats the angles
                const std::string text = shown_text(row);
                all += (all.empty() ? "" : ", ") +
                       (row.differs ? std::string(differing_text) : text.substr(0, text.find(" =")));
            }
        }
        group.line->SetValueFromString(to_wx(all));
    }
    grid().RefreshEditor();
    grid().Refresh();
}

void PropertyPane::on_changing(wxPropertyGridEvent& event)
{
    const auto line = std::ranges::find(lines_, event.GetProperty());
    if (const auto group = std::ranges::find(groups_, event.GetProperty(), &Group::line); group != groups_.end()) {
        wxVariant value = event.GetValue();
        if (const Status status = set_group(*group, group->line->ValueToString(value)); !status) {
            event.Veto();
            event.SetValidationFailureBehavior(error);
            reject(describe(status.error()), from_wx(group->line->GetLabel()));
        }
        return;
    }
    if (line == lines_.end()) {
        return;
    }
    const PropertyRow& row = rows_.rows[static_cast<std::size_t>(line - lines_.begin())];
    wxVariant value = event.GetValue();
    std::string text;
    if (!value.IsNull()) {
        text = row.checkbox       ? (value.GetBool() ? "1" : "0")
               : row.only_choices ? row.choices.at(static_cast<std::size_t>(value.GetLong())).text
                                  : typed_text(row, from_wx(event.GetProperty()->ValueToString(value)));
    }
    if (const Status status = on_set(edit_of(rows_, row, text)); !status) {
        event.Veto();
        event.SetValidationFailureBehavior(error);
        reject(describe(status.error()), from_wx((*line)->GetLabel()));
    }
}

const PropertyRow* PropertyPane::number_at(const wxPoint& at) const
{
    const wxPropertyGridHitTestResult hit = grid_->HitTest(at);
    const auto line = std::ranges::find(lines_, hit.GetProperty());
    const PropertyRow* const row =
        line == lines_.end() ? nullptr : &rows_.rows[static_cast<std::size_t>(line - lines_.begin())];
    // Exclude the column splitter, which the user can drag too.
    const bool on_label = hit.GetColumn() == 0 && at.x < grid_->GetSplitterPosition() - FromDIP(6);
    return row != nullptr && on_label && row->number && !row->read_only ? row : nullptr;
}

void PropertyPane::on_mouse(wxMouseEvent& event)
{
    if (event.LeftDown() || event.LeftDClick()) {  // wx reports the second of two quick presses as a double click
        const PropertyRow* const row = number_at(event.GetPosition());
        drag_.press(event, row != nullptr ? row->name : std::string{});
    } else if (drag_.follow(event)) {
        return;
    } else if (event.Moving()) {
        show_cut_label(event.GetPosition());
        grid_->SetCursor(number_at(event.GetPosition()) != nullptr ? wxCursor(wxCURSOR_SIZEWE) : wxNullCursor);
    }
    event.Skip();
}

bool PropertyPane::cancel_drag()
{
    return drag_.cancel() || strip_->cancel_drag();
}

Status PropertyPane::set_group(const Group& group, const wxString& text)
{
    return rows_.rows[group.first].of_colour ? set_colour(group.first, text) : set_numbers(group, from_wx(text));
}

Status PropertyPane::set_numbers(const Group& group, const std::string& text)
{
    const std::vector<const PropertyRow*> rows = numbers_of(rows_.rows, group.first, group.count);
    const std::vector<std::string> parts = parts_of(text);
    if (parts.size() != rows.size()) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("\"{}\" has {}", text, counted(parts.size(), "number")),
                     .hint = fmt::format("type {}, with commas between them", rows.size())});
    }
    std::vector<RecordValue> values;
    for (const NodeRef& owner : edit_of(rows_, *rows.front(), {}).owners) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i] != differing_text) {
                PendingEdit edit = edit_of(rows_, *rows[i], typed_text(*rows[i], parts[i]));
                values.push_back({owner, std::move(edit.field), std::move(edit.text)});
            }
        }
    }
    return on_set_values ? on_set_values("Set " + rows.front()->group, values) : Status{};
}

Status PropertyPane::set_colour(std::size_t first_row, const wxString& text)
{
    const std::optional<ColourParts> parts = typed_colour(text);
    if (!parts) {
        return fail({.code = ErrorCode::malformed,
                     .message = "\"" + from_wx(text) + "\" is not a colour",
                     .hint = "use red, #FF8000 or 255 128 0"});
    }
    std::vector<RecordValue> values;
    for (const NodeRef& owner : edit_of(rows_, rows_.rows[first_row], {}).owners) {
        for (std::size_t i = 0; i < parts->size(); ++i) {
            PendingEdit edit = edit_of(rows_, rows_.rows[first_row + i], std::to_string(parts->at(i)));
            values.push_back({owner, std::move(edit.field), std::move(edit.text)});
        }
    }
    return on_set_values ? on_set_values("Set Colour", values) : Status{};
}

wxPGProperty* PropertyPane::line(std::string_view name)
{
    const auto row = std::ranges::find(rows_.rows, name, &PropertyRow::name);
    return row == rows_.rows.end() ? nullptr : lines_[static_cast<std::size_t>(row - rows_.rows.begin())];
}

}  // namespace redforge::editor
