// Errors and warnings about a source: several at once, each with the line it means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace redforge::soup {

enum class Severity : std::uint8_t { error, warning };

/// A change of a source: what takes the place of some of its bytes.
struct SourceEdit {
    std::size_t at{};
    std::size_t length{};
    std::string text;

    friend bool operator==(const SourceEdit&, const SourceEdit&) = default;
};

struct Diagnostic {
    Severity severity{};
    Error error;          ///< file, line and column are set; a column counts characters
    std::string excerpt;  ///< the line of the source, and under it ^ below the place
    std::size_t at{};     ///< in the source, in bytes
    std::size_t length{};
    std::string_view rule{};        ///< of warnings: the kind; where the registry of checks has it too, that check's id
    std::vector<SourceEdit> fix{};  ///< what mends it, in the order of the source; empty where no one answer is right
};

/// A source with the fixes of what was found in it, and how many were made. One that touches what another changed is
/// left for the next time.
struct FixedSource {
    std::string text;
    std::size_t fixes{};
};
[[nodiscard]] FixedSource fixed(std::string_view source, const std::vector<Diagnostic>& diagnostics);

/// "FILE:3:5: warning: MESSAGE; HINT [RULE]", the line, the caret; without a line break at the end.
[[nodiscard]] std::string show(const Diagnostic& diagnostic);

/// Collects what is found in one source.
class Diagnostics {
public:
    /// More errors than this are not told; the last says so.
    static constexpr std::size_t most = 50;

    Diagnostics(std::string_view source, std::string_view file) : source_(source), file_(file) {}

    /// `at`: offset into the source.
    void error(std::size_t at, std::size_t length, ErrorCode code, std::string message, std::string hint = {},
               std::vector<SourceEdit> fix = {});
    void warning(std::size_t at, std::size_t length, std::string message, std::string hint = {},
                 std::string_view rule = {}, std::vector<SourceEdit> fix = {});

    [[nodiscard]] bool failed() const { return errors_ != 0; }
    [[nodiscard]] std::size_t errors() const { return errors_; }
    [[nodiscard]] bool full() const { return errors_ >= most; }
    /// In the order of the source.
    [[nodiscard]] std::vector<Diagnostic> take();

private:
    Diagnostic& add(Severity severity, std::size_t at, std::size_t length, ErrorCode code, std::string message,
                    std::string hint);

    std::string_view source_;
    std::string_view file_;
    std::vector<Diagnostic> entries_;
    std::vector<std::size_t> line_starts_;
    std::size_t errors_{};
    std::size_t warnings_{};
};

}  // namespace redforge::soup
