// `unpack`, `pack` and `new`: from one form of a document to another, and from nothing.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "console.hpp"
#include "edit/text_place.hpp"
#include "output.hpp"
#include "script_files.hpp"
#include "verb.hpp"

namespace redforge::cli {
namespace {

Exit write_document(const Arguments& arguments, edit::Document document, const std::filesystem::path& path,
                    edit::Storage storage, const WriteOptions& options, std::string_view source,
                    const edit::TextSource& text = {}, const LoadContext& context = {})
{
    const bool replace = options.overwrite != Overwrite::refuse;
    const Status allowed = replace ? may_replace(arguments, path, document.format(), storage) : Status{};
    const Result<Written> written =
        allowed ? edit::save(std::move(document), path, storage, options, context) : fail(allowed.error());
    if (!written) {
        Error error = edit::placed_in_text(written.error(), text);
        if (error.code == ErrorCode::exists && !replace) {
            error.hint = storage == edit::Storage::folder ? fmt::format("say -o {} to replace it", path.string())
                                                          : "--force replaces it; nothing was changed";
        }
        if (error.file.empty()) {
            error.file = source;
        }
        return complain(error);
    }
    if (path != "-") {
        say(fmt::format("{} -> {} ({}){}", source, path.string(), storage_words(storage), backup_words(*written)));
        say_notes(path, *written);
    }
    return Exit::fine;
}

}  // namespace

Exit run_unpack(const Arguments& arguments)
{
    const std::string input = arguments.first("FILE");
    const Result<LoadContext> context = script_context(arguments, input);
    if (!context) {
        return complain(context.error());
    }
    Result<edit::Loaded> loaded = edit::load(input, Pipes::allow, *context);
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
    WriteOptions options = options_for(arguments, *out, storage, *loaded, input);
    if (!named) {
        options.overwrite = Overwrite::refuse;
    }
    return write_document(arguments, std::move(loaded->document), *out, storage, options, input, {}, *context);
}

Exit run_pack(const Arguments& arguments)
{
    const std::string input = arguments.first("IN");
    const std::optional<std::string> out = arguments.option("output");
    if (!out) {
        return complain_usage("pack: nowhere to write", "say -o FILE");
    }
    const Result<LoadContext> context = script_context(arguments, input);
    if (!context) {
        return complain(context.error());
    }
    Result<edit::Loaded> loaded = edit::load(input, Pipes::allow, *context);
    if (!loaded) {
        return complain(loaded.error());
    }
    if (storage_for(*out, loaded->document, edit::Storage::binary) == edit::Storage::text) {
        return complain_usage(fmt::format("{} would be text, not a game's file", *out), "unpack makes text");
    }
    const WriteOptions options = options_for(arguments, *out, edit::Storage::binary, *loaded, input);
    return write_document(arguments, std::move(loaded->document), *out, edit::Storage::binary, options, input,
                          loaded->source, *context);
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
    const WriteOptions options{.overwrite = arguments.has("force") ? Overwrite::force : Overwrite::refuse,
                               .cancel = &cancelled()};
    return write_document(arguments, std::move(document), *out, storage, options,
                          arguments.has("sample") ? "sample " + kind : "empty " + kind);
}

}  // namespace redforge::cli
