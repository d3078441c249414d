// The references of a save: between irefs and FormIDs, and all of them in a document.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "tes/save.hpp"

namespace redforge::tes {

/// Looks FormIDs up in the array that irefs are places in. The array must stay as it is.
class FormTable {
public:
    explicit FormTable(std::span<const FormEntry> forms);

    /// The FormID that an iref means; 0 for one that leads nowhere.
    [[nodiscard]] std::uint32_t form_of(std::uint32_t iref) const
    {
        return iref < forms_.size() ? forms_[iref].form_id.value : iref >= first_created_form ? iref : 0;
    }
    /// The usual iref of a FormID: its first place, or itself for a created form that has none. False: there is none.
    [[nodiscard]] bool find(std::uint32_t form_id, std::uint32_t& iref) const;

private:
    std::span<const FormEntry> forms_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places_;  ///< FormIDs in order, each with its places
};

/// The fields of a reference: a FormID whose field invalidates an iref.
struct FormFields {
    FormId& form_id;
    Derived<Text>& form;
    Derived<std::uint32_t>& iref;
};

/// Calls `visit` for all references of a save, or of one change record, in the order of their tables.
void for_each_form(Save& save, const std::function<void(const FormFields&)>& visit);
void for_each_form(const RecordHandle& change, const std::function<void(const FormFields&)>& visit);

/// From the iref of a reference to its FormID; the iref is dropped when it is the usual one.
void name_form(const FormTable& table, const FormFields& form);
/// From irefs, as files have them, to FormIDs; irefs that are the usual ones are dropped.
void name_forms(Save& save);

/// Gives all references their irefs. Errors: out_of_range (a form that form_ids does not have), mismatch (an iref or a
/// plugin's form that is another form), unknown_name (a form of no plugin of the load order).
[[nodiscard]] Status number_forms(Save& save);

/// Gives all references their plugin and number, to be shown: "Oblivion.esm:01D15C". Those of no plugin have none.
void show_plugins(Save& save);

}  // namespace redforge::tes
