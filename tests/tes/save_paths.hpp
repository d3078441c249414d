// Values of saves by path, for tests: change records have no C++ types.
#pragma once

#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include "core/record/optional_record.hpp"
#include "edit/path/path.hpp"
#include "tes/save/save.hpp"

namespace redforge::tes::test {

[[nodiscard]] inline RecordHandle root_of(const Save& save)
{
    return handle_of(const_cast<Save&>(save), CodePage::cp1252);  // NOLINT: only tests that own the save change it
}

/// Returns the text of a value: a field, or the digits of a blob. Returns the error if the path is wrong.
[[nodiscard]] inline std::string value_in(const Save& save, std::string_view path)
{
    const auto matches = edit::resolve(root_of(save), path);
    return !matches ? describe(matches.error()) : matches->empty() ? "nothing" : edit::match_text(matches->front());
}

/// Returns the number of records in the unnamed list of a part or record, or 0 if there is no such part.
[[nodiscard]] inline std::size_t count_in(const Save& save, std::string_view path)
{
    const auto matches = edit::resolve(root_of(save), path);
    REQUIRE(matches);
    return matches->empty() ? 0 : matches->front().record.find_list("").size();
}

inline void set_in(const Save& save, std::string_view path, std::string_view text)
{
    const auto matches = edit::resolve(root_of(save), path);
    REQUIRE(matches);
    REQUIRE(matches->size() == 1);
    REQUIRE(matches->front().field.set(text));
}

inline Bytes& blob_in(const Save& save, std::string_view path)
{
    const auto matches = edit::resolve(root_of(save), path);
    REQUIRE(matches);
    REQUIRE(matches->size() == 1);
    return matches->front().record.blob(*matches->front().child);
}

/// Returns the part of a change record with a name.
inline OptionalRecord& part_in(const Save& save, std::size_t change, std::string_view name)
{
    return *static_cast<OptionalRecord*>(save.changes[change].handle().find_list(name).list);
}

}  // namespace redforge::tes::test
