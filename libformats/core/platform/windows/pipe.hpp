// Pipes whose reader has ended, on Windows.
#pragma once

namespace redforge::platform {

/// After a write to a pipe that nobody reads. Ends a program that has called take_signals(), as SIGPIPE does elsewhere; in
/// others the write fails.
void end_with_reader();

}  // namespace redforge::platform
