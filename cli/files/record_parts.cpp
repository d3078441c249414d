// `unpack --only` and `pack --base`: extracts some records of a plugin or save, and overlays them on a file.
#include "cli/files/record_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/files/finish.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "tes/plugin/part.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/save/save_part.hpp"

namespace redforge::cli {

Status keep_only(const Arguments& arguments, edit::Document& document)
{
    const std::optional<std::string> kinds = arguments.option("only");
    if (!kinds) {
        return {};
    }
    auto* const plugin = edit::get_if<tes::Plugin>(document);
    auto* const save = edit::get_if<tes::Save>(document);
    if (plugin == nullptr && save == nullptr) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("--only with {}", document_description(document.format())),
                     .hint = "only plugins and saves are unpacked in part"});
    }
    const Result<std::vector<std::string>> wanted = tes::parse_kinds(*kinds);
    if (!wanted) {
        return fail(wanted.error());
    }
    document.mark_partial(fmt::format("{}", fmt::join(*wanted, ",")));
    if (save != nullptr) {
        return tes::keep_only(*save, *wanted);
    }
    tes::keep_only(*plugin, *wanted);
    if (plugin->entries.get().empty()) {
        print_message(fmt::format("note: the plugin has no {} records", fmt::join(*wanted, " or ")));
    }
    return {};
}

Status overlay_on(const std::string& base, edit::Document& document)
{
    auto* const of_plugin = edit::get_if<tes::Plugin>(document);
    auto* const of_save = edit::get_if<tes::Save>(document);
    if (of_plugin == nullptr && of_save == nullptr) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("--base does not work with {}", document_description(document.format())),
                     .hint = "it works with plugins and saves only"});
    }
    Result<edit::Loaded> whole = edit::load(base);
    if (!whole) {
        return fail(whole.error());
    }
    auto* const plugin = edit::get_if<tes::Plugin>(whole->document);
    auto* const save = edit::get_if<tes::Save>(whole->document);
    if ((of_plugin == nullptr || plugin == nullptr) && (of_save == nullptr || save == nullptr)) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("is {}, not a {}", document_description(whole->document.format()),
                                            of_plugin != nullptr ? "plugin" : "save"),
                     .file = base,
                     .hint = "give --base the file to which the records are added"});
    }
    const Result<tes::Overlaid> count =
        of_plugin != nullptr ? tes::overlay(*plugin, std::move(*of_plugin)) : tes::overlay(*save, std::move(*of_save));
    if (!count) {
        return fail(in_file(count.error(), base));
    }
    print_message(fmt::format("{}: {} record{} changed, {} added, {} the same", edit::input_name(base), count->changed,
                              count->changed == 1 ? "" : "s", count->added, count->same));
    document = std::move(whole->document);
    return {};
}

}  // namespace redforge::cli
