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
    if (wire.kind != Wire::none) {
        steps_.push_back({.is_child = false,
                          .place = table().fields.size(),
                          .wire = wire,
                          .count = {},
                          .item = nullptr,
                          .presence = presence});
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

void DataType::add_list(std::string name, std::string item, const DataType& type, const FieldInfo& info,
                        const DataCount& count, const DataPresence& presence)
{
    steps_.push_back({.is_child = true,
                      .place = table().children.size(),
                      .wire = {},
                      .count = count,
                      .item = &type,
                      .presence = presence});
    ChildEntry& child = table().children.emplace_back();
    child.kind = ChildEntry::Kind::list;
    child.name = std::move(name);
    child.info = info;
    child.offset = place(sizeof(MixedList), alignof(MixedList));
    child.ops = &MixedList::operations();
    child.items.push_back({std::move(item), type.ref()});
}

void DataType::add_blob(std::string name, const BlobInfo& info, const DataCount& count, const DataPresence& presence)
{
    steps_.push_back({.is_child = true,
                      .place = table().children.size(),
                      .wire = {},
                      .count = count,
                      .item = nullptr,
                      .presence = presence});
    ChildEntry& child = table().children.emplace_back();
    child.kind = ChildEntry::Kind::blob;
    child.name = std::move(name);
    child.blob = info;
    child.offset = place(sizeof(Bytes), alignof(Bytes));
}

namespace {

bool condition_holds(const DataCondition& condition, const RecordHandle& record)
{
    const FieldEntry& entry = record.table().fields[condition.field];
    const void* const value = record.field(entry).value;
    std::int64_t number = 0;
    if (entry.ops->get_integer != nullptr) {
        number = entry.ops->get_integer(value).value_or(0);
    } else {  // a FormID is no integer before people, but it is one in memory
        std::memcpy(&number, value, entry.wire.size);
    }
    const std::vector<std::int64_t>& numbers = condition.numbers;
    const bool is_one = condition.is_mask
                            ? std::ranges::any_of(numbers, [&](std::int64_t bit) { return (number & bit) != 0; })
                            : std::ranges::binary_search(numbers, number);
    return is_one != condition.is_not;
}

}  // namespace

bool holds(const DataConditions& alternatives, const RecordHandle& record)
{
    const auto all_hold = [&](const std::vector<DataCondition>& conditions) {
        return std::ranges::all_of(conditions,
                                   [&](const DataCondition& each) { return condition_holds(each, record); });
    };
    return alternatives.empty() || std::ranges::any_of(alternatives, all_hold);
}

void DataType::finish()
{
    type_.element = element_;
    type_.size = std::max<std::size_t>(type_.size, 1);
    type_.common_fields = table().fields.size();
    defaults_ = new_record();
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

std::byte* DataType::new_record() const
{
    auto* const record = static_cast<std::byte*>(::operator new(type_.size));
    for (const FieldEntry& field : table().fields) {
        field.ops->construct(record + field.offset);
    }
    // Bytes and rows of numbers are as many as they are in the file, so that only those that are not 0 are written.
    for (const DataStep& step : steps_) {
        if (step.is_child) {
            continue;
        }
        const FieldEntry& field = table().fields[step.place];
        if (step.wire.kind == Wire::bytes) {
            at<Bytes>(record + field.offset).resize(step.wire.size);
        } else if (field.ops->type.kind == ValueKind::numbers && step.count.kind == DataCount::Kind::fixed) {
            std::string zeros;
            for (std::size_t i = 0; i < step.count.number; ++i) {
                zeros += "0 ";
            }
            std::string expected;
            field.ops->parse(zeros, record + field.offset, {}, expected, CodePage::cp1252);
        }
    }
    for (const ChildEntry& child : table().children) {
        if (child.kind == ChildEntry::Kind::list) {
            new (record + child.offset) MixedList();
        } else {
            new (record + child.offset) Bytes();
        }
    }
    return record;
}

void DataType::delete_record(std::byte* record) const
{
    for (const FieldEntry& field : table().fields) {
        field.ops->destruct(record + field.offset);
    }
    for (const ChildEntry& child : table().children) {
        if (child.kind == ChildEntry::Kind::list) {
            std::destroy_at(&at<MixedList>(record + child.offset));
        } else {
            std::destroy_at(&at<Bytes>(record + child.offset));
        }
    }
    ::operator delete(record);
}

void DataType::copy(std::byte* to, const std::byte* from) const
{
    for (const FieldEntry& field : table().fields) {
        field.ops->assign(to + field.offset, from + field.offset);
    }
    for (const ChildEntry& child : table().children) {
        if (child.kind == ChildEntry::Kind::list) {
            at<MixedList>(to + child.offset) = at<MixedList>(from + child.offset);
        } else {
            at<Bytes>(to + child.offset) = at<Bytes>(from + child.offset);
        }
    }
}

}  // namespace redforge
