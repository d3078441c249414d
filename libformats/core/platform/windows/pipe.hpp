// Pipes whose reader has ended, on Windows.
#pragma once

namespace redforge::platform {

/// Call after a write to a closed pipe. Ends a program that has called take_signals(), as SIGPIPE does on other
/// systems; in other programs the write fails.
void end_with_reader();

}  // namespace redforge::platform
