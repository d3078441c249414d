// The file name of a plugin, also of one that is unpacked.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "core/services.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

/// The file of a plugin, a service of its LoadContext.
struct PluginFileName {
    std::string name;  ///< see plugin_file_name()
};

/// Returns the file name of a plugin, "Mod.esp", as bytes of code page 1252. For an unpacked folder or text without its
/// extension, like Mod or Mod.xml, returns the name of the only plugin Mod next to it. If there is none or several,
/// returns the name without extension. Returns an empty name for standard input.
[[nodiscard]] std::string plugin_file_name(const std::filesystem::path& path);

/// Returns a service of a LoadContext. It looks for the file name at the first call.
[[nodiscard]] std::function<const PluginFileName*()> find_plugin_file_name(const std::filesystem::path& path);

/// Returns true if the game loads a plugin as a light one, whose numbers end at FFF: by its flag, or by the extension
/// .esl of its file.
[[nodiscard]] bool is_light(const Plugin& plugin, std::string_view file_name);
/// Same as above, for a plugin with the PluginFileName of `services`.
[[nodiscard]] bool is_light(const Plugin& plugin, const Services& services);

}  // namespace redforge::tes
