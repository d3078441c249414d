// Making changes to a document so that they can be taken back: each call changes it at once and is remembered.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "edit/document.hpp"
#include "edit/operation.hpp"
#include "tes/form_names.hpp"

namespace redforge::edit {

/// What a text does to a number: `+100` and `+=100` add, `-=10` subtracts, `*2` and `*=2` multiply, `/=2` divides.
/// A negative number alone is a value.
struct Adjustment {
    char sign{};  ///< + - * /
    double amount{};

    /// Nothing when the text is not one.
    [[nodiscard]] static std::optional<Adjustment> parse(std::string_view text);
    [[nodiscard]] double of(double value) const;
};

/// Whether a list is that of a walk map's nodes, which routes name by their places.
[[nodiscard]] bool holds_walk_nodes(const ChildEntry& list);

/// Returns true if other files refer to the records of a list by index, as a .PVO refers to static objects: a copy goes to the end of
/// the list, so that the others keep their indices.
[[nodiscard]] bool grows_at_end(const ChildEntry& list);

/// Whether an operation, before or after it is made, may change what forms of a document are called: only setting a number or a
/// reference to a form cannot.
[[nodiscard]] bool may_rename_forms(const RecordHandle& root, Operation::Kind kind, const NodePath& node,
                                    std::uint32_t member);

/// The changes of one transaction while they are made. What was not finished is taken back when the recorder goes.
class Recorder {
public:
    /// The document must stay where it is as long as the recorder is used.
    /// Sources of scripts are read and shown with the names that `context` has.
    explicit Recorder(Document& document, LoadContext context = {});
    /// Changes to a record that is in no document.
    explicit Recorder(const RecordHandle& root) : root_(root) {}
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
    ~Recorder() { take_back(); }

    [[nodiscard]] const RecordHandle& root() const { return root_; }
    [[nodiscard]] const LoadContext& context() const { return context_; }
    /// What forms are called now, looked for once until that may have changed. Null: the document has none.
    [[nodiscard]] const tes::FormNames* names_of_forms();

    /// Sets a field. Numbers take an Adjustment. An empty text gives a derived field back to computing; a field that
    /// invalidates another gives that one back. Nothing happens when the value is the same.
    /// Errors: out_of_range, with the place and what was expected.
    Status set(const NodePath& node, const FieldEntry& field, std::string_view text);
    /// Sets a field to a value of its type, and nothing else.
    void set(const NodePath& node, const FieldEntry& field, LeafValue value);
    /// The same from a whole number: no text is made of it for an integer field. Errors: out_of_range.
    Status set_integer(const NodePath& node, const FieldEntry& field, std::int64_t number);
    /// The same for a number of any kind: rounded to the field's steps.
    Status set_number(const NodePath& node, const FieldEntry& field, double number);
    /// Sets a blob, or a byte range.
    void set_bytes(const NodePath& node, const ChildEntry& blob, Bytes bytes);
    void set_byte_range(const NodePath& node, const ChildEntry& byte_range, SharedBytes bytes);
    /// Puts records into a list, so that they are at `places` (ascending) afterwards.
    void insert(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places, DetachedRecords records);
    /// Takes the records at `places` (ascending) out of a list.
    void erase(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places);
    /// Moves a record; `to` counts without it.
    void move(const NodePath& node, const ChildEntry& list, std::size_t from, std::size_t to);

    /// Makes the record at a place say what another one of its type says.
    void change(const NodePath& node, const RecordHandle& to);

    /// What follows from the changes is among them: finish() renews nothing, and routes are not renumbered.
    void leave_dependents() { leaves_dependents_ = true; }

    /// Makes what texts of records that were put in leave to be made (Format::complete): the code of a script with an edited
    /// source. Errors: those of the format; the records stay as they are.
    Status complete();

    /// Places of the records of a list before a change and after it; nothing for those that left it.
    using NewPlaces = std::vector<std::optional<std::size_t>>;
    /// Of the nodes of a walk map: gives routes the numbers that their nodes have now, and removes routes to nodes that
    /// are gone. Nothing for other lists. `replacement`: nodes, ascending, whose routes have the new numbers already.
    /// insert(), erase() and move() do so themselves.
    void follow_nodes(const NodePath& node, const ChildEntry& list, const NewPlaces& places,
                      const std::vector<std::size_t>& replacement = {});
    /// Returns true if the masters of a plugin, or the plugins of a save, are not those that its forms are numbered by.
    [[nodiscard]] bool must_follow_masters() const;
    /// Renumbers the forms of a plugin or save after a change of that list, so that later changes find the new numbers. finish()
    /// calls it. Does nothing after leave_dependents(). Errors: those of renumber_forms(); some forms may have new numbers then.
    [[nodiscard]] Status follow_masters();
    /// Returns what follow_nodes() and follow_masters() did, "5 routes were renumbered with their nodes"; nothing if they did nothing.
    [[nodiscard]] std::optional<std::string> note_on_references() const;

    /// Whether anything has been changed so far.
    [[nodiscard]] bool empty() const { return made_.empty(); }
    /// The changes so far. (Their operations are those that take them back: see changes_of().)
    [[nodiscard]] const Transaction& made() const { return made_; }
    /// Updates values that depend on the changes (SideCodec::follow, Format::update_dependents, follow_masters()) and ends the
    /// recording. Errors: mismatch, with the field (an edit gave a value to a field that the program numbers itself), and those of
    /// follow_masters(). The recording goes on then.
    [[nodiscard]] Result<Transaction> finish(std::string name);
    /// Takes all changes back.
    void take_back();
    /// Takes back what was done after the first `count` operations of made(). Returns what that did.
    Changes take_back_to(std::size_t count);

private:
    friend class ListEdit;  // puts and takes the records of several edits, and tells follow_nodes() of them together

    /// Renews what follows from blobs that were set (SideCodec::follow).
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
    std::optional<tes::FormNames> names_of_forms_;
    Transaction made_;
    std::vector<std::string> plugins_;  ///< that the document's forms are numbered by
    std::size_t renumbered_routes_{};
    std::size_t removed_routes_{};
    std::size_t renumbered_forms_{};
};

}  // namespace redforge::edit
