// The Python package against C++: moving 10,000 objects, record by record and as a table.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "bench/measure.hpp"
#include "edit/document/edited_document.hpp"
#include "edit/operation/list_edit.hpp"
#include "edit/path/path.hpp"

namespace redforge::bench {
namespace {

constexpr std::size_t objects = 10000;
constexpr double max_times = 5;

edit::Document map_of_objects()
{
    const Format& format = *edit::find_format("map");
    edit::Document document(format, format.make_new(true));
    const edit::Match list = edit::resolve_some(document.root(), "objects").value().front();
    edit::Recorder recorder(document);
    edit::ListEdit more(list.node, list.list, "objects");
    while (more.size() < objects) {
        more.insert_copy(more.size(), 4);
    }
    more.finish(recorder);
    static_cast<void>(recorder.finish(""));
    return document;
}

/// Returns the seconds that `python3 move_many.py` reports, by method.
std::map<std::string, double> python_seconds(const std::filesystem::path& map)
{
    std::map<std::string, double> seconds;
    const std::string command = fmt::format("PYTHONPATH='{0}/python' PYTHONDONTWRITEBYTECODE=1 REDFORGE_LIBRARY='{1}' "
                                            "python3 '{0}/tests/python/move_many.py' '{2}'",
                                            REDFORGE_SOURCE, REDFORGE_C_LIBRARY, map.string());
    std::FILE* const python = popen(command.c_str(), "r");
    char way[64];  // NOLINT(*avoid-c-arrays*): for fscanf
    double value{};
    while (python != nullptr && std::fscanf(python, "%63s %lf", way, &value) == 2) {
        seconds[way] = value;
    }
    if (python != nullptr) {
        pclose(python);
    }
    return seconds;
}

}  // namespace

void measure_python(Figures& figures)
{
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "redforge-bench-many.RGM";
    edit::Document made = map_of_objects();
    static_cast<void>(edit::save(made, file, edit::Storage::binary, {.overwrite = Overwrite::force}));
    edit::EditedDocument document(std::move(made));
    const edit::Match list = edit::resolve_some(document.root(), "objects").value().front();
    const auto move = [&] {
        static_cast<void>(document.change("Move", [&](edit::Recorder& recorder) -> Status {
            edit::NodePath node = list.node;
            node.push_back({list.record.table().number_of(*list.child), 0});
            for (std::size_t i = 0; i < objects; ++i) {
                node.back().index = static_cast<std::uint32_t>(i);
                const RecordHandle record = edit::record_at(document.root(), node);
                const FieldView x = record.find_field("position.x");
                if (Status status = recorder.set_number(node, *x.entry, x.number().value_or(0) + 100); !status) {
                    return status;
                }
            }
            return {};
        }));
    };
    const double cpp = median_seconds(5, {move}).front();
    const std::map<std::string, double> python = python_seconds(file);
    std::filesystem::remove(file);
    figures.push_back(plain("moving 10,000 objects in C++", cpp * 1000, "ms"));
    for (const auto& [way, seconds] : python) {
        const std::string name = fmt::format("moving 10,000 objects in Python, {}", way);
        // A Python loop makes two calls per record. The target is for calls that take all records.
        figures.push_back(way == "each_by_itself" ? plain(name, seconds / cpp, "x of C++")
                                                  : at_most(name, seconds / cpp, max_times, "x", "C++"));
    }
    if (python.empty()) {
        figures.push_back({"Python: left out, there is none", "", "", "", true});
    }
}

}  // namespace redforge::bench
