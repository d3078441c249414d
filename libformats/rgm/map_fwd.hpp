// The name of a map's type, for what passes a map on without looking into it: such a source is not compiled again when
// a record changes.
#pragma once

namespace redforge::rgm {
struct Map;
}
