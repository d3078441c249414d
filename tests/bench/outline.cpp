// The editor's outline: what all its rows cost, and how that grows with the records.
#include <cstdlib>
#include <filesystem>

#include "bench/measure.hpp"
#include "core/files.hpp"
#include "editor/model/outline.hpp"
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
}

}  // namespace redforge::bench
