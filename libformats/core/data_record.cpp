// Record types without a struct: the layout of their memory, and what makes, copies and destroys it.
#include "core/data_record.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "core/describe.hpp"
#include "core/mixed_list.hpp"

namespace redforge {
namespace {

template <class T>
T& at(std::byte* place)
{
    return *reinterpret_cast<T*>(place);  // NOLINT: the table says it is one
}
template <class T>
const T& at(const std::byte* place)
{
    return *reinterpret_cast<const T*>(place);  // NOLINT: as above
}

}  // namespace

DataType::~DataType()
{
    if (defaults_ != nullptr) {
        delete_record(defaults_);
    }
}

std::size_t DataType::place(std::size_t size, std::size_t align)
{
    const std::size_t offset = (type_.size + align - 1) / align * align;
    type_.size = offset + size;
    return offset;
}

void DataType::add_field(std::string name, const LeafOps& ops, const FieldInfo& info, const WireType& wire,
                         std::string_view composite, const DataPresence& presence)
{
    if (wire.kind != Wire::none || !presence.only.empty()) {
        steps_.push_back({.place = table().fields.size(), .wire = wire, .presence = presence});
    }
    FieldEntry& field =
        table().fields.emplace_back(describing::make_field(std::move(name), ops, info, place(ops.size, ops.align)));
    field.composite = composite;
    field.wire = wire;
}

void DataType::add_numbers(std::string name, const LeafOps& ops, const FieldInfo& info, const WireType& wire,
                           const DataCount& count, const DataPresence& presence)
{
    add_field(std::move(name), ops, info, wire, {}, presence);
    steps_.back().count = count;
}

void DataType::add_bits(std::string name, const LeafOps& ops, const FieldInfo& info, std::uint32_t bits)
{
    add_field(std::move(name), ops, info, {Wire::integer, ops.size});
    steps_.back().bits = bits;
}

ChildEntry& DataType::add_child(ChildEntry::Kind kind, std::string name, const DataCount& count,
                                const DataPresence& presence, const DataType* item)
{
    steps_.push_back(
        {.is_child = true, .place = table().children.size(), .count = count, .item = item, .presence = presence});
    groups_.push_back(kind == ChildEntry::Kind::group ? item : nullptr);
    ChildEntry& child = table().children.emplace_back();
    child.kind = kind;
    child.name = std::move(name);
    switch (kind) {
    case ChildEntry::Kind::list: child.offset = place(sizeof(MixedList), alignof(MixedList)); break;
    case ChildEntry::Kind::group: child.offset = place(item->type_.size, alignof(std::max_align_t)); break;
    default: child.offset = place(sizeof(Bytes), alignof(Bytes)); break;
    }
    return child;
}

void DataType::add_list(std::string name, std::string item, const DataType& type, const FieldInfo& info,
                        const DataCount& count, const DataPresence& presence)
{
    ChildEntry& child = add_child(ChildEntry::Kind::list, std::move(name), count, presence, &type);
    child.info = info;
    child.ops = &MixedList::operations();
    child.items.push_back({std::move(item), type.ref()});
}

void DataType::add_choices(std::string name, std::vector<DataChoice> choices, const FieldInfo& info,
                           const DataCount& count, const DataPresence& presence)
{
    ChildEntry& child = add_child(ChildEntry::Kind::list, std::move(name), count, presence);
    child.info = info;
    child.ops = &MixedList::operations();
    for (const DataChoice& choice : choices) {
        child.items.push_back({choice.type->element(), choice.type->ref()});
    }
    steps_.back().choices = std::move(choices);
}

void DataType::add_part(std::string name, const DataType& type, const FieldInfo& info, const DataCount& count,
                        const DataPresence& presence)
{
    add_list(name, name, type, info, count, presence);
    table().children.back().ops = &MixedList::single_operations();
}

void DataType::add_group(std::string name, const DataType& type, const FieldInfo& info)
{
    ChildEntry& child = add_child(ChildEntry::Kind::group, name, {DataCount::Kind::fixed, 1}, {}, &type);
    child.info = info;
    child.items.push_back({std::move(name), type.ref()});
}

void DataType::add_blob(std::string name, const BlobInfo& info, const DataCount& count, const DataPresence& presence)
{
    add_child(ChildEntry::Kind::blob, std::move(name), count, presence).blob = info;
}

void DataType::set_own_documents()
{
    own_documents_ = true;
    place(sizeof(const DataType*), alignof(const DataType*));
    type_.file_stem = &DataType::file_stem;
}

std::string DataType::file_stem(const void* record)
{
    const DataType* type = nullptr;
    std::memcpy(&type, record, sizeof type);
    std::string stem = type->element_ + '_';
    const auto key = std::ranges::find_if(type->table().fields, [](const FieldEntry& each) { return each.info.key; });
    if (key != type->table().fields.end()) {
        append_value(stem, *key, static_cast<const std::byte*>(record) + key->offset, CodePage::cp1252);
    }
    return stem;
}

namespace {

bool holds(const DataCondition& condition, RecordHandle record)
{
    if (condition.part) {
        const ListView part = record.list(record.table().children[*condition.part]);
        if (part.size() == 0) {
            return condition.is_not;
        }
        record = part.at(0);
    }
    const FieldEntry& entry = record.table().fields[condition.field];
    const void* const value = record.field(entry).value;
    std::int64_t number = 0;
    if (entry.ops->get_integer != nullptr) {
        number = entry.ops->get_integer(value).value_or(0);
    } else {  // a FormID is no integer before people, but it is one in memory
        std::memcpy(&number, value, std::min<std::size_t>(entry.ops->size, sizeof number));
    }
    const std::vector<std::int64_t>& numbers = condition.numbers;
    const bool is_one = condition.is_mask
                            ? std::ranges::any_of(numbers, [&](std::int64_t bit) { return (number & bit) != 0; })
                            : std::ranges::binary_search(numbers, number);
    return is_one != condition.is_not;
}

}  // namespace

bool holds(const std::vector<DataCondition>& conditions, const RecordHandle& record)
{
    bool before = false;  // whether one of those before, which are enough for this one, holds
    for (const DataCondition& condition : conditions) {
        before = before || holds(condition, record);
        if (condition.or_next) {
            continue;
        }
        if (!before) {
            return false;
        }
        before = false;
    }
    return true;
}

void DataType::finish()
{
    type_.element = element_;
    type_.size = std::max<std::size_t>(type_.size, 1);
    type_.common_fields = table().fields.size();
    for (const FieldEntry& field : table().fields) {
        if (!field.ops->bitwise) {
            owners_.push_back(&field);
        }
    }
    make_defaults();
    type_.defaults = defaults_;
    for (FieldEntry& field : table().fields) {
        field.default_value = defaults_ + field.offset;
    }
    type_.make = [this]() -> std::shared_ptr<void> {
        return {new_record(), [this](std::byte* record) { delete_record(record); }};
    };
    type_.copy = [this](void* to, const void* from) {
        copy(static_cast<std::byte*>(to), static_cast<const std::byte*>(from));
    };
    const auto depends = [](const DataStep& step) { return !step.is_child && !step.presence.only.empty(); };
    if (std::ranges::any_of(steps_, depends)) {
        type_.has_field = [this, depends](const FieldEntry& field, const void* record) {
            const auto place = static_cast<std::size_t>(&field - table().fields.data());
            const auto step = std::ranges::find_if(steps_, [&](const DataStep& each) {
                return each.place == place && depends(each);
            });
            // It is only looked at.
            return step == steps_.end() || holds(step->presence.only, {const_cast<void*>(record), &type_});  // NOLINT
        };
    }
}

void DataType::make_defaults()
{
    defaults_ = static_cast<std::byte*>(::operator new(type_.size));
    std::memset(defaults_, 0, type_.size);
    if (own_documents_) {
        const DataType* const self = this;
        std::memcpy(defaults_, &self, sizeof self);
    }
    for (const FieldEntry& field : table().fields) {
        field.ops->construct(defaults_ + field.offset);
    }
    for (const Initial& initial : initial_) {
        const FieldEntry& field = table().fields[initial.field];
        field.ops->set_integer(defaults_ + field.offset, initial.number);
    }
    // Bytes and rows of numbers are as many as they are in the file, so that only those that are not 0 are written.
    for (const DataStep& step : steps_) {
        if (step.is_child) {
            continue;
        }
        const FieldEntry& field = table().fields[step.place];
        if (step.wire.kind == Wire::bytes) {
            at<Bytes>(defaults_ + field.offset).resize(step.wire.size);
        } else if (field.ops->type.kind == ValueKind::numbers && step.count.kind == DataCount::Kind::fixed) {
            std::string zeros;
            for (std::size_t i = 0; i < step.count.number; ++i) {
                zeros += "0 ";
            }
            std::string expected;
            field.ops->parse(zeros, defaults_ + field.offset, {}, expected, CodePage::cp1252);
        }
    }
    construct_children(defaults_);
}

std::byte* DataType::new_record() const
{
    auto* const record = static_cast<std::byte*>(::operator new(type_.size));
    construct(record);
    return record;
}

void DataType::construct(std::byte* record) const
{
    std::memcpy(record, defaults_, type_.size);
    for (const FieldEntry* field : owners_) {
        field->ops->construct(record + field->offset);
        field->ops->assign(record + field->offset, defaults_ + field->offset);
    }
    construct_children(record);
}

void DataType::construct_children(std::byte* record) const
{
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        const ChildEntry& child = table().children[i];
        switch (child.kind) {
        case ChildEntry::Kind::list: new (record + child.offset) MixedList(); break;
        case ChildEntry::Kind::group: groups_[i]->construct(record + child.offset); break;
        default: new (record + child.offset) Bytes(); break;
        }
    }
}

void DataType::delete_record(std::byte* record) const
{
    destruct(record);
    ::operator delete(record);
}

void DataType::destruct(std::byte* record) const
{
    for (const FieldEntry* field : owners_) {
        field->ops->destruct(record + field->offset);
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        const ChildEntry& child = table().children[i];
        switch (child.kind) {
        case ChildEntry::Kind::list: std::destroy_at(&at<MixedList>(record + child.offset)); break;
        case ChildEntry::Kind::group: groups_[i]->destruct(record + child.offset); break;
        default: std::destroy_at(&at<Bytes>(record + child.offset)); break;
        }
    }
}

void DataType::copy(std::byte* to, const std::byte* from) const
{
    for (const FieldEntry& field : table().fields) {
        field.ops->assign(to + field.offset, from + field.offset);
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        const ChildEntry& child = table().children[i];
        switch (child.kind) {
        case ChildEntry::Kind::list: at<MixedList>(to + child.offset) = at<MixedList>(from + child.offset); break;
        case ChildEntry::Kind::group: groups_[i]->copy(to + child.offset, from + child.offset); break;
        default: at<Bytes>(to + child.offset) = at<Bytes>(from + child.offset); break;
        }
    }
}

}  // namespace redforge
