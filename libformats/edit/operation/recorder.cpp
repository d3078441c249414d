// Records edits of a document.
#include "edit/operation/recorder.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "edit/hooks.hpp"
#include "edit/operation/compare.hpp"
#include "edit/operation/history.hpp"
#include "edit/operation/references.hpp"
#include "edit/operation/script_indices.hpp"

namespace redforge::edit {

std::optional<Adjustment> Adjustment::parse(std::string_view text)
{
    const std::string_view signs = "+-*/";
    if (text.size() < 2 || signs.find(text.front()) == std::string_view::npos) {
        return std::nullopt;
    }
    Adjustment result;
    result.sign = text.front();
    const bool with_equals = text[1] == '=';
    if (result.sign == '-' && !with_equals) {
        return std::nullopt;  // a negative number
    }
    const std::string_view amount = text.substr(with_equals ? 2 : 1);
    const auto [end, error] = std::from_chars(amount.data(), amount.data() + amount.size(), result.amount);
    const bool good = error == std::errc{} && end == amount.data() + amount.size() && std::isfinite(result.amount);
    return good && !(result.sign == '/' && result.amount == 0) ? std::optional(result) : std::nullopt;
}

double Adjustment::of(double value) const
{
    switch (sign) {
    case '+': return value + amount;
    case '-': return value - amount;
    case '*': return value * amount;
    default: return value / amount;
    }
}

namespace {

bool is_whole(double value)
{
    return value == std::round(value);
}

/// Returns the text of a number, rounded to the precision of a field.
std::string number_text(const FieldEntry& field, double value)
{
    const LeafType& type = field.ops->type;
    if (type.kind == ValueKind::integer) {
        return fmt::format("{:.0f}", std::round(value));
    }
    return type.parts == 0 ? fmt::format("{}", static_cast<float>(value))
                           : fmt::format("{}", std::round(value * type.parts) / type.parts);
}

}  // namespace

namespace {

std::vector<std::string> numbering_of(const FormatHooks& hooks, const RecordHandle& root)
{
    return hooks.numbering == nullptr ? std::vector<std::string>{} : hooks.numbering(root);
}

}  // namespace

Recorder::Recorder(Document& document, LoadContext context)
    : document_(&document), root_(document.root()), context_(std::move(context)), hooks_(&hooks_of(root_)),
      numbering_(numbering_of(*hooks_, root_))
{
}

bool may_change_names(const RecordHandle& root, Operation::Kind kind, const NodePath& node, std::uint32_t member)
{
    if (kind != Operation::Kind::set) {
        return true;
    }
    const RecordHandle record = record_at(root, node);
    if (record.type->tables.size() > 1) {
        return true;  // the field with this number depends on other fields
    }
    const FieldEntry& field = record.table().fields[member];
    return field.ops->type.kind == ValueKind::text && field.info.refers_to != Target::form;
}

const ReferenceNames* Recorder::names()
{
    if (!names_) {
        names_ = reference_names(root_, context_);
    }
    return names_ ? &*names_ : nullptr;
}

Error Recorder::error(const NodePath& node, const FieldEntry& field, std::string_view text, std::string expected) const
{
    return {.code = ErrorCode::out_of_range,
            .message = fmt::format("value \"{}\"", text),
            .field = path_below(path_text(root_, node), field.name),
            .hint = "expected " + std::move(expected)};
}

Status Recorder::set(const NodePath& node, const FieldEntry& field, std::string_view text)
{
    const RecordHandle record = record_at(root_, node);
    const FieldView view = record.field(field);
    Operation operation{.kind = Operation::Kind::set, .node = node};
    operation.member = static_cast<std::uint32_t>(&field - record.table().fields.data());
    operation.value = LeafValue(*field.ops, view.value);
    const ValueKind kind = field.ops->type.kind;
    const bool number =
        (kind == ValueKind::integer && field.info.notation != Notation::hexadecimal) || kind == ValueKind::real;
    std::string absolute;
    if (const auto adjustment = number ? Adjustment::parse(text) : std::nullopt) {
        const double before = view.number().value_or(0);
        const double after = adjustment->of(before);
        // Adjusting a whole number by a whole number gives a whole number: a coordinate 100 divided by 3 is 33.
        const bool whole = field.ops->type.parts != 0 && is_whole(before) && is_whole(adjustment->amount);
        absolute = number_text(field, whole ? std::round(after) : after);
        text = absolute;
    }
    const FieldView changed{&field, operation.value.get(), view.page};
    if (const Status status = changed.set(text); !status) {
        Error error = status.error();
        error.field = path_below(path_text(root_, node), field.name);
        return fail(std::move(error));
    }
    if (!field.same(view.value, operation.value.get())) {
        make(std::move(operation));
        invalidated(node, record, field);
    }
    return {};
}

void Recorder::set(const NodePath& node, const FieldEntry& field, LeafValue value)
{
    const RecordHandle record = record_at(root_, node);
    if (field.same(record.field(field).value, value.get())) {
        return;
    }
    Operation operation{.kind = Operation::Kind::set, .node = node};
    operation.member = static_cast<std::uint32_t>(&field - record.table().fields.data());
    operation.value = std::move(value);
    make(std::move(operation));
}

Status Recorder::set_integer(const NodePath& node, const FieldEntry& field, std::int64_t number)
{
    if (field.ops->set_integer == nullptr) {
        return set_number(node, field, static_cast<double>(number));
    }
    if (number < field.min || number > field.max) {
        return fail(error(node, field, std::to_string(number), number_description(field.min, field.max)));
    }
    const RecordHandle record = record_at(root_, node);
    const FieldView view = record.field(field);
    Operation operation{.kind = Operation::Kind::set, .node = node};
    operation.member = static_cast<std::uint32_t>(&field - record.table().fields.data());
    operation.value = LeafValue(*field.ops, view.value);
    field.ops->set_integer(operation.value.get(), number);
    if (!field.same(view.value, operation.value.get())) {
        make(std::move(operation));
        invalidated(node, record, field);
    }
    return {};
}

Status Recorder::set_number(const NodePath& node, const FieldEntry& field, double number)
{
    return set(node, field, number_text(field, number));
}

/// Clears the stored value of a derived field that an edit has made invalid.
void Recorder::invalidated(const NodePath& node, const RecordHandle& record, const FieldEntry& field)
{
    const std::vector<FieldEntry>& fields = record.table().fields;
    const auto stale = field.info.invalidates.empty()
                           ? fields.end()
                           : std::ranges::find(fields, field.info.invalidates, &FieldEntry::name);
    if (stale == fields.end()) {
        return;
    }
    Operation operation{.kind = Operation::Kind::set, .node = node};
    operation.member = static_cast<std::uint32_t>(stale - fields.begin());
    operation.value = LeafValue(*stale->ops, record.field(*stale).value);
    stale->ops->reset(operation.value.get());
    if (!stale->same(record.field(*stale).value, operation.value.get())) {
        make_consequence(std::move(operation));
    }
}

void Recorder::set_bytes(const NodePath& node, const ChildEntry& blob, Bytes bytes)
{
    const RecordHandle record = record_at(root_, node);
    if (record.blob(blob) == bytes) {
        return;
    }
    Operation operation{.kind = Operation::Kind::set_bytes, .node = node, .member = record.table().number_of(blob)};
    operation.bytes = std::move(bytes);
    make(std::move(operation));
}

void Recorder::set_byte_range(const NodePath& node, const ChildEntry& byte_range, SharedBytes bytes)
{
    const RecordHandle record = record_at(root_, node);
    if (record.byte_range(byte_range) == bytes) {
        return;
    }
    Operation operation{.kind = Operation::Kind::set_bytes,
                        .node = node,
                        .member = record.table().number_of(byte_range)};
    operation.byte_range = std::move(bytes);
    make(std::move(operation));
}

void Recorder::insert(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places,
                      DetachedRecords records)
{
    const std::size_t size = record_at(root_, node).list(list).size();
    const std::vector<std::size_t> inserted = places;
    put(node, list, std::move(places), std::move(records));
    if (hooks_ == nullptr || !is_followed(*hooks_, list)) {
        return;
    }
    NewPlaces now(size);
    std::size_t to = 0;
    for (std::optional<std::size_t>& each : now) {
        for (; std::ranges::binary_search(inserted, to); ++to) {
        }
        each = to++;
    }
    follow_indices(node, list, now);
}

void Recorder::erase(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places)
{
    const std::size_t size = record_at(root_, node).list(list).size();
    const std::vector<std::size_t> erased = places;
    take(node, list, std::move(places));
    if (hooks_ == nullptr || !is_followed(*hooks_, list)) {
        return;
    }
    NewPlaces now(size);
    std::size_t to = 0;
    for (std::size_t i = 0; i < size; ++i) {
        now[i] = std::ranges::binary_search(erased, i) ? std::nullopt : std::optional(to++);
    }
    follow_indices(node, list, now);
}

void Recorder::move(const NodePath& node, const ChildEntry& list, std::size_t from, std::size_t to)
{
    Operation operation{.kind = Operation::Kind::move, .node = node};
    operation.member = record_at(root_, node).table().number_of(list);
    operation.places = {from, to};
    make(std::move(operation));
    if (hooks_ == nullptr || !is_followed(*hooks_, list)) {
        return;
    }
    NewPlaces now(record_at(root_, node).list(list).size());
    for (std::size_t i = 0; i < now.size(); ++i) {
        const std::size_t without = i - (i > from ? 1U : 0U);
        now[i] = i == from ? to : without + (without >= to ? 1U : 0U);
    }
    follow_indices(node, list, now);
}

void Recorder::put(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places,
                   DetachedRecords records)
{
    Operation operation{.kind = Operation::Kind::insert, .node = node};
    operation.member = record_at(root_, node).table().number_of(list);
    operation.places = std::move(places);
    operation.records = std::move(records);
    make(std::move(operation));
}

void Recorder::take(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places)
{
    Operation operation{.kind = Operation::Kind::erase, .node = node};
    operation.member = record_at(root_, node).table().number_of(list);
    operation.places = std::move(places);
    make(std::move(operation));
}

void Recorder::follow_indices(const NodePath& node, const ChildEntry& list, const NewPlaces& places,
                              const std::vector<std::size_t>& replacement)
{
    if (document_ == nullptr || leaves_dependents_) {
        return;
    }
    std::size_t first = 0;  // the first record with another index
    while (first < places.size() && places[first] == first) {
        ++first;
    }
    if (first == places.size()) {
        return;
    }
    if (hooks_->follow_list != nullptr) {
        hooks_->follow_list(*this, node, list, places);
    }
    if (!list.info.indexed_by.empty()) {
        follow_fields(node, list, places);
    }
    if (is_list_in_scripts(*hooks_, list)) {
        const std::string& item = list.items.front().name;
        RenumberedScripts scripts = hooks_->renumber_scripts(root_, {node, &list, places}, context_);
        for (RenumberedScripts::Script& each : scripts.scripts) {
            set_bytes(each.record, *each.blob, std::move(each.bytes));
        }
        count_followed({item + "s", item + " number", scripts.changed});
        if (auto note = old_indices_note(root_, scripts, item + "s")) {
            add_note(std::move(*note));
        }
    }
    if (!has_internal_indices(list)) {
        return;
    }
    NodePath at = node;
    at.push_back({record_at(root_, node).table().number_of(list), 0});
    const std::size_t size = record_at(root_, node).list(list).size();
    for (std::size_t n = 0; n < size; ++n) {
        if (std::ranges::binary_search(replacement, n)) {
            continue;
        }
        at.back().index = static_cast<std::uint32_t>(n);
        const RecordHandle record = record_at(root_, at);
        std::map<const ChildEntry*, std::vector<std::size_t>> lost;  // inner records with indices of removed records
        for_each_internal_index(record, list, [&](const ChildEntry* inner, std::size_t r, const FieldView& index) {
            NodePath inside = at;
            if (inner != nullptr) {
                inside.push_back({record.table().number_of(*inner), static_cast<std::uint32_t>(r)});
                if (any_index(index, [&](std::int64_t to) { return is_lost(to, places); })) {
                    if (std::vector<std::size_t>& places_of_lost = lost[inner];
                        places_of_lost.empty() || places_of_lost.back() != r) {
                        places_of_lost.push_back(r);
                    }
                    return;
                }
            }
            FollowedIndices followed{list.name, inner != nullptr ? inner->items.front().name : index.name() + " value"};
            follow_field(inside, index, list, places, followed);
            count_followed(std::move(followed));
        });
        for (auto& [inner, records] : lost) {
            count_followed({list.name, inner->items.front().name, 0, records.size()});
            take(at, *inner, std::move(records));
        }
    }
}

void Recorder::add_note(std::string note)
{
    if (std::ranges::find(notes_, note) == notes_.end()) {
        notes_.push_back(std::move(note));
    }
}

bool Recorder::is_lost(std::int64_t index, const NewPlaces& places)
{
    return index >= 0 && static_cast<std::uint64_t>(index) < places.size() && !places[static_cast<std::size_t>(index)];
}

void Recorder::follow_field(const NodePath& node, const FieldView& index, const ChildEntry& list,
                            const NewPlaces& places, FollowedIndices& count)
{
    // Keep stored values that depend on the index: it is still the index of the same record.
    LeafValue value(*index.entry->ops, index.value);
    const bool has_none = index.entry->min < 0;
    bool loses = false;
    const auto now = [&](std::int64_t number) {
        if (is_lost(number, places)) {
            loses = true;
            return has_none ? std::int64_t{-1} : index.entry->max;
        }
        const bool is_there = number >= 0 && static_cast<std::uint64_t>(number) < places.size();
        return is_there ? static_cast<std::int64_t>(*places[static_cast<std::size_t>(number)]) : number;
    };
    if (!change_indices({index.entry, value.get(), index.page}, now)) {
        return;
    }
    set(node, *index.entry, std::move(value));
    ++(loses && has_none ? count.lost : count.changed);
    if (loses && !has_none) {
        lost_.insert(&list);
    }
}

void Recorder::follow_fields(const NodePath& node, const ChildEntry& list, const NewPlaces& places)
{
    std::vector<std::pair<NodePath, FieldView>> all;
    for_each_index(root_, index_scope(root_, node), list,
                   [&](const NodePath& record, const FieldView& index) { all.emplace_back(record, index); });
    const std::string& item = list.items.front().name;
    for (const auto& [record, index] : all) {
        const std::string_view element = list.name.empty() ? std::string_view() : element_at(root_, record);
        FollowedIndices followed{list.name.empty() ? item + "s" : list.name,
                                 element.empty() ? index.name() + " value" : std::string(element)};
        follow_field(record, index, list, places, followed);
        count_followed(std::move(followed));
    }
}

std::optional<Error> Recorder::find_lost_index() const
{
    std::optional<Error> error;
    for (const ChildEntry* const list : lost_) {
        for_each_index(root_, {}, *list, [&](const NodePath& node, const FieldView& index) {
            if (!error && any_index(index, [&](std::int64_t each) { return each == index.entry->max; })) {
                error = Error{.code = ErrorCode::mismatch,
                              .message = fmt::format("refers to a {} that the edit removes", list->items.front().name),
                              .field = path_below(path_text(root_, node), index.name()),
                              .hint = fmt::format("first change it, or remove the {}", element_at(root_, node))};
            }
        });
    }
    return error;
}

void Recorder::count_followed(FollowedIndices followed)
{
    const auto known = std::ranges::find_if(followed_, [&](const FollowedIndices& each) {
        return each.list == followed.list && each.element == followed.element;
    });
    if (known == followed_.end()) {
        followed_.push_back(std::move(followed));
    } else {
        known->changed += followed.changed;
        known->removed += followed.removed;
        known->lost += followed.lost;
    }
}

std::optional<std::string> Recorder::warn_about_references() const
{
    std::vector<std::string> notes;
    const auto note = [&](std::size_t count, std::string_view noun, const std::string& what) {
        if (count != 0) {
            notes.push_back(
                fmt::format("{} {}{} {} {}", count, noun, count == 1 ? "" : "s", count == 1 ? "was" : "were", what));
        }
    };
    for (const FollowedIndices& each : followed_) {
        note(each.changed, each.element, fmt::format("renumbered with their {}", each.list));
        note(each.removed, each.element, fmt::format("removed with the {} that they led to", each.list));
        note(each.lost, each.element, fmt::format("set to -1 because of removed {}", each.list));
    }
    if (renumbered_ != 0) {
        note(renumbered_, hooks_->number_name, fmt::format("renumbered with the {}", hooks_->numbering_name));
    }
    notes.insert(notes.end(), notes_.begin(), notes_.end());
    return notes.empty() ? std::nullopt : std::optional(fmt::format("{}", fmt::join(notes, ", ")));
}

void Recorder::change(const NodePath& node, const RecordHandle& to)
{
    for (Operation& operation : differences(record_at(root_, node), to)) {
        operation.node.insert(operation.node.begin(), node.begin(), node.end());
        make(std::move(operation));
    }
}

Status Recorder::complete()
{
    // No check of the operations needed: only inserted records can be incomplete, and they are in the document.
    const bool applies = document_ != nullptr && !made_.empty() && document_->format().complete != nullptr;
    return applies ? document_->format().complete(document_->data(), context_) : Status{};
}

void Recorder::make(Operation operation)
{
    if (names_ && may_change_names(root_, operation.kind, operation.node, operation.member)) {
        names_.reset();
    }
    exchange(root_, operation);
    made_.operations.push_back(std::move(operation));
}

void Recorder::make_consequence(Operation operation)
{
    operation.is_consequence = true;
    make(std::move(operation));
}

Status Recorder::check_consequences(const RecordHandle& updated) const
{
    const Changes changes = changes_of(made_);
    std::vector<std::size_t> moving;  // the changes that give records other positions
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (changes[i].kind != Operation::Kind::set && changes[i].kind != Operation::Kind::set_bytes) {
            moving.push_back(i);
        }
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (made_.operations[i].kind != Operation::Kind::set || made_.operations[i].is_consequence) {
            continue;
        }
        NodePath node = changes[i].node;
        const bool is_there = std::all_of(std::ranges::upper_bound(moving, i), moving.end(),
                                          [&](std::size_t later) { return edit::follow(node, changes[later]); });
        if (!is_there) {
            continue;
        }
        const RecordHandle record = record_at(root_, node);
        const RecordHandle now = find_record(updated, node);
        const FieldEntry& field = record.table().fields[changes[i].member];
        const bool is_reset = now.type == record.type && &now.table() == &record.table() &&
                              field.info.kind != Role::derived &&
                              !field.same(record.field(field).value, now.field(field).value);
        if (is_reset) {
            return fail(
                {.code = ErrorCode::mismatch,
                 .message = fmt::format("cannot be {}", record.field(field).text()),
                 .field = path_below(path_text(root_, node), field.name),
                 .hint = fmt::format("it follows from the rest of the document, and is {}", now.field(field).text())});
        }
    }
    return {};
}

void Recorder::follow()
{
    if (document_ == nullptr || leaves_dependents_) {
        return;
    }
    const auto is_moved_later = [&](std::size_t number) {
        return std::ranges::any_of(made_.operations.begin() + static_cast<std::ptrdiff_t>(number),
                                   made_.operations.end(), [&](const Operation& later) {
                                       return later.kind != Operation::Kind::set &&
                                              later.kind != Operation::Kind::set_bytes &&
                                              later.node.size() < made_.operations[number].node.size();
                                   });
    };
    for (std::size_t i = 0, count = made_.operations.size(); i < count; ++i) {
        const Operation& operation = made_.operations[i];
        if (operation.kind != Operation::Kind::set_bytes || is_moved_later(i)) {
            continue;
        }
        const NodePath node = operation.node;
        const RecordHandle record = record_at(root_, node);
        const SideCodec* const codec = record.table().children[operation.member].blob.codec;
        if (codec == nullptr || codec->follow == nullptr) {
            continue;
        }
        const std::shared_ptr<void> changed = record.type->make();
        record.type->copy(changed.get(), record.record);
        const RecordHandle copy{changed.get(), record.type, record.page};
        codec->follow(copy, operation.bytes, document_->data(), context_);
        for (Operation& each : differences(record, copy)) {
            each.node.insert(each.node.begin(), node.begin(), node.end());
            make_consequence(std::move(each));
        }
    }
}

bool Recorder::must_renumber() const
{
    return document_ != nullptr && !leaves_dependents_ && numbering_of(*hooks_, root_) != numbering_;
}

Status Recorder::renumber()
{
    if (!must_renumber()) {
        return {};
    }
    const std::size_t before = made_.operations.size();
    if (Status status = hooks_->renumber(*this, numbering_); !status) {
        return status;
    }
    renumbered_ += made_.operations.size() - before;
    numbering_ = numbering_of(*hooks_, root_);
    return {};
}

Result<Transaction> Recorder::finish(std::string name)
{
    if (Status status = renumber(); !status) {
        return fail(std::move(status.error()));
    }
    if (document_ != nullptr && !leaves_dependents_ && hooks_->complete_edits != nullptr) {
        const std::size_t edits = made_.operations.size();
        if (std::optional<std::string> note = hooks_->complete_edits(*this)) {
            add_note(std::move(*note));
        }
        for (std::size_t i = edits; i < made_.operations.size(); ++i) {
            made_.operations[i].is_consequence = true;
        }
    }
    follow();
    if (std::optional<Error> lost = find_lost_index()) {
        return fail(std::move(*lost));
    }
    lost_.clear();
    if (document_ != nullptr && !leaves_dependents_ && !made_.empty() &&
        document_->format().update_dependents != nullptr) {
        // Record updates of dependent values as changes too. Formats that store such values need the old document: a
        // copy with the changes reverted.
        Document before = *document_;
        Transaction back = made_;
        reverse(before.root(), back);
        Document after = *document_;
        if (Status status = document_->format().update_dependents(before.data(), after.data()); !status) {
            return fail(std::move(status.error()));
        }
        std::vector<Operation> consequences = differences(root_, after.root());
        if (Status status = consequences.empty() ? Status{} : check_consequences(after.root()); !status) {
            return fail(std::move(status.error()));
        }
        for (Operation& operation : consequences) {
            make_consequence(std::move(operation));
        }
    }
    made_.name = std::move(name);
    return std::exchange(made_, {});
}

void Recorder::revert()
{
    if (!made_.empty()) {
        static_cast<void>(revert_to(0));
    }
}

Changes Recorder::revert_to(std::size_t count)
{
    Transaction later;
    const auto first = made_.operations.begin() + static_cast<std::ptrdiff_t>(std::min(count, made_.operations.size()));
    later.operations.assign(std::make_move_iterator(first), std::make_move_iterator(made_.operations.end()));
    made_.operations.erase(first, made_.operations.end());
    names_.reset();
    Changes changes = reverse(root_, later);
    if (document_ != nullptr) {
        numbering_ = numbering_of(*hooks_, root_);
    }
    return changes;
}

}  // namespace redforge::edit
