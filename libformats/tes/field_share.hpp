// How much of a plugin's records is fields, and what is bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/shared_bytes.hpp"

namespace redforge::tes {

/// Subrecords of one type in one type of records that are bytes.
struct UndefinedSubrecords {
    std::string record;
    std::string type;
    std::uint64_t bytes{};  ///< with their headers
    std::size_t count{};
};

/// Bytes of records behind their headers, inflated where they are compressed.
struct FieldShare {
    std::uint64_t bytes{};
    std::uint64_t fields{};  ///< of subrecords that are taken by a definition, of scripts and of properties
    std::vector<UndefinedSubrecords> undefined;  ///< the largest first

    /// Rounded down to a hundredth; 100 where there are no bytes.
    [[nodiscard]] double percent() const;
    void add(const FieldShare& other);
};

/// Of a plugin's file; nothing of what is no record.
[[nodiscard]] FieldShare field_share(const SharedBytes& file);

}  // namespace redforge::tes
