// The file name of a plugin.
#include "tes/form/plugin_file.hpp"

#include <memory>
#include <mutex>
#include <vector>

#include "core/files/backups.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "tes/form/load_order.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"

namespace redforge::tes {

namespace fs = std::filesystem;

std::string plugin_file_name(const fs::path& path)
{
    std::error_code failed;
    fs::path whole = fs::absolute(path, failed).lexically_normal();
    if (path == "-" || failed) {
        return {};
    }
    if (!whole.has_filename() || lower(whole.filename().string()) == "plugin.xml") {
        whole = whole.parent_path();  // an unpacked folder
    }
    fs::path name = original_name(whole.filename().string());
    if (lower(name.extension().string()) == ".xml") {
        name = name.stem();
    }
    std::vector<std::string> beside;  // the plugins with this name next to it
    if (!is_plugin_name(name.string())) {
        for (fs::directory_iterator at(whole.parent_path(), failed), end; !failed && at != end; at.increment(failed)) {
            const fs::path file = at->path().filename();
            std::error_code ignored;
            if (is_plugin_name(file.string()) && equals_ignore_case(file.stem().string(), name.string()) &&
                at->is_regular_file(ignored)) {
                beside.push_back(file.string());
            }
        }
    }
    const std::string text = beside.size() == 1 ? beside.front() : name.string();
    Result<std::string> bytes = decode_text(text, CodePage::cp1252);
    return bytes ? std::move(*bytes) : text;
}

std::function<const PluginFileName*()> find_plugin_file_name(const fs::path& path)
{
    struct LazyFile {
        std::once_flag once;
        PluginFileName file;
    };
    return [lazy = std::make_shared<LazyFile>(), path] {
        std::call_once(lazy->once, [&] { lazy->file.name = plugin_file_name(path); });
        return &lazy->file;
    };
}

bool is_light(const Plugin& plugin, std::string_view file_name)
{
    constexpr std::size_t later_header = 24;  // games before Skyrim Special Edition have no light plugins
    return has_light_flag(plugin) || (plugin.header_size == later_header && lower(file_name).ends_with(".esl"));
}

bool is_light(const Plugin& plugin, const Services& services)
{
    const PluginFileName* const file = services.find<PluginFileName>();
    return is_light(plugin, file == nullptr ? std::string_view() : std::string_view(file->name));
}

}  // namespace redforge::tes
