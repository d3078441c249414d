// The problems pane: a list with the newest rejected edit first.
#include "editor/views/panes/problems.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/menu.h>
#include <wx/settings.h>

#include "editor/model/text/word_filter.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"

namespace redforge::editor {

namespace {

constexpr const char* check_topic = "check";
constexpr int cell_margin = 16;  ///< beside the text of a cell, pixels at 96 dpi

}  // namespace

ProblemsPane::ProblemsPane(wxWindow* parent) : FilteredList(parent, 0)
{
    AppendColumn("Where", wxLIST_FORMAT_LEFT, FromDIP(260));
    AppendColumn("What", wxLIST_FORMAT_LEFT, FromDIP(700));
    AppendColumn("Bytes", wxLIST_FORMAT_RIGHT, FromDIP(90));
    Bind(wxEVT_LIST_ITEM_ACTIVATED, [this](wxListEvent& event) {
        if (const Problem* const problem = problem_at(event.GetIndex()); problem != nullptr) {
            open(Problem(*problem));
        }
    });
    Bind(wxEVT_LIST_ITEM_RIGHT_CLICK, [this](wxListEvent& event) { open_menu(event.GetIndex()); });
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        fit();
        event.Skip();
    });
    Bind(wxEVT_LIST_COL_END_DRAG, [this](wxListEvent& event) {
        resized_ = true;
        event.Skip();
    });
    for (wxWindow* const part : GetChildren()) {  // in GTK, the rows are in a window of the list
        part->Bind(wxEVT_MOTION, [this, part](wxMouseEvent& event) {
            event.Skip();
            if (part->GetPosition().y > 0) {  // not the header
                show_cut_text(event.GetPosition());
            }
        });
    }
}

void ProblemsPane::show_cut_text(const wxPoint& at)
{
    int flags = 0;
    const long row = HitTest(at, flags);
    const std::optional<std::size_t> line = row_at(row);
    wxString words;
    if (line) {
        const int column = at.x < GetColumnWidth(0) ? 0 : 1;
        const wxString text = to_wx(column == 0 ? lines_[*line].where : lines_[*line].what);
        words = GetTextExtent(text).x + FromDIP(cell_margin) > GetColumnWidth(column) ? text : wxString{};
    }
    if (words != GetToolTipText()) {
        words.empty() ? UnsetToolTip() : SetToolTip(words);
    }
}

void ProblemsPane::clear()
{
    lines_.clear();
    relist();
}

void ProblemsPane::show_checks(const std::vector<Problem>& problems)
{
    std::vector<Line> lines;
    for (const Problem& problem : problems) {
        lines.push_back({check_topic, problem.name.empty() ? problem.where : problem.name + ": " + problem.where,
                         fmt::format("{}: {} [{}]", severity_name(problem.severity), problem.what, problem.check->id),
                         "", problem});
    }
    const auto is_check = [](const Line& line) { return line.topic == check_topic; };
    const auto first = std::ranges::find_if(lines_, is_check);
    const auto after = std::find_if_not(first, lines_.end(), is_check);
    if (std::ranges::equal(first, after, lines.begin(), lines.end())) {
        return;
    }
    std::erase_if(lines_, is_check);
    const auto kept = std::ranges::find_if(lines_, [](const Line& line) { return line.topic.empty(); });
    lines_.insert(kept, lines.begin(), lines.end());
    relist();
}

const Problem* ProblemsPane::problem_at(long row) const
{
    const std::optional<std::size_t> line = row_at(row);
    return line && lines_[*line].problem ? &*lines_[*line].problem : nullptr;
}

/// Handles Enter or a double click on a row.
void ProblemsPane::open(const Problem& problem)
{
    const auto& wanted = problem.rest > 0 ? on_show_all : on_go;
    if (wanted) {
        wanted(problem);
    }
}

void ProblemsPane::open_menu(long row)
{
    const Problem* const there = problem_at(row);
    if (there == nullptr) {
        return;
    }
    const Problem problem = *there;
    enum : int { go = 1, fix, fix_all, ignore };
    wxMenu menu;
    if (problem.rest > 0) {
        menu.Append(go, to_wx(fmt::format("&Show All of {}", problem.check->id)));
        if (GetPopupMenuSelectionFromUser(menu) == go) {
            open(problem);
        }
        return;
    }
    menu.Append(go, "&Go There");
    menu.Append(fix, "&Fix\tCtrl+.")->Enable(problem.can_be_fixed);
    menu.Append(fix_all, to_wx(fmt::format("Fix &All of {}", problem.check->id)))->Enable(problem.can_be_fixed);
    menu.Append(ignore, "&Ignore...");
    const int chosen = GetPopupMenuSelectionFromUser(menu);
    if (chosen == go) {
        open(problem);
    } else if ((chosen == fix || chosen == fix_all) && on_fix) {
        on_fix(problem, chosen == fix ? FixScope::one : FixScope::all_of_check);
    } else if (chosen == ignore && on_ignore) {
        on_ignore(problem);
    }
}

bool ProblemsPane::can_fix_selected() const
{
    const Problem* const there = problem_at(GetFirstSelected());
    return there != nullptr && there->can_be_fixed && there->rest == 0 && on_fix;
}

void ProblemsPane::fix_selected()
{
    if (can_fix_selected()) {
        on_fix(Problem(*problem_at(GetFirstSelected())), FixScope::one);
    }
}

void ProblemsPane::take_focus()
{
    if (GetFirstSelected() < 0 && GetItemCount() > 0) {
        Select(0);
        Focus(0);
    }
    give_focus(*this);
}

void ProblemsPane::show_kept(const RawFallbacks& kept)
{
    std::erase_if(lines_, [](const Line& line) { return line.topic.empty(); });
    for (const RawFallback& part : kept) {
        lines_.push_back({"", part.place, "kept as bytes: " + part.reason, fmt::format("{}", part.size), {}});
    }
    relist();
}

void ProblemsPane::add(const std::string& topic, const std::string& where, const std::string& what)
{
    const Line line{topic, where, what, "", {}};
    if (lines_.empty() || lines_.front() != line) {
        std::erase(lines_, line);
        lines_.insert(lines_.begin(), line);
        relist();
    }
    if (!has_words(row_text(0), words())) {
        filter("");
    }
    EnsureVisible(0);
}

void ProblemsPane::drop(const std::string& topic)
{
    if (std::erase_if(lines_, [&](const Line& line) { return line.topic == topic; }) > 0) {
        relist();
    }
}

std::string ProblemsPane::row_text(std::size_t row) const
{
    return lines_[row].where + "\n" + lines_[row].what;
}

void ProblemsPane::list_rows()
{
    Freeze();
    DeleteAllItems();
    longest_place_ = 0;
    for (const std::size_t index : shown_rows()) {
        const Line& line = lines_[index];
        longest_place_ = std::max(longest_place_, GetTextExtent(to_wx(line.where)).x);
        const long row = InsertItem(GetItemCount(), to_wx(line.where));
        SetItem(row, 1, to_wx(line.what));
        SetItem(row, 2, to_wx(line.size));
        if (line.problem && line.problem->rest == 0 && line.problem->severity == check::Severity::error) {
            SetItemTextColour(row, error_text());
        }
    }
    if (shown_rows().empty()) {
        SetItem(InsertItem(0, ""), 1, lines_.empty() ? "No problems" : "No problem matches the filter");
        SetItemTextColour(0, muted_text());
    }
    const bool sizes = std::ranges::any_of(lines_, [](const Line& line) { return !line.size.empty(); });
    SetColumnWidth(2, sizes ? FromDIP(90) : 0);
    fit();
    Thaw();
    if (on_count) {
        on_count(lines_.size());
    }
}

void ProblemsPane::fit()
{
    if (!resized_) {
        constexpr int min_width = 120;  // pixels at 96 dpi
        const int most = std::max(FromDIP(min_width), GetClientSize().x * 2 / 5);
        SetColumnWidth(0, std::clamp(longest_place_ + FromDIP(cell_margin), FromDIP(min_width), most));
    }
    SetColumnWidth(1, std::max(FromDIP(200), GetClientSize().x - GetColumnWidth(0) - GetColumnWidth(2)));
}

}  // namespace redforge::editor
