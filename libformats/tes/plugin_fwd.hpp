// The names of a plugin's records, for what holds them or passes them on without looking into them: such a source is not
// compiled again when one of them changes.
#pragma once

namespace redforge::tes {

struct Header;
struct Plugin;
struct Record;
struct RecordHead;
struct Script;

}  // namespace redforge::tes
