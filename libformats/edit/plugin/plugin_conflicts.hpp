// Compares records that several plugins of a load order have.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "edit/operation/changes.hpp"

namespace redforge::tes {
class StringTexts;
struct Plugin;
}  // namespace redforge::tes

namespace redforge::edit {

/// A plugin of a load order, which must outlive the calls below.
struct OrderedPlugin {
    std::string file;  ///< file name, in code page 1252
    const tes::Plugin* plugin{};
    const tes::StringTexts* texts{};  ///< of a localised plugin; may be null
};

/// A field of a record, with its value in each plugin that has the record.
struct OverriddenField {
    std::string form;       ///< "Skyrim.esm:012EB7"
    std::string type;       ///< "WEAP"
    std::string editor_id;  ///< editor ID in the last plugin that has one
    std::string field;      ///< path from the record: "weapon.damage", "keywords.keyword[2]"
    struct Value {
        std::string plugin;
        std::string
            value;  ///< FormIDs begin with the position of their plugin in the load order; a missing field has none
    };
    std::vector<Value> values;  ///< in load order; the last one wins
    bool is_conflict{};         ///< true if the last plugin lacks a change of an earlier override
    bool has_original{true};    ///< false if the plugin that the record belongs to is not among the plugins, or if it
                                ///< does not have the record, and plugins add it independently. Each field in which
                                ///< plugins differ is a conflict then.
};

/// A comparison of plugins.
struct PluginComparison {
    std::vector<OverriddenField> fields;
    std::size_t records{};             ///< number of records that several plugins have
    std::vector<std::string> missing;  ///< masters that are not among the plugins, in code page 1252
};

/// Returns the masters of the plugins that are not among them, each once, in code page 1252.
[[nodiscard]] std::vector<std::string> missing_masters(std::span<const OrderedPlugin> plugins);

/// Returns the fields in which plugins differ, for records that several plugins have, in the order of the first plugin
/// that has the record. Compares references in cells and responses of topics too. Compares texts of localised plugins,
/// not their numbers; a text that is not known differs from all others. Skips bookkeeping fields. Errors:
/// out_of_range (more files than FormIDs can name: 254 plugins, 4096 light plugins).
[[nodiscard]] Result<PluginComparison> overridden_fields(std::span<const OrderedPlugin> plugins,
                                                         const LoadContext& context = {});

/// Returns the changes of the last plugin to records of the others. Each record is compared with the last other plugin
/// that has it. Errors: those of overridden_fields().
[[nodiscard]] Result<std::vector<RecordChange>> changes_of_overrides(std::span<const OrderedPlugin> plugins,
                                                                     const LoadContext& context = {});

}  // namespace redforge::edit
