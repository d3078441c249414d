// `image` for fonts: exports and imports a folder with a picture of all glyphs and a BMFont text.
#include <fmt/format.h>

#include "art/font.hpp"
#include "art/font_sheet.hpp"
#include "cli/files/finish.hpp"
#include "cli/verbs/image.hpp"
#include "core/text/counts.hpp"

namespace redforge::cli::image {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view sheet_name = "font.png";
constexpr std::string_view sheet_text_name = "font.fnt";

}  // namespace

Exit run_font(const ImageRequest& request, edit::Loaded& loaded)
{
    if (!request.parts.empty()) {
        return print_usage_error("image: a font is exported and imported as a whole", "omit the words after the font");
    }
    auto& font = *edit::get_if<art::Font>(loaded.document);
    if (request.action == "export") {
        const fs::path out = *request.arguments.option("output");
        if (!to_folder(out)) {
            return print_usage_error("image: a font is exported as a picture and a text", "use a folder as the output");
        }
        Result<art::FontSheet> sheet = art::make_font_sheet(font, fs::path(request.file).stem().string(), sheet_name);
        if (!sheet) {
            return print_error(in_file(sheet.error(), request.file));
        }
        const ByteView text = as_bytes(sheet->text);
        const std::vector<Picture> files{{std::string(sheet_name), {}, std::move(sheet->png)},
                                         {std::string(sheet_text_name), {}, Bytes(text.begin(), text.end())}};
        if (const Status written = write_pictures(out, files); !written) {
            return print_error(written.error());
        }
        print_message(fmt::format("{} -> {} ({})", request.file, out.string(), counted(font.glyphs.size(), "glyph")));
        return Exit::success;
    }
    const fs::path folder = request.picture;
    const Result<std::string> text = read_text_file(folder / sheet_text_name);
    const Result<Bytes> png = text ? read_file(folder / sheet_name) : fail(text.error());
    if (!png) {
        Error error = png.error();
        error.hint = "a font comes from a folder with font.fnt and font.png, as image export makes it";
        return print_error(error);
    }
    const art::Font before = font;
    if (const Status taken = art::read_font_sheet(font, *text, *png); !taken) {
        return print_error(in_file(taken.error(), (folder / sheet_text_name).string()));
    }
    edit::EditLog changes;
    for (std::size_t i = 0; i < font.glyphs.size(); ++i) {
        const bool is_new = i >= before.glyphs.size();
        if (is_new || font.glyphs[i] != before.glyphs[i]) {
            const auto size = [](const art::Glyph& glyph) {
                return fmt::format("{} x {} pixels", glyph.width, glyph.height);
            };
            changes.push_back({is_new ? "add" : "replace", fmt::format("glyphs[{}]", i),
                               is_new ? std::string() : size(before.glyphs[i]), size(font.glyphs[i])});
        }
    }
    if (font.line_height != before.line_height) {
        changes.push_back({"set", "line_height", std::to_string(before.line_height), std::to_string(font.line_height)});
    }
    return finish(request.arguments, loaded, request.file, changes);
}

}  // namespace redforge::cli::image
