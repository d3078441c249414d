// Errors and warnings of a source, each with its position.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/text/source_edit.hpp"

namespace redforge::soup {

enum class Severity : std::uint8_t { error, warning };

struct Diagnostic {
    Severity severity{};
    Error error;          ///< file, line and column are set; a column counts characters
    std::string excerpt;  ///< the source line and a second line with ^ below the position
    std::size_t at{};     ///< byte offset in the source
    std::size_t length{};
    std::string_view rule{};        ///< id of the mistake or warning; equals a check's id if the registry has one
    std::vector<SourceEdit> fix{};  ///< edits that fix it, in source order; empty if there is no single fix
};

/// Receives the mistakes (valid but surely wrong code) of each script source that is read, if there are any, with the
/// file (empty if none) and the actor (code page 437). Thread-safe. A service of LoadContext; without it, mistakes are
/// not searched.
struct MistakeReport {
    std::function<void(std::vector<Diagnostic> mistakes, const std::string& file, std::string_view actor)> report;
};

/// A source after its fixes were applied, and the number of fixes. A fix that overlaps an applied one is skipped until
/// the next run.
struct FixedSource {
    std::string text;
    std::size_t fixes{};
};
[[nodiscard]] FixedSource apply_fixes(std::string_view source, const std::vector<Diagnostic>& diagnostics);

/// Returns only the errors.
[[nodiscard]] std::vector<Diagnostic> only_errors(std::vector<Diagnostic> diagnostics);

/// Formats "FILE:3:5: warning: MESSAGE; HINT [RULE]", the line and the caret, without a trailing line break.
[[nodiscard]] std::string show(const Diagnostic& diagnostic);

/// Text before the id of a rule, in a comment that turns mistakes of this rule into warnings.
inline constexpr std::string_view warn_prefix = "warn: ";
/// Beginning of such a comment, as disassemble() prints it.
inline constexpr std::string_view warn_comment = "// warn: ";

/// Collects the diagnostics of one source.
class Diagnostics {
public:
    /// Maximum number of reported errors, including the last one, which says that the rest are not listed.
    static constexpr std::size_t max_errors = 50;

    /// `warns`: collect warnings, too. Otherwise, each line keeps only one mistake of each rule. Mistakes after the
    /// first thousand are dropped if `warns` is true, and have no message if it is false.
    Diagnostics(std::string_view source, std::string_view file, bool warns = true)
        : source_(source), file_(file), warns_(warns)
    {
    }

    /// Reports an error. `at`: byte offset in the source.
    void error(std::size_t at, std::size_t length, ErrorCode code, std::string message, std::string hint = {},
               std::vector<SourceEdit> fix = {});
    void warning(std::size_t at, std::size_t length, std::string message, std::string hint = {},
                 std::string_view rule = {}, std::vector<SourceEdit> fix = {});

    /// Reports code that can be assembled but is certainly wrong. It is an error, or a warning if the line has the
    /// comment `// warn: RULE`. The source is assembled in either case, because some scripts of the game have such
    /// code.
    void mistake(std::size_t at, std::size_t length, std::string message, std::string hint, std::string_view rule,
                 std::vector<SourceEdit> fix = {});
    /// Returns warning if the comment on the line of `at` allows the rule, else error.
    [[nodiscard]] Severity severity_of_mistake(std::size_t at, std::string_view rule);

    [[nodiscard]] bool warns() const { return warns_; }
    [[nodiscard]] bool failed() const { return errors_ != 0; }
    [[nodiscard]] std::size_t errors() const { return errors_; }
    [[nodiscard]] bool full() const { return errors_ >= max_errors; }
    /// Returns the diagnostics in source order.
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
    std::string_view comment_;  ///< comment on the current line
    std::set<std::pair<std::size_t, std::string_view>>
        reported_;  ///< line end and rule of reported mistakes, used if there are no warnings
};

}  // namespace redforge::soup
