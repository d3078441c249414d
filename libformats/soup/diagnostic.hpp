// Errors and warnings about a source: several at once, each with the line it means.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/source_edit.hpp"

namespace redforge::soup {

enum class Severity : std::uint8_t { error, warning };

struct Diagnostic {
    Severity severity{};
    Error error;          ///< file, line and column are set; a column counts characters
    std::string excerpt;  ///< the line of the source, and under it ^ below the place
    std::size_t at{};     ///< in the source, in bytes
    std::size_t length{};
    std::string_view rule{};        ///< of mistakes and warnings: the kind; that check's id, where the registry has it
    std::vector<SourceEdit> fix{};  ///< what mends it, in the order of the source; empty where no one answer is right
};

/// A source with the fixes of what was found in it, and how many were made. One that touches what another changed is
/// left for the next time.
struct FixedSource {
    std::string text;
    std::size_t fixes{};
};
[[nodiscard]] FixedSource fixed(std::string_view source, const std::vector<Diagnostic>& diagnostics);

/// The errors among them.
[[nodiscard]] std::vector<Diagnostic> errors_of(std::vector<Diagnostic> diagnostics);

/// "FILE:3:5: warning: MESSAGE; HINT [RULE]", the line, the caret; without a line break at the end.
[[nodiscard]] std::string show(const Diagnostic& diagnostic);

/// Stands in a comment before the kind of a mistake that is only warned of; the mark is such a comment's beginning.
inline constexpr std::string_view warn_description = "warn: ";
inline constexpr std::string_view mistake_mark = "// warn: ";

/// Collects what is found in one source.
class Diagnostics {
public:
    /// More errors than this are not reported; the last says so.
    static constexpr std::size_t most = 50;

    /// `warns`: warnings are wanted too. Without them there is one mistake of a kind for each line, and those behind the first
    /// thousand have no words.
    Diagnostics(std::string_view source, std::string_view file, bool warns = true)
        : source_(source), file_(file), warns_(warns)
    {
    }

    /// `at`: offset into the source.
    void error(std::size_t at, std::size_t length, ErrorCode code, std::string message, std::string hint = {},
               std::vector<SourceEdit> fix = {});
    void warning(std::size_t at, std::size_t length, std::string message, std::string hint = {},
                 std::string_view rule = {}, std::vector<SourceEdit> fix = {});

    /// Reports something that packs but cannot be meant: an error, but a warning on a line with the comment `// warn: RULE`. The
    /// source becomes a script in either case, because scripts of the game have such things too.
    void mistake(std::size_t at, std::size_t length, std::string message, std::string hint, std::string_view rule,
                 std::vector<SourceEdit> fix = {});
    /// Warning where the comment on the line of `at` allows the rule, else error.
    [[nodiscard]] Severity severity_of_mistake(std::size_t at, std::string_view rule);

    [[nodiscard]] bool warns() const { return warns_; }
    [[nodiscard]] bool failed() const { return errors_ != 0; }
    [[nodiscard]] std::size_t errors() const { return errors_; }
    [[nodiscard]] bool full() const { return errors_ >= most; }
    /// In the order of the source.
    [[nodiscard]] std::vector<Diagnostic> take();

private:
    Diagnostic& add(Severity severity, std::size_t at, std::size_t length, ErrorCode code, std::string message,
                    std::string hint);
    void add_of_kind(Severity severity, std::size_t at, std::size_t length, std::string message, std::string hint,
                     std::string_view rule, std::vector<SourceEdit> fix);

    std::string_view source_;
    std::string_view file_;
    bool warns_;
    std::vector<Diagnostic> entries_;
    std::vector<std::size_t> line_starts_;
    std::size_t errors_{};
    std::size_t warnings_{};
    std::size_t mistakes_{};
    std::size_t line_begin_{};
    std::size_t line_end_{};
    std::string_view comment_;  ///< of that line
    std::set<std::pair<std::size_t, std::string_view>>
        reported_;  ///< the end of a line and a kind, where there are no warnings
};

}  // namespace redforge::soup
