// `unpack`, `pack` and `new`: from one form of a document to another, and from nothing.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "console.hpp"
#include "edit/text_place.hpp"
#include "verb.hpp"

namespace redforge::cli {
namespace {

WriteOptions options_for(bool replace)
{
    return {.overwrite = replace ? Overwrite::allow : Overwrite::refuse, .backup = false, .cancel = &cancelled()};
}

Exit write_document(edit::Document document, const std::filesystem::path& path, edit::Storage storage, bool replace,
                    std::string_view source, const edit::TextSource& text = {})
{
    const Result<Written> written = edit::save(std::move(document), path, storage, options_for(replace));
    if (!written) {
        Error error = edit::placed_in_text(written.error(), text);
        if (error.code == ErrorCode::exists && !replace) {
            error.hint = fmt::format("say -o {} to replace it", path.string());
        }
        if (error.file.empty()) {
            error.file = source;
        }
        return complain(error);
    }
    if (path != "-") {
        say(fmt::format("{} -> {} ({})", source, path.string(), storage_words(storage)));
    }
    return Exit::fine;
}

}  // namespace

Exit run_unpack(const Arguments& arguments)
{
    const std::string input = arguments.first("FILE");
    Result<edit::Loaded> loaded = edit::load(input, Pipes::allow);
    if (!loaded) {
        return complain(loaded.error());
    }
    std::optional<std::string> out = arguments.option("output");
    const bool named = out.has_value();
    if (!named) {
        if (input == "-") {
            out = "-";
        } else {
            std::filesystem::path folder = std::filesystem::path(input).lexically_normal();
            folder.replace_extension();
            out = folder.string();
        }
    }
    const edit::Storage storage = storage_for(*out, loaded->document, edit::Storage::folder);
    if (storage == edit::Storage::binary) {
        return complain_usage(fmt::format("{} would be a game's file, not text", *out),
                              "name a folder, or a file that ends in .xml");
    }
    return write_document(std::move(loaded->document), *out, storage, named, input);
}

Exit run_pack(const Arguments& arguments)
{
    const std::string input = arguments.first("IN");
    const std::optional<std::string> out = arguments.option("output");
    if (!out) {
        return complain_usage("pack: nowhere to write", "say -o FILE");
    }
    Result<edit::Loaded> loaded = edit::load(input, Pipes::allow);
    if (!loaded) {
        return complain(loaded.error());
    }
    if (storage_for(*out, loaded->document, edit::Storage::binary) == edit::Storage::text) {
        return complain_usage(fmt::format("{} would be text, not a game's file", *out), "unpack makes text");
    }
    return write_document(std::move(loaded->document), *out, edit::Storage::binary, true, input, loaded->source);
}

Exit run_new(const Arguments& arguments)
{
    const std::string kind = arguments.first("KIND");
    const Format* format = edit::find_format(kind);
    if (format == nullptr || format->make_new == nullptr) {
        std::vector<std::string_view> kinds;
        for (const Format& each : edit::formats()) {
            if (each.make_new != nullptr) {
                kinds.push_back(each.root());
            }
        }
        return complain_usage(fmt::format("nothing new of kind \"{}\"", kind),
                              fmt::format("there is: {}", fmt::join(kinds, ", ")));
    }
    const std::optional<std::string> out = arguments.option("output");
    if (!out) {
        return complain_usage("new: nowhere to write", "say -o FILE");
    }
    edit::Document document(*format, format->make_new(arguments.has("sample")));
    const edit::Storage storage = storage_for(*out, document, edit::Storage::binary);
    return write_document(std::move(document), *out, storage, true,
                          arguments.has("sample") ? "sample " + kind : "empty " + kind);
}

}  // namespace redforge::cli
