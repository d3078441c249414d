// Describes files of no known format by their first bytes, their text or their name.
#include "edit/document/unknown_files.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "edit/document/document.hpp"
#include "tes/definition/games.hpp"

namespace redforge::edit {
namespace {

using namespace std::string_view_literals;

struct Look {
    std::string_view what;
    std::string_view advice;
};

struct Signature {
    std::string_view magic;
    Look look;
};

constexpr std::string_view extract_first = "extract it first";
constexpr std::string_view import_sound =
    "sounds are .wav files of an unpacked SFX or RTX; replace one there, then use redforge pack";

constexpr std::array signatures{
    Signature{"PK\x03\x04"sv, {"a ZIP archive", "extract it first; a mod package is for redforge mod check"}},
    Signature{"PK\x05\x06"sv, {"an empty ZIP archive", "there is nothing in it"}},
    Signature{"7z\xBC\xAF\x27\x1C"sv, {"a 7z archive", extract_first}},
    Signature{"Rar!\x1A\x07"sv, {"a RAR archive", extract_first}},
    Signature{"\x1F\x8B"sv, {"a gzip archive", extract_first}},
    Signature{"\x89PNG"sv, {"a PNG picture", "redforge image import PNG FILE puts it into a bank, terrain or save"}},
    Signature{"GIF8"sv, {"a GIF picture", "redforge image import GIF FILE puts its frames into a GXA or a bank"}},
    Signature{"\xFF\xD8\xFF"sv, {"a JPEG picture", "save it as PNG, then use redforge image import PNG FILE"}},
    Signature{"DDS "sv, {"a DDS picture", "save it as PNG, then use redforge image import PNG FILE"}},
    Signature{"glTF"sv, {"a glTF model (.glb)", "use redforge model import FILE.glb -o OUT.3D"}},
    Signature{"RIFF"sv, {"a RIFF file, such as a WAV sound", import_sound}},
    Signature{"OggS"sv, {"an Ogg sound", import_sound}},
    Signature{"ID3"sv, {"an MP3 sound", import_sound}},
    Signature{"%PDF"sv, {"a PDF document", "name a file of the game"}},
    Signature{"MZ"sv, {"a Windows program", "name a file of the game"}},
    Signature{"\x7F"
              "ELF"sv,
              {"a Linux program", "name a file of the game"}},
};

/// Files of the game that are known by name and not read. Source: reference sheet "engine facts", 5.
struct KnownName {
    std::string_view pattern;  ///< lower case: a name, or `*` and an extension; `#` is a digit
    Look look;

    [[nodiscard]] bool matches(std::string_view name) const
    {
        return pattern.starts_with('*') ? name.ends_with(pattern.substr(1))
                                        : std::ranges::equal(pattern, name, [](char wanted, char found) {
                                              return wanted == '#' ? found >= '0' && found <= '9' : wanted == found;
                                          });
    }
};

constexpr std::array known_names{
    KnownName{"*.ai",
              {"a compiled script of Redguard (.AI)", "no edition has such a file, so its layout is not known"}},
    KnownName{"*.zap", {"an archive of Redguard (.ZAP)", "no edition has such a file, and the game does not open it"}},
    KnownName{"*.rfmod", {"a package of a mod", "use redforge mod check FILE or redforge mod install FILE"}},
    KnownName{"*.noo", {"a node map of Redguard (.NOO)", "no edition has such a file, so its layout is not known"}},
    KnownName{"texture.###",
              {"textures of Redguard's software edition (TEXTURE.nnn)",
               "it does not begin with a name and a table of images, as other TEXTURE files do"}},
};

/// Returns true if the first word after blanks and comments begins an Oblivion script.
bool is_oblivion_source(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t blank = std::min(text.find_first_not_of(" \t\r\n"), text.size());
        text.remove_prefix(blank);
        if (!text.starts_with(';')) {
            break;
        }
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
    const std::string word = lower(text.substr(0, text.find_first_of(" \t\r\n")));
    return word == "scn" || word == "scriptname";
}

bool is_printable(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\r' || c == '\n' || c == '\f';
    });
}

/// Describes a text that is neither XML nor settings.
Look look_of_text(std::string_view text, std::string_view extension)
{
    if (extension == ".soup") {
        return {"the source of a Redguard script", "use redforge script check FILE or redforge script assemble FILE"};
    }
    if (extension == ".psc") {
        return {"the source of a Papyrus script",
                "the Creation Kit compiles it; redforge reads the header of a .pex file"};
    }
    if (is_oblivion_source(text)) {
        return {"the source of an Oblivion script", "use redforge script check FILE or redforge script compile FILE"};
    }
    if (extension == ".def") {
        return {"a text of definitions", "for the records of plugins, use --definitions FILE"};
    }
    if (extension == ".obj") {
        return {"an OBJ model", "use redforge model import FILE.obj -o OUT.3D"};
    }
    if (extension == ".ignore") {
        return {"a list of findings that check leaves out", "name the file that it is for"};
    }
    return {"plain text", "the texts that redforge reads are XML, as redforge unpack writes it"};
}

std::optional<Look> look_of(ByteView first, std::string_view extension)
{
    const auto found =
        std::ranges::find_if(signatures, [&](const Signature& each) { return as_text(first).starts_with(each.magic); });
    if (found != signatures.end()) {
        return found->look;
    }
    return is_printable(as_text(first)) ? std::optional(look_of_text(as_text(first), extension)) : std::nullopt;
}

/// Returns the format whose files have this extension, or null.
const Format* format_named(const std::string& extension)
{
    const auto all = formats();
    const auto found = std::ranges::find_if(all, [&](const Format& each) { return is_extension_of(each, extension); });
    return extension.empty() || found == all.end() ? nullptr : &*found;
}

std::string first_bytes(ByteView first)
{
    constexpr std::size_t max_shown = 8;
    std::string out;
    for (const std::byte each : first.first(std::min(first.size(), max_shown))) {
        out += fmt::format("{}{:02X}", out.empty() ? "" : " ", std::to_integer<unsigned>(each));
    }
    return out;
}

/// Returns the error for a file whose extension belongs to a format but whose content does not match it.
Error damaged(ByteView first, const Format& format, std::string_view extension)
{
    constexpr std::size_t min_size = 64;  // minimum size for this message
    const bool is_cut = first.size() < min_size;
    const bool is_zero = std::ranges::all_of(first, [](std::byte each) { return each == std::byte{}; });
    const std::string found = first.empty() ? "is empty"
                              : is_zero     ? "contains only zero bytes"
                              : is_cut      ? fmt::format("has only {} bytes: {}", first.size(), first_bytes(first))
                                            : fmt::format("begins with {}", first_bytes(first));
    return {.code = ErrorCode::malformed,
            .message = fmt::format("named as {} ({}), but {}", format.name, extension, found),
            .hint = is_cut || is_zero
                        ? "it was cut off or emptied; take another copy, or a backup (redforge backups list FILE)"
                        : "it is damaged, or a file of another program; take another copy"};
}

}  // namespace

bool is_unread_kind(ByteView first)
{
    return tes::unread_kind(first) != nullptr;
}

Error unknown_file(ByteView first, const std::filesystem::path& name)
{
    if (const tes::UnreadKind* const kind = tes::unread_kind(first)) {
        return {.code = ErrorCode::unsupported,
                .message = fmt::format("{}, which Redforge does not support", kind->name),
                .hint = std::string(kind->advice)};
    }
    const std::string extension = lower(name.extension().string());
    const auto known = std::ranges::find_if(known_names, [&](const KnownName& each) {
        return each.matches(lower(name.filename().string()));
    });
    if (known != known_names.end()) {
        return {.code = ErrorCode::unsupported,
                .message = fmt::format("{}, which Redforge does not support", known->look.what),
                .hint = std::string(known->look.advice)};
    }
    const std::optional<Look> look = first.empty() ? std::nullopt : look_of(first, extension);
    const Format* const named = format_named(extension);
    if (named != nullptr && (!look || look->what == "plain text")) {
        return damaged(first, *named, name.extension().string());
    }
    if (look && named != nullptr && extension != ".def") {
        return {.code = ErrorCode::malformed,
                .message = fmt::format("{}, named as {} ({})", look->what, named->name, name.extension().string()),
                .hint = std::string(look->advice)};
    }
    if (look) {
        return {.code = ErrorCode::unsupported, .message = std::string(look->what), .hint = std::string(look->advice)};
    }
    return {.code = ErrorCode::unsupported,
            .message = first.empty() ? "an empty file" : "not a file of any known format",
            .hint = first.empty()
                        ? "was it cut off?"
                        : fmt::format("it begins with {}; redforge schema lists the formats", first_bytes(first))};
}

}  // namespace redforge::edit
