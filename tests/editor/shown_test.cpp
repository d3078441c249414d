// Contents of the window for a sample of each format: outline, properties, tables and uses of names. The pages are
// approved texts (support/approved.hpp).
#include <catch2/catch.hpp>

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "edit/document/document.hpp"
#include "editor/model/rows/browser_items.hpp"
#include "editor/model/rows/outline.hpp"
#include "editor/model/rows/property_rows.hpp"
#include "editor/model/rows/record_table.hpp"
#include "editor/model/scene/actor_page.hpp"
#include "editor/model/session/uses.hpp"
#include "editor/model/text/script_page.hpp"
#include "support/approved.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/sample_file.hpp"
#include "support/source_folder.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::need;

/// Returns the beginning of a long text.
std::string short_text(const std::string& text)
{
    return text.size() <= 60 ? text : text.substr(0, 50) + fmt::format("... ({})", text.size());
}

/// Formats a row: "  Position X [position.x] 5 units, read only".
std::string line_of(const PropertyRow& row)
{
    std::string line = fmt::format("  {}{}{} [{}] {}", row.group, row.group.empty() ? "" : ": ", row.label, row.name,
                                   short_text(row.text));
    const auto add = [&](bool there, const std::string& text) { line += there ? text : ""; };
    const std::string shown = shown_text(row);
    add(shown != row.text, fmt::format(" = {}", short_text(shown)));
    CHECK(typed_text(row, shown) == row.text);
    add(!row.unit.empty(), " " + row.unit);
    add(!row.note.empty(), fmt::format(" ({})", row.note));
    add(row.role != Role::plain, fmt::format(", role {}", static_cast<int>(row.role)));
    add(row.read_only, ", read only");
    add(row.checkbox, ", yes or no");
    add(row.angle, ", angle");
    add(row.number, ", number");
    add(row.of_colour, ", colour");
    add(row.place.has_value(), ", place");
    add(row.turn.has_value(), ", turn");
    if (!row.choices.empty()) {
        line += fmt::format(", {} of {}: {} to {}", row.only_choices ? "one" : "such as one", row.choices.size(),
                            row.choices.front().label, row.choices.back().label);
    }
    return line + "\n";
}

/// Returns the rows of a node, and the uses of its name.
std::string properties_of(const Session& session, const NodeRef& ref)
{
    const PropertyRows rows = make_rows(session, {ref});
    std::string page = fmt::format("{}: {}\n", path_of(session.root(), ref), rows.title);
    for (const PropertyRow& row : rows.rows) {
        page += line_of(row);
    }
    if (const std::optional<UsedName> name = used_name(session, ref)) {
        const std::optional<NodeRef> definition = definition_of(session, *name);
        const std::vector<Use> uses = uses_of(session, *name, WrittenScripts{});
        page += fmt::format("  {} is {}, {} references: {}\n", called(*name),
                            definition ? path_of(session.root(), *definition) : "not of this document",
                            count_references(session, *name), uses_description(*name, uses));
        for (const Use& use : uses) {
            page += fmt::format("    {} | {} | {}\n", use.where, use.what, short_text(use.text));
        }
    }
    return page;
}

/// Returns the columns of a list's table, with the values of the first rows.
std::string table_of(const Session& session, const TableList& list)
{
    const RecordTable table(session, list);
    std::string page =
        fmt::format("table {}, {}: {} rows\n", title_of(session, list), table.record_type(), table.rows());
    for (std::size_t i = 0; i < table.columns().size(); ++i) {
        const TableColumn& column = table.columns()[i];
        std::vector<std::string> cells;
        for (std::size_t row = 0; row < std::min<std::size_t>(table.rows(), 3); ++row) {
            cells.push_back(!table.has_value(row, i) && column.kind != TableColumn::Kind::type
                                ? "-"
                                : short_text(table.shown(row, i)) + (table.is_editable(row, i) ? "" : "!"));
        }
        page += fmt::format("  {} [{}]{}{}{}{}: {}\n", column.label, column.name, column.standard ? " standard" : "",
                            column.number ? " number" : "", column.form ? " form" : "",
                            column.face.read_only ? " read only" : "", fmt::join(cells, " | "));
    }
    return page;
}

struct Page {
    const Session& session;
    Outline outline;
    std::string rows{};
    std::string properties{};
    std::string tables{};
    std::set<std::pair<const RecordType*, std::string>> known{};
    std::set<std::string> shown_tables{};

    void visit(Outline::Row row, std::size_t depth)
    {
        const NodeRef ref = outline.node(row);
        rows += fmt::format("{:{}}{}{}{}\n", "", 2 * depth, outline.name(row),
                            outline.content(row).empty() ? "" : " | ", outline.content(row));
        const std::optional<NodeInfo> info = find_node(session.root(), ref);
        REQUIRE(info);
        const RecordType* const type = info->record ? info->record.type : nullptr;
        if (known.insert({type, type == nullptr ? info->title : std::string{}}).second) {
            properties += properties_of(session, ref);
        }
        if (const std::optional<TableList> list = table_list_at(session, ref)) {
            const std::string title = RecordTable(session, *list).record_type();
            if (shown_tables.insert(title).second) {
                tables += table_of(session, *list);
            }
        }
        const std::vector<Outline::Row> below = outline.below(row);
        CHECK((outline.can_have_children(row) || below.empty()));
        for (std::size_t i = 0; i < below.size(); ++i) {
            CHECK(outline.above(below[i]) == row);
            if (i < 20) {
                visit(below[i], depth + 1);
            }
        }
    }
};

/// Returns all lines of an actor's page, also with another actor for comparison.
std::string actor_page(const Session& session, const NodeRef& actor, const NodeRef& other)
{
    const WrittenScripts written;
    ActorPageOptions look;
    look.other = other;
    for (const ActorLine& line : actor_lines(session, actor, look, written)) {
        if (line.holds_lines && !line.open) {
            look.toggled.insert(line.key);
        }
    }
    std::string page = actor_title(session, actor) + "\n";
    for (const ActorLine& line : actor_lines(session, actor, look, written)) {
        page += fmt::format("{:{}}{} [{}] {}{}{}{}{}\n", "", 2 * line.depth + 2, line.name, line.key, line.shown,
                            line.shown == line.text ? "" : fmt::format(" = {}", line.text),
                            line.note.empty() ? "" : fmt::format(" ({})", line.note),
                            line.sets == ActorLine::Sets::nothing ? "!" : "",
                            line.differs(true) ? fmt::format(" | {}{}{}", line.here ? "" : "not here, ",
                                                             line.there ? "there " : "not there", line.other)
                                               : "");
    }
    return page;
}

/// Returns the browser's items of a map without its game, and its scripts.
std::string browser_items_and_scripts(const Session& session)
{
    std::string page;
    for (const BrowserKind kind : {BrowserKind::models, BrowserKind::actors, BrowserKind::textures}) {
        for (const BrowserItem& item : browser_items(session, nullptr, kind, "")) {
            page += fmt::format("{} {}, drawn as \"{}\" {} {}/{}: {} uses\n", static_cast<int>(kind), item.name,
                                item.model, item.extension, item.picture.bank, item.picture.image, item.uses);
        }
    }
    for (const ScriptPlace& place : all_scripts(session)) {
        page += fmt::format("script {} of {}\n{}\n", script_name(session, place), path_of(session.root(), place.record),
                            script_text(session, place));
    }
    return page;
}

/// Returns the common rows of several records.
std::string common_rows(const Session& session, std::initializer_list<std::string_view> paths)
{
    NodeRefs selected;
    for (const std::string_view path : paths) {
        selected.push_back(need(parse_path(session.root(), path)));
    }
    const PropertyRows rows = make_rows(session, selected);
    std::string page = fmt::format("{}: {}\n", fmt::join(paths, ", "), rows.title);
    for (const PropertyRow& row : rows.rows) {
        page += (row.differs ? "!" : "") + line_of(row);
    }
    return page;
}

std::string page_of(const Session& session, Grouping grouping)
{
    Page page{session, Outline(session, grouping)};
    page.visit(0, 0);
    return grouping == Grouping::kind ? page.rows + "\n" + page.properties + "\n" + page.tables : page.rows;
}

}  // namespace

TEST_CASE("window: pages of the samples match the approved texts")
{
    const std::filesystem::path pages = redforge::test::source_folder() / "tests/editor/shown";
    const test::Folder folder;
    for (const Format& format : edit::formats()) {
        if (format.make_new == nullptr) {
            continue;
        }
        const std::string name = fmt::format("SAMPLE{}", format.extension);
        folder.put(name, test::sample_file(format.root()));
        const Session session = need(Session::open(folder.path / name));
        std::string shown = page_of(session, Grouping::kind);
        if (format.root() == "map") {
            shown += "\nby actor\n" + page_of(session, Grouping::actor) + "\nby model\n" +
                     page_of(session, Grouping::model) + "\n";
            const NodeRefs actors = all_actors(session);
            shown += actor_page(session, actors.at(0), actors.at(1)) + actor_page(session, actors.at(1), actors.at(0));
            shown += common_rows(session, {"objects[4]", "objects[6]"});
            shown +=
                common_rows(session, {"objects[4]", "lights[0]"}) + common_rows(session, {"statics[0]", "statics[1]"});
            shown +=
                common_rows(session, {"objects", "lights"}) + common_rows(session, {"actors[0].strings", "objects[4]"});
        }
        shown += "\n" + browser_items_and_scripts(session);
        test::check_approved(pages / fmt::format("{}.txt", format.root()), shown);
    }
}
