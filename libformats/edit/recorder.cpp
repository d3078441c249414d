// Making changes to a document so that they can be taken back.
#include "edit/recorder.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "edit/compare.hpp"

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

/// The number of a field's steps that is nearest to `value`, as its text.
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

Error Recorder::refused(const NodePath& node, const FieldEntry& field, std::string_view text,
                        std::string expected) const
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
        // A fraction comes from a number that has one: 100 / 3 of a coordinate is 33, as of whole numbers.
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
        return fail(refused(node, field, std::to_string(number), number_words(field.min, field.max)));
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

/// A stored value that an edit made untrue is computed again.
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
        make(std::move(operation));
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

void Recorder::set_stretch(const NodePath& node, const ChildEntry& stretch, SharedBytes bytes)
{
    const RecordHandle record = record_at(root_, node);
    if (record.stretch(stretch) == bytes) {
        return;
    }
    Operation operation{.kind = Operation::Kind::set_bytes, .node = node, .member = record.table().number_of(stretch)};
    operation.stretch = std::move(bytes);
    make(std::move(operation));
}

void Recorder::insert(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places,
                      LooseRecords records)
{
    Operation operation{.kind = Operation::Kind::insert, .node = node};
    operation.member = record_at(root_, node).table().number_of(list);
    operation.places = std::move(places);
    operation.records = std::move(records);
    make(std::move(operation));
}

void Recorder::erase(const NodePath& node, const ChildEntry& list, std::vector<std::size_t> places)
{
    Operation operation{.kind = Operation::Kind::erase, .node = node};
    operation.member = record_at(root_, node).table().number_of(list);
    operation.places = std::move(places);
    make(std::move(operation));
}

void Recorder::move(const NodePath& node, const ChildEntry& list, std::size_t from, std::size_t to)
{
    Operation operation{.kind = Operation::Kind::move, .node = node};
    operation.member = record_at(root_, node).table().number_of(list);
    operation.places = {from, to};
    make(std::move(operation));
}

void Recorder::change(const NodePath& node, const RecordHandle& to)
{
    for (Operation& operation : differences(record_at(root_, node), to)) {
        operation.node.insert(operation.node.begin(), node.begin(), node.end());
        make(std::move(operation));
    }
}

void Recorder::make(Operation operation)
{
    exchange(root_, operation);
    made_.operations.push_back(std::move(operation));
}

void Recorder::follow()
{
    if (document_ == nullptr) {
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
        codec->follow(copy, operation.bytes, document_->data());
        change(node, copy);
    }
}

Transaction Recorder::finish(std::string name)
{
    follow();
    if (document_ != nullptr && !made_.empty() && document_->format().update_dependents != nullptr) {
        // What follows from the changes is told as changes too. Only formats that store such things need the document
        // as it was: a copy with the changes taken back.
        Document before = *document_;
        Transaction back = made_;
        reverse(before.root(), back);
        Document after = *document_;
        document_->format().update_dependents(before.data(), after.data());
        for (Operation& operation : differences(root_, after.root())) {
            make(std::move(operation));
        }
    }
    made_.name = std::move(name);
    return std::exchange(made_, {});
}

void Recorder::take_back()
{
    reverse(root_, made_);
    made_ = {};
}

}  // namespace redforge::edit
