// The actor page: draws, expands, selects and edits the lines of an actor.
#include "editor/views/panes/actor_pane.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <wx/settings.h>
#include <wx/sizer.h>
#include <wx/textentry.h>

#include "editor/views/frame/flag.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/actor_preview.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/scene/difference_background.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {
namespace {

constexpr int name_column = 0;
constexpr int value_column = 1;
constexpr int note_column = 2;
constexpr int other_column = 3;

/// Texts of the grid of an actor, cut off where the cell ends.
class LineText : public wxGridCellStringRenderer {
public:
    explicit LineText(int indent) : indent_(indent) {}
    void Draw(wxGrid& grid, wxGridCellAttr& attr, wxDC& dc, const wxRect& rect, int row, int col,
              bool selected) override
    {
        wxGridCellRenderer::Draw(grid, attr, dc, rect, row, col, selected);
        SetTextColoursAndFont(grid, attr, dc, selected);
        const int space = grid.FromDIP(4);
        wxRect inner = wxRect(rect).Deflate(space, 0);
        inner.x += indent_;
        inner.width -= indent_;
        if (inner.width > 2 * space) {
            grid.DrawTextRectangle(dc, grid.GetCellValue(row, col), inner, attr);
        }
    }
    wxGridCellRenderer* Clone() const override { return new LineText(indent_); }

private:
    int indent_;
};

}  // namespace

/// The grid's table of cells.
class ActorCells : public wxGridTableBase {
public:
    explicit ActorCells(ActorPane& pane) : pane_(pane), editor_(new wxGridCellTextEditor) {}

    int GetNumberRows() override { return static_cast<int>(pane_.lines_.size()); }
    int GetNumberCols() override { return pane_.options_.other ? 4 : 3; }
    wxString GetValue(int row, int col) override
    {
        const ActorLine* const line = at(row);
        if (line == nullptr) {
            return {};
        }
        const wxGrid* const grid = GetView();
        const bool typed = col == value_column && grid != nullptr && grid->IsCellEditControlEnabled() &&
                           grid->GetGridCursorRow() == row && grid->GetGridCursorCol() == col;
        switch (col) {
        case name_column: {
            const char* const arrow = !line->holds_lines ? "" : line->open ? "\u25be " : "\u25b8 ";
            return to_wx(arrow + line->name);
        }
        case value_column: return to_wx(typed ? line->text : line->here ? line->shown : "(none)");
        case note_column: return to_wx(line->note);
        default: return to_wx(line->there ? line->other : "(none)");
        }
    }
    void SetValue(int /*row*/, int /*col*/, const wxString& /*value*/) override {}  // the document has the value
                                                                                    // already
    bool IsEmptyCell(int row, int col) override { return GetValue(row, col).empty(); }
    wxString GetColLabelValue(int col) override
    {
        switch (col) {
        case name_column: return "Name";
        case value_column: return "Value";
        case note_column: return "Meaning";
        default: return pane_.options_.other ? to_wx(pane_.session_->called({*pane_.options_.other})) : wxString{};
        }
    }
    wxGridCellAttr* GetAttr(int row, int col, wxGridCellAttr::wxAttrKind /*kind*/) override
    {
        const ActorLine* const line = at(row);
        auto* const look = new wxGridCellAttr;
        if (line == nullptr) {
            return look;
        }
        const int step = pane_.FromDIP(16);
        const int arrow = line->holds_lines ? 0 : pane_.FromDIP(14);
        look->SetRenderer(new LineText(col == name_column ? static_cast<int>(line->depth) * step + arrow : 0));
        look->SetAlignment(wxALIGN_LEFT, wxALIGN_CENTRE);
        look->SetFitMode(wxGridFitMode::Ellipsize());
        if (line->kind == ActorLine::Kind::section) {
            look->SetFont(pane_.GetFont().Bold());
            look->SetBackgroundColour(wxSystemSettings::GetColour(wxSYS_COLOUR_BTNFACE));
        }
        const bool editable = col == value_column && line->sets != ActorLine::Sets::nothing;
        if (!editable) {
            look->SetReadOnly();
        } else {
            editor_->IncRef();  // each cell attribute owns a reference
            look->SetEditor(editor_.get());
        }
        if ((col != name_column && !editable) || !line->here) {
            look->SetTextColour(muted_text());
        }
        if (line->differs(pane_.options_.other.has_value()) && (col == value_column || col == other_column)) {
            look->SetBackgroundColour(difference_background());
        }
        return look;
    }
    bool CanHaveAttributes() override { return true; }

private:
    [[nodiscard]] const ActorLine* at(int row) const
    {
        return row >= 0 && static_cast<std::size_t>(row) < pane_.lines_.size()
                   ? &pane_.lines_[static_cast<std::size_t>(row)]
                   : nullptr;
    }

    ActorPane& pane_;
    wxGridCellEditorPtr editor_;
};

ActorPane::ActorPane(wxWindow* parent) : wxPanel(parent)
{
    title_ =
        new wxStaticText(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxST_NO_AUTORESIZE | wxST_ELLIPSIZE_END);
    title_->SetFont(title_->GetFont().Bold());
    other_ = new wxChoice(this, wxID_ANY);
    other_->SetName("Compare with");
    set_accessible_name(*other_, "Compare with another actor");
    other_->Append("Compare with...");
    other_->SetMinSize(FromDIP(wxSize(150, -1)));
    only_differences_ = new wxCheckBox(this, wxID_ANY, "Only differences");
    all_attributes_ = new wxCheckBox(this, wxID_ANY, "All attributes");
    all_attributes_->SetToolTip("Show attributes that are not set, too");
    auto* const strip = new wxBoxSizer(wxHORIZONTAL);
    const int gap = FromDIP(8);
    strip->Add(title_, wxSizerFlags(1).CentreVertical().Border(wxLEFT | wxRIGHT, gap));
    strip->Add(all_attributes_, wxSizerFlags().CentreVertical().Border(wxRIGHT, gap));
    strip->Add(only_differences_, wxSizerFlags().CentreVertical().Border(wxRIGHT, gap));
    strip->Add(other_, wxSizerFlags().CentreVertical().Border(wxRIGHT, gap));
    grid_ = new TableGrid(this);
    grid_->DisableDragColMove();
    grid_->SetRowLabelSize(0);
    grid_->SetColLabelSize(GetCharHeight() + FromDIP(8));
    grid_->SetColLabelAlignment(wxALIGN_LEFT, wxALIGN_CENTRE);
    cells_ = new ActorCells(*this);
    grid_->AssignTable(cells_, wxGrid::wxGridSelectNone);
    preview_ = new ActorPreview(this);
    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    row->Add(grid_, wxSizerFlags(1).Expand());
    row->Add(preview_, wxSizerFlags().Expand());
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(strip, wxSizerFlags().Expand().Border(wxTOP | wxBOTTOM, FromDIP(4)));
    column->Add(row, wxSizerFlags(1).Expand());
    SetSizer(column);

    // GTK warns about widgets that are too small.
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        const int width = GetClientSize().x;
        const int height = GetClientSize().y;
        only_differences_->Show(width >= FromDIP(560) && options_.other);
        all_attributes_->Show(width >= FromDIP(420));
        other_->Show(width >= FromDIP(300));
        preview_->Show(width >= FromDIP(560) && height >= FromDIP(140));
        event.Skip();
    });
    grid_->Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        CallAfter([this] { fit_columns(); });
        event.Skip();
    });
    grid_->Bind(wxEVT_GRID_CELL_CHANGING, &ActorPane::on_changing, this);
    grid_->Bind(wxEVT_GRID_SELECT_CELL, [this](wxGridEvent& event) {
        event.Skip();
        if (!busy_ && !std::exchange(reporting_, true)) {
            CallAfter([this] {
                if (std::exchange(reporting_, false)) {
                    report_line();
                }
            });
        }
    });
    grid_->Bind(wxEVT_GRID_CELL_LEFT_CLICK, [this](wxGridEvent& event) {
        event.Skip();
        const auto line = static_cast<std::size_t>(event.GetRow());
        if (event.GetCol() == name_column && line < lines_.size() && lines_[line].holds_lines) {
            CallAfter([this, line] { turn(line); });
        }
    });
    grid_->Bind(wxEVT_KEY_DOWN, [this](wxKeyEvent& event) {
        const int key = event.GetKeyCode();
        const ActorLine* const line = line_at_cursor();
        const bool opens = line != nullptr && line->holds_lines && !is_typing() && event.GetModifiers() == wxMOD_NONE &&
                           (((key == WXK_RIGHT || key == WXK_LEFT) && (key == WXK_RIGHT) != line->open &&
                             grid_->GetGridCursorCol() == name_column) ||
                            (key == WXK_RETURN && line->sets == ActorLine::Sets::nothing));
        if (opens) {
            turn(static_cast<std::size_t>(grid_->GetGridCursorRow()));
            return;
        }
        event.Skip();
    });
    other_->Bind(wxEVT_CHOICE, [this](wxCommandEvent&) {
        const auto chosen = static_cast<std::size_t>(std::max(other_->GetSelection(), 0));
        compare_with(chosen == 0 || chosen > others_.size() ? std::nullopt : std::optional(others_[chosen - 1]));
    });
    only_differences_->Bind(wxEVT_CHECKBOX, [this](wxCommandEvent&) {
        ActorPageOptions options = options_;
        options.only_differences = only_differences_->GetValue();
        set_options(std::move(options));
    });
    all_attributes_->Bind(wxEVT_CHECKBOX, [this](wxCommandEvent&) {
        ActorPageOptions options = options_;
        options.all_attributes = all_attributes_->GetValue();
        set_options(std::move(options));
    });
    preview_->on_choose = [this](const NodeRef& group) { on_select(group); };
}

ActorPane::~ActorPane()
{
    grid_->close();
    busy_ = true;
    lines_.clear();
    DestroyChildren();  // the grid still calls its table until it is destroyed
}

void ActorPane::show(const Session* session, const NodeRefs& selected, const WrittenScripts& written)
{
    if (session != session_) {
        cancel_edit();
        options_ = {};
        other_->Set(wxArrayString());
    }
    session_ = session;
    written_ = &written;
    std::optional<NodeRef> actor;
    for (const NodeRef& ref : session == nullptr ? NodeRefs{} : selected) {
        actor = actor ? actor : actor_at(*session, ref);
    }
    const bool other = actor != actor_ || selected != selected_;
    actor_ = actor;
    selected_ = selected;
    if (options_.other && options_.other == actor_) {
        options_.other.reset();
    }
    list_others();
    refresh(other);
}

void ActorPane::follow(const edit::Changes& changes)
{
    if (options_.other && !editor::follow(*options_.other, changes)) {
        options_.other.reset();
    }
    if (actor_ && !editor::follow(*actor_, changes)) {
        actor_.reset();
        const Flag busy(busy_);
        show_lines({});
    }
}

void ActorPane::list_others()
{
    wxArrayString names;
    names.Add("Compare with...");
    others_ = session_ == nullptr ? NodeRefs{} : all_actors(*session_);
    for (const NodeRef& ref : others_) {
        names.Add(to_wx(session_->called({ref})));
    }
    if (names != other_->GetStrings()) {
        other_->Set(names);
    }
    const auto chosen = options_.other ? std::ranges::find(others_, *options_.other) : others_.end();
    other_->SetSelection(chosen == others_.end() ? 0 : static_cast<int>(chosen - others_.begin()) + 1);
    other_->Enable(actor_.has_value());
    only_differences_->Show(options_.other && GetClientSize().x >= FromDIP(560));
    only_differences_->SetValue(options_.only_differences);
    all_attributes_->SetValue(options_.all_attributes);
    all_attributes_->Enable(actor_.has_value());
}

void ActorPane::refresh(bool follow)
{
    const std::string words = session_ == nullptr ? ""
                              : actor_            ? actor_title(*session_, *actor_)
                                                  : "Select an actor, or an object of one.";
    title_->SetLabelText(to_wx(words));
    Layout();
    std::vector<ActorLine> lines;
    if (session_ != nullptr && actor_) {
        lines = actor_lines(*session_, *actor_, options_, *written_);
    }
    const bool columns = grid_->GetNumberCols() != cells_->GetNumberCols();
    preview_->show(actor_ ? session_ : nullptr,
                   session_ != nullptr && actor_ ? group_at(*session_, *actor_, selected_) : std::nullopt);
    if (is_typing()) {
        return;  // keep the edited line; show() is called again after the edit
    }
    const Flag busy(busy_);
    const ActorLine* const now = line_at_cursor();
    const std::string key = now == nullptr ? std::string{} : now->key;
    const int col = std::max(grid_->GetGridCursorCol(), 0);
    if (lines != lines_ || columns) {
        show_lines(std::move(lines));
    }
    if (columns) {
        fit_columns();
    }
    const auto is_selected = [&](const ActorLine& line) {
        return !selected_.empty() && line.node == selected_.front();
    };
    auto at = std::ranges::find(lines_, key, &ActorLine::key);
    if (at == lines_.end() || (follow && !is_selected(*at))) {
        const auto chosen = std::ranges::find_if(lines_, is_selected);
        at = chosen == lines_.end() ? at : chosen;
    }
    if (!lines_.empty()) {
        const auto row = at == lines_.end() ? 0 : static_cast<int>(at - lines_.begin());
        if (row != grid_->GetGridCursorRow() || columns) {
            grid_->GoToCell(row, std::min(col, cells_->GetNumberCols() - 1));
        }
    }
}

void ActorPane::show_lines(std::vector<ActorLine> lines)
{
    cancel_edit();
    const int cols = grid_->GetNumberCols();
    lines_ = std::move(lines);
    const int now_cols = cells_->GetNumberCols();
    grid_->BeginBatch();
    if (now_cols != cols) {
        wxGridTableMessage message(cells_,
                                   now_cols > cols ? wxGRIDTABLE_NOTIFY_COLS_APPENDED : wxGRIDTABLE_NOTIFY_COLS_DELETED,
                                   now_cols > cols ? now_cols - cols : now_cols, cols - now_cols);
        grid_->ProcessTableMessage(message);
    }
    grid_->fit_rows();
    grid_->EndBatch();
}

/// Fits the columns to the width: a third for names, the rest for values and notes.
void ActorPane::fit_columns()
{
    const int width = grid_->GetClientSize().x;
    const int columns = grid_->GetNumberCols();
    if (columns < 3 || width < FromDIP(120)) {
        return;
    }
    const int name = std::min(width / 3, FromDIP(260));
    const int rest = width - name;
    grid_->BeginBatch();
    grid_->SetColSize(name_column, name);
    for (int col = value_column; col < columns; ++col) {
        grid_->SetColSize(col, rest / (columns - 1));
    }
    grid_->EndBatch();
}

const ActorLine* ActorPane::line_at_cursor() const
{
    const int row = grid_->GetGridCursorRow();
    return row >= 0 && static_cast<std::size_t>(row) < lines_.size() ? &lines_[static_cast<std::size_t>(row)] : nullptr;
}

void ActorPane::report_line()
{
    const ActorLine* const line = line_at_cursor();
    if (line != nullptr && line->here && (selected_.size() != 1 || selected_.front() != line->node)) {
        const NodeRef node = line->node;
        on_select(node);
    }
}

bool ActorPane::is_on_record() const
{
    const ActorLine* const line = line_at_cursor();
    if (line == nullptr || !line->here || line->node.list || !actor_ || line->node.node.size() <= actor_->node.size()) {
        return false;
    }
    const auto first = std::ranges::find(lines_, line->node, &ActorLine::node);
    return &*first == line;
}

void ActorPane::turn(std::size_t line)
{
    if (line >= lines_.size() || !lines_[line].holds_lines) {
        return;
    }
    ActorPageOptions options = options_;
    if (options.toggled.erase(lines_[line].key) == 0) {
        options.toggled.insert(lines_[line].key);
    }
    set_options(std::move(options));
}

void ActorPane::set_options(ActorPageOptions options)
{
    if (!commit()) {
        list_others();  // reset the clicked control to the current options
        return;
    }
    options_ = std::move(options);
    list_others();
    refresh(false);
}

void ActorPane::compare_with(const std::optional<NodeRef>& other)
{
    ActorPageOptions options = options_;
    options.other = other == actor_ ? std::nullopt : other;
    set_options(std::move(options));
}

// ------------------------------------------------------------------------------------------------ typing

void ActorPane::on_changing(wxGridEvent& event)
{
    const auto row = static_cast<std::size_t>(event.GetRow());
    if (grid_->dropping() || row >= lines_.size()) {
        event.Veto();
        return;
    }
    const std::string text = from_wx(event.GetString());
    const ActorLine line = lines_[row];
    if (!on_set(line, text)) {
        event.Veto();
        grid_->reject();
        CallAfter([this, row, text] { type_again(row, text); });
    }
}

void ActorPane::type_again(std::size_t row, const std::string& text)
{
    if (row < lines_.size() && !is_typing() && IsShownOnScreen()) {
        const Flag busy(busy_);
        grid_->type_again(static_cast<int>(row), value_column, text);
    }
}

bool ActorPane::commit()
{
    return grid_->commit();
}

void ActorPane::cancel_edit()
{
    grid_->cancel_edit();
}

bool ActorPane::is_typing() const
{
    return grid_->is_typing();
}

bool ActorPane::has_focus() const
{
    return grid_->has_keys();
}

void ActorPane::take_focus()
{
    if (!lines_.empty() && grid_->GetGridCursorRow() < 0) {
        const Flag busy(busy_);
        grid_->GoToCell(0, name_column);
    }
    give_focus(*grid_);
}

TableGrid::KeyUse ActorPane::use_of(int key, int modifiers) const
{
    const ActorLine* const line = line_at_cursor();
    return TableGrid::use_of(key, modifiers,
                             line != nullptr && grid_->GetGridCursorCol() == value_column &&
                                 line->sets != ActorLine::Sets::nothing);
}

}  // namespace redforge::editor
