// The plugins of a load order, loaded for a comparison.
#pragma once

#include <deque>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "edit/document/document.hpp"
#include "edit/plugin/plugin_conflicts.hpp"
#include "tes/strings/string_texts.hpp"

namespace redforge::edit {

/// Returns the paths of plugins in a folder. `names`: file names in code page 1252, in any case. Errors: io (the folder
/// cannot be read, or has no such file).
[[nodiscard]] Result<std::vector<std::filesystem::path>> find_plugins(std::span<const std::string> names,
                                                                      const std::filesystem::path& data);

/// Plugins with their documents.
class PluginOrder {
public:
    /// Appends a loaded plugin. Errors: usage (not a plugin); mismatch (of another game than the first one).
    Status add(const std::filesystem::path& file, Loaded loaded);
    /// Inserts the masters that were not added, and that the contexts of the plugins have, before the plugins.
    void add_masters();
    [[nodiscard]] std::span<const OrderedPlugin> plugins() const { return plugins_; }
    /// Returns the document of a plugin, by the order of add().
    [[nodiscard]] const Loaded& loaded(std::size_t index) const { return loaded_[index]; }

private:
    std::deque<Loaded> loaded_;
    std::deque<tes::StringTexts> texts_;  ///< of masters
    std::vector<OrderedPlugin> plugins_;
};

}  // namespace redforge::edit
