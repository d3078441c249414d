// Cost of the rows in the editor's outline and table, and its growth with the number of records.
#include <cstdlib>
#include <filesystem>

#include "bench/measure.hpp"
#include "core/files/files.hpp"
#include "editor/model/rows/outline.hpp"
#include "editor/model/rows/record_table.hpp"
#include "rgm/map.hpp"
#include "support/values.hpp"

namespace redforge::bench {
namespace {

editor::Session session_of(std::size_t objects)
{
    rgm::Map map = rgm::sample_map();
    while (test::count(map, "objects") < objects) {
        test::append_copy(map, "objects[4]");
    }
    std::string name = (std::filesystem::temp_directory_path() / "redforge-bench-XXXXXX").string();
    const std::filesystem::path folder = mkdtemp(name.data());
    keep(write_file(folder / "X.RGM", rgm::write_map(map).value()).value());
    editor::Session session = editor::Session::open(folder / "X.RGM").value();
    std::filesystem::remove_all(folder);
    return session;
}

void list_objects(const editor::Session& session)
{
    editor::Outline outline(session);
    for (const editor::Outline::Row row : outline.below(*outline.find(session.find("objects").value()))) {
        keep(outline.name(row));
    }
}

std::size_t column_of(const editor::RecordTable& table, std::string_view name)
{
    std::size_t column = 0;
    while (table.columns().at(column).name != name) {
        ++column;
    }
    return column;
}

/// Measures interactive operations in a table of 100,000 records; each may take 50 ms.
void measure_table(Figures& figures)
{
    constexpr double wait = 50;
    editor::Session session = session_of(100'000);
    const editor::TableList list = editor::table_list_at(session, session.find("objects").value()).value();
    editor::RecordTable table(session, list);
    const std::size_t name = column_of(table, "script_name");
    const std::size_t x = column_of(table, "position.x");
    int place = 0;
    const editor::NodeRefs middle{session.find("objects[50000]").value()};
    session.listen([&](const edit::Changes& changes) { keep(table.follow(changes)); });
    const std::vector<double> times =
        median_seconds(9,
                       {[&] { keep(editor::RecordTable(session, list).rows()); }, [&] { table.filter(name, "oor"); },
                        [&] {
                            for (std::size_t row = 0; row < 50; ++row) {
                                for (std::size_t column = 0; column < table.columns().size(); ++column) {
                                    keep(table.shown((row + static_cast<std::size_t>(++place)) % table.rows(), column));
                                }
                            }
                        },
                        [&] {
                            table.sort(editor::RecordTable::Order{x, true});
                        },
                        [&] {
                            keep(session.remove(middle));
                            keep(session.undo());
                        }});
    figures.push_back(at_most("a table of 100,000 objects: to show it", times[0] * 1e3, wait, "ms"));
    figures.push_back(at_most("  a key in a filter", times[1] * 1e3, wait, "ms"));
    figures.push_back(at_most("  to scroll: 50 rows, all columns", times[2] * 1e3, wait, "ms"));
    figures.push_back(at_most("  to sort by a number", times[3] * 1e3, wait, "ms"));
    figures.push_back(at_most("  to remove a record and undo that", times[4] * 1e3, 2 * wait, "ms"));
}

}  // namespace

void measure_outline(Figures& figures)
{
    constexpr std::size_t few = 1000;
    constexpr std::size_t many = 10 * few;
    const editor::Session small = session_of(few);
    const editor::Session large = session_of(many);
    const std::vector<double> times = median_seconds(9, {[&] { list_objects(small); }, [&] { list_objects(large); }});
    figures.push_back(plain("the outline of 10,000 objects", times[1] * 1e3, "ms"));
    figures.push_back(
        at_most("  against that of 1,000, for each", times[1] / times[0] / 10, 2, "x per record", "itself, 1,000"));
    measure_table(figures);
}

}  // namespace redforge::bench
