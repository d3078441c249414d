// Small example of the C++ library: lists the doors of a map, and saves the map with all doors 100 units higher.
//
//     move_doors ISLAND.RGM HIGHER.RGM
#include <cstdio>

#include <redforge/edit/document/document.hpp>
#include <redforge/edit/patch/edits.hpp>

namespace edit = redforge::edit;

namespace {

int print_error(const redforge::Error& error)
{
    std::fprintf(stderr, "%s\n", redforge::describe(error).c_str());
    return 1;
}

}  // namespace

int main(int argc, char* argv[])
{
    if (argc != 3) {
        std::fputs("usage: move_doors MAP OUT\n", stderr);
        return 2;
    }
    // Opens a game's file, its XML or an unpacked folder; the format is detected by content.
    redforge::Result<edit::Loaded> loaded = edit::load(argv[1]);
    if (!loaded) {
        return print_error(loaded.error());
    }
    // redforge-paths(7) describes the path language.
    const auto doors = edit::resolve(loaded->document.root(), "objects[script_name=DOOR*].position.y");
    if (!doors) {
        return print_error(doors.error());
    }
    for (const edit::Match& door : *doors) {
        std::printf("%s = %s\n", door.path.c_str(), edit::match_text(door).c_str());
    }
    // Sets all values or none. Y points down.
    const auto changes = edit::set(loaded->document, "objects[script_name=DOOR*].position.y", "-=100");
    if (!changes) {
        return print_error(changes.error());
    }
    // Writes a temporary file, reads it back and compares it, then replaces the target.
    const auto written =
        edit::save(loaded->document, argv[2], edit::Storage::binary, {.overwrite = redforge::Overwrite::allow});
    return written ? 0 : print_error(written.error());
}
