// The members of RecordList. For the source of a record alone, where `template class RecordList<T>;` compiles them.
#pragma once

#include "core/describe.hpp"

namespace redforge {

template <class T>
RecordList<T>::RecordList() = default;
template <class T>
RecordList<T>::RecordList(std::vector<T> records) : std::vector<T>(std::move(records))
{
}
template <class T>
RecordList<T>::RecordList(const RecordList& other) = default;
template <class T>
RecordList<T>::RecordList(RecordList&& other) noexcept = default;
template <class T>
RecordList<T>& RecordList<T>::operator=(const RecordList& other) = default;
template <class T>
RecordList<T>& RecordList<T>::operator=(RecordList&& other) noexcept = default;
template <class T>
RecordList<T>::~RecordList() = default;

template <class T>
const ListOps& RecordList<T>::operations()
{
    return describing::list_ops<RecordList<T>>;
}
template <class T>
std::vector<ItemEntry> RecordList<T>::items(std::string_view element, unsigned version)
{
    using Traits = describing::ListTraits<RecordList<T>>;
    return describing::item_entries(element, version, static_cast<typename Traits::Items*>(nullptr));
}

}  // namespace redforge
