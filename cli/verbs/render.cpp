// `render`: a picture of a model or a map, the plan of a map, or a text in a font.
#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "art/font_text.hpp"
#include "art/png.hpp"
#include "art/subtitle.hpp"
#include "cli/files/file_kinds.hpp"
#include "cli/files/finish.hpp"
#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "config/ini.hpp"
#include "core/text/code_page.hpp"
#include "edit/map/map_of.hpp"
#include "edit/picture/still_picture.hpp"
#include "model/model.hpp"
#include "scene/compass.hpp"
#include "scene/drawing.hpp"
#include "scene/plan.hpp"
#include "scene/subtitle_settings.hpp"

#ifdef REDFORGE_HAS_RENDER
#include "render/picture/picture.hpp"
#endif

namespace redforge::cli {
namespace {

#ifdef REDFORGE_HAS_RENDER
constexpr std::uint32_t max_side = render::max_side;
#else
constexpr std::uint32_t max_side = 8192;
#endif

/// Parses `count` integers with separators. Returns nullopt for other texts.
std::optional<std::vector<std::int32_t>> whole_numbers(std::string_view text, char separator, std::size_t count)
{
    std::vector<std::int32_t> found;
    while (true) {
        std::int32_t number{};
        const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (failed != std::errc{}) {
            return std::nullopt;
        }
        found.push_back(number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (text.empty()) {
            return found.size() == count ? std::optional(found) : std::nullopt;
        }
        if (text.front() != separator) {
            return std::nullopt;
        }
        text.remove_prefix(1);
    }
}

/// A request of the user.
struct RenderRequest {
    const Arguments& arguments;
    std::string input;
    std::string output;
    std::string view;
    std::size_t frame{};
    std::uint32_t width{1024};
    std::uint32_t height{768};
    std::optional<std::vector<std::int32_t>> from{};  ///< map units
    std::optional<std::vector<std::int32_t>> to{};
    bool symbols{};
    bool fog{};
    bool as_game{};
    double seconds{};  ///< since the world was entered
    [[nodiscard]] bool plan() const { return output.ends_with(".svg"); }
    [[nodiscard]] scene::Speaker speaker() const
    {
        return arguments.has("cyrus") ? scene::Speaker::cyrus : scene::Speaker::character;
    }
};

tl::unexpected<Error> render_usage_error(std::string message, std::string hint)
{
    return fail({.code = ErrorCode::usage, .message = std::move(message), .hint = std::move(hint)});
}

/// Checks the size of a picture before rendering, because a larger one cannot be written. A plan has no pixels, and no
/// limit.
Status check_size(std::uint32_t width, std::uint32_t height)
{
    if (std::uint64_t{width} * height > art::max_pixels || width > max_side || height > max_side) {
        return render_usage_error(fmt::format("{} x {} pixels are too many", width, height),
                                  fmt::format("at most {} of them, and sides up to {}: 4096x4096, {}x2048",
                                              art::max_pixels, max_side, max_side));
    }
    return {};
}

Result<RenderRequest> request_of(const Arguments& arguments, const std::string& input, const std::string& output)
{
    RenderRequest request{.arguments = arguments,
                          .input = input,
                          .output = output,
                          .view = arguments.option("view").value_or(arguments.has("from") ? "camera" : "iso")};
    request.symbols = arguments.has("symbols");
    request.as_game = arguments.has("as-game");
    request.fog = arguments.has("fog") || request.as_game;
    if (arguments.has("compass") && !request.as_game) {
        return render_usage_error("--compass needs --as-game", "give both");
    }
    if (const auto time = arguments.option("time")) {
        const auto [end, failed] = std::from_chars(time->data(), time->data() + time->size(), request.seconds);
        constexpr double max_seconds = 1e6;
        if (failed != std::errc{} || end != time->data() + time->size() || !(request.seconds >= 0) ||
            request.seconds > max_seconds) {
            return render_usage_error(fmt::format("\"{}\" is not a time", *time), "seconds from 0, such as 2.5");
        }
        if (!request.as_game) {
            return render_usage_error("--time needs --as-game", "give both");
        }
    }
    if (arguments.has("cyrus") && !(request.as_game && arguments.has("text"))) {
        return render_usage_error("--cyrus needs --as-game and --text", "give all three");
    }
    if (request.as_game) {
        for (const std::string_view option : {"size", "symbols"}) {
            if (arguments.has(option)) {
                return render_usage_error(fmt::format("--as-game with --{}", option),
                                          "the game draws 640 x 480 pixels, and no symbols");
            }
        }
        request.width = art::game_width;
        request.height = art::game_height;
        request.view = arguments.option("view").value_or("camera");
    }
    static constexpr std::array<std::string_view, 5> views{"top", "front", "side", "iso", "camera"};
    if (std::ranges::find(views, request.view) == views.end()) {
        const std::string_view guess = nearest(request.view, views);
        return render_usage_error(fmt::format("no view \"{}\"", request.view),
                                  guess.empty() ? "views are top, front, side, iso and camera"
                                                : fmt::format("did you mean {}?", guess));
    }
    if (!request.plan() && !request.output.ends_with(".png")) {
        return request.output.empty()
                   ? render_usage_error("no output given", "use -o OUT.png or, for the plan of a map, -o OUT.svg")
                   : fail(cannot_write(request.output, ".png and, for the plan of a map, .svg are possible"));
    }
    if (const auto size = arguments.option("size")) {
        const auto sides = whole_numbers(*size, 'x', 2);
        if (!sides || (*sides)[0] < 1 || (*sides)[1] < 1) {
            return render_usage_error(fmt::format("\"{}\" is not a size", *size),
                                      "width x height in pixels, e.g. 1024x768");
        }
        request.width = static_cast<std::uint32_t>((*sides)[0]);
        request.height = static_cast<std::uint32_t>((*sides)[1]);
        if (const Status fits = request.plan() ? Status{} : check_size(request.width, request.height); !fits) {
            return fail(fits.error());
        }
    }
    if (const auto frame = arguments.option("frame")) {
        const auto number = whole_numbers(*frame, ',', 1);
        if (!number || (*number)[0] < 0) {
            return render_usage_error(fmt::format("\"{}\" is not a frame", *frame), "a number from 0");
        }
        request.frame = static_cast<std::size_t>((*number)[0]);
    }
    for (const auto& [name, place] : {std::pair{"from", &request.from}, {"to", &request.to}}) {
        if (const auto text = arguments.option(name)) {
            *place = whole_numbers(*text, ',', 3);
            if (!*place) {
                return render_usage_error(fmt::format("\"{}\" is not a position", *text),
                                          "x,y,z in map units, e.g. 32000,-400,30000");
            }
        }
    }
    if (request.fog && request.view != "camera") {
        return render_usage_error(fmt::format("--fog needs a perspective view; --view {} is not", request.view),
                                  "give --from and --to, or --view camera");
    }
    if (request.to && !request.from) {
        return render_usage_error("--to needs --from", "give both, or neither");
    }
    return request;
}

Exit write_picture(const RenderRequest& request, ByteView content)
{
    const auto written =
        write_output(request.arguments, request.output, request.plan() ? "an SVG drawing" : "a PNG", content);
    if (!written) {
        return print_error(written.error());
    }
    print_message(fmt::format("{} -> {}", request.input, request.output));
    return Exit::success;
}

#ifdef REDFORGE_HAS_RENDER

scene::Vec3 as_vector(const std::vector<std::int32_t>& xyz)
{
    return scene::view_position(xyz[0], xyz[1], xyz[2]);
}

/// Draws the text of the request into a picture, as the game shows a subtitle.
Status add_subtitle(const RenderRequest& request, const std::filesystem::path& game, const config::Ini& settings,
                    art::RgbaImage& picture)
{
    const Result<art::Font> font = scene::read_subtitle_font(game);
    const Result<art::SubtitleStyle> style = scene::subtitle_style(settings, request.speaker());
    const Result<std::string> text = decode_text(*request.arguments.option("text"), CodePage::cp437);
    if (!font || !style || !text) {
        return fail(!font ? font.error() : !style ? style.error() : text.error());
    }
    return art::draw_subtitle(picture, *font, *text, *style);
}

/// Draws the compass for the direction of the camera, where SYSTEM.INI places it.
Status add_compass(const std::filesystem::path& game, const config::Ini& settings, const scene::WorldView& world,
                   const render::Camera& camera, art::RgbaImage& picture)
{
    const std::uint32_t frame = scene::compass_frame(world, scene::heading_of(camera.map_direction()));
    const Result<scene::Compass> compass = scene::read_compass(game, settings);
    if (!compass) {
        return fail(compass.error());
    }
    const scene::CompassPicture shown = scene::compass_picture(*compass, frame);
    art::draw_picture(picture, shown.image, shown.x, shown.y);
    return {};
}

/// Draws what the game shows over a map: the subtitle and the compass that the request has.
Status draw_over_map(const RenderRequest& request, const std::filesystem::path& game, const scene::WorldView& world,
                     const render::Camera& camera, art::RgbaImage& picture)
{
    const bool has_text = request.arguments.has("text");
    const bool has_compass = request.arguments.has("compass");
    const Result<config::Ini> settings =
        has_text || has_compass ? scene::read_system_ini(game) : Result<config::Ini>(config::Ini{});
    if (!settings) {
        return fail(settings.error());
    }
    if (const Status drawn = has_text ? add_subtitle(request, game, *settings, picture) : Status{}; !drawn) {
        return drawn;
    }
    return has_compass ? add_compass(game, *settings, world, camera, picture) : Status{};
}

/// `game`: only for what the game draws over the map; null if there is none.
Exit draw(const RenderRequest& request, const scene::Drawing& drawing, const scene::GameFolder* game = nullptr)
{
    const scene::Scene& scene = drawing.scene;
    const auto view = render::view_named(request.view);
    if (!view) {
        return print_usage_error(fmt::format("there is no view \"{}\"", request.view),
                                 "top, front, side, iso or camera");
    }
    const float aspect = static_cast<float>(request.width) / static_cast<float>(request.height);
    const scene::Bounds bounds = scene::bounds_of(scene);
    const scene::Vec3 diagonal = bounds.high - bounds.low;
    render::Camera camera = render::preset(*view, bounds, aspect);
    if (request.from) {
        const scene::Vec3 eye = as_vector(*request.from);
        const scene::Vec3 target = request.to ? as_vector(*request.to) : (bounds.low + bounds.high) * 0.5F;
        camera =
            render::look_at(eye, target, std::abs(diagonal.x) + std::abs(diagonal.y) + std::abs(diagonal.z), aspect);
    }
    if (request.fog && !scene.daylight.fog) {
        print_message("note: the game has no FXART/FOG.INI, so it draws no fog");
    }
    auto image =
        render::draw_picture(scene, drawing.pictures.get(), camera, request.width, request.height,
                             {.symbols = request.symbols,
                              .fog = request.fog,
                              .game_seconds = request.as_game ? std::optional(request.seconds) : std::nullopt});
    if (!image) {
        return print_error(image.error());
    }
    if (game != nullptr) {
        if (const Status drawn = draw_over_map(request, game->root, scene.game_view.world, camera, *image); !drawn) {
            return print_error(drawn.error());
        }
    }
    for (const std::string& missing : scene.game_view.missing) {
        if (request.as_game) {
            print_message("note: " + missing);
        }
    }
    report(scene.problems);
    if (drawing.pictures != nullptr) {
        report(drawing.pictures->problems());
    }
    const auto png = art::write_png(*image);
    return png ? write_picture(request, *png) : print_error(png.error());
}

#else

Exit draw(const RenderRequest& /*request*/, const scene::Drawing& /*drawing*/,
          const scene::GameFolder* /*game*/ = nullptr)
{
    return print_error({.code = ErrorCode::unsupported,
                        .message = "this redforge was built without OpenGL",
                        .hint = "build with -DREDFORGE_RENDER=ON; a plan (-o x.svg) needs none"});
}

#endif

/// Rejects options that have no effect on a picture. `words`: the purpose of the options.
Status reject_options(const RenderRequest& request, std::initializer_list<std::string_view> options,
                      std::string_view words)
{
    for (const std::string_view option : options) {
        if (request.arguments.has(option)) {
            return render_usage_error(fmt::format("--{} is for {}", option, words), "leave it out");
        }
    }
    return {};
}

Exit render_model(const RenderRequest& request, const model::Model& model, const std::optional<scene::GameFolder>& game)
{
    if (request.plan()) {
        return print_usage_error("a model has no plan", "-o x.png");
    }
    if (const Status fits = reject_options(request, {"symbols", "fog", "as-game", "compass", "time"}, "maps"); !fits) {
        return print_error(fits.error());
    }
    if (request.frame > model.frames.size()) {
        return print_usage_error(fmt::format("{} has no frame {}", request.input, request.frame),
                                 fmt::format("0 to {}", model.frames.size()));
    }
    scene::Drawing drawing = scene::drawing_of(model, request.input, game ? &*game : nullptr, request.frame);
    if (!game) {
        drawing.scene.problems.emplace_back("without a game's folder (--game) images and colours are greys");
    }
    return draw(request, drawing);
}

Exit render_map(const RenderRequest& request, const rgm::Map& map, const std::optional<scene::GameFolder>& game)
{
    if (request.plan()) {
        if (const Status fits =
                reject_options(request, {"view", "frame", "from", "to", "symbols", "fog", "as-game", "compass", "time"},
                               "PNG pictures");
            !fits) {
            return print_error(fits.error());
        }
        const std::string svg =
            scene::plan_svg(scene::markers_of(map), std::filesystem::path(request.input).filename().string(),
                            request.width, request.height);
        return write_picture(request, std::as_bytes(std::span(svg)));
    }
    if (!game) {
        return print_usage_error("a map can only be drawn with the models of its game",
                                 "give the game's folder with --game, or ask for the plan with -o x.svg");
    }
    scene::Drawing drawing = scene::drawing_of(map, request.input, *game, request.frame);
    if (request.as_game) {
        (void)scene::add_animations(drawing.scene, map, *game, *drawing.pictures);  // cannot be cancelled
    }
    return draw(request, drawing, &*game);
}

/// Returns the style of subtitles from the settings of the game, or the shipped values without a game.
Result<art::SubtitleStyle> style_of(const RenderRequest& request, const std::optional<scene::GameFolder>& game)
{
    return (game ? scene::read_system_ini(game->root) : Result<config::Ini>(config::Ini{}))
        .and_then([&](const config::Ini& settings) { return scene::subtitle_style(settings, request.speaker()); });
}

/// Draws a text, or all characters, in a font at its original size.
Exit render_font(const RenderRequest& request, const edit::Document& document,
                 const std::optional<scene::GameFolder>& game)
{
    const auto& font = *edit::get_if<art::Font>(document);
    if (request.plan()) {
        return print_usage_error("a text in a font is a PNG", "-o x.png");
    }
    if (const Status fits =
            reject_options(request, {"size", "frame", "view", "from", "to", "symbols", "fog", "compass", "time"},
                           "maps and models");
        !fits) {
        return print_error(fits.error());
    }
    const auto words = request.arguments.option("text");
    const Result<std::string> text =
        words ? decode_text(*words, document.root().page) : Result<std::string>(art::characters_of(font));
    if (request.as_game) {
        constexpr std::size_t bytes_a_pixel = 4;
        art::RgbaImage screen{art::game_width, art::game_height, {}};
        screen.rgba.resize(bytes_a_pixel * screen.width * screen.height);
        const Result<art::SubtitleStyle> style = style_of(request, game);
        if (!style) {
            return print_error(style.error());
        }
        const Status drawn = text ? art::draw_subtitle(screen, font, *text, *style) : fail(text.error());
        const Result<Bytes> png = drawn ? art::write_png(screen) : fail(drawn.error());
        return png ? write_picture(request, *png) : print_error(in_file(png.error(), request.input));
    }
    const Result<art::IndexedImage> image = text ? art::draw_text(font, *text) : fail(text.error());
    const Result<Bytes> png = image ? art::write_png(*image, art::display_colours(font)) : fail(image.error());
    return png ? write_picture(request, *png) : print_error(in_file(png.error(), request.input));
}

/// Writes the picture of a file at its own size.
Exit render_still(const RenderRequest& request, const edit::Document& document)
{
    if (request.plan()) {
        return print_usage_error("a picture has no plan", "-o x.png");
    }
    if (const Status fits =
            reject_options(request,
                           {"size", "frame", "view", "from", "to", "symbols", "fog", "as-game", "compass", "time"},
                           "maps and models");
        !fits) {
        return print_error(fits.error());
    }
    const Result<Bytes> png = edit::decode_still_picture(document).and_then(art::to_png);
    return png ? write_picture(request, *png) : print_error(in_file(png.error(), request.input));
}

Exit render_one(const Arguments& arguments, const std::string& input, const std::string& output)
{
    const auto request = request_of(arguments, input, output);
    if (!request) {
        return print_error(request.error());
    }
    const bool named = arguments.has("game");
    std::optional<scene::GameFolder> game;
    if (!request->plan()) {
        auto found = game_of(arguments, request->input);
        if (!found) {
            return print_error(found.error());
        }
        game = std::move(*found);
    }
    std::error_code ignored;
    if (game && named && !std::filesystem::exists(request->input, ignored)) {
        if (const Status fits = reject_options(*request, {"text"}, "fonts"); !fits) {
            return print_error(fits.error());
        }
        const auto model = scene::load_model(*game, request->input);
        return model ? render_model(*request, *model, game) : print_error(model.error());
    }
    auto loaded = edit::load(request->input, pipes_for(arguments, request->input));
    if (!loaded) {
        return print_error(loaded.error());
    }
    const bool is_font = edit::get_if<art::Font>(loaded->document) != nullptr;
    const bool has_subtitle = request->as_game && edit::map_of(loaded->document) != nullptr;
    if (const Status fits = is_font || has_subtitle ? Status{} : reject_options(*request, {"text"}, "fonts"); !fits) {
        return print_error(fits.error());
    }
    if (const auto* const map = edit::map_of(loaded->document)) {
        return render_map(*request, *map, game);
    }
    if (const auto* const model = edit::get_if<model::Model>(loaded->document)) {
        return render_model(*request, *model, game);
    }
    if (is_font) {
        return render_font(*request, loaded->document, game);
    }
    if (edit::has_still_picture(loaded->document)) {
        return render_still(*request, loaded->document);
    }
    return print_error(
        {.code = ErrorCode::unsupported,
         .message = fmt::format("is {}, which cannot be drawn", document_description(loaded->document.format())),
         .file = request->input,
         .hint =
             "a model, a map, a font, a PCX, an LBM or a BMP can; of an archive, give a segment's name and --game"});
}

}  // namespace

static Exit run_render(const Arguments& arguments)
{
    return for_each_output(arguments, inputs_of(arguments), arguments.option("output").value_or(""), ".png",
                           [&](const std::string& input, const std::string& output) {
                               return render_one(arguments, input, output);
                           });
}

Verb render_verb()
{
    return {
        .name = "render",
        .summary = "draw a model, a map or a text",
        .description = "Draws into a PNG file, without a window. If OUT ends in .svg, draws the plan of a map with ids "
                       "and names. With a "
                       "font, draws --text, or all characters, at the font's own size. A PCX, LBM or BMP keeps its "
                       "size. A map needs the game's folder "
                       "for its models; the default is the game whose MAPS, FXART or 3DART contains the file. With "
                       "--game, FILE can also be the "
                       "name of a model.",
        .examples = {{"redforge render MAPS/ISLAND.RGM --view top -o island.png", "a map from above"},
                     {"redforge render ROCK01 --game . --size 512x512 -o rock.png", "a model by name"},
                     {"redforge render MAPS/ISLAND.RGM --from 30000,-500,40000 --to 34000,-300,40000 -o street.png",
                      "from one position to another, in map units"},
                     {"redforge render ISLAND.RGM -o plan.svg", "the plan of a map"},
                     {"redforge render FONTS/REDGUARD.FNT --text 'Keep out' -o sign.png",
                      "a text in a font of the game"}},
        .positionals = {{"FILE",
                         "a model, a map, a font, a PCX, LBM or BMP, or with --game a model's name; several go into "
                         "the folder OUT as PNGs",
                         1,
                         0,
                         {}}},
        .options = {options::output,
                    options::force,
                    options::recursive,
                    {"--game", "", "FOLDER", "the game's folder, the one that holds WORLD.INI"},
                    {"--view", "", "VIEW", "top, front, side, iso (default) or camera (in perspective)"},
                    {"--frame", "", "N", "frame of a model; in a map, of animated textures (default 0)"},
                    {"--size", "", "WxH", "pixels (default 1024x768)"},
                    {"--from", "", "X,Y,Z", "camera position, in map units; negative Y is up"},
                    {"--to", "", "X,Y,Z", "camera target, in map units (default: the centre)"},
                    {"--text", "", "WORDS",
                     "the text to draw with a font (default: all its characters); with --as-game, a subtitle"},
                    {"--symbols", "", "", "draw symbols for lights, sounds, markers and objects without a model"},
                    {"--fog", "", "", "draw the game's fog, which hides distant objects"},
                    {"--as-game", "", "",
                     "640x480 pixels with sky, sun, waves, fog and idle animations, and --text as a subtitle in the "
                     "game's font"},
                    {"--time", "", "SECONDS",
                     "with --as-game: time since the world was entered (default 0), for clouds, waves and animations"},
                    {"--compass", "", "", "with --as-game: the compass for the direction of the camera"},
                    {"--cyrus", "", "", "with --as-game and --text: a line of Cyrus, which has another shadow"},
                    options::json},
        .run = run_render,
    };
}

}  // namespace redforge::cli
