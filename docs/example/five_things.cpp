// Example of the C++ library: the steps of the README's quick start, from creating a map to verifying it.
//
//     five_things FOLDER
//
// Writes SAMPLE.RGM, MOVED.RGM and DARK.RGM into the folder.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include <redforge/core/text/text_sink.hpp>
#include <redforge/core/xml/xml_reader.hpp>
#include <redforge/edit/document/document.hpp>
#include <redforge/edit/document/edited_document.hpp>
#include <redforge/edit/document/verify.hpp>
#include <redforge/edit/operation/changes.hpp>
#include <redforge/edit/patch/edits.hpp>

namespace edit = redforge::edit;
namespace fs = std::filesystem;

namespace {

[[noreturn]] void end_with(const redforge::Error& error)
{
    std::fprintf(stderr, "%s\n", redforge::describe(error).c_str());
    std::exit(1);
}

/// Returns the value of a result. Exits with an error message if there is none.
template <class T>
T value_of(redforge::Result<T> result)
{
    if (!result) {
        end_with(result.error());
    }
    return std::move(*result);
}
void check(const redforge::Status& status)
{
    if (!status) {
        end_with(status.error());
    }
}

void save(const edit::Document& document, const fs::path& path)
{
    value_of(edit::save(document, path, edit::Storage::binary, {.overwrite = redforge::Overwrite::allow}));
}

/// Creates a map and lists its doors.
void make_a_map(const fs::path& folder)
{
    const redforge::Format& format = *edit::find_format("map");
    const edit::Document map(format, format.make_new(true));
    for (const edit::Match& door : value_of(edit::resolve(map.root(), "objects[script_name=DOOR*].position.x"))) {
        std::printf("%s=%s\n", door.path.c_str(), edit::match_text(door).c_str());
    }
    save(map, folder / "SAMPLE.RGM");
}

/// Converts the map to text and back.
void there_and_back(const fs::path& folder)
{
    const edit::Loaded loaded = value_of(edit::load(folder / "SAMPLE.RGM"));
    redforge::TextSink text;
    loaded.document.write_xml(text);
    const edit::Document again = value_of(edit::read_text(text.str(), "text"));
    std::printf("text and back: %s\n", loaded.document.difference(again) ? "something differs" : "the same");
}

/// Moves an object and saves to a new file.
void move_an_object(const fs::path& folder)
{
    edit::Loaded loaded = value_of(edit::load(folder / "SAMPLE.RGM"));
    value_of(edit::set(loaded.document, "objects[4].position.x", "+=60"));
    save(loaded.document, folder / "MOVED.RGM");
}

/// Makes several edits as one step and prints the changes.
void edit_in_one_step(const fs::path& folder)
{
    edit::Loaded loaded = value_of(edit::load(folder / "MOVED.RGM"));
    const edit::Document before = loaded.document;
    edit::EditedDocument map(std::move(loaded.document), loaded.context);
    // A record reference follows the edits of its document.
    const edit::Match light = value_of(edit::resolve(map.root(), "lights[0]")).front();
    const auto tracked = map.track(light.node);
    const redforge::XmlDocument edits = value_of(
        redforge::XmlDocument::parse("<edits>"
                                     "<add path=\"actors[0].strings\"><string value=\"Who goes there?\"/></add>"
                                     "<remove path=\"lights[0]\"/>"
                                     "</edits>",
                                     "edits"));
    check(map.change("Darkness", [&](edit::Recorder& recorder) -> redforge::Status {
        const auto log = edit::apply(recorder, edits);
        return log ? redforge::Status() : redforge::fail(log.error());
    }));
    std::puts(tracked->gone() ? "the record of this node was removed" : "the light is still there");

    for (const edit::RecordChange& change : edit::changes_between(before.root(), map.root(), map.context())) {
        for (const std::string& line : edit::change_lines(change)) {
            std::puts(line.c_str());
        }
    }
    const std::string step(map.history().undo_name());
    value_of(map.undo());
    std::printf("undone: %s\n", step.c_str());
    value_of(map.redo());
    save(map.document(), folder / "DARK.RGM");
}

/// Prints the source of a script and sets it.
void read_a_script(const fs::path& folder)
{
    edit::Loaded loaded = value_of(edit::load(folder / "SAMPLE.RGM"));
    const auto scripts = value_of(edit::resolve(loaded.document.root(), "actors[*].script"));
    std::printf("%zu scripts; the first is %s\n", scripts.size(), scripts.front().path.c_str());
    const std::string source = edit::match_text(scripts.front(), loaded.context);
    std::fputs(source.c_str(), stdout);
    value_of(edit::set(loaded.document, scripts.front().path, source));
}

/// Checks that each file survives a round trip.
void verify(const fs::path& folder)
{
    for (const char* const name : {"SAMPLE.RGM", "MOVED.RGM", "DARK.RGM"}) {
        const edit::VerifyResult result = edit::verify({.path = folder / name});
        if (result.status != edit::VerifyResult::Status::ok) {
            end_with(*result.error);
        }
        std::printf("ok %s\n", name);
    }
}

}  // namespace

int main(int argc, char* argv[])
{
    if (argc != 2) {
        std::fputs("usage: five_things FOLDER\n", stderr);
        return 2;
    }
    const fs::path folder = argv[1];
    make_a_map(folder);
    there_and_back(folder);
    move_an_object(folder);
    edit_in_one_step(folder);
    read_a_script(folder);
    verify(folder);
    return 0;
}
