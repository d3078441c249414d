// Memory for a program that is over in some 20 ms: a quarter of that would go into asking the system for 4 KiB at a time.
#pragma once

namespace redforge {

/// Has this program's memory taken in large pages and long steps from now on, where the system and its C library know
/// how. For the beginning of the work; nothing depends on it.
void take_large_pages() noexcept;

}  // namespace redforge
