// Lists of records of one type that is data: their memory, and list operations (ListOps).
#include "core/record/record_list.hpp"

#include <algorithm>
#include <new>
#include <span>
#include <utility>

#include "core/record/data_record.hpp"

namespace redforge {

RecordList::RecordList(const RecordList& other)
{
    *this = other;
}

RecordList::RecordList(RecordList&& other) noexcept
    : type_(other.type_), memory_(std::exchange(other.memory_, nullptr)), size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0))
{
}

RecordList& RecordList::operator=(const RecordList& other)
{
    if (this != &other) {
        RecordList copy;
        copy.type_ = other.type_;
        if (other.size_ != 0) {
            copy.grow(other.size_);
            for (std::size_t i = 0; i < other.size_; ++i) {
                copy.type_->copy(copy.at(i), other.at(i));
            }
        }
        *this = std::move(copy);
    }
    return *this;
}

RecordList& RecordList::operator=(RecordList&& other) noexcept
{
    type_ = other.type_;
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
}

RecordList::~RecordList()
{
    for (std::size_t i = 0; i < size_; ++i) {
        type_->destruct(at(i));
    }
    ::operator delete(memory_);
}

std::byte* RecordList::at(std::size_t index) const
{
    return memory_ + index * type_->type().size;
}

void RecordList::reserve(std::size_t count)
{
    if (count <= capacity_) {
        return;
    }
    const std::size_t stride = type_->type().size;
    auto* const memory = static_cast<std::byte*>(::operator new(count* stride));
    for (std::size_t i = 0; i < size_; ++i) {
        type_->relocate(memory + i * stride, at(i));
    }
    ::operator delete(std::exchange(memory_, memory));
    capacity_ = static_cast<std::uint32_t>(count);
}

void RecordList::grow(std::size_t count)
{
    const std::size_t wanted = size_ + count;
    if (wanted > capacity_) {
        reserve(std::max<std::size_t>(wanted, std::size_t{2} * capacity_));
    }
    for (; count > 0; --count) {
        type_->construct(at(size_));
        ++size_;
    }
}

void RecordList::take(const std::vector<std::byte*>& records)
{
    RecordList made;
    made.type_ = type_;
    if (!records.empty()) {
        made.reserve(records.size());
        for (std::byte* record : records) {
            type_->relocate(made.at(made.size_), record);
            ++made.size_;
        }
    }
    ::operator delete(std::exchange(memory_, std::exchange(made.memory_, nullptr)));
    size_ = std::exchange(made.size_, 0);
    capacity_ = made.capacity_;
}

struct RecordListOps {
    static RecordList& of(void* list) { return *static_cast<RecordList*>(list); }
    static const RecordList& of(const void* list) { return *static_cast<const RecordList*>(list); }

    static std::vector<std::byte*> records(const RecordList& list)
    {
        std::vector<std::byte*> all;
        for (std::size_t i = 0; i < list.size(); ++i) {
            all.push_back(list.at(i));
        }
        return all;
    }

    /// Gives a list from ListOps::make the record type of a child.
    static RecordList& typed(void* list, const ChildEntry& child)
    {
        RecordList& made = of(list);
        if (made.type_ == nullptr) {
            made.type_ = DataType::of(*child.items.front().type);
        }
        return made;
    }

    static void move(void* list, std::size_t from, std::size_t to)
    {
        std::vector<std::byte*> all = records(of(list));
        std::byte* const moved = all[from];
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(from));
        all.insert(all.begin() + static_cast<std::ptrdiff_t>(to), moved);
        of(list).take(all);
    }

    static void insert(void* list, std::size_t index, const ChildEntry& child, std::size_t /*item*/)
    {
        RecordList& to = typed(list, child);
        to.grow(1);
        if (index + 1 != to.size()) {
            move(list, to.size() - 1, index);
        }
    }

    static void append_copy(void* list, const void* from, std::size_t index)
    {
        RecordList copy;  // the lists may be the same
        copy.type_ = of(from).type_;
        copy.grow(1);
        copy.type_->copy(copy.at(0), of(from).at(index));
        of(list).type_ = copy.type_;
        std::vector<std::byte*> all = records(of(list));
        all.push_back(copy.at(0));
        of(list).take(all);
        copy.size_ = 0;
    }

    static void transfer(void* from, std::span<const std::size_t> from_places, void* to,
                         std::span<const std::size_t> to_places)
    {
        std::vector<std::byte*> taken;
        std::vector<std::byte*> left;
        for (std::byte* record : records(of(from))) {
            const bool goes =
                taken.size() < from_places.size() && from_places[taken.size()] == taken.size() + left.size();
            (goes ? taken : left).push_back(record);
        }
        const std::vector<std::byte*> old = records(of(to));
        std::vector<std::byte*> all;
        std::size_t next_old = 0;
        std::size_t next = 0;
        while (next_old < old.size() || next < taken.size()) {
            const bool comes = next < taken.size() && to_places[next] == all.size();
            all.push_back(comes ? taken[next++] : old[next_old++]);
        }
        of(to).type_ = of(from).type_;
        of(to).take(all);
        of(from).take(left);
    }
};

const ListOps& RecordList::operations()
{
    static const ListOps all = [] {
        ListOps ops{};
        ops.size = [](const void* list) { return RecordListOps::of(list).size(); };
        ops.at = [](void* list, std::size_t index) -> void* { return RecordListOps::of(list).at(index); };
        ops.insert = &RecordListOps::insert;
        ops.grow = [](void* list, std::size_t count, const ChildEntry& child) {
            RecordListOps::typed(list, child).grow(count);
        };
        ops.move = &RecordListOps::move;
        ops.append_copy = &RecordListOps::append_copy;
        ops.transfer = &RecordListOps::transfer;
        ops.make = []() -> std::shared_ptr<void> { return std::make_shared<RecordList>(); };
        return ops;
    }();
    return all;
}

}  // namespace redforge
