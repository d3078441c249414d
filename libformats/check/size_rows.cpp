// Finds and creates rows of MPSZ for objects.
#include "check/size_rows.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "check/map_nodes.hpp"
#include "core/text/letter_case.hpp"
#include "model/rob.hpp"
#include "rgm/map.hpp"
#include "rgm/object.hpp"
#include "scene/game_folder.hpp"
#include "scene/placement.hpp"

namespace redforge::check {
namespace {

bool same_mesh(const rgm::Object& object, std::string_view stem)
{
    return has_mesh(object) && scene::model_stem(object.model_name.view()) == stem;
}

/// Returns the row of an object. Returns nullopt if the map has no such row.
std::optional<std::size_t> row_in(const rgm::Map& map, const rgm::Object& object)
{
    const auto row = static_cast<std::size_t>(std::max<int>(object.size_row, 0));
    return object.size_row < 0 || row >= map.sizes.records.size() ? std::nullopt : std::optional(row);
}

/// Returns the present indices of the objects that the changes inserted, ascending.
std::vector<std::size_t> new_objects(const RecordHandle& root, const edit::Changes& changes)
{
    const SectionNodes objects(root, "objects");
    const edit::NodePath section = objects.section();
    const std::uint32_t list = objects[0].back().child;
    std::vector<std::size_t> new_places;
    for (const edit::Change& change : changes) {
        if (change.node != section || change.member != list) {
            continue;
        }
        for (const std::size_t place : change.places) {
            if (change.kind == edit::Operation::Kind::insert) {
                for (std::size_t& each : new_places) {
                    each += each >= place ? 1 : 0;
                }
                new_places.push_back(place);
            }
        }
        if (change.kind == edit::Operation::Kind::erase) {
            std::erase_if(new_places,
                          [&](std::size_t each) { return std::ranges::binary_search(change.places, each); });
            for (std::size_t& each : new_places) {
                each -= static_cast<std::size_t>(std::ranges::lower_bound(change.places, each) - change.places.begin());
            }
        } else if (change.kind == edit::Operation::Kind::move) {
            const std::size_t from = change.places.front();
            const std::size_t to = change.places.back();
            for (std::size_t& each : new_places) {
                if (each == from) {
                    each = to;
                } else {
                    each -= each > from ? 1 : 0;
                    each += each >= to ? 1 : 0;
                }
            }
        }
    }
    std::ranges::sort(new_places);
    return new_places;
}

/// Returns the objects whose mesh or model was set, but not their row. Returns none if objects were inserted, erased or
/// moved.
std::set<std::size_t> objects_with_other_mesh(const RecordHandle& root, const edit::Changes& changes)
{
    const SectionNodes objects(root, "objects");
    std::set<std::size_t> others;
    std::set<std::size_t> with_row;
    // Indices in earlier changes are not valid after an insertion, a removal or a move.
    if (std::ranges::any_of(changes, [&](const edit::Change& change) {
            return change.kind != edit::Operation::Kind::set && change.node == objects.section();
        })) {
        return {};
    }
    for (const edit::Change& change : changes) {
        if (change.kind != edit::Operation::Kind::set || change.node.empty() ||
            objects[change.node.back().index] != change.node) {
            continue;
        }
        const std::size_t object = change.node.back().index;
        const std::string_view name = edit::record_at(root, change.node).table().fields[change.member].name;
        if (name == "size_row") {
            with_row.insert(object);
        } else if (name == "has_mesh" || name == "model_name") {
            others.insert(object);
        }
    }
    std::erase_if(others, [&](std::size_t each) { return with_row.contains(each); });
    return others;
}

rgm::Extent extent(const std::array<std::uint32_t, 12>& box, std::size_t first)
{
    return {static_cast<std::int32_t>(box.at(first)), static_cast<std::int32_t>(box.at(first + 1)),
            static_cast<std::int32_t>(box.at(first + 2))};
}

SizeNote unknown_size(std::size_t object, std::string_view model)
{
    return {fmt::format("objects[{}]", object),
            fmt::format("the size of {} is unknown; set size_row to a row of sizes, or give the game's folder", model)};
}

/// Returns the box of a model file, with the numbers that an archive would store. Returns nullopt if it cannot be
/// loaded.
std::optional<rgm::Size> read_model_size(const scene::GameFolder& game, std::string_view model)
{
    const Result<model::Model> loaded = scene::load_model(game, model);
    if (!loaded) {
        return std::nullopt;
    }
    const model::SegmentHeader header = model::computed_header(&*loaded);
    const auto sides = [](const std::array<std::uint32_t, 3>& numbers) {
        return rgm::Extent{static_cast<std::int32_t>(numbers[0]), static_cast<std::int32_t>(numbers[1]),
                           static_cast<std::int32_t>(numbers[2])};
    };
    const rgm::Extent size = sides(header.size);
    return rgm::Size{0, size, size, sides(header.box.positive), sides(header.box.negative)};
}

/// Appends a row of MPSZ and returns its index.
std::size_t append_size(edit::Recorder& recorder, const rgm::Size& size)
{
    const SectionNodes sizes(recorder.root(), "sizes");
    const RecordHandle section = edit::record_at(recorder.root(), sizes.section());
    const ChildEntry& child = section.table().children[sizes[0].back().child];
    const std::size_t row = section.list(child).size();
    edit::DetachedRecords loose(child);
    *static_cast<rgm::Size*>(loose.append().record) = size;
    recorder.insert(sizes.section(), child, {row}, std::move(loose));
    return row;
}

}  // namespace

bool has_mesh(const rgm::Object& object)
{
    return object.has_mesh != 0 && !object.model_name.view().empty();
}

std::optional<std::size_t> find_mesh_row(const rgm::Map& map, std::string_view model,
                                         std::span<const std::size_t> excluded)
{
    const std::string stem = scene::model_stem(model);
    for (std::size_t i = 0; i < map.objects.records.size(); ++i) {
        const rgm::Object& object = map.objects.records[i];
        if (!same_mesh(object, stem) || std::ranges::binary_search(excluded, i)) {
            continue;
        }
        if (const std::optional<std::size_t> row = row_in(map, object)) {
            return row;
        }
    }
    return std::nullopt;
}

bool has_valid_size_row(const rgm::Map& map, std::size_t object, std::span<const std::size_t> excluded)
{
    const rgm::Object& own = map.objects.records[object];
    if (!row_in(map, own)) {
        return false;
    }
    const std::string stem = scene::model_stem(own.model_name.view());
    bool of_another = false;
    for (std::size_t i = 0; i < map.objects.records.size(); ++i) {
        const rgm::Object& other = map.objects.records[i];
        if (i != object && has_mesh(other) && other.size_row == own.size_row &&
            !std::ranges::binary_search(excluded, i)) {
            if (same_mesh(other, stem)) {
                return true;
            }
            of_another = true;
        }
    }
    return !of_another;
}

ModelSizeLookup make_model_size_lookup(const scene::GameFolder& game)
{
    return [&game](std::string_view model) -> std::optional<rgm::Size> {
        const auto found = game.segments.find(scene::model_stem(model));
        if (found == game.segments.end()) {
            return std::nullopt;
        }
        const scene::Archive& archive = game.archives.at(found->second.archive);
        if (found->second.segment >= archive.entries.size()) {
            return std::nullopt;
        }
        const std::array<std::uint32_t, 12>& box = archive.entries[found->second.segment].box;
        return rgm::Size{0, extent(box, 0), extent(box, 3), extent(box, 6), extent(box, 9)};
    };
}

ModelSizeLookup make_lazy_model_size_lookup(std::filesystem::path game)
{
    if (game.empty()) {
        return [](std::string_view) { return std::optional<rgm::Size>(); };
    }
    struct Lazy {
        std::filesystem::path folder;
        std::optional<Result<scene::GameFolder>> read;
    };
    return [lazy = std::make_shared<Lazy>(Lazy{std::move(game), {}})](std::string_view model) {
        if (!lazy->read) {
            lazy->read = scene::index_game_folder(lazy->folder);
        }
        if (!*lazy->read) {
            return std::optional<rgm::Size>();
        }
        const std::optional<rgm::Size> stored = make_model_size_lookup(**lazy->read)(model);
        return stored ? stored : read_model_size(**lazy->read, model);
    };
}

Result<std::vector<SizeNote>> assign_size_rows(edit::Recorder& recorder, const rgm::Map& map,
                                               const ModelSizeLookup& box_of, SizeRows which)
{
    std::vector<SizeNote> notes;
    const SectionNodes nodes(recorder.root(), "objects");
    const edit::Changes changes = edit::changes_of(recorder.made());
    const std::vector<std::size_t> new_places = new_objects(recorder.root(), changes);
    const auto set_row = [&](std::size_t object, std::int64_t row) {
        const RecordHandle record = edit::record_at(recorder.root(), nodes[object]);
        return recorder.set_integer(nodes[object], *record.table().find_field("size_row"), row);
    };
    for (std::size_t number = 0; number < new_places.size(); ++number) {
        const std::size_t i = new_places[number];
        // Objects that have no row yet do not count as users of rows.
        const std::span<const std::size_t> pending = std::span(new_places).subspan(number);
        const rgm::Object& object = map.objects.records[i];
        const std::string model(object.model_name.view());
        if (!has_mesh(object)) {
            // 0 is the default value, not a choice of the user.
            if (Status status = object.size_row == 0 ? set_row(i, -1) : Status{}; !status) {
                return fail(status.error());
            }
            continue;
        }
        if (object.size_row != 0 && has_valid_size_row(map, i, pending)) {
            continue;
        }
        std::optional<std::size_t> row = find_mesh_row(map, model, pending);
        if (!row) {
            if (const std::optional<rgm::Size> size = box_of(model)) {
                row = append_size(recorder, *size);
            } else if (object.size_row == 0 && has_valid_size_row(map, i, pending)) {
                row = 0;
            }
        }
        if (Status status = set_row(i, row ? static_cast<std::int64_t>(*row) : -1); !status) {
            return fail(status.error());
        }
        if (!row) {
            notes.push_back(unknown_size(i, model));
        }
    }
    const std::set<std::size_t> others = which == SizeRows::new_or_changed_meshes
                                             ? objects_with_other_mesh(recorder.root(), changes)
                                             : std::set<std::size_t>{};
    for (const std::size_t i : others) {
        const rgm::Object& object = map.objects.records[i];
        if (!has_mesh(object)) {
            continue;
        }
        const std::string model(object.model_name.view());
        std::optional<std::size_t> row = find_mesh_row(map, model, std::array{i});
        if (!row) {
            if (const std::optional<rgm::Size> size = box_of(model)) {
                const std::optional<std::size_t> own = row_in(map, object);
                row = own && map.sizes.records[*own] == *size ? *own : append_size(recorder, *size);
            }
        }
        if (row) {
            if (Status status = set_row(i, static_cast<std::int64_t>(*row)); !status) {
                return fail(status.error());
            }
        } else if (!row_in(map, object)) {
            notes.push_back(unknown_size(i, model));
        }
    }
    return notes;
}

}  // namespace redforge::check
