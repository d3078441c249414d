// Changes the indices in the bytecode of a map's scripts. Their size in bytes does not depend on their value.
#include "edit/map/map_indices.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/bytes/bytes.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "edit/map/map_of.hpp"
#include "edit/merge/line_merge.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/new_map.hpp"
#include "rgm/script_source.hpp"
#include "soup/bytecode/decoder.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/disassemble/meanings.hpp"
#include "soup/names/names.hpp"

namespace redforge::edit {
namespace {

using soup::ArgumentType;
using soup::OperandKind;

enum class Kind { variable, location, marker };

constexpr std::size_t max_variables = 256;  ///< of a script: their indices are bytes

std::optional<Kind> kind_of(const ChildEntry& list)
{
    const std::string_view item = list.items.size() == 1 ? list.items.front().name : std::string_view();
    return item == "variable"   ? std::optional(Kind::variable)
           : item == "location" ? std::optional(Kind::location)
           : item == "marker"   ? std::optional(Kind::marker)
                                : std::nullopt;
}

/// A number in a statement that is, or may be, the index of a record.
struct Place {
    std::size_t statement{};
    std::uint32_t offset{};  ///< in the code
    std::size_t size{};      ///< in bytes
    std::int64_t index{};    ///< of the record
    bool is_sure{};
};

/// Finds the indices of one list in a script.
class Finder {
public:
    /// `owner`: the actor that contains the list.
    Finder(const rgm::Map& map, const soup::Names* names, Kind kind, std::size_t owner)
        : map_(map), names_(names), kind_(kind), owner_(owner)
    {
    }

    [[nodiscard]] std::vector<Place> find(std::size_t actor, const soup::Listing& listing) const
    {
        std::vector<Place> places;
        if (kind_ == Kind::variable && actor != owner_) {
            return places;
        }
        for (std::size_t s = 0; s < listing.statements.size(); ++s) {
            kind_ == Kind::variable ? find_variables(s, listing, places) : find_arguments(actor, s, listing, places);
        }
        return places;
    }

private:
    static void find_variables(std::size_t statement, const soup::Listing& listing, std::vector<Place>& places)
    {
        for (const soup::Operand& operand : listing.operands_of(listing.statements[statement])) {
            if (operand.kind == OperandKind::variable) {
                places.push_back({statement, operand.offset, 1, operand.value, true});
            } else if (operand.kind == OperandKind::object && (operand.value & 0xFFU) == soup::object_variable) {
                places.push_back({statement, operand.offset + 1, 1, operand.value >> 8U, true});
            }
        }
    }

    struct OpenCall {
        std::optional<std::uint32_t> object;
        const soup::Function* function{};
        std::uint32_t missing{};  ///< number of arguments to read
    };

    void find_arguments(std::size_t actor, std::size_t statement, const soup::Listing& listing,
                        std::vector<Place>& places) const
    {
        const auto operands = listing.operands_of(listing.statements[statement]);
        const std::vector<ArgumentType> meanings = soup::argument_types_of(operands, names_);
        std::vector<OpenCall> open;
        OpenCall call;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const soup::Operand& operand = operands[i];
            if (operand.kind == OperandKind::value) {
                while (!open.empty() && open.back().missing == 0) {
                    open.pop_back();
                }
                call = {};
                if (!open.empty()) {
                    --open.back().missing;
                }
            } else if (operand.kind == OperandKind::object) {
                call.object = operand.value;
            } else if (operand.kind == OperandKind::function) {
                call.function = names_ == nullptr ? nullptr : names_->function(operand.value);
            } else if (operand.kind == OperandKind::count) {
                call.missing = operand.value;
                open.push_back(call);
            } else if (operand.kind == OperandKind::number && operand.mode == soup::Mode::param && !open.empty() &&
                       (names_ == nullptr || meanings[i] == meaning()) && is_owner(actor, open.back().object)) {
                const bool is_world =
                    open.back().function != nullptr && equals_ignore_case(open.back().function->name, "LoadWorld");
                places.push_back({statement, operand.offset, sizeof(std::uint32_t),
                                  static_cast<std::int32_t>(operand.value) - (kind_ == Kind::location ? 1 : 0),
                                  names_ != nullptr && !is_world});
            }
        }
    }

    [[nodiscard]] ArgumentType meaning() const
    {
        return kind_ == Kind::location ? ArgumentType::location : ArgumentType::marker;
    }

    /// Returns true if a call in the script of an actor runs on the actor that contains the list.
    [[nodiscard]] bool is_owner(std::size_t actor, std::optional<std::uint32_t> object) const
    {
        if (kind_ == Kind::marker) {
            return true;
        }
        constexpr std::uint32_t me = 0;
        constexpr std::uint32_t player = 1;
        const std::uint32_t kind = object.value_or(me) & 0xFFU;
        const rgm::Actor& owner = map_.actors.records[owner_];
        if (kind == me) {
            return actor == owner_;
        }
        if (kind == player) {
            return equals_ignore_case(owner.header.script_name.view(), rgm::player_actor);
        }
        const auto& strings = map_.actors.records[actor].strings;
        const std::uint32_t string = *object >> 8U;
        return kind == soup::object_string && string < strings.size() &&
               equals_ignore_case(strings[string].value.bytes,
                                  owner.name_space ? owner.name_space->value.bytes : owner.header.script_name.view());
    }

    const rgm::Map& map_;
    const soup::Names* names_;
    Kind kind_;
    std::size_t owner_;
};

/// Returns statements as lines of source.
std::vector<ScriptStatement> statements_of(const rgm::Actor& actor, const NodePath& node, const soup::Names* names,
                                           const std::vector<std::size_t>& statements)
{
    std::vector<ScriptStatement> found;
    if (statements.empty()) {
        return found;
    }
    const soup::Source source =
        soup::disassemble(rgm::script_of(actor), names,
                          {.names = false, .comments = false, .proof = soup::Proof::none, .structured = false});
    const std::vector<std::string> lines = split_lines(source.text);
    for (const std::size_t each : statements) {
        const std::size_t line = each < source.listing.statements.size() ? source.listing.statements[each].line : 0;
        if (line != 0 && line <= lines.size()) {
            found.push_back({node, std::string(trimmed(lines[line - 1]))});
        }
    }
    return found;
}

void add_once(std::vector<std::size_t>& statements, std::size_t statement)
{
    if (statements.empty() || statements.back() != statement) {
        statements.push_back(statement);
    }
}

void put_number(Bytes& code, const Place& place, std::int64_t number)
{
    for (std::size_t i = 0; i < place.size; ++i) {
        code[place.offset + i] = static_cast<std::byte>(static_cast<std::uint64_t>(number) >> (8 * i));
    }
}

/// Returns the uses of variables from `first` on. Jump targets do not count.
std::vector<std::tuple<OperandKind, std::uint32_t>> uses_of_variables(const rgm::Actor& actor, std::size_t first)
{
    const soup::Listing listing = soup::decode(actor.script);
    std::vector<std::tuple<OperandKind, std::uint32_t>> uses;
    for (const soup::Statement& statement : listing.statements) {
        const auto operands = listing.operands_of(statement);
        const bool is_user = std::ranges::any_of(operands, [&](const soup::Operand& operand) {
            return (operand.kind == OperandKind::variable && operand.value >= first) ||
                   (operand.kind == OperandKind::object && (operand.value & 0xFFU) == soup::object_variable &&
                    operand.value >> 8U >= first);
        });
        for (const soup::Operand& operand : operands) {
            if (is_user && operand.kind != OperandKind::target) {
                uses.emplace_back(operand.kind, operand.value);
            }
        }
    }
    return uses;
}

const ChildEntry& child_of(const RecordHandle& record, std::string_view name)
{
    return *record.table().find_child(name);
}

NodePath node_of_actor(const RecordHandle& root, std::size_t actor)
{
    const ChildEntry& section = child_of(root, "actors");
    const RecordHandle group = root.group(section);
    return {{root.table().number_of(section), 0},
            {group.table().number_of(child_of(group, "")), static_cast<std::uint32_t>(actor)}};
}

}  // namespace

bool is_list_in_map_scripts(const ChildEntry& list)
{
    return kind_of(list).has_value();
}

std::vector<std::string> lists_in_map_scripts(const RecordHandle& root)
{
    std::vector<std::string> paths{"markers"};
    for (const rgm::Actor& actor : static_cast<const rgm::Map*>(root.record)->actors.records) {
        const std::string name = encode_text(actor.header.script_name.view());
        if (name.find_first_of("[]\"") == std::string::npos && !name.empty()) {
            paths.push_back(fmt::format("actors[script_name={}].variables", name));
            paths.push_back(fmt::format("actors[script_name={}].locations", name));
        }
    }
    return paths;
}

RenumberedScripts renumber_map_scripts(const RecordHandle& root, const NewIndices& indices, const LoadContext& context)
{
    RenumberedScripts result;
    bool is_changed = false;
    for (std::size_t i = 0; i < indices.now.size(); ++i) {
        is_changed = is_changed || indices.now[i] != i;
    }
    if (!is_changed) {
        return result;
    }
    const Kind kind = *kind_of(*indices.list);
    const auto& map = *static_cast<const rgm::Map*>(root.record);
    const auto* const names = context.services.find<soup::Names>();
    const Finder finder(map, names, kind, kind == Kind::marker ? 0 : indices.parent.back().index);
    for (std::size_t a = 0; a < map.actors.records.size(); ++a) {
        const rgm::Actor& actor = map.actors.records[a];
        Bytes code = actor.script;
        std::vector<std::size_t> lost;
        std::vector<std::size_t> doubtful;
        for (const Place& place : finder.find(a, soup::decode(actor.script))) {
            if (place.index < 0 || std::cmp_greater_equal(place.index, indices.now.size())) {
                continue;
            }
            const std::optional<std::size_t> now = indices.now[static_cast<std::size_t>(place.index)];
            if (now && std::cmp_equal(*now, place.index)) {
                continue;
            }
            if (!place.is_sure) {
                add_once(doubtful, place.statement);
            } else if (!now || (place.size == 1 && *now >= max_variables)) {
                add_once(lost, place.statement);
            } else {
                put_number(code, place, static_cast<std::int64_t>(*now) + (kind == Kind::location ? 1 : 0));
                ++result.changed;
            }
        }
        const NodePath node = node_of_actor(root, a);
        std::ranges::move(statements_of(actor, node, names, lost), std::back_inserter(result.lost));
        std::ranges::move(statements_of(actor, node, names, doubtful), std::back_inserter(result.doubtful));
        if (code != actor.script) {
            result.scripts.push_back({node, &child_of(record_at(root, node), "script"), std::move(code)});
        }
    }
    if (kind == Kind::marker) {
        result.others = "other maps that load this one (LoadWorld) keep their marker numbers";
    }
    return result;
}

std::optional<Document> with_separate_variables(const Document& base, const Document& ours, const Document& theirs,
                                                const LoadContext& context, Merge& result)
{
    std::optional<Document> separate;
    const rgm::Map& old = *map_of(base);
    for (const rgm::Actor& mine : map_of(ours)->actors.records) {
        const std::string_view name = mine.header.script_name.view();
        const auto b = rgm::find_actor(old, name);
        const auto t = rgm::find_actor(*map_of(theirs), name);
        if (!b || !t) {
            continue;
        }
        const std::size_t first = old.actors.records[*b].variables.size();
        const rgm::Actor& other = map_of(theirs)->actors.records[*t];
        if (mine.variables.size() <= first || other.variables.size() <= first ||
            uses_of_variables(mine, first) == uses_of_variables(other, first)) {
            continue;
        }
        const std::size_t added = mine.variables.size() - first;
        const NodePath node = node_of_actor(theirs.root(), *t);
        NewIndices indices{node, &child_of(record_at(theirs.root(), node), "variables"), {}};
        for (std::size_t i = 0; i < other.variables.size(); ++i) {
            indices.now.emplace_back(i < first ? i : i + added);
        }
        RenumberedScripts scripts = renumber_map_scripts(theirs.root(), indices, context);
        if (!scripts.lost.empty()) {
            Conflict conflict;
            conflict.path = path_text(theirs.root(), node);
            conflict.field = "variables";
            conflict.what = fmt::format("both sides add some, and a script has at most {}", max_variables);
            conflict.is_undecidable = true;
            result.conflicts.push_back(std::move(conflict));
            continue;
        }
        if (!separate) {
            separate = theirs;
        }
        rgm::Actor& copy = static_cast<rgm::Map*>(separate->data())->actors.records[*t];
        if (!scripts.scripts.empty()) {
            copy.script = std::move(scripts.scripts.front().bytes);
        }
        copy.variables.insert(copy.variables.begin() + static_cast<std::ptrdiff_t>(first),
                              mine.variables.begin() + static_cast<std::ptrdiff_t>(first), mine.variables.end());
        result.notes.push_back(fmt::format("{}: theirs adds var{}, which is var{} now, because ours adds {}",
                                           path_text(theirs.root(), node), first, first + added,
                                           plural(added, "variable")));
    }
    return separate;
}

}  // namespace redforge::edit
