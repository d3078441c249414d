// An optional record whose type is given at run time: an optional part of a record that is defined by data.
#pragma once

#include <memory>

#include "core/record/record_type.hpp"

namespace redforge {

/// An optional record. Copies are deep.
class OptionalRecord {
public:
    OptionalRecord() = default;
    OptionalRecord(const OptionalRecord& other);
    OptionalRecord(OptionalRecord&& other) noexcept = default;
    OptionalRecord& operator=(const OptionalRecord& other);
    OptionalRecord& operator=(OptionalRecord&& other) noexcept = default;
    ~OptionalRecord() = default;

    [[nodiscard]] bool has_value() const { return record_ != nullptr; }
    /// Precondition: has_value().
    [[nodiscard]] RecordHandle handle(CodePage page = CodePage::cp437) const
    {
        return {record_.get(), &*entry_->type, page};
    }
    /// Replaces the record by a default record of a type. `entry` must outlive it.
    RecordHandle emplace(const ItemEntry& entry);
    void reset() { record_.reset(); }

    /// Returns the list operations for a child that is an OptionalRecord; see RecordType.
    [[nodiscard]] static const ListOps& operations();

private:
    const ItemEntry* entry_{};
    std::shared_ptr<void> record_;
};

}  // namespace redforge
