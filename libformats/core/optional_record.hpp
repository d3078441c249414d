// An optional record of a type that is given at run time, as the parts of records that are data are.
#pragma once

#include <memory>

#include "core/record_type.hpp"

namespace redforge {

/// A record or none. A copy of it copies the record.
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
    /// Replaces the record by a default record of a type. `entry` outlives it.
    RecordHandle emplace(const ItemEntry& entry);
    void reset() { record_.reset(); }

    /// List operations for a child that is an OptionalRecord; see RecordType.
    [[nodiscard]] static const ListOps& operations();

private:
    const ItemEntry* entry_{};
    std::shared_ptr<void> record_;
};

}  // namespace redforge
