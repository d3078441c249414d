// Fields that several plugins of a load order set, as table rows.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace redforge::editor {

/// A field of a record, with its value in each plugin that has the record.
struct PluginConflictRow {
    std::string record;  ///< "WEAP Club Oblivion.esm:000900"
    std::string field;
    std::string original;          ///< value in the plugin that defines the record; empty if that plugin is missing
    std::string others;            ///< values of the overrides before the last: "A.esp: 5, B.esp: 6"
    std::string winner;            ///< the last plugin and its value: "C.esp: 7"
    bool is_conflict{};            ///< the last plugin lacks a change of an earlier override
    std::filesystem::path file{};  ///< the last plugin; empty if it is a master that is not among the compared files
    std::string form{};            ///< "Oblivion.esm:000900"
};

struct PluginConflicts {
    std::vector<PluginConflictRow> rows;  ///< conflicts first
    std::size_t conflicts{};              ///< number of rows that are conflicts
    std::size_t plugins{};                ///< number of compared plugins, with their masters
    std::vector<std::string> missing;     ///< masters that were not found
};

/// Returns the files that the user chose in load order: the active plugins of a list (plugins.txt) in `data`, or else
/// the chosen plugins, in the order in which the game loads their folder without a list. Errors: those of
/// tes::read_load_order(), edit::find_plugins() and tes::load_order_of().
[[nodiscard]] Result<std::vector<std::filesystem::path>>
plugins_in_order(const std::vector<std::filesystem::path>& chosen, const std::filesystem::path& data);

/// Compares plugins in load order, and their masters. Errors: those of reading; those of edit::PluginOrder::add() and
/// edit::overridden_fields().
[[nodiscard]] Result<PluginConflicts> compare_plugins(const std::vector<std::filesystem::path>& files);

}  // namespace redforge::editor
