// Steps in the editor: time and memory for setting a value in a large map.
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "core/files/files.hpp"
#include "editor/model/rows/outline.hpp"
#include "rgm/map.hpp"

namespace redforge::bench {
namespace {

constexpr int steps = 100;  ///< steps per measurement: a single one is too short for the clock

struct Town {
    explicit Town(std::size_t scale)
    {
        std::string name = (std::filesystem::temp_directory_path() / "redforge-bench-XXXXXX").string();
        const std::filesystem::path folder = mkdtemp(name.data());
        const Bytes file = rgm::write_map(town(scale)).value();
        size = file.size();
        keep(write_file(folder / "X.RGM", file).value());
        session.emplace(editor::Session::open(folder / "X.RGM").value());
        std::filesystem::remove_all(folder);
    }
    /// Throws on a rejected value, because a rejection would look fast.
    void set(const editor::NodeRefs& record, std::string_view field, int number)
    {
        if (!session->set(record, field, std::to_string(number))) {
            throw std::logic_error("the session rejected the value of " + std::string(field));
        }
    }
    void set_and_undo()
    {
        const editor::NodeRefs light{session->find("lights[7]").value()};
        for (int i = 0; i < steps; ++i) {
            set(light, "position.x", ++value % 5000);
            keep(session->undo());
        }
    }

    std::size_t size{};
    std::optional<editor::Session> session;
    int value{};
};

}  // namespace

void measure_session(Figures& figures)
{
    Town large(380);
    const std::vector<double> times = median_seconds(9, {[&] { large.set_and_undo(); }});
    const std::string of = fmt::format("a map of {:.1f} MB", static_cast<double>(large.size) / 1e6);
    figures.push_back(at_most("set a field of " + of + " and undo it", times[0] / steps * 1e3, 50, "ms"));
    const editor::NodeRefs light{large.session->find("lights[7]").value()};
    const std::size_t before = large.session->history_memory();
    for (int i = 0; i < steps; ++i) {
        large.set(light, "radius", i + 1);
    }
    const double each = static_cast<double>(large.session->history_memory() - before) / steps;
    figures.push_back(at_most("memory of a value that was set", each, 1024, "bytes"));
}

}  // namespace redforge::bench
