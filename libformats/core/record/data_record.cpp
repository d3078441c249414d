// Record types without a struct: memory layout, construction, copying and destruction.
#include "core/record/data_record.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/describe.hpp"
#include "core/record/mixed_list.hpp"
#include "core/record/optional_record.hpp"
#include "core/record/record_list.hpp"

namespace redforge {
namespace {

/// Maximum alignment of a field, in bytes: that of 8-byte numbers and pointers.
constexpr std::size_t max_field_align = 8;

/// Returns true if values are copied as bytes and need no destructor.
bool is_trivial(const LeafOps& ops)
{
    static_assert(std::is_trivially_copyable_v<Derived<std::uint64_t>>);
    return ops.bitwise || (ops.type.derived && ops.get_integer != nullptr);
}

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

/// Precedes the memory of a record. Control block of the shared pointer, head and record are one allocation.
struct DataType::Head {
    const DataType* type{};  ///< the type; null before the record is constructed

    Head() = default;
    Head(const Head&) = delete;
    Head& operator=(const Head&) = delete;
    ~Head()
    {
        if (type != nullptr) {
            type->destruct(record());
        }
    }
    [[nodiscard]] std::byte* record() { return reinterpret_cast<std::byte*>(this + 1); }  // NOLINT: allocated so
};

namespace {

/// Allocates `extra` bytes after each object.
template <class T>
struct ExtraBytes {
    using value_type = T;

    std::size_t extra{};

    explicit ExtraBytes(std::size_t bytes) : extra(bytes) {}
    template <class U>
    ExtraBytes(const ExtraBytes<U>& other) : extra(other.extra)  // NOLINT: allocators convert
    {
    }
    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T) + extra)); }
    void deallocate(T* memory, std::size_t /*count*/) { ::operator delete(memory); }
    friend bool operator==(const ExtraBytes&, const ExtraBytes&) { return true; }
};

}  // namespace

struct DataType::Maker {
    const DataType* type{};

    std::shared_ptr<void> operator()() const
    {
        auto head = std::allocate_shared<Head>(ExtraBytes<Head>(type->type_.size));
        std::byte* const record = head->record();
        type->construct(record);
        head->type = type;
        return {std::move(head), record};
    }
};

const DataType* DataType::of(const RecordType& type)
{
    const Maker* const maker = type.make.target<Maker>();
    return maker == nullptr ? nullptr : maker->type;
}

DataType::~DataType()
{
    if (defaults_ != nullptr) {
        destruct(defaults_);
        ::operator delete(defaults_);
    }
}

std::size_t DataType::place(std::size_t size, std::size_t align)
{
    const std::size_t offset = (type_.size + align - 1) / align * align;
    type_.size = offset + size;
    align_ = std::max(align_, align);
    return offset;
}

DataStep& DataType::add_step(DataStep step)
{
    step.alternative = alternatives();
    return steps_.emplace_back(std::move(step));
}

void DataType::add_field(std::string name, const LeafOps& ops, const FieldInfo& info, const WireType& wire,
                         std::string_view composite, const DataPresence& presence)
{
    if (wire.kind != Wire::none || !presence.only.empty()) {
        add_step({.place = table().fields.size(), .wire = wire, .presence = presence});
    }
    FieldEntry& field = last_table().fields.emplace_back(
        describing::make_field(std::move(name), ops, info, place(ops.size, ops.align)));
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

bool DataType::add_alternative(std::size_t field, const std::vector<std::int64_t>& numbers)
{
    const auto is_used = [this](std::int64_t number) {
        return std::ranges::find(alternatives_, number, &Alternative::number) != alternatives_.end();
    };
    if (std::ranges::any_of(numbers, is_used) || (!alternatives_.empty() && field != chooser_)) {
        return false;
    }
    if (alternatives_.empty()) {
        chooser_ = field;
        common_fields_ = table().fields.size();
        common_children_ = table().children.size();
    } else {
        FieldTable next;
        const FieldTable& first = type_.tables.front();
        std::copy_n(first.fields.begin(), common_fields_, std::back_inserter(next.fields));
        std::copy_n(first.children.begin(), common_children_, std::back_inserter(next.children));
        type_.tables.push_back(std::move(next));
    }
    for (const std::int64_t number : numbers) {
        alternatives_.push_back({number, type_.tables.size()});
    }
    return true;
}

bool DataType::store_here(const std::vector<std::size_t>& fields, const std::optional<DataCondition>& only)
{
    std::vector<DataStep> here;
    for (const std::size_t field : fields) {
        const auto step = std::ranges::find_if(steps_, [&](const DataStep& each) {
            return !each.is_child && each.place == field && each.count.kind != DataCount::Kind::here &&
                   each.alternative == alternatives();
        });
        if (step == steps_.end() || step->has_other_place || (only && !step->presence.only.empty())) {
            return false;
        }
        DataStep& moved = here.emplace_back(*step);
        if (!only) {
            steps_.erase(step);
            continue;
        }
        DataCondition otherwise = *only;
        otherwise.is_not = !only->is_not;
        moved.presence.only = {{*only}};
        step->presence.only = {{std::move(otherwise)}};
        moved.has_other_place = step->has_other_place = true;
    }
    std::ranges::move(here, std::back_inserter(steps_));
    return true;
}

void DataType::add_count(std::uint32_t size)
{
    add_step({.count = {DataCount::Kind::here, size}});
}

ChildEntry& DataType::add_child(ChildEntry::Kind kind, std::string name, const DataCount& count,
                                const DataPresence& presence, const DataType* item)
{
    add_step({.is_child = true, .place = table().children.size(), .count = count, .item = item, .presence = presence});
    ChildEntry& child = last_table().children.emplace_back();
    child.kind = kind;
    child.name = std::move(name);
    return child;
}

void DataType::add_place(ChildEntry& child, Place::Kind kind, const DataType* item)
{
    switch (kind) {
    case Place::Kind::records: child.offset = place(sizeof(RecordList), alignof(RecordList)); break;
    case Place::Kind::mixed: child.offset = place(sizeof(MixedList), alignof(MixedList)); break;
    case Place::Kind::part: child.offset = place(sizeof(OptionalRecord), alignof(OptionalRecord)); break;
    case Place::Kind::group: child.offset = place(item->type_.size, max_field_align); break;
    case Place::Kind::bytes: child.offset = place(sizeof(Bytes), alignof(Bytes)); break;
    }
    places_.push_back({kind, child.offset, item});
}

ChildEntry& DataType::add_records(std::string name, std::string item, const DataType& type, const FieldInfo& info,
                                  const DataCount& count, const DataPresence& presence)
{
    ChildEntry& child = add_child(ChildEntry::Kind::list, std::move(name), count, presence, &type);
    steps_.back().is_recursive = type.defaults_ == nullptr;  // not finished yet, because it contains this list
    child.info = info;
    child.items.push_back({std::move(item), type.ref()});
    return child;
}

void DataType::add_list(std::string name, std::string item, const DataType& type, const FieldInfo& info,
                        const DataCount& count, const DataPresence& presence)
{
    ChildEntry& child = add_records(std::move(name), std::move(item), type, info, count, presence);
    child.ops = &RecordList::operations();
    add_place(child, Place::Kind::records, &type);
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
    add_place(child, Place::Kind::mixed, nullptr);
    steps_.back().choices = std::move(choices);
}

void DataType::add_part(std::string name, const DataType& type, const FieldInfo& info, const DataCount& count,
                        const DataPresence& presence)
{
    std::string item = name;
    ChildEntry& child = add_records(std::move(name), std::move(item), type, info, count, presence);
    child.ops = &OptionalRecord::operations();
    add_place(child, Place::Kind::part, nullptr);
}

void DataType::add_group(std::string name, const DataType& type, const FieldInfo& info)
{
    ChildEntry& child = add_child(ChildEntry::Kind::group, name, {DataCount::Kind::fixed, 1}, {}, &type);
    child.info = info;
    child.items.push_back({std::move(name), type.ref()});
    add_place(child, Place::Kind::group, &type);
}

void DataType::add_blob(std::string name, const BlobInfo& info, const DataCount& count, const DataPresence& presence)
{
    ChildEntry& child = add_child(ChildEntry::Kind::blob, std::move(name), count, presence);
    child.blob = info;
    add_place(child, Place::Kind::bytes, nullptr);
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

bool condition_holds(const DataCondition& condition, RecordHandle record, const DataValues* values)
{
    const auto matches = [&condition](std::int64_t number) {
        const std::vector<std::int64_t>& numbers = condition.numbers;
        const bool is_one = condition.is_mask
                                ? std::ranges::any_of(numbers, [&](std::int64_t bit) { return (number & bit) != 0; })
                                : std::ranges::binary_search(numbers, number);
        return is_one != condition.is_not;
    };
    if (condition.value) {
        return values == nullptr || (*condition.value < values->size() && matches((*values)[*condition.value]));
    }
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
    if (entry.ops->bitwise && !entry.ops->is_signed && entry.ops->size == sizeof(std::uint32_t)) {
        std::uint32_t loaded{};  // the most frequent case; a FormID is also an integer in memory
        std::memcpy(&loaded, value, sizeof loaded);
        number = loaded;
    } else if (entry.ops->get_integer != nullptr) {
        number = entry.ops->get_integer(value).value_or(0);
    } else if (entry.ops == &describing::leaf_ops<Text>) {
        number = static_cast<std::int64_t>(static_cast<const Text*>(value)->bytes.size());
    }
    return matches(number);
}

}  // namespace

bool holds(const DataConditions& alternatives, const RecordHandle& record, const DataValues* values)
{
    const auto all_hold = [&](const std::vector<DataCondition>& conditions) {
        return std::ranges::all_of(conditions,
                                   [&](const DataCondition& each) { return condition_holds(each, record, values); });
    };
    return alternatives.empty() || std::ranges::any_of(alternatives, all_hold);
}

std::size_t DataType::alternative_of(const void* record) const
{
    const FieldEntry& chooser = type_.tables.front().fields[chooser_];
    const std::int64_t number =
        chooser.ops->get_integer(static_cast<const std::byte*>(record) + chooser.offset).value_or(0);
    const auto found = std::ranges::lower_bound(alternatives_, number, {}, &Alternative::number);
    return found == alternatives_.end() || found->number != number ? 0 : found->alternative;
}

Error DataType::unknown_alternative(const RecordHandle& record) const
{
    const FieldEntry& chooser = type_.tables.front().fields[chooser_];
    std::vector<std::int64_t> numbers;
    std::ranges::transform(alternatives_, std::back_inserter(numbers), &Alternative::number);
    return {.code = ErrorCode::out_of_range,
            .message = fmt::format("a {} of {} {}", element_, chooser.name, record.field(chooser).text()),
            .field = chooser.name,
            .hint = fmt::format("known are {}", fmt::join(numbers, ", "))};
}

template <class Use>
void DataType::each_field(const Use& use) const
{
    for (const FieldTable& table : type_.tables) {
        const std::size_t known = &table == &type_.tables.front() ? 0 : common_fields_;
        std::for_each(table.fields.begin() + static_cast<std::ptrdiff_t>(known), table.fields.end(), use);
    }
}

void DataType::finish()
{
    type_.element = element_;
    type_.size = (std::max<std::size_t>(type_.size, 1) + align_ - 1) / align_ *
                 align_;  // a multiple of the alignment, for arrays
    std::ranges::sort(alternatives_, {}, &Alternative::number);
    type_.common_fields = alternatives_.empty() ? table().fields.size() : common_fields_;
    each_field([this](const FieldEntry& field) {
        if (!is_trivial(*field.ops)) {
            owners_.push_back({&field});
        }
    });
    make_defaults();
    type_.defaults = defaults_;
    for (FieldTable& each : type_.tables) {
        for (FieldEntry& field : each.fields) {
            field.default_value = defaults_ + field.offset;
        }
    }
    stored_size_ = type_.tables.front().find_field(stored_size_name);
    for (DataStep& step : steps_) {
        if (step.count.kind == DataCount::Kind::field) {
            counted_.push_back(&step);
        }
        if (step.presence.offset) {
            first_.push_back(&step);
        }
        if (step.is_child || step.count.kind == DataCount::Kind::here) {
            continue;
        }
        const FieldEntry& field = table_of(step).fields[step.place];
        const LeafOps& ops = *field.ops;
        const bool is_always = step.presence.only.empty() && !step.presence.may_be_missing && !step.presence.shares;
        const bool is_number = (step.wire.kind == Wire::integer || step.wire.kind == Wire::real) && step.bits == 0;
        step.is_limited = step.wire.kind == Wire::integer && ops.type.kind == ValueKind::integer && step.bits == 0 &&
                          (field.min > ops.type.min || field.max < ops.type.max);
        step.is_plain = is_always && is_number && ops.bitwise && ops.size == step.wire.size && !ops.type.derived &&
                        !step.is_limited && !(step.wire.kind == Wire::real && ops.get_integer != nullptr);
        const bool is_shared =
            std::ranges::any_of(step.presence.only, [](const std::vector<DataCondition>& conditions) {
                return std::ranges::any_of(conditions,
                                           [](const DataCondition& each) { return each.value.has_value(); });
            });
        if (!step.presence.only.empty() && !is_shared && !step.has_other_place) {
            conditions_.resize(type_.tables.size());
            for (std::size_t i = 0; i < conditions_.size(); ++i) {
                if (step.alternative == 0 || step.alternative == i + 1) {
                    conditions_[i].resize(type_.tables[i].fields.size());
                    conditions_[i][step.place] = &step.presence.only;
                }
            }
        }
    }
    type_.make = Maker{this};
    type_.copy = [this](void* to, const void* from) {
        copy(static_cast<std::byte*>(to), static_cast<const std::byte*>(from));
    };
    if (!alternatives_.empty()) {
        type_.variant = [this](const void* record) { return std::max<std::size_t>(alternative_of(record), 1) - 1; };
    }
    if (!conditions_.empty()) {
        type_.has_field = [this](const FieldEntry& field, const void* record) {
            const FieldTable& of = type_.table(record);
            const std::vector<const DataConditions*>& all =
                conditions_[static_cast<std::size_t>(&of - type_.tables.data())];
            const auto place = static_cast<std::size_t>(&field - of.fields.data());
            const DataConditions* const only = place < all.size() ? all[place] : nullptr;
            // holds() does not change the record.
            return only == nullptr || holds(*only, {const_cast<void*>(record), &type_});  // NOLINT
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
    each_field([this](const FieldEntry& field) { field.ops->construct(defaults_ + field.offset); });
    for (const Initial& initial : initial_) {
        const FieldEntry& field = type_.tables[initial.table].fields[initial.field];
        field.ops->set_integer(defaults_ + field.offset, initial.number);
        set_initial(field);
    }
    // Give bytes and rows of numbers the size that they have in the file, so that zeros equal the default and are
    // omitted in text.
    for (const DataStep& step : steps_) {
        if (step.is_child || step.count.kind == DataCount::Kind::here) {
            continue;
        }
        const FieldEntry& field = table_of(step).fields[step.place];
        if (step.wire.kind == Wire::bytes) {
            at<Bytes>(defaults_ + field.offset).resize(step.wire.size);
            set_initial(field);
        } else if (field.ops->type.kind == ValueKind::numbers && step.count.kind == DataCount::Kind::fixed) {
            std::string zeros;
            for (std::size_t i = 0; i < step.count.number; ++i) {
                zeros += "0 ";
            }
            std::string expected;
            field.ops->parse(zeros, defaults_ + field.offset, {}, expected, CodePage::cp1252);
            set_initial(field);
        }
    }
    construct_children(defaults_);
}

void DataType::set_initial(const FieldEntry& field)
{
    for (Owner& owner : owners_) {
        owner.has_value = owner.has_value || owner.field == &field;
    }
}

void DataType::construct(std::byte* record) const
{
    std::memcpy(record, defaults_, type_.size);
    for (const Owner& owner : owners_) {
        owner.field->ops->construct(record + owner.field->offset);
        if (owner.has_value) {
            owner.field->ops->assign(record + owner.field->offset, defaults_ + owner.field->offset);
        }
    }
    construct_children(record);
}

void DataType::construct_children(std::byte* record) const
{
    for (const Place& each : places_) {
        std::byte* const memory = record + each.offset;
        switch (each.kind) {
        case Place::Kind::records: new (memory) RecordList(*each.item); break;
        case Place::Kind::mixed: new (memory) MixedList(); break;
        case Place::Kind::part: new (memory) OptionalRecord(); break;
        case Place::Kind::group: each.item->construct(memory); break;
        case Place::Kind::bytes: new (memory) Bytes(); break;
        }
    }
}

void DataType::destruct(std::byte* record) const
{
    for (const Owner& owner : owners_) {
        owner.field->ops->destruct(record + owner.field->offset);
    }
    for (const Place& each : places_) {
        std::byte* const memory = record + each.offset;
        switch (each.kind) {
        case Place::Kind::records: std::destroy_at(&at<RecordList>(memory)); break;
        case Place::Kind::mixed: std::destroy_at(&at<MixedList>(memory)); break;
        case Place::Kind::part: std::destroy_at(&at<OptionalRecord>(memory)); break;
        case Place::Kind::group: each.item->destruct(memory); break;
        case Place::Kind::bytes: std::destroy_at(&at<Bytes>(memory)); break;
        }
    }
}

void DataType::copy(std::byte* to, const std::byte* from) const
{
    each_field([to, from](const FieldEntry& field) {
        if (is_trivial(*field.ops)) {
            std::memcpy(to + field.offset, from + field.offset, field.ops->size);
        } else {
            field.ops->assign(to + field.offset, from + field.offset);
        }
    });
    for (const Place& each : places_) {
        std::byte* const into = to + each.offset;
        const std::byte* const value = from + each.offset;
        switch (each.kind) {
        case Place::Kind::records: at<RecordList>(into) = at<RecordList>(value); break;
        case Place::Kind::mixed: at<MixedList>(into) = at<MixedList>(value); break;
        case Place::Kind::part: at<OptionalRecord>(into) = at<OptionalRecord>(value); break;
        case Place::Kind::group: each.item->copy(into, value); break;
        case Place::Kind::bytes: at<Bytes>(into) = at<Bytes>(value); break;
        }
    }
}

namespace {

template <class T>
void relocate_value(std::byte* to, std::byte* from)
{
    new (to) T(std::move(at<T>(from)));
    std::destroy_at(&at<T>(from));
}

}  // namespace

void DataType::relocate(std::byte* to, std::byte* from) const
{
    std::memcpy(to, from, type_.size);
    for (const Owner& owner : owners_) {
        const LeafOps& ops = *owner.field->ops;
        ops.construct(to + owner.field->offset);
        ops.swap(to + owner.field->offset, from + owner.field->offset);
        ops.destruct(from + owner.field->offset);
    }
    for (const Place& each : places_) {
        std::byte* const into = to + each.offset;
        std::byte* const value = from + each.offset;
        switch (each.kind) {
        case Place::Kind::records: relocate_value<RecordList>(into, value); break;
        case Place::Kind::mixed: relocate_value<MixedList>(into, value); break;
        case Place::Kind::part: relocate_value<OptionalRecord>(into, value); break;
        case Place::Kind::group: each.item->relocate(into, value); break;
        case Place::Kind::bytes: relocate_value<Bytes>(into, value); break;
        }
    }
}

}  // namespace redforge
