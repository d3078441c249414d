// Makes the page of `diff --html`: collects its data, and puts them into the template review.html.
#include "cli/report/review.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "art/bank_export.hpp"
#include "art/png.hpp"
#include "art/texture_bank.hpp"
#include "cli/files/game.hpp"
#include "cli/line/console.hpp"
#include "core/bytes/base64.hpp"
#include "edit/map/map_of.hpp"
#include "edit/path/path.hpp"
#include "exchange/mesh/textures.hpp"
#include "report/review_template.hpp"
#include "scene/drawing.hpp"
#include "scene/placement.hpp"
#include "scene/scene.hpp"

#ifdef REDFORGE_HAS_RENDER
#include "render/picture/picture.hpp"
#endif

namespace redforge::cli {
namespace {

using nlohmann::json;

/// Names of edit::RecordChange::Kind.
constexpr std::array<std::string_view, 3> kinds{"changed", "added", "removed"};

std::string data_uri(std::string_view type, ByteView bytes)
{
    return fmt::format("data:{};base64,{}", type, base64(bytes));
}

/// Returns the map record of a path like objects[5].position. Returns nullopt for other paths.
std::optional<scene::RecordRef> map_record(std::string_view path)
{
    static constexpr std::array<std::pair<std::string_view, scene::Kind>, 6> lists{
        {{"objects", scene::Kind::object},
         {"statics", scene::Kind::static_object},
         {"ropes", scene::Kind::rope},
         {"flats", scene::Kind::flat},
         {"lights", scene::Kind::light},
         {"markers", scene::Kind::marker}}};
    const std::size_t bracket = path.find('[');
    const auto list =
        std::ranges::find(lists, path.substr(0, bracket), &std::pair<std::string_view, scene::Kind>::first);
    std::size_t index{};
    if (list == lists.end() || bracket == std::string_view::npos ||
        std::from_chars(path.data() + bracket + 1, path.data() + path.size(), index).ec != std::errc{}) {
        return std::nullopt;
    }
    return scene::RecordRef{list->second, index};
}

std::map<scene::RecordRef, const scene::SceneMarker*> markers_by_record(const std::vector<scene::SceneMarker>& markers)
{
    std::map<scene::RecordRef, const scene::SceneMarker*> by_record;
    for (const scene::SceneMarker& marker : markers) {
        by_record.emplace(scene::RecordRef{marker.kind, marker.record}, &marker);
    }
    return by_record;
}

/// Returns a position for the plan: X to the right, Y down.
json plan_position(const scene::SceneMarker& marker)
{
    const auto [x, y, z] = scene::map_position(marker.position);
    return json::array({x, -std::int64_t{z}});
}

/// Returns all records of a map from above, and a mark for each change of one.
json plan_of(const rgm::Map& before, const rgm::Map& after, const std::vector<edit::RecordChange>& changes)
{
    const std::vector<scene::SceneMarker> old_markers = scene::markers_of(before);
    const std::vector<scene::SceneMarker> markers = scene::markers_of(after);
    const auto old_records = markers_by_record(old_markers);
    const auto records = markers_by_record(markers);
    json plan{{"points", json::array()}, {"marks", json::array()}};
    for (const scene::SceneMarker& marker : markers) {
        plan["points"].push_back(plan_position(marker));
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const edit::RecordChange& change = changes[i];
        const bool is_removed = change.kind == edit::RecordChange::Kind::removed;
        const auto find = [](const auto& all, std::string_view path) {
            const std::optional<scene::RecordRef> record = map_record(path);
            const auto found = record ? all.find(*record) : all.end();
            return found == all.end() ? nullptr : found->second;
        };
        const scene::SceneMarker* const now = find(is_removed ? old_records : records, change.path);
        if (now == nullptr) {
            continue;
        }
        json mark{{"change", i}, {"at", plan_position(*now)}};
        const scene::SceneMarker* const then =
            change.kind == edit::RecordChange::Kind::changed ? find(old_records, change.path_before) : nullptr;
        if (then != nullptr && plan_position(*then) != mark["at"]) {
            mark["from"] = plan_position(*then);
        }
        plan["marks"].push_back(std::move(mark));
    }
    return plan;
}

#ifdef REDFORGE_HAS_RENDER

/// Returns pictures of both maps from the same cameras: of the whole map, and of its changed records.
json pictures_of(const rgm::Map& before, const rgm::Map& after, const std::string& path, const scene::GameFolder& game,
                 const std::vector<edit::RecordChange>& changes)
{
    constexpr std::uint32_t width = 960;
    constexpr std::uint32_t height = 600;
    constexpr float aspect = static_cast<float>(width) / height;
    Result<render::Painter> painter = render::Painter::create();
    if (!painter) {
        print_message(fmt::format("note: no pictures: {}", describe(painter.error())));
        return json::array();
    }
    const scene::Drawing old = scene::drawing_of(before, path, game);
    const scene::Drawing now = scene::drawing_of(after, path, game);
    const auto joined = [](const scene::Bounds& a, const scene::Bounds& b) {
        return scene::Bounds{glm::min(a.low, b.low), glm::max(a.high, b.high)};
    };
    std::set<scene::RecordRef> old_records;
    std::set<scene::RecordRef> records;
    for (const edit::RecordChange& change : changes) {
        const bool is_added = change.kind == edit::RecordChange::Kind::added;
        const bool is_removed = change.kind == edit::RecordChange::Kind::removed;
        const std::optional<scene::RecordRef> record = map_record(change.path);
        const std::optional<scene::RecordRef> old_record = map_record(is_removed ? change.path : change.path_before);
        if (record && !is_removed) {
            records.insert(*record);
        }
        if (old_record && !is_added) {
            old_records.insert(*old_record);
        }
    }
    std::vector<std::pair<std::string, scene::Bounds>> views;
    views.emplace_back("the whole map", joined(scene::bounds_of(old.scene), scene::bounds_of(now.scene)));
    const auto changed = records.empty() ? std::nullopt : scene::bounds_of(now.scene, records);
    const auto was = old_records.empty() ? std::nullopt : scene::bounds_of(old.scene, old_records);
    if (changed || was) {
        scene::Bounds area = changed && was ? joined(*changed, *was) : changed ? *changed : *was;
        const float margin = std::max(20.0F, glm::length(area.high - area.low) * 0.2F);
        area.low -= scene::Vec3(margin);
        area.high += scene::Vec3(margin);
        views.emplace_back("around the changes", area);
    }
    json pictures = json::array();
    for (const auto& [title, bounds] : views) {
        const render::Camera camera = render::preset(render::View::iso, bounds, aspect);
        json picture{{"title", title}};
        for (const auto& [side, drawing] : {std::pair("before", &old), std::pair("after", &now)}) {
            const Result<art::RgbaImage> image =
                painter->draw(drawing->scene, drawing->pictures.get(), camera, {width, height}, {.symbols = true});
            const Result<Bytes> png = image ? art::write_png(*image) : fail(image.error());
            if (!png) {
                print_message(fmt::format("note: no pictures: {}", describe(png.error())));
                return json::array();
            }
            picture[side] = data_uri("image/png", *png);
        }
        pictures.push_back(std::move(picture));
    }
    return pictures;
}

#else

json pictures_of(const rgm::Map& /*before*/, const rgm::Map& /*after*/, const std::string& /*path*/,
                 const scene::GameFolder& /*game*/, const std::vector<edit::RecordChange>& /*changes*/)
{
    return json::array();
}

#endif

/// Returns the colours of the game's palette; empty if it has none. Prints a note if they cannot be read: pictures of
/// texture banks have no colours then.
std::vector<art::Colour> game_colours(const Arguments& arguments, const std::string& path)
{
    const std::optional<std::filesystem::path> game = game_root(arguments, path);
    const Result<std::optional<std::filesystem::path>> palette =
        game ? exchange::find_palette(*game) : std::optional<std::filesystem::path>();
    const Result<std::vector<art::Colour>> colours = !palette   ? fail(palette.error())
                                                     : *palette ? exchange::load_palette(**palette)
                                                                : std::vector<art::Colour>();
    if (!colours) {
        print_message(fmt::format("{}: note: no colours: {}", path, describe(colours.error())));
        return {};
    }
    return *colours;
}

/// Returns an image or a sound of a record as a data URI, with its type: "image" or "audio". Empty if it has neither.
std::pair<std::string, std::string> media_of(const edit::Document& document, std::string_view path,
                                             const std::vector<art::Colour>& colours)
{
    const Result<std::vector<edit::Match>> matches = edit::resolve(document.root(), path);
    if (!matches || matches->size() != 1 || matches->front().node.empty()) {
        return {};
    }
    const RecordHandle& record = matches->front().record;
    const edit::NodePath& node = matches->front().node;
    if (const auto* const bank = edit::get_if<art::TextureBank>(document); bank != nullptr && node.size() == 1) {
        const art::ExportedBank exported = art::export_pictures(*bank, colours, node.front().index);
        return exported.pictures.empty()
                   ? std::pair<std::string, std::string>()
                   : std::pair(std::string("image"), data_uri("image/png", exported.pictures.front().png));
    }
    for (const ChildEntry& child : record.table().children) {
        if (child.kind == ChildEntry::Kind::byte_range && child.blob.extension == ".wav" &&
            !record.byte_range(child).empty()) {
            return {"audio", data_uri("audio/wav", record.byte_range(child).joined())};
        }
    }
    return {};
}

}  // namespace

ReviewPage::ReviewPage(const Arguments& arguments, std::string title)
    : arguments_(arguments), data_{{"title", std::move(title)}, {"files", json::array()}}
{
}

void ReviewPage::add_whole(const std::string& name, bool is_new)
{
    data_["files"].push_back({{"name", name}, {"kind", is_new ? "added" : "removed"}, {"changes", json::array()}});
}

void ReviewPage::add_bytes(const std::string& name)
{
    const json change{{"kind", "changed"},
                      {"path", ""},
                      {"label", "the bytes differ; the format is not known"},
                      {"fields", json::array()}};
    data_["files"].push_back({{"name", name}, {"kind", "changed"}, {"changes", {change}}});
}

void ReviewPage::add(const std::string& name, const std::string& path, const edit::Loaded& from, const edit::Loaded& to,
                     const std::vector<edit::RecordChange>& changes)
{
    const std::vector<art::Colour> colours = edit::get_if<art::TextureBank>(to.document) != nullptr
                                                 ? game_colours(arguments_, path)
                                                 : std::vector<art::Colour>();
    json file{{"name", name}, {"kind", "changed"}, {"changes", json::array()}};
    for (const edit::RecordChange& change : changes) {
        json entry{{"kind", kinds[static_cast<std::size_t>(change.kind)]},
                   {"path", change.path},
                   {"label", change.label}};
        if (change.moved) {
            entry["moved"] = change.path_before;
        }
        if (!change.element.empty()) {
            entry["xml"] = change.element;
        }
        for (const edit::FieldChange& field : change.fields) {
            json shown{{"field", field.field}, {"before", field.before.shown}, {"after", field.after.shown}};
            if (!field.lines.empty()) {
                shown["lines"] = field.lines;
            }
            entry["fields"].push_back(std::move(shown));
        }
        const bool is_removed = change.kind == edit::RecordChange::Kind::removed;
        const std::string& old_path = is_removed ? change.path : change.path_before;
        const auto before = change.kind == edit::RecordChange::Kind::added ? std::pair<std::string, std::string>()
                                                                           : media_of(from.document, old_path, colours);
        const auto after =
            is_removed ? std::pair<std::string, std::string>() : media_of(to.document, change.path, colours);
        if (before.second != after.second) {
            entry["media"] = {{"type", before.first.empty() ? after.first : before.first},
                              {"before", before.second},
                              {"after", after.second}};
        }
        file["changes"].push_back(std::move(entry));
    }
    const rgm::Map* const before = edit::map_of(from.document);
    const rgm::Map* const after = edit::map_of(to.document);
    if (before != nullptr && after != nullptr) {
        file["plan"] = plan_of(*before, *after, changes);
        const Result<std::optional<scene::GameFolder>> game = game_of(arguments_, path);
        if (game && *game) {
            file["pictures"] = pictures_of(*before, *after, path, **game, changes);
        } else if (!game) {
            print_message(fmt::format("{}: note: no pictures: {}", path, describe(game.error())));
        }
    }
    data_["files"].push_back(std::move(file));
}

std::string ReviewPage::summary() const
{
    std::string lines;
    for (const json& file : data_["files"]) {
        std::vector<std::string> counts;
        for (const std::string_view kind : kinds) {
            const auto count = std::ranges::count_if(file["changes"], [&](const json& each) {
                return each["kind"].get<std::string>() == kind;
            });
            if (count > 0) {
                counts.push_back(fmt::format("{} {}", count, kind));
            }
        }
        const std::string whole = file["kind"] == "added" ? "new file" : "removed file";
        lines += fmt::format("{}: {}\n", file["name"].get<std::string>(),
                             counts.empty() ? whole : fmt::to_string(fmt::join(counts, ", ")));
    }
    return lines;
}

std::string ReviewPage::html() const
{
    std::string data = data_.dump(-1, ' ', false, json::error_handler_t::replace);
    // In a script element, "</script" and "<!--" would end the data.
    for (std::size_t at = data.find('<'); at != std::string::npos; at = data.find('<', at)) {
        data.replace(at, 1, "\\u003c");
    }
    std::string page(review_template);
    constexpr std::string_view place = "REVIEW_DATA";
    page.replace(page.find(place), place.size(), data);
    return page;
}

}  // namespace redforge::cli
