// Names of the records that the fields of a document refer to by number.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace redforge::edit {

/// The names for one document, which must outlive this object and must not change or move. Not thread-safe, except
/// `describe_text`. All members are set.
struct ReferenceNames {
    /// Returns the number of a record, in the form that fields have, from the user's name for it. Errors: not_found,
    /// with a hint.
    std::function<Result<std::string>(std::string_view name)> number;
    /// Returns a name for the user: "Skyrim.esm:0010D9EE (IdleStop)". Empty if it is not known.
    std::function<std::string(std::string_view number)> describe;
    /// Returns the name without its origin: "IdleStop". Empty if it is not known.
    std::function<std::string(std::string_view number)> name;
    /// Returns the number of a text (Target::string) and its beginning: 0x000007FF "Iron Sword". Empty if it is not
    /// known. Thread-safe.
    std::function<std::string(std::string_view number)> describe_text;
};

}  // namespace redforge::edit
