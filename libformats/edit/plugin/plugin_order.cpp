// The plugins of a load order.
#include "edit/plugin/plugin_order.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"

namespace redforge::edit {
namespace {

namespace fs = std::filesystem;

std::string in_code_page(const std::string& name)
{
    Result<std::string> bytes = decode_text(name, CodePage::cp1252);
    return bytes ? std::move(*bytes) : name;
}

}  // namespace

Result<std::vector<fs::path>> find_plugins(std::span<const std::string> names, const fs::path& data)
{
    std::error_code error;
    std::vector<fs::path> there;
    for (fs::directory_iterator at(data, error), end; !error && at != end; at.increment(error)) {
        there.push_back(at->path());
    }
    if (error) {
        return fail({.code = ErrorCode::io, .message = error.message(), .file = data.string()});
    }
    std::vector<fs::path> files;
    for (const std::string& name : names) {
        const auto found = std::ranges::find_if(there, [&](const fs::path& path) {
            return equals_ignore_case(in_code_page(path.filename().string()), name);
        });
        if (found == there.end()) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("{} is in the load order but not in this folder",
                                                encode_text(name, CodePage::cp1252)),
                         .file = data.string()});
        }
        files.push_back(*found);
    }
    return files;
}

Status PluginOrder::add(const fs::path& file, Loaded loaded)
{
    const tes::Plugin* const plugin = plugin_of(loaded.document.root());
    if (plugin == nullptr) {
        return fail({.code = ErrorCode::usage, .message = "is not a plugin", .file = file.string()});
    }
    if (!plugins_.empty() && plugins_.front().plugin->header_size != plugin->header_size) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "is a plugin of another game than the first one",
                     .file = file.string()});
    }
    loaded_.push_back(std::move(loaded));
    plugins_.push_back({in_code_page(file.filename().string()), plugin_of(loaded_.back().document.root()),
                        loaded_.back().context.services.find<tes::StringTexts>()});
    return {};
}

void PluginOrder::add_masters()
{
    std::vector<OrderedPlugin> masters;
    std::vector<std::string> seen;
    const auto is_named = [&](std::string_view name) {
        const auto is_it = [&](const std::string& each) { return equals_ignore_case(each, name); };
        return std::ranges::any_of(plugins_, is_it, &OrderedPlugin::file) || std::ranges::any_of(seen, is_it);
    };
    const std::function<void(const tes::Plugin&, const tes::DataFolder&)> add_masters_of =
        [&](const tes::Plugin& plugin, const tes::DataFolder& data) {
            for (const std::string_view name : tes::masters_of(plugin)) {
                if (is_named(name)) {
                    continue;
                }
                seen.emplace_back(name);
                const tes::MasterFile* const master = data.master(name);
                if (master != nullptr && master->plugin().header_size == plugin.header_size) {
                    add_masters_of(master->plugin(), data);
                    const tes::StringTexts& texts =
                        texts_.emplace_back(data.folders(),
                                            fs::path(encode_text(name, CodePage::cp1252)).stem().string());
                    masters.push_back({std::string(name), &master->plugin(), &texts});
                }
            }
        };
    for (std::size_t i = 0; i < plugins_.size(); ++i) {
        if (const tes::DataFolder* const data = loaded_[i].context.services.find<tes::DataFolder>()) {
            seen.clear();
            std::ranges::transform(masters, std::back_inserter(seen), &OrderedPlugin::file);
            add_masters_of(*plugins_[i].plugin, *data);
        }
    }
    plugins_.insert(plugins_.begin(), masters.begin(), masters.end());
}

}  // namespace redforge::edit
