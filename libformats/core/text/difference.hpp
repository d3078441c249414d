// The first field in which two records differ.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/record/record_type.hpp"

namespace redforge {

/// The position of a difference, and the two values.
struct Difference {
    std::string path;  ///< field path: `actors[3].strings[1].value`
    std::string left;
    std::string right;
};

/// Walks two records of a type side by side, in the order of their description.
[[nodiscard]] std::optional<Difference> find_difference(const RecordHandle& left, const RecordHandle& right);

template <class T>
[[nodiscard]] std::optional<Difference> find_difference(const T& left, const T& right)
{
    // NOLINTNEXTLINE: a handle is for writing too; nothing is written
    return find_difference(handle_of(const_cast<T&>(left)), handle_of(const_cast<T&>(right)));
}

/// Returns "7 would be read back as 3". A missing value is "no stored value".
[[nodiscard]] std::string read_back_text(const Difference& difference);

/// Returns the error for a document that would read back differently. `what` is like "the save"; `absent` replaces a
/// value that one side does not have.
[[nodiscard]] Error contradiction(std::string_view what, const Difference& difference, std::string_view absent,
                                  std::string hint = "make it agree with the rest of its record");

}  // namespace redforge
