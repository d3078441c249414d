// The members of OptionalRecord. For the source of a record alone, where `template class OptionalRecord<T>;` compiles them.
#pragma once

#include <utility>

#include "core/describe.hpp"
#include "core/optional_record.hpp"

namespace redforge {

template <class T>
OptionalRecord<T>::OptionalRecord() noexcept = default;
template <class T>
OptionalRecord<T>::OptionalRecord(T record) : record_(std::make_unique<T>(std::move(record)))
{
}
template <class T>
OptionalRecord<T>::OptionalRecord(const OptionalRecord& other)
    : record_(other.record_ ? std::make_unique<T>(*other.record_) : nullptr)
{
}
template <class T>
OptionalRecord<T>::OptionalRecord(OptionalRecord&& other) noexcept = default;
template <class T>
OptionalRecord<T>& OptionalRecord<T>::operator=(const OptionalRecord& other)
{
    return *this = OptionalRecord(other);
}
template <class T>
OptionalRecord<T>& OptionalRecord<T>::operator=(OptionalRecord&& other) noexcept = default;
template <class T>
OptionalRecord<T>::~OptionalRecord() = default;

template <class T>
T& OptionalRecord<T>::emplace()
{
    record_ = std::make_unique<T>();
    return *record_;
}
template <class T>
void OptionalRecord<T>::reset()
{
    record_.reset();
}
template <class T>
bool OptionalRecord<T>::same_as(const OptionalRecord& other) const
{
    return record_ && other.record_ ? *record_ == *other.record_ : !record_ && !other.record_;
}

template <class T>
const ListOps& OptionalRecord<T>::operations()
{
    return describing::list_ops<OptionalRecord<T>>;
}
template <class T>
std::vector<ItemEntry> OptionalRecord<T>::items(std::string_view element, unsigned version)
{
    return describing::item_entries(element, version, static_cast<std::tuple<T>*>(nullptr));
}

}  // namespace redforge
