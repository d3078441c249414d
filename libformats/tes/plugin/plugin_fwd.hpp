// Forward declarations of a plugin's records, for sources that only hold or pass them and need not be compiled again
// when one of them changes.
#pragma once

#include <string_view>

namespace redforge::tes {

class Entries;
struct Header;
struct Plugin;
struct Record;
class Subrecords;

/// The element of the script properties of a record: VMAD.
inline constexpr std::string_view properties_element = "properties";

}  // namespace redforge::tes
