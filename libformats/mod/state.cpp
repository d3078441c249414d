// Reads and writes the state of an installation.
#include "mod/state.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/mod_manifest.hpp"
#include "core/record/describe.hpp"
#include "core/text/text_sink.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"
#include "mod/mod.hpp"

namespace redforge {

template const RecordType& record_type<mod::Installation>(unsigned);

}  // namespace redforge

namespace redforge::mod {

const InstalledMod* Installation::find_mod(std::string_view name) const
{
    const auto found = std::ranges::find_if(mods, [&](const InstalledMod& each) { return each.name.bytes == name; });
    return found == mods.end() ? nullptr : &*found;
}

const InstalledFile* Installation::find_file(std::string_view path) const
{
    const std::string key = path_key(path);
    const auto found =
        std::ranges::find_if(files, [&](const InstalledFile& each) { return path_key(each.path.bytes) == key; });
    return found == files.end() ? nullptr : &*found;
}

std::filesystem::path Installation::store_folder(const std::filesystem::path& game) const
{
    return store.bytes.empty() ? game / default_store : game / store.bytes;
}

std::string package_path(std::string_view mod)
{
    return fmt::format("{}/{}{}", state_folder, mod, package_extension);
}

std::string write_installation(const Installation& state)
{
    TextSink sink;
    XmlWriter(sink).document(Installation::root, state);
    return sink.str();
}

Result<Installation> parse_installation(std::string text, const std::string& file)
{
    const Result<XmlDocument> document = XmlDocument::parse(std::move(text), file);
    if (!document) {
        return fail(document.error());
    }
    Installation state;
    if (Status status = XmlReader(*document).document(Installation::root, state); !status) {
        return fail(std::move(status.error()));
    }
    const auto reject = [&](std::string message) {
        return fail({.code = ErrorCode::malformed,
                     .message = std::move(message),
                     .file = file,
                     .hint = "restore this file from a backup; the originals are in the store"});
    };
    for (const InstalledMod& mod : state.mods) {
        if (!config::is_mod_name(mod.name.bytes)) {
            return reject(fmt::format("\"{}\" is not the name of a mod", mod.name.bytes));
        }
    }
    for (const InstalledFile& each : state.files) {
        if (!is_safe_side_path(each.path.bytes)) {
            return reject(fmt::format("the path \"{}\" leads out of the game's folder", each.path.bytes));
        }
    }
    for (const InstalledFolder& each : state.folders) {
        if (!is_safe_side_path(each.path.bytes)) {
            return reject(fmt::format("the path \"{}\" leads out of the game's folder", each.path.bytes));
        }
    }
    return state;
}

}  // namespace redforge::mod
