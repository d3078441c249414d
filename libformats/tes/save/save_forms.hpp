// The references of a save: converts irefs to FormIDs and back, and visits all references.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "tes/save/save.hpp"

namespace redforge::tes {

/// Lookup in the array of FormIDs that irefs are indices of. The array must outlive it and must not change.
class FormTable {
public:
    explicit FormTable(std::span<const FormEntry> forms);

    /// Returns the FormID for an iref. Returns 0 for an invalid one.
    [[nodiscard]] std::uint32_t form_of(std::uint32_t iref) const
    {
        return iref < forms_.size() ? forms_[iref].form_id.value : iref >= first_created_form ? iref : 0;
    }
    /// Finds the default iref of a FormID: its first index, or the FormID itself for a created form without an index.
    /// Returns false if there is none.
    [[nodiscard]] bool find(std::uint32_t form_id, std::uint32_t& iref) const;

private:
    std::span<const FormEntry> forms_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places_;  ///< sorted FormIDs, each with its index
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

/// Sets the FormID of a reference from its iref, and clears the iref if it is the default one.
void name_form(const FormTable& table, const FormFields& form);
/// Sets the FormIDs of all references from their irefs, and clears default irefs.
void name_forms(Save& save);

/// Sets the irefs of all references. Errors: out_of_range (form_ids does not have the form), mismatch (`iref` or `form`
/// is another form than form_id), unknown_name (the plugin is not in the load order).
[[nodiscard]] Status number_forms(Save& save);

/// Sets the display name of all references: "Oblivion.esm:01D15C". A form that belongs to no plugin gets none.
void show_plugins(Save& save);

}  // namespace redforge::tes
