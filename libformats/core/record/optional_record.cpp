// Optional records of types that are given at run time: copies, and the operations of a list with at most one record.
#include "core/record/optional_record.hpp"

#include <span>
#include <utility>

namespace redforge {

OptionalRecord::OptionalRecord(const OptionalRecord& other)
{
    *this = other;
}

OptionalRecord& OptionalRecord::operator=(const OptionalRecord& other)
{
    if (this != &other) {
        std::shared_ptr<void> made;
        if (other.has_value()) {
            made = other.entry_->type->make();
            other.entry_->type->copy(made.get(), other.record_.get());
        }
        entry_ = other.entry_;
        record_ = std::move(made);
    }
    return *this;
}

RecordHandle OptionalRecord::emplace(const ItemEntry& entry)
{
    entry_ = &entry;
    record_ = entry.type->make();
    return handle();
}

const ListOps& OptionalRecord::operations()
{
    static const ListOps all = [] {
        ListOps ops{};
        ops.single = true;
        ops.size = [](const void* list) -> std::size_t {
            return static_cast<const OptionalRecord*>(list)->has_value() ? 1 : 0;
        };
        ops.at = [](void* list, std::size_t) { return static_cast<OptionalRecord*>(list)->record_.get(); };
        ops.item = [](const void*, std::size_t) -> std::size_t { return 0; };
        ops.entry = [](const void* list, std::size_t) -> const ItemEntry& {
            return *static_cast<const OptionalRecord*>(list)->entry_;
        };
        ops.insert = [](void* list, std::size_t, const ChildEntry& child, std::size_t item) {
            static_cast<OptionalRecord*>(list)->emplace(child.items[item]);
        };
        ops.grow = [](void* list, std::size_t, const ChildEntry& child) {
            static_cast<OptionalRecord*>(list)->emplace(child.items.front());
        };
        ops.move = [](void*, std::size_t, std::size_t) {};
        ops.append_copy = [](void* list, const void* from, std::size_t) {
            *static_cast<OptionalRecord*>(list) = *static_cast<const OptionalRecord*>(from);
        };
        ops.transfer = [](void* from, std::span<const std::size_t> places, void* to, std::span<const std::size_t>) {
            if (!places.empty()) {
                *static_cast<OptionalRecord*>(to) = std::exchange(*static_cast<OptionalRecord*>(from), {});
            }
        };
        ops.make = []() -> std::shared_ptr<void> { return std::make_shared<OptionalRecord>(); };
        return ops;
    }();
    return all;
}

}  // namespace redforge
