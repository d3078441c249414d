// Bookkeeping values of plugins: next free number, counts, version control stamps.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/record/record_type.hpp"
#include "core/services.hpp"
#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/operation/recorder.hpp"

namespace redforge::tes {
struct Group;
struct Plugin;
struct Record;
}  // namespace redforge::tes

namespace redforge::edit {

/// Returns the base of a merge with an empty top group for each type of record that both sides add, so that their
/// records are merged. Returns nullopt if there is no such type, or if the documents are not plugins.
[[nodiscard]] std::optional<Document> with_groups_of_both(const Document& base, const Document& ours,
                                                          const Document& theirs);

/// Returns the FormIDs other than 0 that several records of a plugin have, ascending.
[[nodiscard]] std::vector<std::uint32_t> repeated_forms(const tes::Plugin& plugin);
/// Returns the types and editor IDs of the records with a FormID: "KYWD Iron, FLST List".
[[nodiscard]] std::string names_of_form(const tes::Plugin& plugin, std::uint32_t form);
/// Returns the number of FormIDs that several records of a plugin have.
[[nodiscard]] std::size_t count_repeated_forms(const tes::Plugin& plugin);

/// Fails if two records of an unpacked plugin have one FormID and did not when it was unpacked. This happens if git
/// combines the files of two branches. `text`: the main text of the folder. Its line <?repeated_forms 01000800?> lists
/// the FormIDs that were repeated before.
[[nodiscard]] Status check_repeated_forms(const Document& document, std::string_view text);
/// Returns the line <?repeated_forms ...?> of a text. Returns an empty text if there is none.
[[nodiscard]] std::string repeated_forms_in(std::string_view text);
/// Returns the line <?repeated_forms ...?> for a document. Returns an empty text if it has no repeated FormIDs.
[[nodiscard]] std::string repeated_forms_line(const Document& document);

/// Reports records that one side of a merge moved to another cell, topic or group, and the other side moved, changed or
/// removed. Leaves the record of the side that `report` returns, or that of ours.
void resolve_moved_forms(
    const Document& base, const Document& ours, const Document& theirs, Document& merged,
    const std::function<MergeFavor(const RecordHandle& record, std::string path, std::string_view what)>& report);

/// Returns an error if a merged plugin has an invalid FormID that neither side has: several records have it, because
/// each side gave it to a new record, or one side makes the plugin light, and it is outside the range of light plugins.
/// Returns nullopt if there is no such FormID, or the document is not a plugin.
[[nodiscard]] std::optional<Error> check_merged_plugin(const Document& ours, const Document& theirs,
                                                       const Document& merged, const LoadContext& context);

/// Sets the bookkeeping values for records that are added to a plugin. Does nothing for other documents.
class AddedRecords {
public:
    AddedRecords(const RecordHandle& root, Services services) : root_(root), services_(std::move(services)) {}

    /// Prepares a record or group that will be added to `siblings`: a missing form version is copied from the last
    /// sibling, else from the plugin. Errors: out_of_range (number above the range of a light plugin).
    [[nodiscard]] Status add(const RecordHandle& record, const ListView& siblings);
    /// Raises the plugin's next free number above the numbers of the added records.
    void finish(Recorder& recorder) const;

private:
    [[nodiscard]] Status add_record(tes::Record& record, std::uint16_t form_version);
    [[nodiscard]] Status add_group(const tes::Group& group, std::uint16_t form_version);

    RecordHandle root_;
    Services services_;
    std::uint32_t last_{};  ///< largest number of the added records
};

}  // namespace redforge::edit
