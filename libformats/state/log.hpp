// LOGBOOK.TXT of a saved game: texts by line.
#pragma once

#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::state {

/// A line of a log.
struct LogLine {
    static constexpr std::string_view element = "line";

    Text text{};          ///< without the line end
    Derived<Text> end{};  ///< line end, if it differs from Log::end; empty at the end of the file

    friend bool operator==(const LogLine&, const LogLine&) = default;
};

template <class Archive>
void serialize(Archive& ar, LogLine& line, unsigned /*version*/)
{
    field(ar, "text", line.text, {.label = "Text"});
    field(ar, "end", line.end,
          {.label = "Line end",
           .doc = "Stored only if it differs from the line end of the file.",
           .kind = Role::derived});
}

/// A log. Recognised by name.
struct Log {
    static constexpr std::string_view root = "log";

    Text end{"\r\n"};  ///< line end of the file's first line
    std::vector<LogLine> lines{};

    friend bool operator==(const Log&, const Log&) = default;
};

template <class Archive>
void serialize(Archive& ar, Log& log, unsigned /*version*/)
{
    field(ar, "end", log.end, {.label = "Line end", .doc = "Line end of the first line."});
    list(ar, "lines", LogLine::element, log.lines, {.label = "Lines"});
}

/// Returns false: nothing in the file identifies it.
[[nodiscard]] bool is_log(ByteView bytes);
/// Reads a log. Accepts any bytes.
[[nodiscard]] Result<Log> read_log(ByteView bytes, RawFallbacks* kept = nullptr);
/// Returns the bytes of a log. Errors: mismatch (a text with a line end, or a line end other than LF and CR LF).
[[nodiscard]] Result<Bytes> write_log(const Log& log);

}  // namespace redforge::state
