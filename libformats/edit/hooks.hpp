// Hooks by which generic editing calls the code of single formats.
//
// libformats/formats lists the hooks of all formats. The code of a format is in edit/plugin, edit/map, edit/archive and
// edit/script. Hooks that need no types of edit are members of Format, and properties of fields are traits in
// FieldInfo.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/merge/pairing.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/operation/reference_names.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {

struct PatchAttempt;
struct PatchResult;

/// Copies of three documents whose references are numbered by one list of files.
struct CommonNumbers {
    Document base;
    Document ours;
    Document theirs;
    std::size_t wanted{};                 ///< number of files in the merged list; a side removed those after them
    std::string path;                     ///< path of the list
    std::optional<std::string> conflict;  ///< "both change the order of masters"
};

/// Copy of a document whose references use the numbering of another document.
struct RenumberedDocument {
    Document document;
    ReferenceNames names;  ///< names of records by their numbers in the copy
};

/// How a patch numbers references.
struct PatchSides {
    /// Copies of both documents whose references are numbered by one list of files. If they are empty, the patch is
    /// made from the documents themselves.
    Document from;
    Document to;
    std::vector<std::pair<std::string, std::string>> attributes;  ///< of the patch's root, with the lists
};

/// A list for which a patch fits even if it moves or removes records that the target does not have.
struct OptionalRecords {
    std::string path;                 ///< path of the list; empty if there is none
    std::set<std::string> selectors;  ///< fingerprints of the records that the patch's own document had
};

/// Items that a list may get, by the definition of the record that contains it.
struct DefinedItems {
    std::string record_type;  ///< "WEAP"
    std::vector<std::string> names;
};

/// A record that is added to a list without a position.
struct AddedItem {
    RecordHandle root;
    NodePath node;  ///< the record that contains the list
    const ChildEntry* list{};
    const RecordType* type{};
    std::size_t size{};  ///< of the list
    std::function<const RecordType*(std::size_t)> type_at{};
};

/// Work for records that are added to a document.
struct RecordAdder {
    /// Prepares a record that will be added to `siblings`. Errors: out_of_range.
    std::function<Status(const RecordHandle& record, const ListView& siblings)> add;
    /// Sets values of the document that follow from the added records.
    std::function<void(Recorder&)> finish;
};

/// The new indices of a list's records, to which scripts refer.
struct NewIndices {
    NodePath parent;  ///< the record that contains the list
    const ChildEntry* list{};
    std::vector<std::optional<std::size_t>> now;  ///< for each record its new index; nullopt if it was removed
};

/// A statement of a script.
struct ScriptStatement {
    NodePath record;   ///< the record that contains the script
    std::string text;  ///< "WanderToLocation(2, 0)"
};

/// Scripts with new indices.
struct RenumberedScripts {
    struct Script {
        NodePath record;
        const ChildEntry* blob{};
        Bytes bytes;
    };
    std::vector<Script> scripts;            ///< those that change
    std::size_t changed{};                  ///< number of indices that change
    std::vector<ScriptStatement> lost;      ///< have the index of a removed record, and keep it
    std::vector<ScriptStatement> doubtful;  ///< have a number that may be an old index, and keep it
    std::string others;                     ///< other files that may have old indices, as a sentence; may be empty
};

/// The hooks of one format. Members may be null or empty.
struct FormatHooks {
    // References by number, and the list of files that gives the numbers their meaning (the masters of a plugin)
    std::optional<ReferenceNames> (*reference_names)(const RecordHandle& root, const LoadContext& context){};
    /// Returns true if a text is a number that the field accepts, and not a name.
    bool (*is_reference_number)(const FieldEntry& field, std::string_view text){};
    /// Adds fields and records that refer to a name although FieldInfo::refers_to does not say so: names in scripts.
    void (*find_more_references)(const RecordHandle& root, std::string_view name, const LoadContext& context,
                                 std::vector<Match>& found){};
    std::vector<std::string> (*numbering)(const RecordHandle& root){};  ///< returns the list of files
    bool (*is_numbering)(const ChildEntry& list){};                     ///< returns true for that list
    /// Gives references other numbers after a change of the list, which was `before`.
    Status (*renumber)(Recorder& recorder, const std::vector<std::string>& before){};
    std::string_view number_name{};     ///< for messages: "FormID"
    std::string_view numbering_name{};  ///< "list of plugins"

    // References by index in scripts. A format has all three hooks, or none.
    /// Returns true if scripts refer to the records of a list by index.
    bool (*is_list_in_scripts)(const ChildEntry& list){};
    /// Returns the paths of these lists, by which they are found in other versions of the document.
    std::vector<std::string> (*lists_in_scripts)(const RecordHandle& root){};
    /// Returns the document's scripts with new indices for the records of a list.
    RenumberedScripts (*renumber_scripts)(const RecordHandle& root, const NewIndices& indices,
                                          const LoadContext& context){};

    // Edits
    /// Adds changes that the recorded changes require. Returns a note for the user about other records.
    std::optional<std::string> (*complete_edits)(Recorder& recorder){};
    /// Returns true for a list whose records are referred to by index in a way that FieldInfo::indexed_by cannot
    /// describe.
    bool (*is_followed)(const ChildEntry& list){};
    /// Updates these references after a change of the list.
    void (*follow_list)(Recorder& recorder, const NodePath& node, const ChildEntry& list,
                        const Recorder::NewPlaces& places){};
    RecordAdder (*record_adder)(const RecordHandle& root, const LoadContext& context){};
    /// Returns the index at which an item belongs. Returns nullopt if that is not known.
    /// `by_definition`: ignores positions in other records.
    std::optional<std::size_t> (*position_of)(const AddedItem& added, bool by_definition){};
    /// Returns the items that the definition of the record at `node` has. Returns nullopt for lists without definition.
    std::optional<DefinedItems> (*defined_items)(const RecordHandle& root, const NodePath& node,
                                                 const ChildEntry& list){};

    // Merges
    Result<std::optional<CommonNumbers>> (*common_numbers)(const Document& base, const Document& ours,
                                                           const Document& theirs){};
    /// Removes the files after the first `wanted` ones that no reference needs.
    Status (*drop_unused_files)(Document& document, std::size_t wanted){};
    /// Returns a copy of `theirs` in which no new record has the number of another new record of `ours`. Returns
    /// nullopt if all numbers can stay. Adds notes to the result of the merge, and a conflict for each record without a
    /// number. The copy can contain new records of `ours`, too.
    std::optional<Document> (*separate_additions)(const Document& base, const Document& ours, const Document& theirs,
                                                  const LoadContext& context, Merge& result){};
    /// Returns the base with empty containers for records that both sides add, so that they are merged. Returns nullopt
    /// if no container is missing.
    std::optional<Document> (*base_for_additions)(const Document& base, const Document& ours, const Document& theirs){};
    /// Finds records that one side moved to another list, and the other side moved, changed or removed. Reports each
    /// with its path in `merged` by `report`, and leaves the record of the side that wins.
    void (*resolve_moves)(
        const Document& base, const Document& ours, const Document& theirs, Document& merged,
        const std::function<MergeFavor(const RecordHandle& record, std::string path, std::string_view what)>& report){};
    /// Returns true if a record is marked as removed from the game.
    bool (*is_deleted)(const RecordHandle& record){};
    std::optional<Error> (*check_merged)(const Document& ours, const Document& theirs, const Document& merged,
                                         const LoadContext& context){};
    /// Returns the key of an item of which the record `parent` has at most one, or an empty text.
    std::string (*single_key)(const RecordHandle& root, const RecordHandle& parent, const ChildEntry& list,
                              const RecordHandle& item){};
    /// Returns for each item in a list of the record `parent` the index of the item that it belongs to, or no_match.
    /// The items that belong to an item follow it directly. Returns an empty list if items of the list never belong to
    /// each other.
    std::vector<std::size_t> (*item_leaders)(const RecordHandle& root, const RecordHandle& parent,
                                             const ListView& list){};

    // Differences
    std::optional<RenumberedDocument> (*renumbered_like)(const RecordHandle& root, const RecordHandle& like,
                                                         const LoadContext& context){};
    /// Returns the number by which users know a record and everything in it. Returns an empty text for parts of such
    /// records.
    std::string (*record_number)(const RecordHandle& record){};
    bool has_named_keys{};  ///< keys of records are numbers of records in other files, which ReferenceNames names

    // Patches
    std::optional<PatchSides> (*patch_sides)(const RecordHandle& from, const RecordHandle& to){};
    OptionalRecords (*optional_records)(const XmlDocument& edits, CodePage page){};
    /// Returns true for a record that contains others. Two with one key are joined.
    bool (*is_container)(const RecordHandle& record){};
    /// Patches a copy of a document by `patch`, which patches a record, with the numbers of the patch. If null, the
    /// numbers are those of the document.
    Result<PatchAttempt> (*patch_copy)(const RecordHandle& root, const XmlDocument& edits, const LoadContext& context,
                                       const std::function<Result<PatchResult>(const RecordHandle&)>& patch){};

    // Files
    /// Returns the line that begins each record file of the folder form, or nullopt.
    std::optional<std::string> (*record_file_line)(const RecordHandle& root){};
    /// Returns the text of a record file with this line instead of its own; without `line`, with no line.
    std::string (*with_record_file_line)(std::string text, const std::optional<std::string>& line){};
    /// Returns a reader of the side files of a document that converts record files for another list of files.
    SideFileReader (*record_file_reader)(const XmlDocument& main, SideFileReader files){};
    std::string (*main_line)(const Document& document){};         ///< a generated line of the main text, or empty
    std::string (*find_main_line)(std::string_view main_text){};  ///< such a line in a text, or empty
    /// Writes a game file together with files that depend on it. Returns nullopt, without writing, if there are none.
    std::optional<Result<Written>> (*save_with_others)(const Document& document, const SharedBytes& bytes,
                                                       const std::filesystem::path& path,
                                                       const WriteOptions& options){};
    /// Returns the problems of files that depend on a game file, as sentences.
    std::vector<std::string> (*dependent_problems)(const Document& document, const std::filesystem::path& path){};
};

/// Returns the hooks for documents with this root record. Returns hooks without members for other records.
[[nodiscard]] const FormatHooks& hooks_of(const RecordHandle& root);

/// Returns a list of the record `parent` with its groups, see FormatHooks::item_leaders.
[[nodiscard]] inline GroupedList grouped_list(const RecordHandle& root, const RecordHandle& parent,
                                              const ListView& list)
{
    const FormatHooks& hooks = hooks_of(root);
    return {list, hooks.item_leaders == nullptr ? std::vector<std::size_t>{} : hooks.item_leaders(root, parent, list)};
}

/// Text that is not a document, but can be read as one.
struct OtherText {
    std::string_view root;    ///< root element
    std::string_view advice;  ///< hint for users who use it as a document
    Result<Document> (*read)(std::string text, const std::filesystem::path& file){};
};
[[nodiscard]] std::span<const OtherText> other_texts();

/// Returns the context for a file: `given` if it has names for scripts, else that of the game folder around the file.
[[nodiscard]] LoadContext context_with_names(const std::filesystem::path& path, const LoadContext& given);
/// Adds the services of `given` and those of the files around a path that `context` lacks.
void add_services(const std::filesystem::path& path, const LoadContext& given, LoadContext& context);

/// Returns the numbers of bank and image in the name of an image: "302" and "44" for D02044. Returns nullopt for other
/// texts.
[[nodiscard]] std::optional<std::array<std::string, 2>> image_numbers(std::string_view name);

}  // namespace redforge::edit
