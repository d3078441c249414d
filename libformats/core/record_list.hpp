// A list of records whose type need not be known by who holds, copies or destroys it: only by who looks into it.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace redforge {

struct ItemEntry;
struct ListOps;

/// A std::vector whose special members and table are compiled in one source, that of the record, and not where they are
/// used: so a header may hold a list of records that it only declares. record_list_members.hpp has the definitions.
/// Records of several types are a struct that is derived from a std::variant of them, as tes::AnyChange.
template <class T>
class RecordList : public std::vector<T> {
public:
    using std::vector<T>::vector;
    using std::vector<T>::operator=;

    RecordList();
    RecordList(std::vector<T> records);  // NOLINT: to be given one as a vector would be
    RecordList(const RecordList& other);
    RecordList(RecordList&& other) noexcept;
    RecordList& operator=(const RecordList& other);
    RecordList& operator=(RecordList&& other) noexcept;
    ~RecordList();

    /// What can be done with such a list; see describe.hpp.
    [[nodiscard]] static const ListOps& operations();
    /// The types of its records; `element` names one that has not several.
    [[nodiscard]] static std::vector<ItemEntry> items(std::string_view element, unsigned version);
};

}  // namespace redforge
