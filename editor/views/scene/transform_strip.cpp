// The strip: lines of text with their labels drawn before them, which can be dragged.
#include "editor/views/scene/transform_strip.hpp"

#include <algorithm>
#include <utility>

#include <wx/dcclient.h>
#include <wx/settings.h>
#include <wx/sizer.h>

#include "editor/views/frame/icons.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {
namespace {

constexpr const char* axis_letters = "XYZ";
constexpr int letter_width = 18;  ///< width of a letter with its margin, pixels at 96 dpi
constexpr int icon_side = 12;     ///< of the icon before a letter, pixels at 96 dpi
constexpr int icon_width = 14;    ///< width of the icon with its margin
constexpr int strip_gap = 4;

wxString strip_text(const PropertyRow& row)
{
    const std::string text = row.differs ? std::string{} : shown_text(row);
    return to_wx(row.turn ? text.substr(0, text.find(" =")) : text);  // the degrees, without the stored value
}

}  // namespace

TransformStrip::TransformStrip(wxWindow* parent) : wxPanel(parent)
{
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        Field& field = fields_.at(i);
        field.line = new TextLine(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxTE_PROCESS_ENTER);
        field.line->SetMinSize(wxSize(FromDIP(30), -1));
        set_accessible_name(*field.line, wxString::Format("%s %c", i < axes ? "Position" : "Angle", "XYZ"[i % axes]));
        field.line->Bind(wxEVT_TEXT_ENTER, [this, &field](wxCommandEvent&) {
            if (is_typed(field)) {
                on_typed();
            }
            field.line->SelectAll();
        });
        field.line->Bind(wxEVT_TEXT, [&field](wxCommandEvent& event) {
            field.line->SetForegroundColour(wxNullColour);  // clear the error colour: the new text can be valid
            event.Skip();
        });
        // GTK sends events of a drag that began on the label to this field.
        for (const auto& kind : {wxEVT_LEFT_UP, wxEVT_MOTION}) {
            field.line->Bind(kind, [this, &field](wxMouseEvent& event) {
                wxMouseEvent outside(event);
                outside.SetPosition(event.GetPosition() + field.line->GetPosition());
                event.Skip(!drag_.follow(outside));
            });
        }
        field.line->Bind(wxEVT_KILL_FOCUS, [this, &field](wxFocusEvent& event) {
            event.Skip();
            if (!IsBeingDeleted() && is_typed(field)) {
                on_typed();
            }
            CallAfter([this] { on_focus(); });
        });
        field.line->Bind(wxEVT_SET_FOCUS, [this](wxFocusEvent& event) {
            event.Skip();
            CallAfter([this] { on_focus(); });
        });
    }
    SetSizer(new wxBoxSizer(wxVERTICAL));
    Hide();

    Bind(wxEVT_PAINT, [this](wxPaintEvent&) { paint(); });
    for (const auto& kind : {wxEVT_LEFT_DOWN, wxEVT_LEFT_DCLICK, wxEVT_LEFT_UP, wxEVT_MOTION}) {
        Bind(kind, &TransformStrip::on_mouse, this);
    }
    Bind(wxEVT_MOUSE_CAPTURE_LOST, [this](wxMouseCaptureLostEvent&) { drag_.cancel(); });
    drag_.on_begin = [this] { cancel_edit(); };
    drag_.on_drag = [this](const std::string& field, std::optional<long> change, bool last) {
        on_drag(field, change, last);
    };
}

bool TransformStrip::show(const PropertyRows& rows)
{
    std::array<const PropertyRow*, 2 * axes> wanted{};
    for (const PropertyRow& row : rows.rows) {
        if (row.place || row.turn) {
            wanted.at(row.place ? static_cast<std::size_t>(*row.place) : axes + static_cast<std::size_t>(*row.turn)) =
                &row;
        }
    }
    const bool placed = wanted.front() != nullptr;
    bool turned = false;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        Field& field = fields_.at(i);
        field.row = placed && wanted.at(i) != nullptr ? std::optional(*wanted.at(i)) : std::nullopt;
        turned = turned || (field.row && i >= axes);
        fill(field);
    }
    bool changed = rows.owners != owners_;
    owners_ = rows.owners;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        // Show all three fields of a row: a rope has an angle about Y only.
        changed = fields_.at(i).line->Show(i < axes ? placed : turned) || changed;
    }
    if (changed) {
        columns_ = 0;
    }
    arrange();
    Refresh();
    return placed;
}

bool TransformStrip::fit(int width)
{
    if (width == width_) {
        return false;
    }
    width_ = width;
    const std::size_t before = std::exchange(columns_, 0);
    arrange();
    return columns_ != before;
}

bool TransformStrip::has_room_for_three() const
{
    int widest = 0;
    for (const Field& field : fields_) {
        const wxTextCtrl& line = *field.line;
        if (line.IsShown()) {
            widest = std::max(widest, line.GetSizeFromText(line.GetValue()).x);
        }
    }
    const int column = (width_ - FromDIP(2 * strip_gap + icon_width)) / static_cast<int>(axes);
    return width_ == 0 || widest <= column - FromDIP(letter_width + strip_gap);
}

void TransformStrip::arrange()
{
    const bool turned = fields_.back().line->IsShown();
    const std::size_t narrow = turned ? 2 : 1;
    // Values that change keep the narrow layout: fields must not move to and fro during a drag.
    const std::size_t columns = columns_ != narrow && has_room_for_three() ? axes : narrow;
    if (columns == columns_) {
        return;
    }
    columns_ = columns;
    GetSizer()->Clear();
    auto* const grid = new wxFlexGridSizer(2 * static_cast<int>(columns), FromDIP(wxSize(0, strip_gap)));
    const std::size_t shown = fields_.front().line->IsShown() ? (turned ? 2 : 1) * axes : 0;
    for (std::size_t i = 0; i < shown; ++i) {
        const std::size_t column = i % columns;
        // In two columns, each row has the position and the angle of one axis.
        const std::size_t number = columns == 2 ? column * axes + i / 2 : i;
        wxTextCtrl* const line = fields_.at(number).line;
        grid->Add(label_width(number), 0);
        grid->Add(line, wxSizerFlags(1).Expand().Border(wxRIGHT, FromDIP(column + 1 == columns ? 0 : strip_gap)));
    }
    for (std::size_t column = 0; column < columns; ++column) {
        grid->AddGrowableCol(2 * column + 1, 1);
    }
    GetSizer()->Add(grid, wxSizerFlags(1).Expand().Border(wxALL, FromDIP(strip_gap)));
    InvalidateBestSize();
    Layout();
}

void TransformStrip::fill(Field& field)
{
    field.shown = field.row ? strip_text(*field.row) : wxString{};
    if (field.line->GetValue() != field.shown) {
        field.line->ChangeValue(field.shown);
        if (field.line->HasFocus()) {
            field.line->SelectAll();
        }
    }
    field.line->SetForegroundColour(wxNullColour);
    field.line->SetHint(field.row && field.row->differs ? to_wx(std::string(differing_text)) : wxString{});
    field.line->Enable(field.row && !field.row->read_only);
}

std::optional<TransformStrip::Typed> TransformStrip::typed() const
{
    const auto field = std::ranges::find_if(fields_, [this](const Field& each) { return is_typed(each); });
    if (field == fields_.end()) {
        return std::nullopt;
    }
    return Typed{field->row->name, typed_text(*field->row, from_wx(field->line->GetValue()))};
}

const PropertyRow* TransformStrip::focused_row() const
{
    const auto field = std::ranges::find_if(fields_, [](const Field& each) { return each.line->HasFocus(); });
    return field == fields_.end() || !field->row ? nullptr : &*field->row;
}

void TransformStrip::reject(bool focus)
{
    for (const Field& field : fields_) {
        if (is_typed(field)) {
            field.line->SetForegroundColour(error_text());
            if (focus) {
                field.line->SetFocus();
            }
            return;
        }
    }
}

void TransformStrip::cancel_edit()
{
    for (Field& field : fields_) {
        if (is_typed(field)) {
            fill(field);
        }
    }
}

std::size_t TransformStrip::number_of(const std::string& field) const
{
    const auto found =
        std::ranges::find_if(fields_, [&](const Field& each) { return each.row && each.row->name == field; });
    return static_cast<std::size_t>(found - fields_.begin());
}

wxTextCtrl* TransformStrip::line(const std::string& field) const
{
    const std::size_t number = number_of(field);
    return number < fields_.size() && IsShown() ? fields_.at(number).line : nullptr;
}

wxPoint TransformStrip::label_place(const std::string& field) const
{
    const wxRect label = label_of(number_of(field));
    return ClientToScreen(label.GetPosition() + label.GetSize() / 2);
}

/// Three fields next to each other have one icon, before the first.
int TransformStrip::label_width(std::size_t number) const
{
    const bool has_icon = columns_ != axes || number % axes == 0;
    return FromDIP(letter_width + (has_icon ? icon_width : 0));
}

wxRect TransformStrip::label_of(std::size_t number) const
{
    const wxRect line = fields_.at(number).line->GetRect();
    const int width = label_width(number);
    return {line.x - width, line.y, width, line.height};
}

std::string TransformStrip::dragged_at(const wxPoint& at) const
{
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const Field& field = fields_.at(i);
        if (field.row && !field.row->read_only && field.line->IsShown() && label_of(i).Contains(at)) {
            return field.row->name;
        }
    }
    return {};
}

void TransformStrip::paint()
{
    wxPaintDC dc(this);
    dc.SetFont(GetFont());
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const Field& field = fields_.at(i);
        if (field.line->IsShown()) {
            const wxRect label = label_of(i);
            wxRect letter = label;
            letter.width = FromDIP(letter_width);
            letter.x += label.width - letter.width;
            if (letter.x > label.x) {
                const int side = FromDIP(icon_side);
                dc.DrawBitmap(icon(i < axes ? "move" : "rotate").GetBitmap(wxSize(side, side)), label.x,
                              label.y + (label.height - side) / 2, true);
            }
            dc.SetTextForeground(field.row && !field.row->read_only ? GetForegroundColour() : muted_text());
            dc.DrawLabel(wxString(1, axis_letters[i % axes]), letter, wxALIGN_CENTER);
        }
    }
}

void TransformStrip::on_mouse(wxMouseEvent& event)
{
    const std::string field = dragged_at(event.GetPosition());
    if (event.LeftDown() || event.LeftDClick()) {
        drag_.press(event, field);
        if (!field.empty() && !screen_follows_drags() && !HasCapture()) {
            CaptureMouse();
        }
        event.Skip(field.empty());  // otherwise a text field would get the focus
        return;
    }
    if (event.LeftUp() && HasCapture()) {
        ReleaseMouse();
    }
    if (drag_.follow(event)) {
        return;
    }
    if (event.Moving()) {
        SetCursor(field.empty() ? wxNullCursor : wxCursor(wxCURSOR_SIZEWE));
        // Only the label has a tooltip: a tooltip of the field would cover the fields below it.
        const std::optional<PropertyRow> row = field.empty() ? std::nullopt : fields_.at(number_of(field)).row;
        const wxString words = row ? to_wx(row->group + " " + row->label) : wxString{};
        if (words != GetToolTipText()) {
            words.empty() ? UnsetToolTip() : SetToolTip(words);
        }
    }
    event.Skip();
}

}  // namespace redforge::editor
