// Other FormIDs for records of plugins: free numbers, and references that follow.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/patch/edits.hpp"
#include "tes/form/form_id.hpp"
#include "tes/form/form_id_allocator.hpp"

namespace redforge::tes {
struct Plugin;
}  // namespace redforge::tes

namespace redforge::edit {

/// Own FormIDs of a plugin that change: the number without the first byte, old -> new.
using FormNumbers = std::map<std::uint32_t, std::uint32_t>;

/// Numbers of forms of a plugin in other files. The plugin has no records with some of them: they belong to records
/// that other plugins inject, and its records cannot get them.
using UsedNumbers = std::set<std::uint32_t>;

/// Returns the numbers of the forms of `file` that another plugin or save has or refers to.
[[nodiscard]] UsedNumbers numbers_used_in(const Document& other, std::string_view file);

/// Returns new numbers for the own records of a plugin that are outside 800 to FFF, the range of light plugins. The
/// others keep theirs. Errors: out_of_range (too few numbers are free).
[[nodiscard]] Result<FormNumbers> compact_numbers(const tes::Plugin& plugin, const UsedNumbers& used = {});
/// Returns ascending numbers from `first` for all own records, in file order. `is_light`: see tes::is_light(). Errors:
/// out_of_range.
[[nodiscard]] Result<FormNumbers> consecutive_numbers(const tes::Plugin& plugin, std::uint32_t first, bool is_light,
                                                      const UsedNumbers& used = {});
/// Returns free numbers, from `first` on if it is given, for records named by editor ID or FormID (eight digits).
/// Errors: not_found; usage (a record of a master, several records with the name); exists (several records have the
/// FormID); out_of_range.
[[nodiscard]] Result<FormNumbers> free_numbers(const tes::Plugin& plugin, std::span<const std::string> names,
                                               std::optional<std::uint32_t> first, bool is_light,
                                               const UsedNumbers& used = {});

/// Gives forms of a plugin other numbers, in the plugin itself (`file` is empty) or in a plugin or save that names it
/// as `file`. Renumbered cells of the plugin itself move to the blocks of their new numbers. Errors: not_found (the
/// document does not name the file); mismatch (unknown bytes that may be one of the FormIDs).
[[nodiscard]] Result<EditLog> change_form_numbers(Recorder& recorder, std::string_view file,
                                                  const FormNumbers& numbers);

/// Gives own forms of a plugin other numbers, and raises its next free number. Errors: mismatch, as
/// change_form_numbers(); the plugin must then be discarded.
[[nodiscard]] Status assign_own_numbers(const RecordHandle& root, const FormNumbers& numbers);

/// Moves cells of the recorder's plugin to the blocks that they belong to (tes::arrange_cells). Does nothing if the
/// document is not a plugin.
void move_cells(Recorder& recorder, const std::function<bool(tes::FormId)>& is_wanted);

/// Moves the cells of a plugin whose grid or FormID the recorder changed. Returns true if a cell moved. Does nothing if
/// the document is not a plugin.
bool move_changed_cells(Recorder& recorder);

/// Assigns free FormIDs to named records of the recorder's plugin, as free_numbers(). If other records have the FormID
/// too, the references stay with them, and the line's note names the referrers. Errors: those of free_numbers() except
/// exists, and of change_form_numbers().
[[nodiscard]] Result<EditLog> assign_free_form_ids(Recorder& recorder, std::span<const std::string> names,
                                                   std::optional<std::uint32_t> first);

/// Identity of a record besides its FormID.
struct FormHead {
    std::uint32_t form{};
    std::string type;       ///< "WEAP"
    std::string editor_id;  ///< bytes of the file
};

/// Gives a record of the plugin itself a FormID of a master, like "Skyrim.esm:0ABCDE", and lets references follow: an
/// injected record. `record`: an editor ID or FormID. Errors: usage; not_found (record or master); exists (the form is
/// taken, in the plugin or in the master if `context` has it); mismatch (unknown bytes that may be the FormID).
[[nodiscard]] Result<EditLog> inject_form(Recorder& recorder, const std::string& record, std::string_view form,
                                          const LoadContext& context);

/// Returns the records whose FormID no record of `base` has.
[[nodiscard]] std::vector<FormHead> find_new_forms(const tes::Plugin& base, const tes::Plugin& side);

/// New numbers for records, and for each a line such as "KYWD Light: number 000801 -> 000802, because WEAP Sword has
/// 000801". The first byte of a FormID depends on the masters, so the line omits it.
struct SeparateNumbers {
    FormNumbers numbers;
    std::vector<std::string> notes;
    std::vector<FormHead> left_out;  ///< records for which no number is free
};

/// Returns free numbers for the new records of another version of a plugin that have the FormID of another record of
/// `ours` (of another type or with another editor ID). `forms`: has the records of `ours`. `is_same`: returns true if a
/// record without editor ID is the one of `ours` with its FormID and type, such as a reference.
[[nodiscard]] SeparateNumbers separate_numbers(const tes::Plugin& ours, std::span<const FormHead> added,
                                               tes::FormIdAllocator forms,
                                               const std::function<bool(const FormHead& added)>& is_same);

/// Returns a copy of `theirs` in which no new record has the FormID of another new record of `ours`; its references
/// follow. Adds the lines of SeparateNumbers to the notes of `result`. Returns nullopt if no FormID changes, or if the
/// documents are not plugins. Adds a conflict for each record that needs another FormID and cannot get one: no number
/// is free, or unknown bytes may be one of the FormIDs.
[[nodiscard]] std::optional<Document> with_separate_forms(const Document& base, const Document& ours,
                                                          const Document& theirs, const LoadContext& context,
                                                          Merge& result);

}  // namespace redforge::edit
