// Records edits of a document: each call changes the document at once and can be reverted.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "edit/document/document.hpp"
#include "edit/operation/indices.hpp"
#include "edit/operation/operation.hpp"
#include "edit/operation/reference_names.hpp"

namespace redforge::edit {

struct FormatHooks;

/// A relative change of a number: `+100` and `+=100` add, `-=10` subtracts, `*2` and `*=2` multiply, `/=2` divides.
/// A negative number alone is a value.
struct Adjustment {
    char sign{};  ///< + - * /
    double amount{};

    /// Parses an adjustment. Returns nullopt if the text is not one.
    [[nodiscard]] static std::optional<Adjustment> parse(std::string_view text);
    /// Returns the adjusted value.
    [[nodiscard]] double of(double value) const;
};

/// Returns true if other files refer to the records of a list by index: a copy goes to the end of the list, so that the
/// others keep their indices.
[[nodiscard]] inline bool has_external_indices(const ChildEntry& list)
{
    return list.info.append_only;
}

/// Returns true if an operation, before or after it is applied, can change the names of ReferenceNames. Only setting a
/// number or a reference by number cannot.
[[nodiscard]] bool may_change_names(const RecordHandle& root, Operation::Kind kind, const NodePath& node,
                                    std::uint32_t member);

/// Records the changes of one transaction. The destructor reverts changes that were not finished.
class Recorder {
public:
    /// The document must outlive the recorder and must not move. `context` has the names for scripts.
    explicit Recorder(Document& document, LoadContext context = {});
    /// Records changes to a record outside of a document. Dependent values are not updated.
    explicit Recorder(const RecordHandle& root) : root_(root) {}
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
    ~Recorder() { revert(); }

    [[nodiscard]] const RecordHandle& root() const { return root_; }
    [[nodiscard]] const LoadContext& context() const { return context_; }
    /// Returns the present reference_names(), from a cache that changes invalidate. Returns null if the document has
    /// none. The pointer is valid until the next change.
    [[nodiscard]] const ReferenceNames* names();

    /// Sets a field. Numbers accept an Adjustment. An empty text clears the stored value of a derived field. A field
    /// that invalidates another one clears that stored value too. Does nothing if the value is equal. Errors:
    /// out_of_range, with the path and the expected value.
    Status set(const NodePath& node, const FieldEntry& field, std::string_view text);
    /// Sets a field to a value of its type, without clearing other fields.
    void set(const NodePath& node, const FieldEntry& field, LeafValue value);
    /// Sets a field to an integer, like set(), but without a conversion to text for an integer field. Errors:
    /// out_of_range.
    Status set_integer(const NodePath& node, const FieldEntry& field, std::int64_t number);
    /// Sets a field to a number, rounded to the precision of the field. Errors: those of set().
    Status set_number(const NodePath& node, const FieldEntry& field, double number);
    /// Set a blob or a byte range. Do nothing if the bytes are equal.
    void set_bytes(const NodePath& node, const ChildEntry& blob, Bytes bytes);
    void set_byte_range(const NodePath& node, const ChildEntry& byte_range, SharedBytes bytes);
    /// Inserts records into a list. `places` are their indices after the insertion, ascending.
    void insert(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places, DetachedRecords records);
    /// Removes the records at `places` (ascending) from a list.
    void erase(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places);
    /// Moves a record. `to` is its index after its removal from `from`.
    void move(const NodePath& node, const ChildEntry& list, std::size_t from, std::size_t to);

    /// Gives the record at `node` the content of another record of its type.
    void change(const NodePath& node, const RecordHandle& to);

    /// Declares that the recorded changes include all dependent values: finish() updates none, and indices
    /// and references by number stay as they are.
    void leave_dependents() { leaves_dependents_ = true; }

    /// Completes inserted records whose text leaves parts to be computed (Format::complete), such as the code of a
    /// script with an edited source. Errors: those of the format; the records stay as they are.
    Status complete();

    /// For each record of a list, its index after a change; nullopt if it was removed.
    using NewPlaces = std::vector<std::optional<std::size_t>>;
    /// Updates indices after a change of a list for which is_indexed() is true. The index of a removed record becomes
    /// -1, or its record is removed from an inner list. For other indices, finish() fails if they are still there. Does
    /// nothing for other lists. `replacement`: records, ascending, whose indices are new already. insert(), erase() and
    /// move() call it.
    void follow_indices(const NodePath& node, const ChildEntry& list, const NewPlaces& places,
                        const std::vector<std::size_t>& replacement = {});
    /// Returns true if the list of files by which references are numbered (the masters of a plugin, the plugins of a
    /// save) has changed, and they still have the old numbers.
    [[nodiscard]] bool must_renumber() const;
    /// Renumbers the references after a change of that list, so that later changes find the new numbers. finish() calls
    /// it. Does nothing after leave_dependents(). Errors: those of FormatHooks::renumber(); some references may have
    /// new numbers then.
    [[nodiscard]] Status renumber();
    /// Describes what follow_indices(), renumber() and finish() did, like "5 routes were renumbered with their
    /// nodes". Returns nullopt if they changed nothing else.
    [[nodiscard]] std::optional<std::string> warn_about_references() const;
    /// Adds a sentence to warn_about_references(), once.
    void add_note(std::string note);

    /// Returns true if nothing has been changed so far.
    [[nodiscard]] bool empty() const { return made_.empty(); }
    /// Returns the changes so far, as the operations that revert them: see changes_of().
    [[nodiscard]] const Transaction& made() const { return made_; }
    /// Updates what depends on the changes (SideCodec::follow, Format::update_dependents, renumber(),
    /// FormatHooks::complete_edits) and ends the recording. Returns the transaction. Errors: mismatch, with the field
    /// (an edit set a field that the rest of the document determines, or removed a record to which the field refers by
    /// index), and those of renumber(). After an error, the recording continues.
    [[nodiscard]] Result<Transaction> finish(std::string name);
    /// Reverts all changes.
    void revert();
    /// Reverts all operations after the first `count` of made(). Returns the effects of the reversal.
    Changes revert_to(std::size_t count);

private:
    friend class ListEdit;  // inserts and removes the records of several edits, then calls follow_indices() once

    /// Updates the values that depend on changed blobs (SideCodec::follow).
    void follow();
    void make(Operation operation);
    void make_consequence(Operation operation);
    /// Returns an error if a field that an edit set has another value in the updated document.
    [[nodiscard]] Status check_consequences(const RecordHandle& updated) const;
    void put(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places, DetachedRecords records);
    void take(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places);
    void invalidated(const NodePath& node, const RecordHandle& record, const FieldEntry& field);
    Error error(const NodePath& node, const FieldEntry& field, std::string_view text, std::string expected) const;

    Document* document_{};
    bool leaves_dependents_{};
    RecordHandle root_;
    LoadContext context_;
    const FormatHooks* hooks_{};  ///< of the document
    std::optional<ReferenceNames> names_;
    Transaction made_;
    std::vector<std::string> numbering_;  ///< list of files by which the document's references are numbered
    std::size_t renumbered_{};            ///< number of references that renumber() changed
    /// Numbers of indices that follow_indices() changed, and of records that it removed, by list and element.
    struct FollowedIndices {
        std::string list;     ///< "nodes"
        std::string element;  ///< element of the record with the index: "route"
        std::size_t changed{};
        std::size_t removed{};
        std::size_t lost{};  ///< set to -1
    };
    /// Updates the fields of FieldInfo::indexed_by.
    void follow_fields(const NodePath& node, const ChildEntry& list, const NewPlaces& places);
    void follow_field(const NodePath& node, const FieldView& index, const ChildEntry& list, const NewPlaces& places,
                      FollowedIndices& count);
    [[nodiscard]] static bool is_lost(std::int64_t index, const NewPlaces& places);
    /// Returns an error for a field with the index of a removed record.
    [[nodiscard]] std::optional<Error> find_lost_index() const;
    /// Lists with removed records whose indices are now the maximum of their fields.
    std::set<const ChildEntry*> lost_;
    void count_followed(FollowedIndices followed);
    std::vector<FollowedIndices> followed_;
    std::vector<std::string> notes_;  ///< of hooks
};

}  // namespace redforge::edit
