// Windows as text: one function for each kind of control.
#include "gui/layout_text.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <wx/aui/auibar.h>
#include <wx/aui/auibook.h>
#include <wx/aui/framemanager.h>
#include <wx/button.h>
#include <wx/checkbox.h>
#include <wx/choicdlg.h>
#include <wx/choice.h>
#include <wx/dataview.h>
#include <wx/dirdlg.h>
#include <wx/filedlg.h>
#include <wx/frame.h>
#include <wx/grid.h>
#include <wx/listbox.h>
#include <wx/listctrl.h>
#include <wx/msgdlg.h>
#include <wx/propgrid/editors.h>
#include <wx/propgrid/propgrid.h>
#include <wx/rearrangectrl.h>
#include <wx/settings.h>
#include <wx/sizer.h>
#include <wx/spinctrl.h>
#include <wx/srchctrl.h>
#include <wx/stattext.h>
#include <wx/statusbr.h>
#include <wx/stc/stc.h>
#include <wx/textctrl.h>
#include <wx/textdlg.h>

#include "editor/views/frame/text.hpp"
#include "support/approved.hpp"
#include "support/source_folder.hpp"

namespace redforge::test {
namespace {

using editor::from_wx;

constexpr long max_rows = 12;  ///< rows of a list or a grid
constexpr int max_lines = 8;   ///< lines of a text

std::string quoted(const wxString& words)
{
    std::string text = from_wx(words);
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) {
        text.replace(at, 1, "\\n");
    }
    for (std::size_t at = text.find('\t'); at != std::string::npos; at = text.find('\t', at)) {
        text.replace(at, 1, "\\t");
    }
    return '"' + text + '"';
}

/// Indented lines.
class Page {
public:
    /// Indents lines by one level during its lifetime.
    class Deeper {
    public:
        explicit Deeper(Page& page) : page_(page) { page_.depth_ += 1; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        ~Deeper() { page_.depth_ -= 1; }

    private:
        Page& page_;
    };
    void line(const std::string& words) { text_ += std::string(depth_ * 2, ' ') + words + '\n'; }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::size_t depth_{};
    std::string text_;
};

void show_window(Page& page, wxWindow& window, const std::string& place);

std::string size_description(const wxWindow& window, const wxSize& size)
{
    const auto side = [&window](int pixels) { return fmt::to_string(window.ToDIP(pixels)); };
    return side(size.x) + " x " + side(size.y);
}

/// Returns the minimum size that was set. A size that follows from the text depends on the font, and is omitted.
std::string min_size_of(wxWindow& window)
{
    const wxSize least = window.GetMinSize();
    if (dynamic_cast<const wxFrame*>(&window) != nullptr) {
        return ", begins with " + size_description(window, window.GetSize());
    }
    if (window.IsTopLevel() && window.GetSizer() != nullptr) {  // not the sizer of its children
        const wxSize fitting = window.ClientToWindowSize(window.GetSizer()->CalcMin());
        return least == wxDefaultSize || (least.x == fitting.x && least.y == fitting.y)
                   ? std::string{}
                   : ", at least " + size_description(window, least);
    }
    if (window.IsTopLevel() || least == wxDefaultSize) {
        return {};
    }
    const bool is_text = dynamic_cast<const wxStaticText*>(&window) != nullptr;
    const bool has_words = least.IsFullySpecified() && dynamic_cast<const wxControl*>(&window) != nullptr &&
                           dynamic_cast<const wxListCtrl*>(&window) == nullptr &&
                           dynamic_cast<const wxStyledTextCtrl*>(&window) == nullptr;
    const auto side = [&](int pixels, int of_content) {
        return pixels < 0                                       ? "-"
               : pixels == of_content && (is_text || has_words) ? "content"
                                                                : fmt::to_string(window.ToDIP(pixels));
    };
    const wxSize content = window.GetBestSize();
    return ", at least " + side(least.x, content.x) + " x " + side(least.y, content.y);
}

/// Returns true for the default names that wx gives to classes of controls.
bool is_default_name(const wxString& name)
{
    constexpr std::array standard{
        "panel",         "button",       "staticText",   "text",        "choice",         "check",      "searchCtrl",
        "listCtrl",      "grid",         "dialog",       "frame",       "dataviewCtrl",   "staticLine", "listBox",
        "statusBar",     "wxSpinCtrl",   "propertyGrid", "stcwindow",   "scrolledWindow", "GLCanvas",   "spinCtrl",
        "comboBox",      "staticBitmap", "groupBox",     "radioButton", "PropertyGrid",   "",           "wxAuiToolBar",
        "scrolledpanel", "auiNotebook",  "wxSpinButton", "splitter"};
    return std::ranges::any_of(standard, [&](const char* each) { return name == each; });
}

/// Returns the description of a window, except its columns and lines.
std::string to_description(const wxWindow& window)
{
    std::string words = from_wx(window.GetClassInfo()->GetClassName());
    wxString label = window.GetLabel();
    label.Replace("\n", " ");  // wrapping depends on the font
    const bool has_words = dynamic_cast<const wxAnyButton*>(&window) != nullptr ||
                           dynamic_cast<const wxStaticText*>(&window) != nullptr ||
                           dynamic_cast<const wxCheckBox*>(&window) != nullptr || window.IsTopLevel();
    words += has_words ? ' ' + quoted(label) : "";
    words += window.GetFont().GetNumericWeight() > wxFONTWEIGHT_NORMAL ? ", bold" : "";
    if (!is_default_name(window.GetName())) {
        words += ", name " + quoted(window.GetName());
    }
    if (const auto* const text = dynamic_cast<const wxTextCtrl*>(&window)) {
        words += ", " + quoted(text->GetValue());
        words += text->IsMultiLine() ? ", several lines" : "";
        words += text->IsEditable() ? "" : ", not to be typed into";
        words += text->GetHint().empty() ? "" : ", hint " + quoted(text->GetHint());
    }
    if (const auto* const search = dynamic_cast<const wxSearchCtrl*>(&window)) {
        words += ", " + quoted(search->GetValue()) + ", hint " + quoted(search->GetDescriptiveText());
        words += search->IsCancelButtonVisible() ? ", with a button that empties it" : "";
    }
    if (const auto* const choice = dynamic_cast<const wxChoice*>(&window)) {
        std::vector<std::string> choices;
        for (const wxString& each : choice->GetStrings()) {
            choices.push_back(quoted(each));
        }
        words += fmt::format(": {}; chosen {}", fmt::join(choices, ", "), choice->GetSelection());
    }
    if (const auto* const check = dynamic_cast<const wxCheckBox*>(&window)) {
        words += check->GetValue() ? ", checked" : "";
    }
    if (const auto* const spin = dynamic_cast<const wxSpinCtrl*>(&window)) {
        words += fmt::format(", {} of {} to {}", spin->GetValue(), spin->GetMin(), spin->GetMax());
    }
    if (const auto* const button = dynamic_cast<const wxAnyButton*>(&window)) {
        words += button->GetBitmap().IsOk() ? ", with a picture" : "";
    }
    words += window.GetToolTipText().empty() ? "" : ", tooltip " + quoted(window.GetToolTipText());
    words += window.IsShown() || window.IsTopLevel() ? "" : ", hidden";
    words += window.IsThisEnabled() ? "" : ", disabled";
    words += window.HasFlag(wxRESIZE_BORDER) && window.IsTopLevel() ? ", can be resized" : "";
    words += window.HasFlag(wxST_ELLIPSIZE_END) && dynamic_cast<const wxStaticText*>(&window) != nullptr
                 ? ", shortened at its end"
                 : "";
    return words;
}

std::string flags_of(int flags)
{
    std::string words;
    const auto add = [&](int flag, const char* word) { words += (flags & flag) == flag ? word : ""; };
    add(wxEXPAND, ", expands");
    add(wxSHAPED, ", keeps its shape");
    add(wxALIGN_RIGHT, ", right");
    add(wxALIGN_BOTTOM, ", at the bottom");
    add(wxALIGN_CENTRE_HORIZONTAL, ", centred across");
    add(wxALIGN_CENTRE_VERTICAL, ", centred upright");
    add(wxRESERVE_SPACE_EVEN_IF_HIDDEN, ", keeps its space when hidden");
    return words;
}

std::string border_of(const wxWindow& window, const wxSizerItem& item)
{
    const int flags = item.GetFlag();
    if ((flags & wxALL) == 0 || item.GetBorder() == 0) {
        return {};
    }
    std::string sides;
    const auto add = [&](int flag, const char* word) { sides += (flags & flag) != 0 ? word : ""; };
    add(wxLEFT, " left");
    add(wxRIGHT, " right");
    add(wxTOP, " above");
    add(wxBOTTOM, " below");
    return fmt::format(", border {}{}", window.ToDIP(item.GetBorder()), (flags & wxALL) == wxALL ? " around" : sides);
}

void show_sizer(Page& page, wxWindow& window, wxSizer& sizer, const std::string& place, std::vector<wxWindow*>& seen)
{
    std::string kind = from_wx(sizer.GetClassInfo()->GetClassName());
    if (const auto* const box = dynamic_cast<const wxBoxSizer*>(&sizer)) {
        kind = box->IsVertical() ? "column" : "row";
    } else if (const auto* const grid = dynamic_cast<const wxGridSizer*>(&sizer)) {
        kind = fmt::format("grid of {} columns, gaps {} across, {} upright", grid->GetCols(),
                           window.ToDIP(grid->GetHGap()), window.ToDIP(grid->GetVGap()));
    }
    page.line(kind + place);
    const Page::Deeper deeper(page);
    for (const wxSizerItem* const item : sizer.GetChildren()) {
        const std::string where = (item->GetProportion() == 0 ? "" : fmt::format(" [{}]", item->GetProportion())) +
                                  flags_of(item->GetFlag()) + border_of(window, *item);
        if (item->IsSizer()) {
            show_sizer(page, window, *item->GetSizer(), where, seen);
        } else if (item->IsWindow()) {
            seen.push_back(item->GetWindow());
            show_window(page, *item->GetWindow(), where);
        } else {
            // Lines of wx's text dialogs are as high as the font.
            const bool of_font = dynamic_cast<const wxTextEntryDialog*>(&window) != nullptr;
            page.line((of_font ? "space" : "space " + size_description(window, item->GetMinSize())) + where);
        }
    }
}

void show_list(Page& page, const wxListCtrl& list)
{
    constexpr std::array sides{"left", "right", "centred"};
    std::string kind = list.HasFlag(wxLC_NO_HEADER) ? "without headers" : "with headers";
    kind += list.HasFlag(wxLC_SINGLE_SEL) ? ", one row is selected" : ", several rows are selected";
    page.line(kind + fmt::format(", {} rows", list.GetItemCount()));
    for (int i = 0; i < list.GetColumnCount(); ++i) {
        wxListItem column;
        column.SetMask(wxLIST_MASK_TEXT | wxLIST_MASK_FORMAT);
        list.GetColumn(i, column);
        page.line(fmt::format("column {}, {} wide, {}", quoted(column.GetText()), list.ToDIP(list.GetColumnWidth(i)),
                              sides.at(static_cast<std::size_t>(column.GetAlign()))));
    }
    for (long row = 0; row < std::min<long>(list.GetItemCount(), max_rows); ++row) {
        std::vector<std::string> cells;
        for (int i = 0; i < list.GetColumnCount(); ++i) {
            cells.push_back(quoted(list.GetItemText(row, i)));
        }
        const bool grey = list.GetItemTextColour(row) == wxSystemSettings::GetColour(wxSYS_COLOUR_GRAYTEXT);
        const bool selected = list.GetItemState(row, wxLIST_STATE_SELECTED) != 0;
        page.line(
            fmt::format("row {}{}{}", fmt::join(cells, " | "), selected ? ", selected" : "", grey ? ", grey" : ""));
    }
}

void show_tree(Page& page, const wxDataViewCtrl& tree, const wxDataViewItem& item)
{
    wxDataViewItemArray rows;
    tree.GetModel()->GetChildren(item, rows);
    for (const wxDataViewItem& row : rows) {
        std::vector<std::string> cells;
        for (unsigned i = 0; i < tree.GetColumnCount(); ++i) {
            wxVariant value;
            tree.GetModel()->GetValue(value, row, tree.GetColumn(i)->GetModelColumn());
            if (value.GetType() == "wxDataViewIconText") {
                wxDataViewIconText text;
                text << value;
                value = text.GetText();
            }
            cells.push_back(quoted(value.MakeString()));
        }
        page.line(fmt::format("row {}{}", fmt::join(cells, " | "), tree.IsSelected(row) ? ", selected" : ""));
        if (tree.IsExpanded(row)) {
            const Page::Deeper deeper(page);
            show_tree(page, tree, row);
        }
    }
}

void show_cells(Page& page, wxGrid& grid)
{
    page.line(fmt::format("{} rows, {} columns{}{}", grid.GetNumberRows(), grid.GetNumberCols(),
                          grid.GetRowLabelSize() == 0 ? "" : ", rows have labels",
                          grid.IsEditable() ? "" : ", not to be typed into"));
    for (int i = 0; i < grid.GetNumberCols(); ++i) {
        page.line(fmt::format("column {}", quoted(grid.GetColLabelValue(i))));
    }
    for (int row = 0; row < std::min<int>(grid.GetNumberRows(), max_rows); ++row) {
        std::vector<std::string> cells;
        for (int i = 0; i < grid.GetNumberCols(); ++i) {
            int across = 0;
            int upright = 0;
            grid.GetCellAlignment(row, i, &across, &upright);
            cells.push_back(quoted(grid.GetCellValue(row, i)) +
                            (!grid.IsEditable() || grid.IsReadOnly(row, i) ? "" : " typed") +
                            (across == wxALIGN_RIGHT    ? " right"
                             : across == wxALIGN_CENTRE ? " centred"
                                                        : ""));
        }
        page.line(fmt::format("row {}", fmt::join(cells, " | ")));
    }
}

void show_properties(Page& page, wxPropertyGrid& grid)
{
    for (wxPropertyGridIterator it = grid.GetIterator(wxPG_ITERATE_ALL); !it.AtEnd(); ++it) {
        const wxPGProperty& line = **it;
        std::size_t depth = 0;
        for (const wxPGProperty* above = line.GetParent(); above != nullptr && above->GetParent() != nullptr;
             above = above->GetParent()) {
            depth += 1;
        }
        std::vector<std::string> choices;
        for (unsigned i = 0; i < std::min(line.GetChoices().GetCount(), 12U); ++i) {
            choices.push_back(from_wx(line.GetChoices().GetLabel(i)));
        }
        std::string words = fmt::format("{}line {} = {}", std::string(depth * 2, ' '), quoted(line.GetLabel()),
                                        quoted(line.GetValueAsString()));
        words += line.IsCategory() ? ", heading" : "";
        words += line.IsEnabled() ? "" : ", disabled";
        words += line.HasFlag(wxPG_PROP_READONLY) ? ", not to be typed into" : "";
        words += line.HasFlag(wxPG_PROP_HIDDEN) ? ", hidden" : "";
        words += line.HasFlag(wxPG_PROP_COLLAPSED) && line.GetChildCount() > 0 ? ", closed" : "";
        words += line.GetEditorClass() == nullptr ? "" : ", " + from_wx(line.GetEditorClass()->GetName());
        words += choices.empty() ? ""
                                 : fmt::format(" of {}{}", fmt::join(choices, ", "),
                                               line.GetChoices().GetCount() > 12 ? ", ..." : "");
        words += line.GetHelpString().empty() ? "" : ", help " + quoted(line.GetHelpString());
        page.line(words);
    }
}

/// Omits colours, which depend on the theme.
void show_text(Page& page, wxStyledTextCtrl& text)
{
    page.line(
        fmt::format("tabs of {}{}, indented by {}{}{}{}{}{}", text.GetTabWidth(), text.GetUseTabs() ? "" : " as spaces",
                    text.GetIndent(), text.GetWrapMode() == wxSTC_WRAP_NONE ? "" : ", wraps",
                    text.GetReadOnly() ? ", not to be typed into" : "",
                    text.GetCaretLineVisible() ? ", marks the line of the cursor" : "",
                    text.GetIndentationGuides() != 0 ? ", guides" : "",
                    text.GetMouseDwellTime() < 10000 ? fmt::format(", {} ms until a hint", text.GetMouseDwellTime())
                                                     : ""));
    for (int i = 0; i < text.GetMarginCount(); ++i) {
        if (text.GetMarginWidth(i) > 0) {
            page.line(fmt::format("margin {}: kind {}, marks {:x}{}", i, text.GetMarginType(i),
                                  static_cast<unsigned>(text.GetMarginMask(i)),
                                  text.GetMarginSensitive(i) ? ", clicked" : ""));
        }
    }
    std::vector<std::string> marks;
    for (int i = 0; i < 32; ++i) {
        if (text.GetMarkerSymbolDefined(i) != 0) {
            marks.push_back(fmt::format("{}: {}", i, text.GetMarkerSymbolDefined(i)));
        }
    }
    page.line(fmt::format("marks {}", fmt::join(marks, ", ")));
    std::vector<std::string> lines;
    for (int i = 0; i < 12; ++i) {
        lines.push_back(fmt::format("{}: {}", i, text.IndicatorGetStyle(i)));
    }
    page.line(fmt::format("underlines {}", fmt::join(lines, ", ")));
    std::vector<std::string> looks;
    for (int i = 0; i < 40; ++i) {
        const std::string look = std::string(text.StyleGetBold(i) ? " bold" : "") +
                                 (text.StyleGetItalic(i) ? " slanted" : "") +
                                 (text.StyleGetUnderline(i) ? " underlined" : "");
        if (!look.empty()) {
            looks.push_back(fmt::format("{}{}", i, look));
        }
    }
    page.line("letters " + (looks.empty() ? "of one look" : fmt::format("{}", fmt::join(looks, ", "))));
    for (int i = 0; i < std::min(text.GetLineCount(), max_lines); ++i) {
        std::string styles;
        for (int at = text.PositionFromLine(i); at < text.GetLineEndPosition(i); ++at) {
            styles += static_cast<char>('A' + text.GetStyleAt(at));
        }
        page.line(fmt::format("text {} {}, marks {:x}", quoted(text.GetLine(i)), styles,
                              static_cast<unsigned>(text.MarkerGet(i))));
    }
}

void show_tools(Page& page, wxAuiToolBar& bar)
{
    for (int i = 0; i < static_cast<int>(bar.GetToolCount()); ++i) {
        wxAuiToolBarItem& tool = *bar.FindToolByIndex(i);
        switch (tool.GetKind()) {
        case wxITEM_SEPARATOR: page.line("separator"); break;
        default:
            if (tool.GetLabel().empty() && tool.GetId() == wxID_ANY && tool.GetWindow() == nullptr) {
                page.line(fmt::format("space [{}]", tool.GetProportion()));
                break;
            }
            if (tool.GetWindow() != nullptr) {
                show_window(page, *tool.GetWindow(), "");
                break;
            }
            page.line(fmt::format(
                "{} {}{}{}, help {}{}", tool.GetKind() == wxITEM_CHECK ? "switch" : "tool",
                quoted(tool.GetShortHelp().empty() ? tool.GetLabel() : tool.GetShortHelp()),
                (tool.GetState() & wxAUI_BUTTON_STATE_CHECKED) != 0 ? ", on" : "",
                (tool.GetState() & wxAUI_BUTTON_STATE_DISABLED) != 0 ? ", disabled" : "", quoted(tool.GetLongHelp()),
                tool.GetBitmapBundle().IsOk() && tool.GetDisabledBitmapBundle().IsOk() ? "" : ", without a picture"));
        }
    }
}

void show_panes(Page& page, wxAuiManager& manager)
{
    constexpr std::array sides{"nowhere", "above", "right", "below", "left", "middle"};
    for (std::size_t i = 0; i < manager.GetAllPanes().GetCount(); ++i) {
        const wxAuiPaneInfo& pane = manager.GetAllPanes()[i];
        std::string words = fmt::format("pane {}, {}, layer {}, row {}, position {}", quoted(pane.name),
                                        sides.at(static_cast<std::size_t>(pane.dock_direction)), pane.dock_layer,
                                        pane.dock_row, pane.dock_pos);
        words += pane.caption.empty() ? "" : ", titled " + quoted(pane.caption);
        words += pane.HasCaption() ? ", with caption" : "";
        words += pane.HasCloseButton() ? ", with a button that closes it" : "";
        words += pane.HasBorder() ? ", with border" : "";
        words += pane.IsResizable() ? "" : ", of fixed size";
        words += pane.IsFloatable() ? ", can float" : "";
        words += pane.IsMovable() ? ", can be moved" : "";
        words += pane.IsShown() ? "" : ", hidden";
        page.line(words);
        const Page::Deeper deeper(page);
        show_window(page, *pane.window, "");
    }
}

void show_menu(Page& page, const wxMenu& menu)
{
    for (const wxMenuItem* const item : menu.GetMenuItems()) {
        if (item->IsSeparator()) {
            page.line("separator");
            continue;
        }
        std::string words = quoted(item->GetItemLabel());
        words += item->IsCheckable() ? item->IsChecked() ? ", on" : ", off" : "";
        words += item->IsEnabled() ? "" : ", disabled";
        words += item->GetHelp().empty() ? "" : ": " + from_wx(item->GetHelp());
        page.line(words);
        if (item->IsSubMenu()) {
            const Page::Deeper deeper(page);
            show_menu(page, *item->GetSubMenu());
        }
    }
}

void show_bar(Page& page, const wxMenuBar& bar)
{
    for (std::size_t i = 0; i < bar.GetMenuCount(); ++i) {
        page.line("menu " + quoted(bar.GetMenuLabel(i)));
        const Page::Deeper deeper(page);
        show_menu(page, *bar.GetMenu(i));
    }
}

void show_status(Page& page, const wxStatusBar& bar)
{
    for (int i = 0; i < bar.GetFieldsCount(); ++i) {
        const int width =
            bar.GetStatusWidth(i);  // negative: a share of the rest; else pixels, which depend on the font
        page.line(fmt::format("field {}, {}", quoted(bar.GetStatusText(i)),
                              width < 0 ? fmt::format("[{}]", -width) : std::string("fixed width")));
    }
}

/// Returns true if the children were already described, or are internal to wx.
bool show_particular(Page& page, wxWindow& window)
{
    if (auto* const list = dynamic_cast<wxListCtrl*>(&window)) {
        show_list(page, *list);
    } else if (auto* const tree = dynamic_cast<wxDataViewCtrl*>(&window)) {
        for (unsigned i = 0; i < tree->GetColumnCount(); ++i) {
            page.line("column " + quoted(tree->GetColumn(i)->GetTitle()));
        }
        show_tree(page, *tree, wxDataViewItem());
    } else if (auto* const grid = dynamic_cast<wxGrid*>(&window)) {
        show_cells(page, *grid);
    } else if (auto* const properties = dynamic_cast<wxPropertyGrid*>(&window)) {
        show_properties(page, *properties);
    } else if (auto* const text = dynamic_cast<wxStyledTextCtrl*>(&window)) {
        show_text(page, *text);
    } else if (auto* const tools = dynamic_cast<wxAuiToolBar*>(&window)) {
        show_tools(page, *tools);
    } else if (auto* const status = dynamic_cast<wxStatusBar*>(&window)) {
        show_status(page, *status);
    } else if (auto* const book = dynamic_cast<wxAuiNotebook*>(&window)) {
        for (std::size_t i = 0; i < book->GetPageCount(); ++i) {
            page.line("page " + quoted(book->GetPageText(i)) +
                      (static_cast<int>(i) == book->GetSelection() ? ", in front" : ""));
            const Page::Deeper deeper(page);
            show_window(page, *book->GetPage(i), "");
        }
    } else if (const auto* const choices = dynamic_cast<const wxListBox*>(&window)) {
        for (const wxString& each : choices->GetStrings()) {
            page.line(quoted(each));
        }
    } else {
        return dynamic_cast<const wxControl*>(&window) != nullptr;
    }
    return true;
}

void show_window(Page& page, wxWindow& window, const std::string& place)
{
    page.line(to_description(window) + place + min_size_of(window));
    const Page::Deeper deeper(page);
    wxAuiManager* const manager = wxAuiManager::GetManager(&window);
    if (manager != nullptr && manager->GetManagedWindow() == &window &&
        dynamic_cast<const wxFrame*>(&window) != nullptr) {
        show_panes(page, *manager);
        const auto& frame = dynamic_cast<const wxFrame&>(window);
        show_status(page, *frame.GetStatusBar());
        return;
    }
    if (show_particular(page, window)) {
        return;
    }
    std::vector<wxWindow*> seen;
    if (window.GetSizer() != nullptr) {
        show_sizer(page, window, *window.GetSizer(), "", seen);
    }
    for (wxWindow* const child : window.GetChildren()) {
        if (!child->IsTopLevel() && std::ranges::find(seen, child) == seen.end()) {
            show_window(page, *child, window.GetSizer() == nullptr ? "" : ", placed by itself");
        }
    }
}

}  // namespace

std::string layout_of(wxWindow& window)
{
    Page page;
    show_window(page, window, "");
    return page.text();
}

std::string layout_of(const wxMenu& menu)
{
    Page page;
    show_menu(page, menu);
    return page.text();
}

std::string layout_of(const wxMenuBar& bar)
{
    Page page;
    show_bar(page, bar);
    return page.text();
}

std::string layout_of_dialog(wxDialog& dialog)
{
    Page page;
    const auto flags = [&](std::initializer_list<std::pair<long, const char*>> known) {
        std::string words;
        for (const auto& [flag, word] : known) {
            words += (dialog.GetWindowStyleFlag() & flag) != 0 ? word : "";
        }
        return words;
    };
    if (auto* const message = dynamic_cast<wxMessageDialog*>(&dialog)) {
        const long style = message->GetMessageDialogStyle();
        page.line("question " + quoted(message->GetMessage()) + ", titled " + quoted(message->GetCaption()));
        page.line("more: " + quoted(message->GetExtendedMessage()));
        std::string buttons = "buttons";
        for (const auto& [flag, label] : {std::pair(wxYES, message->GetYesLabel()),
                                          {wxNO, message->GetNoLabel()},
                                          {wxOK, message->GetOKLabel()},
                                          {wxCANCEL, message->GetCancelLabel()}}) {
            buttons += (style & flag) == flag ? ' ' + quoted(label) : "";
        }
        const bool cancels = (style & wxCANCEL_DEFAULT) != 0;
        page.line(buttons + (cancels ? ", Enter cancels" : "") + ((style & wxICON_WARNING) != 0 ? ", warns" : ""));
        return page.text();
    }
    if (auto* const file = dynamic_cast<wxFileDialog*>(&dialog)) {
        page.line("file dialog " + quoted(file->GetMessage()) + ", " +
                  quoted(file->HasFlag(wxFD_MULTIPLE) ? wxString{} : file->GetFilename()) +
                  flags({{wxFD_SAVE, ", saves"},
                         {wxFD_OPEN, ", opens"},
                         {wxFD_OVERWRITE_PROMPT, ", asks before it overwrites"},
                         {wxFD_FILE_MUST_EXIST, ", only files that are there"},
                         {wxFD_MULTIPLE, ", several files"}}));
        page.line("in " + quoted(file->GetDirectory()));
        page.line(fmt::format("filters {}; chosen {}", quoted(file->GetWildcard()), file->GetFilterIndex()));
        return page.text();
    }
    if (auto* const folder = dynamic_cast<wxDirDialog*>(&dialog)) {
        page.line("folder dialog " + quoted(folder->GetMessage()) + ", " + quoted(folder->GetPath()) +
                  flags({{wxDD_DIR_MUST_EXIST, ", only folders that are there"}}));
        return page.text();
    }
    if (auto* const order = dynamic_cast<wxRearrangeDialog*>(&dialog)) {
        page.line("list to be put in order, titled " + quoted(order->GetTitle()));
        const wxRearrangeList& list = *order->GetList();
        for (unsigned i = 0; i < list.GetCount(); ++i) {
            page.line(quoted(list.GetString(i)) + (list.IsChecked(i) ? ", checked" : ""));
        }
        return page.text();
    }
    return layout_of(dialog);
}

std::string without_folder(std::string text, const std::string& folder)
{
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
        text.replace(at, folder.size(), "FOLDER");
    }
    return text;
}

void check_layout_text(const std::string& name, const std::string& now)
{
    check_approved(source_folder() / "tests/gui/layouts" / (name + ".txt"), now);
}

}  // namespace redforge::test
