// A list of records whose type need not be known by who holds, copies or destroys it: only by who looks into it.
#pragma once

#include <utility>
#include <vector>

namespace redforge {

struct ListOps;
struct RecordType;

/// A std::vector whose special members and table are compiled in one source, that of the record, and not where they are
/// used: so a header may hold a list of records that it only declares. record_list_members.hpp has the definitions.
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
    /// The type of its records.
    [[nodiscard]] static const RecordType& type(unsigned version);
};

}  // namespace redforge
