// Decompiles code: the frame, the names, and the check that the source compiles to the same bytes.
#include "obscript/decompile.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "obscript/keywords.hpp"
#include "obscript/source_indent.hpp"
#include "obscript/source_lines.hpp"
#include "obscript/source_printer.hpp"
#include "obscript/tokens.hpp"
#include "obscript/user_commands.hpp"

namespace redforge::obscript {
namespace {

/// Globals that the engine of every game creates.
constexpr std::array<std::pair<std::uint32_t, std::string_view>, 6> engine_globals{{{0x35, "GameYear"},
                                                                                    {0x36, "GameMonth"},
                                                                                    {0x37, "GameDay"},
                                                                                    {0x38, "GameHour"},
                                                                                    {0x39, "GameDaysPassed"},
                                                                                    {0x3A, "TimeScale"}}};

std::vector<Statement> statements_of(ByteView code)
{
    ByteView rest;
    return split_statements(code, rest);
}

/// Returns the number of equal statements at the beginning, ignoring lengths and jumps.
std::size_t same_statements(ByteView a, ByteView b)
{
    const std::vector<Statement> ours = statements_of(a);
    const std::vector<Statement> theirs = statements_of(b);
    std::size_t same = 0;
    while (same < std::min(ours.size(), theirs.size()) && ours[same].opcode == theirs[same].opcode &&
           ours[same].prefix == theirs[same].prefix && same_bytes(ours[same].payload, theirs[same].payload)) {
        ++same;
    }
    return same;
}

/// Chooses names for the references and variables of a script.
class NameChoice {
public:
    NameChoice(const CompiledScript& script, const OutsideNames& outside, const Mentions& mentions)
        : script_(script), outside_(outside), mentions_(mentions)
    {
    }

    SourceNames run(Decompiled& result)
    {
        for (const LocalVariable& variable : script_.variables) {
            taken_.insert(lower(variable.name));
        }
        names_.variables = variable_names(script_.variables);
        names_.references.resize(script_.references.size() + 1);
        for (std::size_t i = 1; i < names_.references.size(); ++i) {
            choose(i, result);
        }
        for (const auto& [owner, index] : mentions_.remote) {
            remote(owner, index, result);
        }
        return std::move(names_);
    }

private:
    [[nodiscard]] bool is_free(const std::string& name) const { return !taken_.contains(lower(name)); }
    [[nodiscard]] bool can_be_bare(const std::string& name) const
    {
        return is_bare_name(name) && command_named(name, outside_.commands) == nullptr && find_keyword(name) == nullptr;
    }

    void choose(std::size_t place, Decompiled& result)
    {
        const ReferenceEntry& entry = script_.references[place - 1];
        if (entry.is_variable) {
            const auto variable = names_.variables.find(entry.value);
            names_.references[place] = variable == names_.variables.end() ? std::string_view() : variable->second;
            return;
        }
        const bool in_obse = mentions_.obse[place];
        std::string name = known(entry.value, in_obse);
        if (!is_free(name) || (in_obse && !can_be_bare(name)) || is_number(name)) {
            name.clear();
        }
        // The language accepts FormIDs of six to eight digits, but not for globals and not in OBSE expressions.
        if (name.empty() && !in_obse && !mentions_.global[place]) {
            for (const int digits : {8, 7, 6}) {
                std::string number = fmt::format("{:0{}X}", entry.value, digits);
                if (number.size() == static_cast<std::size_t>(digits) && is_free(number)) {
                    name = std::move(number);
                    break;
                }
            }
        }
        if (name.empty()) {
            const std::string base = fmt::format("{}{:08X}", mentions_.global[place] ? "Global" : "Form", entry.value);
            name = base;
            for (int& number = numbers_[base]; !is_free(name); ++number) {
                name = fmt::format("{}_{}", base, number + 2);
            }
            result.invented.push_back(name);
        }
        taken_.insert(lower(name));
        result.names.forms.insert_or_assign(lower(name), Form{entry.value, mentions_.global[place]});
        names_.references[place] = std::move(name);
    }

    [[nodiscard]] std::string known(std::uint32_t form_id, bool in_obse) const
    {
        if (form_id == player_reference) {
            return in_obse || !is_free("player") ? "PlayerRef" : "player";
        }
        if (form_id == player_base && in_obse) {
            return "player";  // OBSE takes the word `player` for the player's base unless a dot follows
        }
        std::string name = outside_.form ? outside_.form(form_id) : std::string();
        if (name.empty()) {
            const auto global = std::ranges::find(engine_globals, form_id, [](const auto& each) { return each.first; });
            name = global == engine_globals.end() ? std::string_view() : global->second;
        }
        return name;
    }

    /// Returns true if the game reads the name as a FormID or a number.
    static bool is_number(const std::string& name)
    {
        const bool has_digits = !name.empty() && is_digit(name.front()) &&
                                name.find_first_not_of("0123456789ABCDEFabcdef") == std::string::npos;
        return has_digits || form_id_of(name);
    }

    void remote(std::uint16_t owner, std::uint16_t index, Decompiled& result)
    {
        if (owner == 0 || owner > script_.references.size()) {
            return;
        }
        const ReferenceEntry& entry = script_.references[owner - 1U];
        std::string name =
            outside_.variable && !entry.is_variable ? outside_.variable(entry.value, index) : std::string();
        if (!can_be_bare(name)) {
            name = fmt::format("var{}", index);
            result.invented.push_back(fmt::format("{}.{}", names_.references[owner], name));
        }
        const auto type = mentions_.remote_types.find({owner, index});
        result.names.variables.insert_or_assign(std::pair(lower(names_.references[owner]), lower(name)),
                                                RemoteVariable{index, type == mentions_.remote_types.end()
                                                                          ? VariableType::real
                                                                          : type->second});
        names_.remote.emplace(std::pair(owner, index), std::move(name));
    }

    const CompiledScript& script_;
    const OutsideNames& outside_;
    const Mentions& mentions_;
    SourceNames names_;
    std::unordered_set<std::string> taken_;  ///< in lower case
    std::map<std::string, int> numbers_;     ///< number of names invented from one stem
};

/// Index in the list of references, from 0, by the index of a variable of type ref.
using Entries = std::map<std::uint32_t, std::size_t>;

Entries entries_of(const std::vector<ReferenceEntry>& references)
{
    Entries entries;
    for (std::size_t i = 0; i < references.size(); ++i) {
        if (references[i].is_variable) {
            entries.emplace(references[i].value, i);
        }
    }
    return entries;
}

/// Returns the variables in declaration order. The list of references gives the order of those of type ref; a record
/// instead lists variables of earlier versions first.
std::vector<LocalVariable> declarations(const CompiledScript& script, const Entries& entries)
{
    std::vector<LocalVariable> references;
    const auto is_reference = [&](const LocalVariable& each) { return entries.contains(each.index); };
    std::ranges::copy_if(script.variables, std::back_inserter(references), is_reference);
    std::ranges::stable_sort(references, {}, [&](const LocalVariable& each) { return entries.at(each.index); });
    std::vector<LocalVariable> all = script.variables;
    auto next = references.begin();
    for (LocalVariable& each : all) {
        if (is_reference(each)) {
            each = *next++;
        }
    }
    return all;
}

/// Returns the statement that each declaration precedes: a declaration can follow statements whose forms are referenced
/// earlier.
std::vector<std::size_t> late_places(const CompiledScript& script, const std::vector<LocalVariable>& declarations,
                                     const Entries& entries, const std::vector<std::size_t>& first_mentions)
{
    // For each reference: after the first uses of all forms before it.
    std::vector<std::size_t> min_places(script.references.size() + 1);
    for (std::size_t i = 0; i < script.references.size(); ++i) {
        const bool is_named = !script.references[i].is_variable && first_mentions[i + 1] != Mentions::never;
        min_places[i + 1] = std::max(min_places[i], is_named ? first_mentions[i + 1] + 1 : 0);
    }
    std::vector<std::size_t> places;
    std::size_t place = 0;
    for (const LocalVariable& variable : declarations) {
        if (const auto entry = entries.find(variable.index); entry != entries.end()) {
            place = std::max(place, min_places[entry->second]);
        }
        places.push_back(place);
    }
    return places;
}

class Decompiler {
public:
    Decompiler(const CompiledScript& script, const OutsideNames& outside)
        : script_(script), outside_(outside), statements_(split_statements(script.code, rest_)),
          mentions_(script.references.size()), entries_(entries_of(script.references)),
          declarations_(declarations(script, entries_))
    {
    }

    Result<Decompiled> run()
    {
        if (script_.code.size() > max_extended_code) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("the code has {} bytes; compilers make at most {}", script_.code.size(),
                                                max_extended_code)});
        }
        if (!rest_.empty()) {
            return fail({.code = ErrorCode::unsupported,
                         .message = fmt::format("statement {} is cut off", statements_.size() + 1)});
        }
        // Collect name uses in the code; the text itself is discarded.
        if (Result<std::vector<Line>> first = lines(SourceNames::numbers(script_), true); !first) {
            return fail(first.error());
        }
        names_ = NameChoice(script_, outside_, mentions_).run(named_);
        std::size_t same = 0;
        for (const bool late : {false, true}) {
            for (const bool escapes : {true, false}) {
                Result<Decompiled> tried = source(late, escapes);
                if (!tried || is_same(*tried, escapes, same)) {
                    return tried;
                }
            }
        }
        return fail(
            {.code = ErrorCode::mismatch,
             .message =
                 same >= statements_.size()
                     ? std::string("the statements can be written as source, but it compiles to other references, "
                                   "jumps or lengths")
                     : fmt::format("statement {} cannot be written as source", same + 1)});
    }

private:
    struct Line {
        std::string text;
        std::size_t statement{};
    };

    Result<std::vector<Line>> lines(const SourceNames& names, bool escapes)
    {
        std::vector<Line> all;
        for (std::size_t i = 0; i < statements_.size(); ++i) {
            const Statement& each = statements_[i];
            if (each.opcode == opcode::push_context || each.opcode == opcode::pop_context) {
                continue;  // they follow from the name of the block
            }
            const bool redirected = i + 1 < statements_.size() && statements_[i + 1].opcode == opcode::push_context;
            mentions_.statement = i;
            SourcePrinter printer(script_, names, mentions_, escapes, outside_.commands);
            Result<std::string> text = printer.statement(each, redirected);
            if (!text) {
                text.error().message = fmt::format("statement {}: {}", i + 1, text.error().message);
                return fail(text.error());
            }
            all.push_back({std::move(*text), i});
        }
        return all;
    }

    Result<Decompiled> source(bool late, bool escapes)
    {
        Decompiled result = named_;
        result.names.text_escapes = escapes;
        Result<std::vector<Line>> all = lines(names_, escapes);
        if (!all) {
            return fail(all.error());
        }
        std::vector<std::size_t> places(declarations_.size());
        if (late) {
            places = late_places(script_, declarations_, entries_, mentions_.first);
        }
        const std::size_t head = script_.kind == ScriptKind::result ? 0 : 1;  // statement 0 is the script's name
        std::size_t declared = 0;
        SourceIndent indent;
        for (const Line& each : *all) {
            if (each.statement >= head) {
                const std::size_t before = declared;
                for (; declared < places.size() && places[declared] <= each.statement; ++declared) {
                    result.source += indentation(indent.depth()) + declaration(declarations_[declared]);
                }
                result.source += declared > before && indent.depth() == 0 ? "\n" : "";
            }
            const std::uint16_t op = statements_[each.statement].opcode;
            result.source += indentation(indent.line(block_of(op))) + each.text + "\n";
            const bool ends_part = op == opcode::script_name || op == opcode::end;
            result.source += ends_part && &each != &all->back() ? "\n" : "";
        }
        for (; declared < places.size(); ++declared) {
            result.source += declaration(declarations_[declared]);
        }
        return result;
    }

    static std::string indentation(std::size_t depth) { return std::string(4 * depth, ' '); }

    [[nodiscard]] std::string declaration(const LocalVariable& variable) const
    {
        static constexpr std::array<std::string_view, 5> words{"float", "short", "string_var", "array_var", "ref"};
        const auto met = mentions_.types.find(static_cast<std::uint16_t>(variable.index));
        const VariableType type = entries_.contains(variable.index) ? VariableType::reference
                                  : met != mentions_.types.end()    ? met->second
                                                                    : variable.type;
        return fmt::format("{} {}\n", words.at(static_cast<std::size_t>(type)), variable.name);
    }

    /// Returns true if a source compiles to the script. `same`: maximum number of equal statements of all sources so
    /// far.
    bool is_same(const Decompiled& tried, bool escapes, std::size_t& same) const
    {
        NamedEnvironment environment(tried.names);
        CompileOptions options{.kind = script_.kind,
                               .old_variables = script_.variables,
                               .last_variable = script_.last_variable,
                               .text_escapes = escapes,
                               .commands = outside_.commands};
        const Compiled compiled = compile(tried.source, environment, options);
        same = std::max(same, same_statements(compiled.code, script_.code));
        return !compiled.failed() && same_bytes(compiled.code, script_.code) &&
               compiled.references == script_.references && has_same_variables(compiled.variables);
    }

    [[nodiscard]] bool has_same_variables(const std::vector<LocalVariable>& found) const
    {
        std::set<std::tuple<std::uint32_t, std::string_view, bool>> known;
        for (const LocalVariable& each : found) {
            known.emplace(each.index, each.name, is_integer_type(each.type));
        }
        return found.size() == script_.variables.size() &&
               std::ranges::all_of(script_.variables, [&](const LocalVariable& each) {
                   return known.contains({each.index, each.name, is_integer_type(each.type)});
               });
    }

    const CompiledScript& script_;
    const OutsideNames& outside_;
    ByteView rest_;
    std::vector<Statement> statements_;
    Mentions mentions_;
    Entries entries_;
    std::vector<LocalVariable> declarations_;
    SourceNames names_;
    Decompiled named_;  ///< the result without a source: its names
};

}  // namespace

Result<Decompiled> decompile(const CompiledScript& script, const OutsideNames& outside)
{
    return Decompiler(script, outside).run();
}

}  // namespace redforge::obscript
