// Reads and writes logs, and the format's entry.
#include "state/log.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/record/describe.hpp"
#include "core/text/difference.hpp"
#include "state/format.hpp"

namespace redforge {

template const RecordType& record_type<state::Log>(unsigned);

}  // namespace redforge

namespace redforge::state {

bool is_log(ByteView /*bytes*/)
{
    return false;
}

Result<Log> read_log(ByteView bytes, RawFallbacks* /*kept*/)
{
    Log log;
    std::string_view rest = as_text(bytes);
    while (!rest.empty()) {
        const std::size_t feed = std::min(rest.find('\n'), rest.size());
        const bool has_return = feed < rest.size() && feed > 0 && rest[feed - 1] == '\r';
        const std::size_t text_size = has_return ? feed - 1 : feed;
        const Text end(feed == rest.size() ? "" : has_return ? "\r\n" : "\n");
        if (log.lines.empty() && !end.bytes.empty()) {
            log.end = end;
        }
        LogLine line{.text = rest.substr(0, text_size), .end = end};
        line.end.clear_if_equal(log.end);
        log.lines.push_back(std::move(line));
        rest.remove_prefix(text_size + end.bytes.size());
    }
    return log;
}

Result<Bytes> write_log(const Log& log)
{
    Bytes bytes;
    Log tidy = log;
    for (LogLine& line : tidy.lines) {
        append(bytes, as_bytes(line.text.bytes));
        append(bytes, as_bytes(line.end.value_or(log.end).bytes));
        line.end.clear_if_equal(log.end);
    }
    const Result<Log> again = read_log(bytes);
    if (const std::optional<Difference> difference = find_difference(tidy, *again)) {
        return fail(contradiction("the log", *difference, "nothing",
                                  "a text has no line end, and each line before the last ends with LF or CR LF"));
    }
    return bytes;
}

Format log_format()
{
    Format format = make_format<Log, &is_log, &read_log, &write_log>("Redguard log", ".TXT");
    static constexpr std::array<std::string_view, 1> file_names{"LOGBOOK.TXT"};
    format.file_names = file_names;
    format.can_be_named = [](ByteView) { return true; };  // any text can be a log
    return format;
}

}  // namespace redforge::state
