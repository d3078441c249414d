// The definitions of records that are compiled in: tes/definitions/*.def.
#pragma once

#include <string_view>

namespace redforge::tes {

[[nodiscard]] std::string_view oblivion_definitions();
[[nodiscard]] std::string_view skyrim_definitions();
[[nodiscard]] std::string_view save_definition_text();
[[nodiscard]] std::string_view vmad_definition_text();

}  // namespace redforge::tes
