// Records that several plugins of a load order have: what each of them says, and which one wins.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "edit/changes.hpp"

namespace redforge::tes {
struct Plugin;
}  // namespace redforge::tes

namespace redforge::edit {

/// A plugin of a load order. Both must outlive the calls below.
struct OrderedPlugin {
    std::string file;  ///< file name, bytes of code page 1252
    const tes::Plugin* plugin{};
};

/// A field of a record, and what each plugin that has the record says there.
struct OverriddenField {
    std::string form;       ///< "Skyrim.esm:012EB7"
    std::string type;       ///< "WEAP"
    std::string editor_id;  ///< of the last plugin that has one
    std::string field;      ///< below the record: "weapon.damage", "keywords.keyword[2]"
    struct Value {
        std::string plugin;
        std::string value;  ///< FormIDs begin with the position of their plugin in the load order; empty: there is none
    };
    std::vector<Value> values;  ///< in load order; the last one wins
    bool is_conflict{};         ///< the last plugin lacks a change that an earlier override made
};

/// Returns the fields in which the plugins differ, of records that several of them have, in the order of the first plugin that has the
/// record. References in cells and responses of topics are compared too; bookkeeping is not.
[[nodiscard]] std::vector<OverriddenField> overridden_fields(std::span<const OrderedPlugin> plugins,
                                                             const LoadContext& context = {});

/// Returns the changes of the last plugin to records of the others: from the last other plugin that has the record.
[[nodiscard]] std::vector<RecordChange> changes_of_overrides(std::span<const OrderedPlugin> plugins,
                                                             const LoadContext& context = {});

}  // namespace redforge::edit
