// Measures which part of a plugin's records is decoded into fields.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/bytes/shared_bytes.hpp"

namespace redforge::tes {

/// Subrecords of one type, in one type of record, that are not decoded.
struct UndefinedSubrecords {
    std::string record;
    std::string type;
    std::uint64_t bytes{};  ///< total size with headers
    std::size_t count{};
};

/// Sizes in bytes of the content of records: without headers, and inflated if compressed.
struct FieldShare {
    std::uint64_t bytes{};
    std::uint64_t fields{};  ///< size of subrecords with a layout, scripts and properties
    std::vector<UndefinedSubrecords> undefined;  ///< the largest first

    /// Returns the share of fields in percent, rounded down to a hundredth. 100 if there are no bytes.
    [[nodiscard]] double percent() const;
    void add(const FieldShare& other);
};

/// Measures a plugin file. Returns zero sizes for bytes that are not records.
[[nodiscard]] FieldShare field_share(const SharedBytes& file);

}  // namespace redforge::tes
