// A record that may be missing, whose type need not be known by who holds, copies or destroys it: only by who looks into it.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace redforge {

struct ItemEntry;
struct ListOps;

/// A std::optional whose record is only declared where it stands, as those of a RecordList are; the record has memory of
/// its own. optional_record_members.hpp has the definitions.
template <class T>
class OptionalRecord {
public:
    OptionalRecord() noexcept;
    OptionalRecord(T record);  // NOLINT: to be given one as a std::optional would be
    OptionalRecord(const OptionalRecord& other);
    OptionalRecord(OptionalRecord&& other) noexcept;
    OptionalRecord& operator=(const OptionalRecord& other);
    OptionalRecord& operator=(OptionalRecord&& other) noexcept;
    ~OptionalRecord();

    [[nodiscard]] bool has_value() const { return record_ != nullptr; }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] T& operator*() { return *record_; }
    [[nodiscard]] const T& operator*() const { return *record_; }
    /// Null without a record.
    [[nodiscard]] const T* get() const { return record_.get(); }
    [[nodiscard]] T* operator->() { return record_.get(); }
    [[nodiscard]] const T* operator->() const { return record_.get(); }

    /// Puts a default record there, in place of what is.
    T& emplace();
    void reset();

    friend bool operator==(const OptionalRecord& a, const OptionalRecord& b) { return a.same_as(b); }

    /// What can be done with such a list of at most one record; see describe.hpp.
    [[nodiscard]] static const ListOps& operations();
    /// The type of its record, which `element` names.
    [[nodiscard]] static std::vector<ItemEntry> items(std::string_view element, unsigned version);

private:
    [[nodiscard]] bool same_as(const OptionalRecord& other) const;

    std::unique_ptr<T> record_;
};

}  // namespace redforge
