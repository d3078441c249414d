// `import`: applies the changes of an exported map, made in Blender or another program, to the map.
#include <list>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "art/terrain.hpp"
#include "art/texture_bank.hpp"
#include "check/size_rows.hpp"
#include "cli/files/finish.hpp"
#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/model/model_files.hpp"
#include "cli/model/model_map.hpp"
#include "cli/script/script_files.hpp"
#include "core/bytes/fingerprint.hpp"
#include "core/text/counts.hpp"
#include "edit/map/map_of.hpp"
#include "edit/patch/edit_list.hpp"
#include "edit/patch/patch.hpp"
#include "exchange/map/map_import.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"
#include "scene/game_folder.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// The terrain of a map, as read.
struct TerrainFile {
    fs::path path;
    art::Terrain terrain;
    Fingerprint seen{};
};

/// A file that is written together with the map.
struct SideOutput {
    fs::path name;  ///< in the folder of the map
    std::string description;
    Bytes content;
    std::string amount;       ///< "12 heights"
    bool replaces_terrain{};  ///< writes to the terrain file that was read
};

class SceneImport {
public:
    SceneImport(const Arguments& arguments, std::string input, std::string map, Bytes glb)
        : arguments_(arguments), input_(std::move(input)), map_(std::move(map)), glb_(std::move(glb))
    {
    }

    /// Applies the changes of the scene to a map, as edits.
    Result<edit::EditLog> make(edit::Loaded& loaded)
    {
        const rgm::Map* const map = edit::map_of(loaded.document);
        if (map == nullptr) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("is {}, not a map", document_description(loaded.document.format())),
                         .file = map_,
                         .hint = "--onto names the map that was exported"});
        }
        Result<exchange::MapImport> imported = read(*map);
        if (!imported) {
            return fail(edit::in_file(imported.error(), input_));
        }
        imported_ = std::move(*imported);
        edit::Document after = loaded.document;
        *edit::get_if<rgm::Map>(after) = imported_.map;
        edit::Recorder recorder(loaded.document, loaded.context);
        Result<edit::EditLog> log = apply(recorder, loaded, after);
        const Status rows = log ? assign_size_rows(recorder, *edit::map_of(loaded.document)) : fail(log.error());
        log = rows ? edit::finish(recorder, std::move(*log)) : fail(rows.error());
        if (!log) {
            return fail(edit::in_file(log.error(), map_));
        }
        const std::optional<std::string> out = arguments_.option("output");
        if (arguments_.has("dry-run")) {  // a dry run must fail where the write would fail
            WriteOptions ignored;
            if (const Status added = add_files(out ? fs::path(*out) : fs::path(map_), ignored, nullptr); !added) {
                return fail(added.error());
            }
        }
        return log;
    }

    /// Adds the terrain and new models to the files that are written with the map.
    Status add_files(const fs::path& out, WriteOptions& options, FileSnapshot* expected)
    {
        outputs_.clear();
        // An unpacked folder can be named with a slash at its end. Files are written next to it.
        const fs::path whole = out.has_filename() ? out : out.parent_path();
        folder_ = whole.parent_path();
        if (out == "-" && (imported_.terrain || !imported_.models.empty())) {
            return fail({.code = ErrorCode::usage,
                         .message = "the terrain and new models are written next to the map",
                         .hint = "use -o FILE"});
        }
        const Status added = imported_.terrain ? add_terrain(whole) : Status{};
        if (!added) {
            return added;
        }
        for (const exchange::NewModel& model : imported_.models) {
            if (const Status written = add_model(model); !written) {
                return written;
            }
        }
        if (const Status written = imported_.textures.images.empty() ? Status{} : add_textures(); !written) {
            return written;
        }
        for (const SideOutput& output : outputs_) {
            if (const Status allowed = may_replace(arguments_, folder_ / output.name, output.description); !allowed) {
                return allowed;
            }
            options.side_files.push_back({output.name, {ByteView(output.content)}});
            if (expected != nullptr && output.replaces_terrain) {
                std::error_code ignored;
                const fs::path seen = fs::is_directory(whole, ignored) ? ".." / output.name : output.name;
                expected->files.emplace(seen.generic_string(), terrain_->seen);
            }
        }
        return {};
    }

    /// Prints the written files and the notes.
    void report_rest() const
    {
        const bool is_dry = arguments_.has("dry-run");
        const auto print_line = [&](const std::string& text) { is_dry ? print(text + "\n") : print_message(text); };
        nlohmann::json json{{"files", nlohmann::json::array()}, {"notes", imported_.notes}};
        for (const SideOutput& output : outputs_) {
            const std::string path = (folder_ / output.name).string();
            json["files"].push_back(path);
            if (!arguments_.has("json")) {
                print_line(fmt::format("{} -> {}", output.amount, path));
            }
        }
        if (arguments_.has("json")) {
            print_json(json);
        }
        for (const std::string& note : imported_.notes) {
            print_message(fmt::format("{}: {}", input_, note));
        }
    }

private:
    /// Returns the map's file, or the folder of an unpacked map, which has its name.
    [[nodiscard]] std::string map_path() const
    {
        fs::path path(map_);
        path = path.has_filename() ? path : path.parent_path();
        return (path.filename() == map_document_name() && path.has_parent_path() ? path.parent_path() : path).string();
    }

    Result<exchange::MapImport> read(const rgm::Map& map)
    {
        const std::string path = map_path();
        const auto game = game_of(arguments_, path);
        if (!game) {
            return fail(game.error());
        }
        if (!*game) {
            return fail({.code = ErrorCode::usage,
                         .message = "a scene can only be imported with the models of its game",
                         .hint = "give the game's folder with --game"});
        }
        const Result<scene::MapFiles> files = files_for_scene(arguments_, path, &**game);
        if (!files) {
            return fail(files.error());
        }
        if (const Status found = files->terrain ? read_terrain(*files->terrain) : Status{}; !found) {
            return fail(found.error());
        }
        std::vector<std::string> ignored;  // the scene reports these problems, too
        scene::Pictures pictures(**game, scene::colours_of_map(*files, ignored), 0);
        const scene::Scene scene = scene::scene_of(map, fs::path(path).stem().string(), **game, *files, pictures);
        if (!std::exchange(is_reported_, true)) {  // report once, even if the edit is tried again
            report(scene.problems);
        }
        exchange::MapImportOptions options;
        options.remove_missing = arguments_.has("delete");
        options.has_model = [&](const std::string& stem) { return scene::has_model(**game, stem); };
        options.mesh_of = [&](const std::string& stem) {
            const Result<model::Model> model = scene::load_model(**game, stem);
            return model ? std::optional(model::to_mesh(*model)) : std::nullopt;
        };
        options.models.palette = scene.colours;
        options.new_bank = free_bank(**game);
        bank_ = options.new_bank.value_or(0);
        options.models.keep_triangles = arguments_.has("keep-triangles");
        Result<exchange::MapImport> imported =
            exchange::import_map(glb_, map, scene, terrain_ ? &terrain_->terrain : nullptr, options);
        if (imported && imported->lacks_terrain && !files->problems.empty()) {  // its heights would be lost
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("the terrain of the map was not found: {}", files->problems.front()),
                         .file = path});
        }
        if (imported && !imported->models.empty() && !(*game)->problems.empty()) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot find out whether the game has a model {}: {}",
                                                imported->models.front().name, (*game)->problems.front()),
                         .file = input_,
                         .hint = "repair or remove the file of the game that cannot be read"});
        }
        return imported;
    }

    Status read_terrain(const fs::path& path)
    {
        const Result<Bytes> bytes = read_file(path);
        Result<art::Terrain> terrain = bytes ? art::read_terrain(*bytes) : fail(bytes.error());
        if (!terrain) {
            return fail(edit::in_file(terrain.error(), path));
        }
        terrain_ = TerrainFile{path, std::move(*terrain), fingerprint_of(*bytes)};
        return {};
    }

    /// Applies the differences between the document and `after` as a patch, which lists them for the user.
    [[nodiscard]] Result<edit::EditLog> apply(edit::Recorder& recorder, const edit::Loaded& loaded,
                                              const edit::Document& after) const
    {
        TextSink patch;
        edit::write_edit_list(patch, loaded.document.root(), after.root(), loaded.context);
        const Result<XmlDocument> edits = XmlDocument::parse(patch.str(), input_);
        if (!edits) {
            return fail(edits.error());
        }
        edit::PatchOptions options;
        options.context = loaded.context;
        Result<edit::PatchResult> patched = edit::apply_patch(recorder, *edits, options);
        if (!patched) {
            return fail(patched.error());
        }
        if (const auto difference = loaded.document.difference(after); difference || !patched->conflicts.empty()) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "the edits do not give the imported map; this is a fault of this program",
                         .file = map_,
                         .field = difference ? difference->path : patched->conflicts.front().path,
                         .hint = "nothing was written; please report it"});
        }
        return std::move(patched->log);
    }

    Status assign_size_rows(edit::Recorder& recorder, const rgm::Map& map)
    {
        const check::ModelSizeLookup box_of =
            check::make_lazy_model_size_lookup(game_root(arguments_, map_path()).value_or(""));
        const Result<std::vector<check::SizeNote>> notes = check::assign_size_rows(recorder, map, box_of);
        if (!notes) {
            return fail(notes.error());
        }
        for (const check::SizeNote& note : *notes) {
            imported_.notes.push_back(fmt::format("{}: {}", note.path, note.text));
        }
        return {};
    }

    /// Adds the changed terrain to the outputs. It keeps its name if the map is edited in place; else it gets the name
    /// of the new map.
    Status add_terrain(const fs::path& out)
    {
        const Result<Bytes> bytes = art::write_terrain(*imported_.terrain);
        if (!bytes) {
            return fail(bytes.error());
        }
        std::error_code ignored;
        const fs::path& old = terrain_->path;
        const bool is_in_place =
            fs::equivalent(out, map_, ignored) &&
            fs::equivalent(fs::absolute(out).parent_path(), fs::absolute(old).parent_path(), ignored);
        const fs::path name = is_in_place ? old.filename() : out.stem().concat(old.extension().string());
        outputs_.push_back({name, document_description(*edit::find_format(art::Terrain::root)), *bytes,
                            plural(imported_.changed_heights, "height"), is_in_place});
        return {};
    }

    Status add_model(const exchange::NewModel& model)
    {
        const Result<Bytes> bytes = model::write_model(model.model);
        if (!bytes) {
            return fail(bytes.error());
        }
        outputs_.push_back({model.name + ".3D", document_description(*edit::find_format(model::Model::root)), *bytes,
                            plural(model.model.faces.size(), "face")});
        return {};
    }

    Status add_textures()
    {
        const Result<Bytes> bytes = art::write_texture_bank(imported_.textures);
        if (!bytes) {
            return fail(bytes.error());
        }
        outputs_.push_back({fmt::format("TEXBSI.{:03}", bank_),
                            document_description(*edit::find_format(art::TextureBank::root)), *bytes,
                            plural(imported_.textures.images.size(), "image")});
        return {};
    }

    /// Returns the highest number of a texture bank that the game does not have; nullopt if it has all.
    static std::optional<std::uint16_t> free_bank(const scene::GameFolder& game)
    {
        for (std::uint16_t number = 511; number > 0; --number) {  // 9 bits in records
            if (!game.banks.contains(number)) {
                return number;
            }
        }
        return std::nullopt;
    }

    const Arguments& arguments_;
    std::string input_;
    std::string map_;
    Bytes glb_;
    std::optional<TerrainFile> terrain_;
    exchange::MapImport imported_;
    std::uint16_t bank_{};           ///< number of the new texture bank
    bool is_reported_{};             ///< the problems of the scene were printed
    fs::path folder_;                ///< folder of the outputs
    std::list<SideOutput> outputs_;  ///< a list, because WriteOptions keeps views of the contents
};

/// Writes the edits as a patch of the map.
Exit write_edits(const Arguments& arguments, const std::string& map, SceneImport& scene, const std::string& out)
{
    const Result<LoadContext> context = names_context(arguments, map);
    Result<edit::Loaded> loaded =
        context ? edit::load(map, pipes_for(arguments, map), *context) : fail(context.error());
    if (!loaded) {
        return print_error(loaded.error());
    }
    const edit::Document before = loaded->document;
    const Result<edit::EditLog> log = scene.make(*loaded);
    if (!log) {
        return print_error(log.error());
    }
    TextSink patch;
    edit::write_edit_list(patch, before.root(), loaded->document.root(), loaded->context);
    const std::string text = patch.str();
    WriteOptions options{.overwrite = Overwrite::allow, .cancel = &cancelled()};
    Status ready = may_replace(arguments, out, "a patch");
    ready = ready ? scene.add_files(out, options, nullptr) : ready;
    const Result<Written> written =
        ready ? write_file(out, {as_bytes(text)}, options) : Result<Written>(fail(ready.error()));
    if (!written) {
        return print_error(written.error());
    }
    if (out != "-") {
        print_message(fmt::format("{} -> {}", plural(log->size(), "edit"), out));
    }
    scene.report_rest();
    return Exit::success;
}

}  // namespace

static Exit run_import_scene(const Arguments& arguments)
{
    const std::string input = arguments.first("SCENE");
    const std::optional<std::string> map = arguments.option("onto");
    if (!map) {
        return print_usage_error("import: no map given", "use --onto MAP");
    }
    Result<Bytes> glb = read_glb_file(input);
    if (!glb) {
        return print_error(edit::in_file(glb.error(), input));
    }
    SceneImport scene(arguments, input, *map, std::move(*glb));
    if (const std::optional<std::string> edits = arguments.option("edits")) {
        return write_edits(arguments, *map, scene, *edits);
    }
    const Exit exit = change_document(
        arguments, *map, [&](edit::Loaded& loaded) { return scene.make(loaded); }, {},
        [&](const fs::path& out, WriteOptions& options, FileSnapshot* expected) {
            return scene.add_files(out, options, expected);
        });
    if (exit == Exit::success) {
        scene.report_rest();
    }
    return exit;
}

Verb import_verb()
{
    return {
        .name = "import",
        .summary = "bring the changes of an exported map back from Blender",
        .description =
            "SCENE is the glTF file (.glb or .gltf) of a map that `model export` wrote and another program changed. "
            "A node that moved or turned changes its record. A copy of a node becomes a new record with a new id. A "
            "new mesh with the name of a model becomes a static object, or below the group \"objects\" an object; a "
            "light becomes a light; an empty without children becomes a marker. A mesh that the game does not have as "
            "a model becomes a model: NAME.3D in the folder of OUT, with its new pictures in a new texture bank. "
            "Changed heights of the terrain are written next to OUT. "
            "All other records keep their bits.\n"
            "Changes that a map cannot store, and missing nodes, are printed with the names of their nodes.",
        .examples = {{"redforge import island.glb --onto MAPS/ISLAND.RGM -o NEW.RGM", "the changed map"},
                     {"redforge import island.glb --onto MAPS/ISLAND.RGM --dry-run", "print the changes"},
                     {"redforge import island.glb --onto MAPS/ISLAND.RGM --edits moved.xml", "as a patch, for apply"},
                     {"redforge import island.gltf --onto MAPS/ISLAND.RGM --delete -i", "remove missing records too"}},
        .positionals = {{"SCENE", "a .glb or .gltf file; - is standard input"}},
        .options = option_list(
            Option{"--onto", "", "MAP", "the map that was exported: a file or an unpacked folder"},
            Option{"--delete", "", "", "remove the records whose nodes are missing"},
            Option{"--edits", "", "FILE", "write the changes of the map as a patch"}, options::output,
            Option{"--in-place", "-i", "", "edit MAP in place; keeps the old content as a backup"}, options::no_backup,
            options::drop_comments, options::force, options::dry_run,
            Option{"--game", "", "FOLDER", "the game's folder: models, palette and terrain (default: the one of MAP)"},
            options::soup_def,
            Option{"--palette", "", "COL", "palette for colours of new models (default: that of the map)"},
            Option{"--keep-triangles", "", "", "do not merge triangles of new models into polygons"}, options::json),
        .exclusive = {"edits output", "edits in-place", "edits dry-run", "edits json"},
        .run = run_import_scene,
    };
}

}  // namespace redforge::cli
