// Converts symbols, tokens, inlay names and routines to JSON.
#include "lsp/answers.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "lsp/messages.hpp"

namespace redforge::lsp {
namespace {

using nlohmann::json;

/// Adds the symbols from `next` on that are inside a range to a list of children.
void add_children(const TextView& text, const std::vector<Symbol>& symbols, std::size_t& next, std::size_t end,
                  json& children)
{
    while (next < symbols.size() && symbols[next].range.begin < end) {
        const Symbol& symbol = symbols[next++];
        json item{{"name", symbol.name.empty() ? "?" : symbol.name},  // the protocol forbids empty names
                  {"kind", static_cast<int>(symbol.kind)},
                  {"range", json_of(text.lines, symbol.range)},
                  {"selectionRange", json_of(text.lines, symbol.name_range)}};
        if (!symbol.detail.empty()) {
            item["detail"] = symbol.detail;
        }
        json inner = json::array();
        add_children(text, symbols, next, symbol.range.end, inner);
        if (!inner.empty()) {
            item["children"] = std::move(inner);
        }
        children.push_back(std::move(item));
    }
}

/// Returns true if `name` contains the letters of `query` in order, ignoring case.
bool matches(std::string_view name, std::string_view query)
{
    std::size_t found = 0;
    for (const char letter : name) {
        found += found < query.size() && to_lower(letter) == to_lower(query[found]) ? 1U : 0U;
    }
    return found == query.size();
}

json item_of(const TextView& text, const Routine& routine)
{
    return {{"name", routine.symbol.name},
            {"kind", static_cast<int>(routine.symbol.kind)},
            {"uri", text.uri},
            {"range", json_of(text.lines, routine.symbol.range)},
            {"selectionRange", json_of(text.lines, routine.symbol.name_range)}};
}

/// Returns the index of the routine whose name begins at an offset.
std::optional<std::size_t> routine_named_at(const std::vector<Routine>& routines, std::size_t name)
{
    const auto found =
        std::ranges::find_if(routines, [&](const Routine& each) { return each.symbol.name_range.begin == name; });
    return found == routines.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - routines.begin()));
}

}  // namespace

json document_symbols(const TextView& text)
{
    json all = json::array();
    std::size_t next = 0;
    add_children(text, text.open.symbols(), next, static_cast<std::size_t>(-1), all);
    return all;
}

json matching_symbols(const TextView& text, std::string_view query)
{
    json all = json::array();
    std::vector<const Symbol*> outer;  // symbols around the current one
    const std::vector<Symbol> symbols = text.open.symbols();
    for (const Symbol& symbol : symbols) {
        while (!outer.empty() && outer.back()->range.end <= symbol.range.begin) {
            outer.pop_back();
        }
        if (query.empty() ? outer.empty() : matches(symbol.name, query)) {
            json item{{"name", symbol.name.empty() ? "?" : symbol.name},
                      {"kind", static_cast<int>(symbol.kind)},
                      {"location", {{"uri", text.uri}, {"range", json_of(text.lines, symbol.name_range)}}}};
            if (!outer.empty()) {
                item["containerName"] = outer.back()->name;
            }
            all.push_back(std::move(item));
        }
        outer.push_back(&symbol);
    }
    return all;
}

json highlights(const TextView& text, std::size_t at)
{
    json all = json::array();
    for (const Range& range : text.open.references(at)) {
        all.push_back({{"range", json_of(text.lines, range)}});
    }
    return all;
}

json token_legend()
{
    return {{"tokenTypes", token_type_names}, {"tokenModifiers", json::array()}};
}

json semantic_tokens(const TextView& text)
{
    json data = json::array();
    Position last;
    for (const TypedToken& token : text.open.tokens()) {
        const Position begin = text.lines.position(token.range.begin);
        const Position end = text.lines.position(token.range.end);
        const std::uint32_t column = begin.line == last.line ? begin.character - last.character : begin.character;
        for (const std::uint32_t number : {begin.line - last.line, column, end.character - begin.character,
                                           static_cast<std::uint32_t>(token.type), 0U}) {
            data.push_back(number);
        }
        last = begin;
    }
    return {{"data", std::move(data)}};
}

json code_lenses(const TextView& text, std::string_view command)
{
    json all = json::array();
    for (const Symbol& symbol : text.open.symbols()) {
        if (!symbol.has_uses) {
            continue;
        }
        json uses = json::array();
        for (const Range& range : text.open.references(symbol.name_range.begin)) {
            if (!(range == symbol.name_range)) {
                uses.push_back({{"uri", text.uri}, {"range", json_of(text.lines, range)}});
            }
        }
        const json range = json_of(text.lines, symbol.name_range);
        json shown{{"title", plural(uses.size(), "use")}, {"command", command}};
        if (!command.empty()) {
            shown["arguments"] = {text.uri, range["start"], std::move(uses)};
        }
        all.push_back({{"range", range}, {"command", std::move(shown)}});
    }
    return all;
}

json inlay_hints(const TextView& text, const Range& range)
{
    json all = json::array();
    for (const Inlay& inlay : text.open.inlays()) {
        if (range.begin <= inlay.at && inlay.at <= range.end) {
            all.push_back({{"position", json_of(text.lines, inlay.at)}, {"label", inlay.text}, {"paddingLeft", true}});
        }
    }
    return all;
}

json call_items(const TextView& text, std::size_t at)
{
    json all = json::array();
    const std::vector<Routine> routines = text.open.routines();
    const auto is_at = [at](const Range& range) { return range.begin <= at && at <= range.end; };
    for (const Routine& routine : routines) {
        if (is_at(routine.symbol.name_range)) {
            return json::array({item_of(text, routine)});
        }
        for (const Routine::Call& call : routine.calls) {
            if (is_at(call.range)) {
                return json::array({item_of(text, routines[call.target])});
            }
        }
    }
    return all;
}

json incoming_calls(const TextView& text, std::size_t name)
{
    json all = json::array();
    const std::vector<Routine> routines = text.open.routines();
    const std::optional<std::size_t> target = routine_named_at(routines, name);
    for (const Routine& routine : routines) {
        json ranges = json::array();
        for (const Routine::Call& call : routine.calls) {
            if (call.target == target) {
                ranges.push_back(json_of(text.lines, call.range));
            }
        }
        if (!ranges.empty()) {
            all.push_back({{"from", item_of(text, routine)}, {"fromRanges", std::move(ranges)}});
        }
    }
    return all;
}

json outgoing_calls(const TextView& text, std::size_t name)
{
    json all = json::array();
    const std::vector<Routine> routines = text.open.routines();
    const std::optional<std::size_t> source = routine_named_at(routines, name);
    if (!source) {
        return all;
    }
    std::map<std::size_t, json> ranges;  // by target
    for (const Routine::Call& call : routines[*source].calls) {
        ranges[call.target].push_back(json_of(text.lines, call.range));
    }
    for (auto& [target, from] : ranges) {
        all.push_back({{"to", item_of(text, routines[target])}, {"fromRanges", std::move(from)}});
    }
    return all;
}

}  // namespace redforge::lsp
