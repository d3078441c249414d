// Reads load orders.
#include "tes/form/load_order.hpp"

#include <algorithm>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

#include "core/bytes/mapped_file.hpp"
#include "core/files/files.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "tes/plugin/plugin.hpp"

namespace redforge::tes {

namespace fs = std::filesystem;

bool is_plugin_name(std::string_view name)
{
    const std::string extension = name.size() <= 4 ? std::string() : lower(name.substr(name.size() - 4));
    return extension == ".esm" || extension == ".esp" || extension == ".esl";
}

namespace {

Result<fs::path> list_in(const fs::path& path)
{
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
        return path;
    }
    for (const char* const name : {"loadorder.txt", "plugins.txt", "Plugins.txt"}) {
        if (fs::exists(path / name, ignored)) {
            return path / name;
        }
    }
    return fail({.code = ErrorCode::io,
                 .message = "no load order in this folder",
                 .file = path.string(),
                 .hint = "name plugins.txt, loadorder.txt, or a profile folder of Mod Organizer"});
}

/// Returns a name as bytes of code page 1252.
std::string bytes_of_name(std::string_view name)
{
    const Result<std::string> bytes = decode_text(name, CodePage::cp1252);
    return bytes ? *bytes : std::string(name);
}

}  // namespace

Result<std::vector<std::string>> read_load_order(const fs::path& path, bool only_active)
{
    const Result<fs::path> file = list_in(path);
    if (!file) {
        return fail(file.error());
    }
    Result<Bytes> bytes = read_file(*file, max_read, Pipes::allow);
    if (!bytes) {
        return fail(bytes.error());
    }
    std::string_view rest = as_text(*bytes);
    if (rest.starts_with("\xEF\xBB\xBF")) {
        rest.remove_prefix(3);
    }
    std::vector<std::string> all;
    std::vector<std::string> active;
    for (std::size_t line = 1; !rest.empty(); ++line) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view name = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        while (!name.empty() && (name.back() == '\r' || name.back() == ' ')) {
            name.remove_suffix(1);
        }
        if (name.empty() || name.front() == '#') {
            continue;
        }
        const bool is_active = name.front() == '*';
        name.remove_prefix(is_active ? 1 : 0);
        if (!is_plugin_name(name)) {
            return fail({.code = ErrorCode::malformed,
                         .message = fmt::format("\"{}\" is not the file name of a plugin", name),
                         .file = file->string(),
                         .line = static_cast<std::uint32_t>(line),
                         .hint = "each line is a name that ends in .esm, .esp or .esl"});
        }
        all.push_back(bytes_of_name(name));
        if (is_active) {
            active.push_back(all.back());
        }
    }
    return only_active && !active.empty() ? active : all;
}

Result<std::vector<std::string>> load_order_of(const fs::path& data)
{
    struct FoundPlugin {
        bool is_plain;  ///< not a master
        fs::file_time_type time;
        std::string name;
    };
    std::vector<FoundPlugin> files;
    std::error_code error;
    for (fs::directory_iterator at(data, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::error_code ignored;
        if (!is_plugin_name(name) || !at->is_regular_file(ignored)) {
            continue;
        }
        const Result<SharedBytes> file = map_file(at->path());
        constexpr std::size_t flags_at = 8;
        const bool is_flagged = file && file->size() >= flags_at + sizeof(std::uint32_t) &&
                                (load_le<std::uint32_t>(file->view().data() + flags_at) & 1U) != 0;
        const bool is_master = is_flagged || !lower(name).ends_with(".esp");
        files.push_back({!is_master, at->last_write_time(ignored), bytes_of_name(name)});
    }
    if (error) {
        return fail({.code = ErrorCode::io, .message = error.message(), .file = data.string()});
    }
    std::ranges::sort(files, [](const FoundPlugin& a, const FoundPlugin& b) {
        return std::tie(a.is_plain, a.time, a.name) < std::tie(b.is_plain, b.time, b.name);
    });
    std::vector<std::string> names;
    std::ranges::transform(files, std::back_inserter(names), &FoundPlugin::name);
    return names;
}

}  // namespace redforge::tes
