// The part of a document's records that is decoded into fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace redforge {

/// Parts of one type, in one type of record, that are not decoded.
struct UndecodedParts {
    std::string record;
    std::string type;
    std::uint64_t bytes{};  ///< total size with headers
    std::size_t count{};
};

/// Sizes in bytes of the content of records: without headers, and inflated if compressed.
struct FieldShare {
    std::uint64_t bytes{};
    std::uint64_t fields{};                 ///< size of the parts that are decoded
    std::vector<UndecodedParts> undefined;  ///< the largest first

    /// Returns the share of fields in percent, rounded down to a hundredth. 100 if there are no bytes.
    [[nodiscard]] double percent() const;
    void add(const FieldShare& other);
};

}  // namespace redforge
