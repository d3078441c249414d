// `script test`: runs scripts as described by comments in their sources, and compares the results with the
// expectations.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/line/console.hpp"
#include "cli/report/json.hpp"
#include "cli/script/script_actions.hpp"
#include "cli/script/script_runs.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "edit/path/conditions.hpp"

namespace redforge::cli {
namespace {

using soup::CaseLine;
using soup::TestCase;

/// A running test case. Collects failures.
class CaseRun {
public:
    CaseRun(const FoundScript& found, const soup::RunSource& source, const LoadContext& context)
        : found_(found), source_(source),
          options_(soup::first_options(found.script, found.variables, source, context.services.find<soup::Names>()))
    {
    }

    std::vector<CaseLine> run(const TestCase& test)
    {
        for (const CaseLine& line : test.given) {
            if (const Status status = soup::apply_settings(options_, source_, found_.script, line.text); !status) {
                fail_at(line.line, status.error().message);
            }
        }
        if (!failures_.empty()) {
            return std::move(failures_);
        }
        constexpr std::size_t max_variables = 256;
        options_.variables.resize(std::max(options_.variables.size(), max_variables));
        done_ = soup::run(found_.script, options_);
        bool stop_is_expected = false;
        for (const CaseLine& line : test.expected) {
            stop_is_expected = expect(line) || stop_is_expected;
        }
        if (!stop_is_expected && done_.stop != soup::Stop::ended) {
            fail_at(test.line, fmt::format("the run {} after {}", to_description(done_.stop),
                                           plural(done_.statements, "statement")));
        }
        return std::move(failures_);
    }

private:
    static std::string to_description(soup::Stop stop)
    {
        return stop == soup::Stop::ended || stop == soup::Stop::ran_off
                   ? std::string(soup::stop_name(stop))
                   : fmt::format("stopped: {}", soup::stop_name(stop));
    }

    void fail_at(std::uint32_t line, std::string message) { failures_.push_back({line, std::move(message)}); }

    /// Checks one expectation. Returns true if it is about the end of the run.
    bool expect(const CaseLine& line)
    {
        const std::string_view text = line.text;
        for (unsigned stop = 0; stop <= static_cast<unsigned>(soup::Stop::divided_by_zero); ++stop) {
            if (equals_ignore_case(text, soup::stop_name(static_cast<soup::Stop>(stop)))) {
                if (done_.stop != static_cast<soup::Stop>(stop)) {
                    fail_at(line.line, fmt::format("expected {}; the run {}", text, to_description(done_.stop)));
                }
                return true;
            }
        }
        constexpr std::string_view no = "no ";
        if (equals_ignore_case(text.substr(0, no.size()), no)) {
            expect_none(line, trimmed(text.substr(no.size())));
        } else if (text.find('(') != std::string_view::npos) {
            expect_call(line);
        } else {
            expect_value(line);
        }
        return false;
    }

    /// Returns the lines of the trace that are calls.
    [[nodiscard]] std::vector<std::string_view> calls() const
    {
        std::vector<std::string_view> calls;
        for (const soup::TraceLine& line : done_.trace) {
            if (line.text.find(") -> ") != std::string::npos) {
                calls.push_back(line.text);
            }
        }
        return calls;
    }

    static bool matches(std::string_view call, std::string_view pattern)
    {
        if (pattern.find(") ->") == std::string_view::npos) {
            call = call.substr(0, call.rfind(" -> "));
        }
        return edit::matches_pattern(call, pattern);
    }

    void expect_none(const CaseLine& line, std::string_view pattern)
    {
        for (const std::string_view call : calls()) {
            if (matches(call, pattern)) {
                fail_at(line.line, fmt::format("expected no {}; the script called {}", pattern, call));
                return;
            }
        }
    }

    /// Checks that the expected calls occur in order. Other calls may be between them.
    void expect_call(const CaseLine& line)
    {
        const std::vector<std::string_view> all = calls();
        for (std::size_t i = next_call_; i < all.size(); ++i) {
            if (matches(all[i], line.text)) {
                next_call_ = i + 1;
                return;
            }
        }
        const std::vector<std::string_view> rest(all.begin() + static_cast<std::ptrdiff_t>(next_call_), all.end());
        const bool earlier = std::ranges::any_of(all, [&](std::string_view call) { return matches(call, line.text); });
        fail_at(line.line, fmt::format("expected {}; {}", line.text,
                                       rest.empty() ? earlier ? "it was called before an expectation above it"
                                                              : "the script called nothing more"
                                                    : fmt::format("the script called {}", fmt::join(rest, ", "))));
    }

    /// Checks an expected value: "DoorOpen = 1", "gold = 3", "DOOR1.angle = 5".
    void expect_value(const CaseLine& line)
    {
        const std::size_t equals = line.text.find('=');
        const auto values =
            equals == std::string::npos
                ? Result<std::vector<std::int32_t>>(fail({.message = "not a call, a value or the end of a run"}))
                : soup::parse_numbers(std::string_view(line.text).substr(equals + 1));
        if (!values) {
            fail_at(line.line, fmt::format("\"{}\": {}; write NAME(*), no NAME(*), NAME = 1 or ended", line.text,
                                           values.error().message));
            return;
        }
        const std::string_view name = trimmed(std::string_view(line.text).substr(0, equals));
        const std::optional<std::int32_t> value = value_of(name);
        if (!value) {
            fail_at(line.line, fmt::format("no variable, flag or property {}", name));
        } else if (*value != values->front()) {
            fail_at(line.line, fmt::format("expected {} = {}; it is {}", name, values->front(), *value));
        }
    }

    [[nodiscard]] std::optional<std::int32_t> value_of(std::string_view name) const
    {
        if (const auto variable = soup::variable_in(source_, name)) {
            return *variable < done_.variables.size() ? std::optional(done_.variables[*variable]) : std::nullopt;
        }
        const soup::Names* names = options_.names;
        if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
            auto property = soup::numbered(name.substr(dot + 1), "property_");
            property = property || names == nullptr ? property : names->find_property(name.substr(dot + 1));
            if (!property) {
                return std::nullopt;
            }
            const auto found = done_.properties.find({std::string(name.substr(0, dot)), *property});
            return found == done_.properties.end() ? 0 : found->second;
        }
        const auto flag = soup::flag_in(source_, names, name);
        if (!flag) {
            return std::nullopt;
        }
        const auto found = done_.flags.find(*flag);
        return found == done_.flags.end() ? 0 : found->second;
    }

    const FoundScript& found_;
    const soup::RunSource& source_;
    soup::RunOptions options_;
    soup::Run done_;
    std::size_t next_call_{};
    std::vector<CaseLine> failures_;
};

}  // namespace

Exit script_test(const ScriptRequest& request)
{
    bool failed = false;
    std::size_t cases = 0;
    std::size_t wrong = 0;
    nlohmann::json json = nlohmann::json::array();
    for (const FoundScript& found : find_scripts(request.arguments, request.files, request.context, failed)) {
        if (found.own_text.empty()) {
            continue;
        }
        const soup::RunSource source = run_source(found, request.context);
        for (const TestCase& test : soup::cases_in(source.text)) {
            const std::vector<CaseLine> failures = CaseRun(found, source, request.context).run(test);
            ++cases;
            wrong += failures.empty() ? 0U : 1U;
            const std::string name = test.name.empty() ? found.actor : fmt::format("{}: {}", found.actor, test.name);
            if (request.arguments.has("json")) {
                nlohmann::json entry{{"actor", found.actor},
                                     {"name", test.name},
                                     {"ok", failures.empty()},
                                     {"failures", nlohmann::json::array()}};
                put_name(entry, "file", found.file);
                for (const CaseLine& each : failures) {
                    entry["failures"].push_back({{"line", each.line}, {"message", each.text}});
                }
                json.push_back(std::move(entry));
                continue;
            }
            print(fmt::format("{:<7}{}\n", failures.empty() ? "ok" : "failed", name));
            for (const CaseLine& each : failures) {
                print(fmt::format("       {}:{}: {}\n", found.file, each.line, each.text));
            }
        }
    }
    if (request.arguments.has("json")) {
        print_json({{"tests", json}});
    }
    if (cases == 0 && !failed) {
        return print_error({.code = ErrorCode::usage,
                            .message = "no test found",
                            .hint = "add the expected calls to the source as comments: // expect: RTX('abcd')"});
    }
    print_message(fmt::format("{}: {} failed", plural(cases, "test"), wrong));
    return failed ? Exit::failure : wrong > 0 ? Exit::finding : Exit::success;
}

}  // namespace redforge::cli
