// Lists the items of the browser, and places them in the map.
#include "editor/model/rows/browser_items.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/bytes/bytes.hpp"
#include "core/files/files.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "core/xml/xml_reader.hpp"
#include "edit/map/map_of.hpp"
#include "edit/operation/references.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/model/text/word_filter.hpp"
#include "model/layout.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "model/texture_code.hpp"
#include "scene/placement.hpp"
#include "soup/disassemble/meanings.hpp"

namespace redforge::editor {
namespace {

using Counts = std::map<std::string, std::size_t, std::less<>>;

/// Returns the counts by model name without extension: DR_SEAT1.3D counts as DR_SEAT1.
Counts counts_by_stem(const Counts& counts)
{
    Counts by_stem;
    for (const auto& [name, count] : counts) {
        by_stem[scene::model_stem(name)] += count;
    }
    return by_stem;
}

std::size_t uses_in(const Counts& counts, std::string_view name)
{
    const auto found = counts.find(name);
    return found == counts.end() ? 0 : found->second;
}

std::vector<BrowserItem> models(const Session& session, const scene::GameFolder* game)
{
    const Counts counts = counts_by_stem(edit::reference_counts(session.root(), Target::model));
    std::set<std::string> names;
    if (game == nullptr) {
        for (const auto& [name, count] : counts) {
            names.insert(name);
        }
    } else {
        for (const auto& [file, path] : game->models) {
            names.insert(scene::model_stem(file));
        }
        for (const auto& [segment, place] : game->segments) {
            names.insert(scene::model_stem(segment));
        }
    }
    names.erase("");
    std::vector<BrowserItem> items;
    for (const std::string& name : names) {
        items.push_back({.kind = BrowserKind::models, .name = name, .model = name, .uses = uses_in(counts, name)});
    }
    return items;
}

/// Returns the models of an archive as items, in file order.
std::vector<BrowserItem> archive_models(const Session& session, const model::Rob& archive)
{
    const FieldTable& table = session.root().table();
    const std::uint32_t list = table.number_of(*table.find_child("segments"));
    std::vector<BrowserItem> items;
    for (std::size_t i = 0; i < archive.segments.size(); ++i) {
        const std::string name(archive.segments[i].name.view());
        items.push_back({.kind = BrowserKind::models,
                         .name = name,
                         .model = scene::model_stem(name),
                         .record = {{{list, static_cast<std::uint32_t>(i)}}, {}}});
    }
    return items;
}

std::vector<BrowserItem> actors(const Session& session)
{
    std::vector<BrowserItem> items;
    const rgm::Map& map = *edit::map_of(session.document());
    const Counts counts = edit::reference_counts(session.root(), Target::actor);
    // place_item() copies the actor's first object, which can have its own model.
    std::map<std::string, const rgm::Object*> first_objects;
    for (const rgm::Object& object : map.objects.records) {
        first_objects.emplace(upper(object.script_name.view()), &object);
    }
    for (const std::string& name : edit::choices(session.root(), Target::actor)) {
        const auto first = first_objects.find(upper(name));
        rgm::Object object = first == first_objects.end() ? rgm::Object{} : *first->second;
        object.script_name = decltype(object.script_name)(name);
        const scene::ModelName model = scene::model_of(object, map.actors);
        items.push_back({.kind = BrowserKind::actors,
                         .name = name,
                         .model = model.stem,
                         .extension = model.extension,
                         .uses = uses_in(counts, upper(name))});
    }
    std::ranges::sort(items, {}, &BrowserItem::name);
    return items;
}

std::optional<std::uint32_t> number_in(std::string_view text)
{
    std::uint32_t number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

BrowserItem texture(std::uint32_t bank, std::uint32_t image, std::size_t uses)
{
    return {.kind = BrowserKind::textures,
            .name = fmt::format("{}/{}", bank, image),
            .picture = {bank, image},
            .uses = uses};
}

/// Returns the number of references to each image of a bank, by image number.
std::map<std::string, std::size_t> image_uses(const Session& session, std::uint32_t bank)
{
    std::map<std::string, std::size_t> uses;
    for (const edit::Match& match :
         edit::find_references(session.root(), Target::texture_bank, fmt::format("{}", bank))) {
        const FieldView image = match.record.find_field("texture.image_id");
        if (const FieldView used =
                image ? image : match.record.find_field("texture.image")) {  // a face has texture.image
            ++uses[used.text()];
        }
    }
    return uses;
}

std::vector<BrowserItem> sounds_to_show(const Session& session, std::span<const GameSound> sounds)
{
    const auto uses = sound_uses(*edit::map_of(session.document()), session.names());
    std::vector<BrowserItem> items;
    for (const GameSound& sound : sounds) {
        const soup::Constant* const known =
            session.names() == nullptr ? nullptr : session.names()->named(soup::ArgumentType::sound, sound.number);
        const auto found = uses.find(sound.number);
        items.push_back(
            {.kind = BrowserKind::sounds,
             .name = known == nullptr ? std::to_string(sound.number) : fmt::format("{} {}", sound.number, known->name),
             .sound = sound,
             .uses = found == uses.end() ? 0 : found->second});
    }
    return items;
}

std::vector<BrowserItem> voices_to_show(const Session& session, std::span<const GameVoice> voices)
{
    const auto uses = dialogue_uses(*edit::map_of(session.document()), session.names());
    const bool has_texts = session.names() != nullptr && session.names()->dialogue;
    std::vector<BrowserItem> items;
    for (const GameVoice& voice : voices) {
        const std::optional<std::uint32_t> number = soup::number_of_label(voice.label);
        const auto found = number ? uses.find(*number) : uses.end();
        items.push_back({.kind = BrowserKind::voices,
                         .name = encode_text(voice.label),
                         .text = has_texts ? session.names()->dialogue(voice.label).value_or("") : std::string{},
                         .uses = found == uses.end() ? 0 : found->second});
    }
    return items;
}

std::vector<BrowserItem> textures(const Session& session, const scene::GameFolder* game, std::string_view find)
{
    const bool flats = !only_kind(session);
    const std::uint32_t banks = flats ? 512 : 2600;   // limit of bank numbers in a flat, and in a face of a model
    const std::uint32_t images = flats ? 128 : 1000;  // images per bank
    std::vector<BrowserItem> items;
    if (game == nullptr) {
        return items;
    }
    if (const std::optional<std::uint32_t> bank = number_in(find)) {
        const Result<art::TextureBank> loaded =
            *bank < banks ? scene::load_bank(*game, *bank) : Result<art::TextureBank>(fail({}));
        const std::size_t count = loaded ? loaded->images.size() : 0;
        const std::map<std::string, std::size_t> uses = image_uses(session, *bank);
        for (std::uint32_t image = 0; image < std::min<std::size_t>(count, images); ++image) {
            const auto found = uses.find(fmt::format("{}", image));
            items.push_back(texture(*bank, image, found == uses.end() ? 0 : found->second));
        }
        return items;
    }
    const Counts counts = edit::reference_counts(session.root(), Target::texture_bank);
    for (const auto& [bank, path] : game->banks) {
        if (bank < banks) {
            items.push_back(texture(bank, 0, uses_in(counts, fmt::format("{}", bank))));
        }
    }
    return items;
}

/// Returns the prefabs of a folder, each with the first model in it.
std::vector<BrowserItem> prefabs_in(const std::filesystem::path& folder)
{
    std::vector<BrowserItem> items;
    std::error_code error;  // a folder that does not exist has no prefabs
    for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
        const std::filesystem::path& file = each->path();
        if (!equals_ignore_case(file.extension().string(), prefab_extension)) {
            continue;
        }
        BrowserItem item{.kind = BrowserKind::prefabs, .name = file.stem().string(), .file = file};
        const Result<Bytes> bytes = read_file(file);
        const Result<XmlDocument> xml =
            bytes ? XmlDocument::parse(std::string(as_text(*bytes)), item.name) : fail(bytes.error());
        for (pugi::xml_node node = xml ? xml->root().first_child() : pugi::xml_node{}; node && item.model.empty();
             node = node.next_sibling()) {
            item.model = scene::model_stem(node.attribute("model_name").value());
        }
        items.push_back(std::move(item));
    }
    std::ranges::sort(items, {}, &BrowserItem::name);
    return items;
}

/// Kinds whose items can be favourites, with their names in favourite_key().
constexpr std::array<std::pair<BrowserKind, std::string_view>, 6> favourite_kinds{{{BrowserKind::models, "models"},
                                                                                   {BrowserKind::actors, "actors"},
                                                                                   {BrowserKind::textures, "textures"},
                                                                                   {BrowserKind::sounds, "sounds"},
                                                                                   {BrowserKind::voices, "voices"},
                                                                                   {BrowserKind::prefabs, "prefabs"}}};

std::string key_prefix(BrowserKind kind)
{
    const auto* const found =
        std::ranges::find(favourite_kinds, kind, &std::pair<BrowserKind, std::string_view>::first);
    return found == favourite_kinds.end() ? std::string{} : std::string(found->second) + " ";
}

/// Returns the favourite textures. textures() is not enough: it has only the first image of each bank.
std::vector<BrowserItem> favourite_textures(const Session& session, const Favourites& favourites)
{
    const std::string prefix = key_prefix(BrowserKind::textures);
    std::map<std::uint32_t, std::map<std::string, std::size_t>> uses;
    std::vector<BrowserItem> items;
    for (const std::string& key : favourites) {
        const std::string_view name = std::string_view(key).substr(std::min(prefix.size(), key.size()));
        const std::size_t slash = name.find('/');
        const auto bank = key.starts_with(prefix) ? number_in(name.substr(0, slash)) : std::nullopt;
        const auto image = bank && slash != std::string_view::npos ? number_in(name.substr(slash + 1)) : std::nullopt;
        if (image) {
            const auto [found, is_new] = uses.try_emplace(*bank);
            if (is_new) {
                found->second = image_uses(session, *bank);
            }
            const auto used = found->second.find(fmt::format("{}", *image));
            items.push_back(texture(*bank, *image, used == found->second.end() ? 0 : used->second));
        }
    }
    return items;
}

/// Returns the first field that holds a name of this kind, or null.
const FieldEntry* field_for(const FieldTable& table, Target target)
{
    const auto field =
        std::ranges::find_if(table.fields, [&](const FieldEntry& each) { return each.info.refers_to == target; });
    return field == table.fields.end() ? nullptr : &*field;
}

/// Returns the name field of a new record, for types that have one.
template <class Record>
FieldTexts named(Target target, const std::string& name)
{
    Record record;
    return {{std::string(field_for(handle_of(record).table(), target)->name), name}};
}

/// Returns the field values of the actor's first object, for a new object; without id and position.
FieldTexts first_object_values(const Session& session, const std::string& actor)
{
    for (const edit::Match& match : edit::find_references(session.root(), Target::actor, actor)) {
        if (!scene_record(session.root(), {match.node, {}})) {
            continue;
        }
        FieldTexts values;
        for (const FieldEntry& field : match.record.table().fields) {
            const bool own = field.info.key || field.name.starts_with("position.") || field.ops->type.derived;
            if (!own) {
                values.emplace_back(field.name, match.record.field(field).text());
            }
        }
        return values;
    }
    return named<rgm::Object>(Target::actor, actor);
}

}  // namespace

std::string favourite_key(const BrowserItem& item)
{
    return key_prefix(item.kind) + item.name;
}

bool has_kind(const Favourites& favourites, BrowserKind kind)
{
    const std::string prefix = key_prefix(kind);
    const auto found = favourites.lower_bound(prefix);
    return found != favourites.end() && found->starts_with(prefix);
}

std::optional<BrowserKind> only_kind(const Session& session)
{
    return edit::get_if<model::Rob>(session.document()) != nullptr     ? std::optional(BrowserKind::models)
           : edit::get_if<model::Model>(session.document()) != nullptr ? std::optional(BrowserKind::textures)
                                                                       : std::nullopt;
}

std::vector<BrowserItem> browser_items(const Session& session, const scene::GameFolder* game, BrowserKind kind,
                                       std::string_view find, std::span<const GameSound> sounds,
                                       std::span<const GameVoice> voices, const std::filesystem::path& prefabs,
                                       const Favourites& favourites)
{
    std::vector<BrowserItem> items;
    if (!can_browse(session)) {
        return {};
    }
    kind = kind == BrowserKind::favourites ? kind : only_kind(session).value_or(kind);
    switch (kind) {
    case BrowserKind::models:
        if (const auto* const archive = edit::get_if<model::Rob>(session.document())) {
            items = archive_models(session, *archive);
        } else {
            items = models(session, game);
        }
        break;
    case BrowserKind::actors: items = actors(session); break;
    case BrowserKind::textures: items = textures(session, game, find); break;
    case BrowserKind::sounds: items = sounds_to_show(session, sounds); break;
    case BrowserKind::voices: items = voices_to_show(session, voices); break;
    case BrowserKind::prefabs: items = prefabs_in(prefabs); break;
    case BrowserKind::favourites:
        for (const auto& [each, name] : favourite_kinds) {
            if (!has_kind(favourites, each) || only_kind(session).value_or(each) != each) {
                continue;
            }
            std::vector<BrowserItem> of_kind = each == BrowserKind::textures
                                                   ? favourite_textures(session, favourites)
                                                   : browser_items(session, game, each, "", sounds, voices, prefabs);
            std::erase_if(of_kind, [&](const BrowserItem& item) { return !favourites.contains(favourite_key(item)); });
            std::ranges::move(of_kind, std::back_inserter(items));
        }
        break;
    }
    if (kind == BrowserKind::textures && number_in(find)) {
        return items;
    }
    std::erase_if(items, [&](const BrowserItem& item) { return !has_words(item.name + "\n" + item.text, find); });
    return items;
}

bool can_browse(const Session& session)
{
    return edit::map_of(session.document()) != nullptr || only_kind(session).has_value();
}

std::optional<NodeRef> face_node(const Session& session, std::uint32_t face)
{
    const Result<NodeRef> node = session.find(fmt::format("faces[{}]", face));
    return node ? std::optional(*node) : std::nullopt;
}

bool is_audio(const BrowserItem& item)
{
    return item.kind == BrowserKind::sounds || item.kind == BrowserKind::voices;
}

UsedName used_name(const BrowserItem& item)
{
    switch (item.kind) {
    case BrowserKind::models: return {Target::model, item.name};
    case BrowserKind::actors: return {Target::actor, item.name};
    case BrowserKind::textures: return {Target::texture_bank, std::to_string(item.picture.bank)};
    case BrowserKind::voices: return {Target::dialogue, item.name};
    default: return {Target::sound, std::to_string(item.sound.number)};
    }
}

namespace {

Error no_place_for_sound()
{
    return {.code = ErrorCode::usage,
            .message = "scripts and animations play sounds; a sound has no position in the map",
            .hint = "use Find Uses to list the records that play it"};
}

}  // namespace

Result<NodeRef> place_item(Session& session, const BrowserItem& item, const glm::dvec3& place)
{
    if (is_audio(item)) {
        return fail(no_place_for_sound());
    }
    const scene::Kind kind = item.kind == BrowserKind::models   ? scene::Kind::static_object
                             : item.kind == BrowserKind::actors ? scene::Kind::object
                                                                : scene::Kind::flat;
    const std::optional<NodeRef> section = section_for(session.root(), kind);
    if (!section) {
        return fail({.code = ErrorCode::usage, .message = "this document has no list for it", .hint = "open a map"});
    }
    FieldTexts values;
    switch (item.kind) {
    case BrowserKind::models: values = named<rgm::StaticObject>(Target::model, item.name); break;
    case BrowserKind::actors: values = first_object_values(session, item.name); break;
    case BrowserKind::textures:
        values = {{"texture.texture_id", fmt::format("{}", item.picture.bank)},
                  {"texture.image_id", fmt::format("{}", item.picture.image)}};
        break;
    case BrowserKind::sounds:
    case BrowserKind::voices:
    case BrowserKind::prefabs:
    case BrowserKind::favourites: break;  // no item is of this kind
    }
    return session.add(*section, place, values);
}

Status use_item(Session& session, const BrowserItem& item, const NodeRefs& records)
{
    if (is_audio(item)) {
        return fail(no_place_for_sound());
    }
    if (item.kind == BrowserKind::prefabs) {
        return fail({.code = ErrorCode::usage,
                     .message = "a prefab cannot be used for other records",
                     .hint = "drag it into a view to place it"});
    }
    if (const auto* const model = edit::get_if<model::Model>(session.document())) {
        const bool v2 = model::is_v2(model::shape_of(*model).family);
        const model::Texture texture{.bank = static_cast<std::uint16_t>(item.picture.bank),
                                     .image = static_cast<std::uint16_t>(item.picture.image)};
        if (const std::optional<model::TextureError> error = model::texture_error(texture, v2)) {
            return fail(
                {.code = ErrorCode::out_of_range,
                 .message = fmt::format("this model cannot use {}: {} {}", item.name, error->field, error->message),
                 .hint = error->hint});
        }
    }
    std::vector<RecordValue> values;
    NodeRefs changed;
    for (const NodeRef& ref : records) {
        const std::optional<NodeInfo> info = session.find(ref);
        if (!info || !info->record) {
            continue;
        }
        const FieldTable& table = info->record.table();
        if (item.kind == BrowserKind::textures && table.find_field("texture.texture_id") != nullptr) {
            values.push_back({ref, "texture.texture_id", fmt::format("{}", item.picture.bank)});
            values.push_back({ref, "texture.image_id", fmt::format("{}", item.picture.image)});
            changed.push_back(ref);
        } else if (item.kind == BrowserKind::textures && table.find_field("texture.bank") != nullptr) {
            // A face of a model: the image replaces a palette colour or an unknown code.
            values.push_back({ref, "texture.bank", fmt::format("{}", item.picture.bank)});
            values.push_back({ref, "texture.image", fmt::format("{}", item.picture.image)});
            values.push_back({ref, "texture.colour", "-1"});
            values.push_back({ref, "texture.low", "0"});
            values.push_back({ref, "texture.code", ""});
            changed.push_back(ref);
        } else if (item.kind != BrowserKind::textures) {
            const Target target = item.kind == BrowserKind::models ? Target::model : Target::actor;
            if (const FieldEntry* const field = field_for(table, target)) {
                values.push_back({ref, std::string(field->name), item.name});
                if (item.kind == BrowserKind::models && table.find_field("has_mesh") != nullptr) {
                    values.push_back({ref, "has_mesh", "1"});
                }
                changed.push_back(ref);
            }
        }
    }
    if (values.empty()) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("no selected record can use {}", item.name),
                     .hint = "select objects in the view first"});
    }
    return session.set(fmt::format("Use {} for {}", item.name, session.called(changed)), values);
}

}  // namespace redforge::editor
