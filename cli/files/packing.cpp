// Shared by the verbs that make game files from texts: `pack` and `build`.
#include "cli/files/packing.hpp"

#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "check/map_order.hpp"
#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/line/console.hpp"
#include "core/files/files.hpp"
#include "edit/map/map_of.hpp"
#include "edit/plugin/bookkeeping.hpp"

namespace redforge::cli {

namespace fs = std::filesystem;

namespace {

/// Fails if git has put records with one FormID into an unpacked folder.
Status check_merged_forms(const edit::Loaded& loaded, const fs::path& input)
{
    if (loaded.storage != edit::Storage::folder) {
        return {};
    }
    std::error_code ignored;
    const Result<std::string> text = read_text_file(
        fs::is_directory(input, ignored) ? input / edit::folder_document_name(loaded.document.format()) : input);
    Status status = text ? edit::check_repeated_forms(loaded.document, *text) : fail(text.error());
    return status ? std::move(status) : fail(edit::in_file(status.error(), input));
}

}  // namespace

Result<edit::Loaded> load_to_pack(const Arguments& arguments, const fs::path& input, Pipes pipes,
                                  ScriptMistakes& mistakes)
{
    const Result<LoadContext> context = names_context(arguments, input.string());
    if (!context) {
        return fail(context.error());
    }
    Result<edit::Loaded> loaded = load(input.string(), pipes, mistakes.with_collector(*context));
    if (Status status = loaded ? check_merged_forms(*loaded, input) : fail(loaded.error()); !status) {
        return fail(std::move(status.error()));
    }
    return loaded;
}

void print_map_notes(const edit::Document& document, const ScriptMistakes& mistakes, const std::string& input,
                     const fs::path& output)
{
    if (edit::map_of(document) == nullptr) {
        return;
    }
    std::error_code ignored;
    const bool is_over = output != "-" && fs::is_regular_file(output, ignored);
    std::optional<edit::Loaded> before;
    if (is_over) {
        if (Result<edit::Loaded> loaded = edit::load(output, Pipes::reject, {}, edit::Purpose::look)) {
            before = std::move(*loaded);
        }
    }
    mistakes.print(document, before ? edit::map_of(before->document) : nullptr, input);
    if (before) {
        for (const std::string& note :
             check::order_notes(check::order_of(before->document), check::order_of(document), output)) {
            print_message(fmt::format("{}: note: {}", output.string(), note));
        }
    }
}

}  // namespace redforge::cli
