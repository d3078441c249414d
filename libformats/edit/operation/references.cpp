// Names in a document and the fields that refer to them.
#include "edit/operation/references.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "config/ini.hpp"
#include "core/bytes/hex.hpp"
#include "core/text/letter_case.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "soup/decoder.hpp"
#include "soup/meanings.hpp"
#include "soup/names.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/save/save.hpp"
#include "tes/strings/string_texts.hpp"

namespace redforge::edit {
namespace {

/// Calls `visit` for the fields of a document for which `wanted` returns true. Skips lists whose records cannot have
/// such a field.
template <class Predicate, class Visit>
class Fields {
public:
    Fields(Predicate wanted, Visit visit) : wanted_(wanted), visit_(visit) {}

    void record(const RecordHandle& record)
    {
        const FieldTable& table = record.table();
        for (const FieldEntry& field : table.fields) {
            if (wanted_(field)) {
                visit_(node_, record, field);
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.is_bytes() || !any_below(child)) {
                continue;
            }
            node_.push_back({table.number_of(child), 0});
            if (child.kind == ChildEntry::Kind::group) {
                this->record(record.group(child));
            } else {
                const ListView list = record.list(child);
                for (std::size_t i = 0; i < list.size(); ++i) {
                    node_.back().index = static_cast<std::uint32_t>(i);
                    this->record(list.at(i));
                }
            }
            node_.pop_back();
        }
    }

private:
    bool any_below(const ChildEntry& child)
    {
        return std::ranges::any_of(child.items, [&](const ItemEntry& item) { return any_in(*item.type); });
    }
    bool any_in(const RecordType& type)
    {
        if (const auto known = any_.find(&type); known != any_.end()) {
            return known->second;
        }
        any_[&type] = false;  // ends the recursion of a type that contains itself
        const bool any = std::ranges::any_of(type.tables, [&](const FieldTable& table) {
            return std::ranges::any_of(table.fields, wanted_) ||
                   std::ranges::any_of(table.children, [&](const ChildEntry& child) { return any_below(child); });
        });
        any_[&type] = any;
        return any;
    }

    Predicate wanted_;
    Visit visit_;
    NodePath node_;
    std::map<const RecordType*, bool> any_;
};

/// The numbers that scripts and settings use for a name of the game.
struct GameThing {
    std::optional<std::int32_t> item;
    std::optional<std::int32_t> world;
    std::optional<std::uint32_t> label;  ///< dialogue label
};

GameThing find_game_thing(std::string_view name, const soup::Names& names)
{
    const auto number_in = [name](const std::map<std::int32_t, std::string>& known) -> std::optional<std::int32_t> {
        const auto found =
            std::ranges::find_if(known, [name](const auto& each) { return equals_ignore_case(each.second, name); });
        return found == known.end() ? std::nullopt : std::optional(found->first);
    };
    return {number_in(names.items), number_in(names.maps), soup::number_of_label(name)};
}

bool names_in_script(ByteView code, const GameThing& thing, const soup::Names& names)
{
    bool found = false;
    const auto look = [&](std::size_t /*statement*/, soup::ArgumentType meaning, std::uint32_t number) {
        const auto value = static_cast<std::int32_t>(number);
        found = found || (meaning == soup::ArgumentType::item && thing.item == value) ||
                (meaning == soup::ArgumentType::map && thing.world == value) ||
                (meaning == soup::ArgumentType::dialogue && thing.label == number);
    };
    soup::each_number(soup::decode(code), &names, look);
    return found;
}

/// Adds the actors whose scripts name an item, a world or a dialogue label with this name.
void add_scripts(const RecordHandle& root, const rgm::Map& map, std::string_view name, const soup::Names& names,
                 std::vector<Match>& found)
{
    const GameThing thing = find_game_thing(name, names);
    for (std::size_t i = 0; i < map.actors.records.size(); ++i) {
        if (!names_in_script(map.actors.records[i].script, thing, names)) {
            continue;
        }
        Result<std::vector<Match>> actor = resolve(root, fmt::format("actors[{}]", i));
        if (actor && actor->size() == 1) {
            found.push_back(std::move(actor->front()));
        }
    }
}

/// Adds the fields of ITEM.INI that have this label, and the name of the item that has this name.
void add_items(const RecordHandle& root, const config::Ini& ini, std::string_view name, const soup::Names* names,
               std::vector<Match>& found)
{
    const std::optional<std::int32_t> item = names != nullptr ? find_game_thing(name, *names).item : std::nullopt;
    for (std::size_t s = 0; s < ini.sections.size(); ++s) {
        if (!equals_ignore_case(ini.sections[s].name.bytes, "items")) {
            continue;
        }
        const config::Lines& lines = ini.sections[s].lines;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const auto* const key = std::get_if<config::Key>(&lines[i]);
            const std::string stem = key == nullptr ? "" : lower(key->name.bytes.substr(0, key->name.bytes.find('[')));
            if ((stem != "name" && stem != "description") ||
                (key->value.bytes != name &&
                 (!item || stem != "name" || lower(key->name.bytes) != fmt::format("name[{}]", *item)))) {
                continue;
            }
            Result<std::vector<Match>> value = resolve(root, fmt::format("sections[{}].lines[{}].value", s, i));
            if (value && value->size() == 1) {
                found.push_back(std::move(value->front()));
            }
        }
    }
}

Match field_match(const RecordHandle& root, const NodePath& node, const RecordHandle& record, const FieldView& field)
{
    Match match;
    match.path = path_below(path_text(root, node), field.entry->name);
    match.kind = Match::Kind::field;
    match.node = node;
    match.record = record;
    match.field = field;
    return match;
}

}  // namespace

std::vector<std::string> choices(const RecordHandle& root, Target target)
{
    std::vector<std::string> names;
    std::set<std::string> known;
    Fields fields([&](const FieldEntry& field) { return field.info.names == target; },
                  [&](const NodePath&, const RecordHandle& record, const FieldEntry& field) {
                      std::string name = record.field(field).text();
                      if (!name.empty() && known.insert(name).second) {
                          names.push_back(std::move(name));
                      }
                  });
    if (target != Target::none) {
        fields.record(root);
    }
    return names;
}

std::string string_words(const tes::StringTexts& texts, std::string_view number)
{
    constexpr std::size_t longest = 60;
    std::uint64_t id{};
    const bool is_number = number.starts_with("0x") && parse_hex_number(number.substr(2), id);
    std::string text = is_number ? texts.text(static_cast<std::uint32_t>(id)) : std::string();
    if (text.empty()) {
        return {};
    }
    if (text.size() > longest) {
        std::size_t end = longest;
        while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {  // do not split a character
            --end;
        }
        text.resize(end);
        text += "...";
    }
    return fmt::format("{} \"{}\"", number, text);
}

std::optional<tes::FormNames> form_names(const RecordHandle& root, const LoadContext& context)
{
    if (root.type == &record_type<tes::Plugin>()) {
        return tes::FormNames(*static_cast<const tes::Plugin*>(root.record), context.services.find<tes::DataFolder>());
    }
    if (root.type == &record_type<tes::Save>()) {
        return tes::FormNames(*static_cast<const tes::Save*>(root.record), context.services.find<tes::DataFolder>());
    }
    return std::nullopt;
}

namespace {

/// Parses a FormID. Returns nullopt for other text.
std::optional<tes::FormId> form_number(std::string_view form_id)
{
    constexpr std::size_t digits = 8;
    std::uint64_t number{};
    return form_id.size() == digits && parse_hex_number(form_id, number)
               ? std::optional(tes::FormId(static_cast<std::uint32_t>(number)))
               : std::nullopt;
}

}  // namespace

LoadContext with_form_names(LoadContext context, const Document& document)
{
    struct Kept {
        Document document;  // the names refer to it; it shares the bytes of the file
        std::optional<tes::FormNames> names;
        std::mutex mutex;
    };
    const auto kept = std::make_shared<Kept>();
    kept->document = document;
    kept->names = form_names(kept->document.root(), context);
    if (kept->names) {
        context.name_string = [services = context.services](std::string_view number) {
            const auto* const texts = services.find<tes::StringTexts>();
            return texts == nullptr ? std::string() : string_words(*texts, number);
        };
        context.name_form = [kept](std::string_view form_id) {
            const std::optional<tes::FormId> form = form_number(form_id);
            const std::lock_guard lock(kept->mutex);
            return form ? kept->names->shown(*form) : std::string();
        };
    }
    return context;
}

std::string editor_id(const tes::FormNames& names, std::string_view form_id)
{
    const std::optional<tes::FormId> form = form_number(form_id);
    return form ? names.known(*form).editor_id : std::string();
}

std::string value_description(const std::optional<tes::FormNames>& names, const LoadContext& context,
                              const FieldView& field)
{
    if (!names) {
        return {};
    }
    if (field.info().refers_to == Target::string) {
        const std::string number = field.text();
        const tes::StringTexts* const texts = number.empty() ? nullptr : context.services.find<tes::StringTexts>();
        return texts == nullptr ? std::string() : string_words(*texts, number);
    }
    const std::optional<tes::FormId> form =
        field.info().refers_to == Target::form ? form_number(field.text()) : std::nullopt;
    return form ? names->shown(*form) : std::string();
}

std::vector<Match> find_references(const RecordHandle& root, std::optional<Target> target, std::string_view name,
                                   const LoadContext& context)
{
    std::vector<Match> found;
    std::string form;  // FormID text of the name; empty if it is not a form
    const auto names = !target || *target == Target::form ? form_names(root, context) : std::nullopt;
    if (const Result<tes::FormId> named = names ? names->named(name) : fail({})) {
        form = fmt::format("{:08X}", named->value);
    }
    Fields fields(
        [&](const FieldEntry& field) {
            return field.info.refers_to != Target::none && (!target || field.info.refers_to == *target);
        },
        [&](const NodePath& node, const RecordHandle& record, const FieldEntry& field) {
            const FieldView view = record.field(field);
            const std::string text = view.text();
            if (!equals_ignore_case(text, name) &&
                (form.empty() || field.info.refers_to != Target::form || text != form)) {
                return;
            }
            found.push_back(field_match(root, node, record, view));
        });
    fields.record(root);
    if (target) {
        return found;
    }
    if (root.type == &record_type<config::Ini>()) {
        add_items(root, *static_cast<const config::Ini*>(root.record), name, context.services.find<soup::Names>(),
                  found);
    } else if (const soup::Names* const known = context.services.find<soup::Names>();
               known != nullptr && root.type == &record_type<rgm::Map>()) {
        add_scripts(root, *static_cast<const rgm::Map*>(root.record), name, *known, found);
    }
    return found;
}

std::map<std::string, std::size_t, std::less<>> reference_counts(const RecordHandle& root, Target target)
{
    std::map<std::string, std::size_t, std::less<>> counts;
    Fields fields([&](const FieldEntry& field) { return field.info.refers_to == target; },
                  [&](const NodePath& /*node*/, const RecordHandle& record, const FieldEntry& field) {
                      if (const std::string text = record.field(field).text(); !text.empty()) {
                          ++counts[upper(text)];
                      }
                  });
    if (target != Target::none) {
        fields.record(root);
    }
    return counts;
}

std::vector<Match> find_definitions(const RecordHandle& root, Target target, std::string_view name)
{
    std::vector<Match> found;
    Fields fields([&](const FieldEntry& field) { return field.info.names == target; },
                  [&](const NodePath& node, const RecordHandle& record, const FieldEntry& field) {
                      const FieldView view = record.field(field);
                      if (equals_ignore_case(view.text(), name)) {
                          found.push_back(field_match(root, node, record, view));
                      }
                  });
    if (target != Target::none) {
        fields.record(root);
    }
    return found;
}

}  // namespace redforge::edit
