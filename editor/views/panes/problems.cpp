// The problems pane: a list with the newest rejected edit first.
#include "editor/views/panes/problems.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/menu.h>
#include <wx/settings.h>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/list_keys.hpp"

namespace redforge::editor {

namespace {

constexpr const char* check_topic = "check";

}  // namespace

ProblemsPane::ProblemsPane(wxWindow* parent)
    : wxListView(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxLC_REPORT | wxLC_SINGLE_SEL)
{
    AppendColumn("Where", wxLIST_FORMAT_LEFT, FromDIP(260));
    AppendColumn("What", wxLIST_FORMAT_LEFT, FromDIP(700));
    AppendColumn("Bytes", wxLIST_FORMAT_RIGHT, FromDIP(90));
    fix_page_keys(*this);
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
}

void ProblemsPane::clear()
{
    lines_.clear();
    show();
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
    show();
}

const Problem* ProblemsPane::problem_at(long row) const
{
    const auto index = static_cast<std::size_t>(row);
    return row < 0 || index >= lines_.size() || !lines_[index].problem ? nullptr : &*lines_[index].problem;
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
    show();
}

void ProblemsPane::add(const std::string& topic, const std::string& where, const std::string& what)
{
    const Line line{topic, where, what, "", {}};
    if (!lines_.empty() && lines_.front() == line) {
        return;
    }
    std::erase(lines_, line);
    lines_.insert(lines_.begin(), line);
    show();
    EnsureVisible(0);
}

void ProblemsPane::drop(const std::string& topic)
{
    if (std::erase_if(lines_, [&](const Line& line) { return line.topic == topic; }) > 0) {
        show();
    }
}

void ProblemsPane::show()
{
    Freeze();
    DeleteAllItems();
    for (const Line& line : lines_) {
        const long row = InsertItem(GetItemCount(), to_wx(line.where));
        SetItem(row, 1, to_wx(line.what));
        SetItem(row, 2, to_wx(line.size));
        if (line.problem && line.problem->rest == 0 && line.problem->severity == check::Severity::error) {
            SetItemTextColour(row, error_text());
        }
    }
    if (lines_.empty()) {
        SetItem(InsertItem(0, ""), 1, "No problems");
        SetItemTextColour(0, wxSystemSettings::GetColour(wxSYS_COLOUR_GRAYTEXT));
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
    SetColumnWidth(1, std::max(FromDIP(200), GetClientSize().x - GetColumnWidth(0) - GetColumnWidth(2)));
}

}  // namespace redforge::editor
