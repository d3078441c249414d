// Runs a script up to a statement and returns its state there.
#include "editor/model/text/script_debug.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "soup/assemble/assemble.hpp"

namespace redforge::editor {

Result<ScriptDebug> ScriptDebug::begin(std::string source, const soup::Script& previous,
                                       const std::vector<std::int32_t>& values, const soup::Names* names,
                                       std::size_t at)
{
    const soup::Assembly assembly =
        soup::assemble(source, "",
                       {.names = names, .previous = &previous, .checks = soup::Checks::none, .keep_names = true});
    if (!assembly.script) {
        return fail(soup::first_error(assembly));
    }
    ScriptDebug debug;
    const auto line_at = static_cast<std::uint32_t>(
        1 + std::ranges::count(std::string_view(source).substr(0, std::min(at, source.size())), '\n'));
    debug.source_ = std::make_shared<const soup::RunSource>(soup::run_source(std::move(source), assembly));
    debug.script_ = std::make_shared<const soup::Script>(*assembly.script);
    debug.options_ = soup::first_options(*debug.script_, values, *debug.source_, names);
    std::uint32_t line = 0;
    for (const soup::SourcePlace& place : assembly.places) {
        if (place.line != line) {
            debug.first_.push_back(place.offset);
        }
        line = place.line;
    }
    std::vector<soup::CaseLine> given = soup::shared_settings(debug.source_->text);
    const std::vector<soup::TestCase> cases = soup::cases_in(debug.source_->text);
    const auto nearest_case = std::ranges::find_if(cases.rbegin(), cases.rend(),
                                                   [&](const soup::TestCase& each) { return each.line <= line_at; });
    if (nearest_case != cases.rend()) {
        given = nearest_case->given;
    }
    for (const soup::CaseLine& each : given) {
        if (const Status status = soup::apply_settings(debug.options_, *debug.source_, *debug.script_, each.text);
            !status) {
            Error error = status.error();
            error.line = each.line;
            return fail(std::move(error));
        }
    }
    debug.options_.pauses = [](std::uint32_t, std::uint32_t, std::uint32_t) { return true; };
    debug.run_ = soup::run(*debug.script_, debug.options_);
    debug.before_ = debug.values();
    return debug;
}

void ScriptDebug::step()
{
    run(nullptr);
}

void ScriptDebug::run_to(const std::set<std::uint32_t>& lines)
{
    run(&lines);
}

/// Runs to one of `lines`; if null, runs one statement.
void ScriptDebug::run(const std::set<std::uint32_t>* lines)
{
    if (ended()) {
        return;
    }
    before_ = values();
    options_.pauses = [&](std::uint32_t, std::uint32_t offset, std::uint32_t run) {
        if (run <= steps_) {
            return false;
        }
        return lines == nullptr ||
               (std::ranges::find(first_, offset) != first_.end() && lines->contains(source_->line_of(offset)));
    };
    run_ = soup::run(*script_, options_);
    options_.pauses = {};
    steps_ = run_.statements;
}

std::uint32_t ScriptDebug::line() const
{
    return ended() ? 0 : source_->line_of(run_.next_offset);
}

std::string ScriptDebug::state() const
{
    const std::string after = fmt::format("after {}", plural(steps_, "statement"));
    if (!ended()) {
        return fmt::format("Line {}{}, {}", line(), run_.next_thread == 0 ? "" : " of the interrupt thread", after);
    }
    std::string name(soup::stop_name(run_.stop));
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
    return fmt::format("{} {}", name, after);
}

std::vector<std::string> ScriptDebug::trace() const
{
    std::vector<std::string> lines;
    for (const soup::TraceLine& each : run_.trace) {
        lines.push_back(fmt::format("line {}: {}", source_->line_of(each.offset), each.text));
    }
    return lines;
}

std::vector<ScriptDebug::Value> ScriptDebug::values() const
{
    std::vector<Value> all;
    const auto add = [&](std::string name, std::int32_t value) {
        const auto old = std::ranges::find(before_, name, &Value::name);
        const bool changed = old == before_.end() ? !before_.empty() : old->value != value;
        all.push_back({std::move(name), value, changed});
    };
    for (std::uint32_t i = 0; i < run_.variables.size(); ++i) {
        const auto name = options_.variable_names.find(i);
        add(name == options_.variable_names.end() ? fmt::format("var{}", i) : name->second, run_.variables[i]);
    }
    const soup::Names* const names = options_.names;
    for (const auto& [flag, value] : run_.flags) {
        const soup::Name* const name = names != nullptr ? names->flag(flag) : nullptr;
        add(name != nullptr ? encode_text(name->name) : fmt::format("flag_{}", flag), value);
    }
    for (const auto& [place, value] : run_.properties) {
        const soup::Name* const name = names != nullptr ? names->property(place.second) : nullptr;
        add(fmt::format("{}.{}", place.first,
                        name != nullptr ? encode_text(name->name) : fmt::format("property_{}", place.second)),
            value);
    }
    for (const auto& [place, value] : run_.attributes) {
        const soup::Constant* const name =
            names != nullptr ? names->named(soup::ArgumentType::attribute, place.second) : nullptr;
        add(fmt::format("{}: {}", place.first,
                        name != nullptr ? std::string(name->name) : fmt::format("attribute {}", place.second)),
            value);
    }
    return all;
}

std::optional<std::int32_t> ScriptDebug::value_of(std::string_view name) const
{
    if (const auto variable = soup::variable_in(*source_, name)) {
        return *variable < run_.variables.size() ? std::optional(run_.variables[*variable]) : std::nullopt;
    }
    const std::vector<Value> all = values();
    const auto found = std::ranges::find(all, name, &Value::name);
    return found == all.end() ? std::nullopt : std::optional(found->value);
}

}  // namespace redforge::editor
