// The end of every verb that changes a document.
#include "finish.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace redforge::cli {

Error in_file(Error error, const std::string& file)
{
    if (error.file.empty()) {
        error.file = file == "-" ? "standard input" : file;
    }
    return error;
}

Exit finish(const Arguments& arguments, const edit::Loaded& loaded, const std::string& input,
            const edit::EditLog& changes)
{
    const Result<Destination> to = destination(arguments, loaded, input);
    if (!to) {
        return complain(to.error());
    }
    // What cannot be written must not be promised by a dry run either.
    if (const Result<Bytes> bytes = loaded.document.write(); !bytes) {
        return complain(in_file(bytes.error(), input));
    }
    if (arguments.has("json")) {
        nlohmann::json json{{"changes", nlohmann::json::array()}};
        for (const edit::EditLine& change : changes) {
            json["changes"].push_back(
                {{"verb", change.verb}, {"path", change.path}, {"before", change.before}, {"after", change.after}});
        }
        print_json(json);
    } else if (arguments.has("dry-run")) {
        for (const edit::EditLine& change : changes) {
            const bool both = !change.before.empty() && !change.after.empty();
            print(fmt::format("{} {}: {}{}{}\n", change.verb, change.path, change.before, both ? " -> " : "",
                              change.after));
        }
    }
    if (arguments.has("dry-run")) {
        return Exit::fine;
    }
    const Result<Written> written = edit::save(loaded.document, to->path, to->storage, to->options);
    if (!written) {
        return complain(in_file(written.error(), input));
    }
    if (to->path != "-") {
        const std::string backup = written->backup ? fmt::format("; before: {}", written->backup->string()) : "";
        say(fmt::format("{} change{} -> {}{}", changes.size(), changes.size() == 1 ? "" : "s", to->path.string(),
                        backup));
    }
    return Exit::fine;
}

}  // namespace redforge::cli
