// `model`: exports models for other programs, and imports them.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "art/terrain.hpp"
#include "cli/files/file_kinds.hpp"
#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/model/model_files.hpp"
#include "cli/model/model_map.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "edit/archive/archive_names.hpp"
#include "edit/map/map_of.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/mesh/imported.hpp"
#include "exchange/mesh/textures.hpp"
#include "exchange/obj/obj.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

enum class Kind : std::uint8_t { glb, obj };

std::optional<Kind> kind_of(const fs::path& path)
{
    const std::string extension = lower(path.extension().string());
    if (extension == ".glb" || extension == ".obj") {
        return extension == ".glb" ? Kind::glb : Kind::obj;
    }
    return std::nullopt;
}

/// Returns the kind of a file to import: a .gltf is read as a .glb.
std::optional<Kind> imported_kind_of(const fs::path& path)
{
    return lower(path.extension().string()) == ".gltf" ? Kind::glb : kind_of(path);
}

Exit print_model_error(Error error, const std::string& file)
{
    if (error.file.empty()) {
        error.file = file;
    }
    return print_error(error);
}

Status write_one(const Arguments& arguments, const fs::path& path, std::string_view words, ByteView content)
{
    const Result<Written> written = write_output(arguments, path, words, content);
    return written ? Status{} : fail(written.error());
}

Status write_obj_files(const Arguments& arguments, const model::Model& model, const fs::path& out,
                       const exchange::ExportOptions& options)
{
    const Result<exchange::ObjFiles> files = exchange::write_obj(model, options);
    if (!files) {
        return fail(files.error());
    }
    const Status allowed = may_replace(arguments, out, "a text file");
    return allowed ? write_with_side_files(out, as_bytes(files->obj), files->side_files) : allowed;
}

Status write_glb_file(const Arguments& arguments, const model::Model& model, const fs::path& out,
                      const exchange::ExportOptions& options)
{
    const Result<Bytes> bytes = exchange::write_gltf(model, options);
    return bytes ? write_one(arguments, out, "a .glb model", *bytes) : fail(bytes.error());
}

/// Writes a model of `input`. `name` is its name in a .glb.
Exit export_model(const Arguments& arguments, const std::string& input, const std::string& name,
                  const model::Model& model, const fs::path& out)
{
    const std::optional<Kind> kind = kind_of(out);
    exchange::ExportOptions options;
    options.name = *kind == Kind::obj ? out.stem().string() : name;
    exchange::Textures textures;
    const std::optional<std::string> palette = arguments.option("palette");
    const std::optional<fs::path> game = game_root(arguments, input);
    Result<exchange::Textures> found =
        game ? exchange::load_textures(model, *game, palette ? std::optional<fs::path>(*palette) : std::nullopt)
             : Result<exchange::Textures>();
    if (!found && arguments.has("game")) {
        return print_error(found.error());
    }
    if (game && found) {
        textures = std::move(*found);
        options.textures = &textures;
        if (!textures.missing.empty()) {
            print_message(fmt::format("{}: no picture for {}", game->string(), fmt::join(textures.missing, " ")));
        }
    } else if (palette) {
        Result<std::vector<art::Colour>> colours = exchange::load_palette(*palette);
        if (!colours) {
            return print_error(colours.error());
        }
        textures.colours = std::move(*colours);
        options.textures = &textures;
    }
    const Status written = *kind == Kind::glb ? write_glb_file(arguments, model, out, options)
                                              : write_obj_files(arguments, model, out, options);
    if (!written) {
        return print_model_error(written.error(), input);
    }
    const bool has_frames = *kind == Kind::glb;
    if (!has_frames && !model.frames.empty()) {
        print_message(
            fmt::format("{}: an .obj has only the base frame; {} left out, a .glb has all frames", input,
                        model.frames.size() == 1 ? "1 frame was" : fmt::format("{} frames were", model.frames.size())));
    }
    print_message(fmt::format("{} -> {} ({}, {}, {}, {})", input, out.string(), plural(model.faces.size(), "face"),
                              plural(model.vertices.size(), "vertex", "vertices"),
                              plural(has_frames ? model.frames.size() + 1 : 1, "frame"),
                              plural(textures.pictures.size(), "picture")));
    return Exit::success;
}

bool is_folder(const std::string& out)
{
    std::error_code ignored;
    return out.ends_with('/') || fs::is_directory(out, ignored);
}

std::string_view extension_for(const Arguments& arguments)
{
    return arguments.has("obj") ? ".obj" : ".glb";
}

/// Returns the error for a segment without a model.
Error no_model(std::string_view label)
{
    return {.code = ErrorCode::not_found,
            .message = fmt::format("segment {} has no model", label),
            .hint = "see archive list"};
}

Exit export_segments(const Arguments& arguments, const std::string& input, const model::Rob& rob,
                     const std::vector<std::string>& segments, const std::string& out)
{
    const Result<std::vector<std::size_t>> places = edit::select_segments(rob, segments);
    if (!places) {
        return print_model_error(places.error(), input);
    }
    const bool folder = is_folder(out);
    if (!folder && places->size() != 1) {
        return print_usage_error(fmt::format("{}, and {} is not a folder", plural(places->size(), "segment"), out),
                                 fmt::format("to make one, use -o {}/", out));
    }
    const std::vector<std::string> labels = edit::segment_labels(rob);
    Exit worst = Exit::success;
    for (const std::size_t place : *places) {
        const auto& model = rob.segments[place].model;
        if (!model && places->size() == 1) {
            return print_model_error(no_model(labels[place]), input);
        }
        if (!model) {
            // A pattern can match segments without a model; a name must not.
            const bool is_named = std::ranges::find(segments, labels[place]) != segments.end();
            worst = std::max(worst, is_named ? print_model_error(no_model(labels[place]), input) : Exit::success);
            if (!is_named) {
                print_message(fmt::format("{}: segment {} has no model", input, labels[place]));
            }
            continue;
        }
        const fs::path file = fs::path(out) / (labels[place] + std::string(extension_for(arguments)));
        if (folder) {
            std::error_code error;
            if (fs::create_directories(out, error); error) {
                return print_error({.code = ErrorCode::io,
                                    .message = fmt::format("cannot make the folder: {}", error.message()),
                                    .file = out});
            }
        }
        worst = std::max(worst, export_model(arguments, input, labels[place], *model, folder ? file : fs::path(out)));
    }
    return worst;
}

Exit run_export(const Arguments& arguments, const std::string& input, const std::vector<std::string>& segments,
                const std::string& out)
{
    const std::optional<Kind> kind = kind_of(out);
    if (!kind && (segments.empty() || !is_folder(out))) {
        return print_error(cannot_write(out, ".glb and .obj are possible"));
    }
    if (arguments.has("obj") && kind == Kind::glb) {
        return print_usage_error(fmt::format("model export: --obj, and {} is a .glb", out),
                                 "name an .obj, or omit --obj");
    }
    Result<edit::Loaded> loaded = edit::load(input, pipes_for(arguments, input));
    if (!loaded) {
        return print_error(loaded.error());
    }
    if (const auto* const rob = edit::get_if<model::Rob>(loaded->document)) {
        if (!segments.empty()) {
            return export_segments(arguments, input, *rob, segments, out);
        }
        if (kind == Kind::glb) {
            return export_archive(arguments, input, *rob, out);
        }
        return print_error({.code = ErrorCode::usage,
                            .message = "is a model archive, and an .obj is one model",
                            .file = input,
                            .hint = "name a segment after it, as archive list shows them, or use -o X.glb"});
    }
    const std::string words = document_description(loaded->document.format());
    if (!segments.empty()) {
        return print_error({.code = ErrorCode::usage,
                            .message = fmt::format("is {}, and has no segment {}", words, segments.front()),
                            .file = input,
                            .hint = "only a model archive has segments"});
    }
    if (const auto* const map = edit::map_of(loaded->document); map != nullptr && kind == Kind::glb) {
        return export_map(arguments, input, *map, out);
    }
    if (const auto* const terrain = edit::get_if<art::Terrain>(loaded->document);
        terrain != nullptr && kind == Kind::glb) {
        return export_terrain(arguments, input, *terrain, out);
    }
    if (const auto* const model = edit::get_if<model::Model>(loaded->document)) {
        return export_model(arguments, input, fs::path(input).stem().string(), *model, out);
    }
    return print_error(
        {.code = ErrorCode::unsupported,
         .message = fmt::format("is {}, not a model", words),
         .file = input,
         .hint = "give a .3D or .3DC file, an archive or its XML; a map or a terrain can be exported to .glb"});
}

/// Accepts "5.0" and "v5.0".
std::optional<std::string> version_option(const Arguments& arguments)
{
    const std::optional<std::string> version = arguments.option("version");
    return version && !version->starts_with('v') ? "v" + *version : version;
}

Result<exchange::Imported> read_input(const std::string& input, const exchange::ImportOptions& options)
{
    const std::optional<Kind> kind = imported_kind_of(input);
    if (!kind) {
        const std::string extension = fs::path(input).extension().string();
        return fail({.code = ErrorCode::usage,
                     .message = extension.empty() ? "cannot import a file without an extension"
                                                  : fmt::format("cannot import {}", extension),
                     .file = input,
                     .hint = ".glb, .gltf and .obj are known"});
    }
    if (*kind == Kind::glb) {
        const Result<Bytes> glb = read_glb_file(input);
        return glb ? exchange::read_gltf(*glb, options) : fail(glb.error());
    }
    const Result<Bytes> bytes = read_file(input, max_read, Pipes::allow);
    if (!bytes) {
        return fail(bytes.error());
    }
    // Read only files in the same folder: a foreign file must not make us open other files.
    const auto beside = [&](const std::string& name) {
        return read_file(fs::path(input).parent_path() / fs::path(name).filename());
    };
    return exchange::read_obj(as_text(*bytes), options, beside);
}

Exit run_import(const Arguments& arguments, const std::string& input, const fs::path& out)
{
    // Do not overwrite an artist's file with a game file.
    if (const std::string extension = lower(out.extension().string());
        !extension.empty() && extension != ".3d" && extension != ".3dc") {
        return print_error(cannot_write(out, ".3D and .3DC are possible"));
    }
    exchange::ImportOptions options;
    options.version = version_option(arguments);
    options.keep_triangles = arguments.has("keep-triangles");
    if (const std::optional<std::string> palette = arguments.option("palette")) {
        Result<std::vector<art::Colour>> colours = exchange::load_palette(*palette);
        if (!colours) {
            return print_error(colours.error());
        }
        options.palette = std::move(*colours);
    }
    const Result<exchange::Imported> imported = read_input(input, options);
    if (!imported) {
        return print_model_error(imported.error(), input);
    }
    const Result<Bytes> bytes = model::write_model(imported->model);
    if (!bytes) {
        return print_model_error(bytes.error(), input);
    }
    const std::string words = document_description(*edit::find_format(model::Model::root), edit::Storage::binary);
    if (const Status written = write_one(arguments, out, words, *bytes); !written) {
        return print_model_error(written.error(), out.string());
    }
    for (const std::string& note : imported->notes) {
        print_message(fmt::format("{}: {}", input, note));
    }
    const model::Model& model = imported->model;
    print_message(fmt::format("{} -> {} ({}, {}, {}, {})", input, out.string(), model.version.bytes,
                              plural(model.faces.size(), "face"), plural(model.vertices.size(), "vertex", "vertices"),
                              plural(model.frames.size() + 1, "frame")));
    return Exit::success;
}

}  // namespace

static Exit run_model(const Arguments& arguments)
{
    const std::string action = arguments.first("ACTION");
    const std::optional<std::string> out = arguments.option("output");
    if (!out) {
        return print_usage_error("model: no output given", "use -o FILE");
    }
    if (action == "export") {
        // Names of segments can follow an archive. A word that names a file is a file.
        Inputs inputs = inputs_of(arguments);
        std::vector<std::string> segments;
        std::error_code ignored;
        const auto is_segment = [&](const edit::Candidate& file) { return !fs::exists(file.path, ignored); };
        if (inputs.files.size() > 1 && !is_segment(inputs.files.front()) &&
            std::all_of(inputs.files.begin() + 1, inputs.files.end(), is_segment)) {
            std::transform(inputs.files.begin() + 1, inputs.files.end(), std::back_inserter(segments),
                           [](const edit::Candidate& file) { return file.path.string(); });
            inputs.files.resize(1);
            inputs.many = false;
        } else if (is_folder(*out)) {
            inputs.many = true;
        }
        return for_each_output(arguments, inputs, *out, extension_for(arguments),
                               [&](const std::string& input, const std::string& output) {
                                   return run_export(arguments, input, segments, output);
                               });
    }
    if (action == "import") {
        Inputs inputs = inputs_of(arguments);
        inputs.many = inputs.many || is_folder(*out);
        return for_each_output(arguments, inputs, *out, ".3D",
                               [&](const std::string& input, const std::string& output) {
                                   return run_import(arguments, input, output);
                               });
    }
    return print_usage_error(fmt::format("model: no action \"{}\"", action), "export or import");
}

Verb model_verb()
{
    return {
        .name = "model",
        .summary = "exchange models with other programs",
        .description = "Converts models to and from glTF (.glb; import also .gltf) and OBJ (.obj) files. Material "
                       "names give the texture: "
                       "D02044 is image "
                       "44 of bank 302, colour_42 is a colour.",
        .actions = {{"export",
                     "Writes polygons, normals, texture coordinates and materials of a .3D or .3DC file, and with the "
                     "game's folder "
                     "its textures. A .glb has all frames as morph targets. The .glb of a map has each model once, a "
                     "node for each "
                     "object, flat, rope, light and marker, and the terrain. The .glb of an archive has a node for "
                     "each segment, in "
                     "rows. The .glb of a .WLD has the terrain as a mesh.",
                     "output force recursive obj game palette json"},
                    {"import",
                     "Makes a .3D or .3DC file, with normals, clusters and texture codes. Polygons of an exported "
                     "model have numbers in "
                     "three extra UV maps: they keep their order, vertices, smoothing and shade. An unchanged model "
                     "gives the same "
                     "bytes, also from Blender with its default export options. Triangles without numbers are merged "
                     "into polygons if "
                     "nothing is lost.",
                     "output force recursive palette version keep-triangles json"}},
        .examples = {{"redforge model export CRATE.3D -o crate.glb --game REDGUARD", "with textures"},
                     {"redforge model export CRATE.3D -o crate.obj", "for programs without glTF"},
                     {"redforge model export ISLAND.ROB CRATE -o crate.glb", "a model of an archive"},
                     {"redforge model export ISLAND.ROB 'CR*' -o models/", "several models, each under its own name"},
                     {"redforge model export ISLAND.ROB -o island.glb", "a whole archive, each segment a node"},
                     {"redforge model export MAPS/ISLAND.WLD -o terrain.glb", "a terrain"},
                     {"redforge model export MAPS/ISLAND.RGM -o island.glb", "a map with all its objects"},
                     {"redforge model export 3DART/*.3D -o models/", "many files, each under its own name"},
                     {"redforge model import crate.glb -o CRATE.3D", "back to a model"}},
        .positionals = {{.name = "ACTION"},
                        {"FILE",
                         "a .3D or .3DC file, an archive and names of segments, a map, a terrain, or its XML; a .glb, "
                         ".gltf or .obj file; "
                         "several go into the folder OUT",
                         1,
                         0,
                         {},
                         true}},
        .options = {options::output,
                    options::force,
                    options::recursive,
                    {"--obj", "", "", "export of several files: write .obj files, not .glb"},
                    {"--game", "", "FOLDER",
                     "folder with the texture banks, or with FXART; of a map, the folder with WORLD.INI "
                     "(default: the game folder that contains the file)"},
                    {"--palette", "", "COL",
                     "export: the palette (default: that of the map in WORLD.INI, else the first in FOLDER); import: "
                     "the palette for "
                     "colours of materials"},
                    {"--version", "", "VERSION",
                     "import: 4.0 or 5.0; default: that of the exported model, else 4.0 with frames, 5.0 without"},
                    {"--keep-triangles", "", "", "import: do not merge triangles into polygons"},
                    options::json},
        .run = run_model,
    };
}

}  // namespace redforge::cli
