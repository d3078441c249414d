// The list of all formats, and the code of each that generic editing asks.
//
// Only this folder names all formats. It is compiled into the library of edit, which declares these functions.
#include <array>
#include <utility>

#include "art/format.hpp"
#include "art/image_name.hpp"
#include "config/format.hpp"
#include "config/ini.hpp"
#include "edit/archive/archive_parts.hpp"
#include "edit/document/document.hpp"
#include "edit/hooks.hpp"
#include "edit/map/map_hooks.hpp"
#include "edit/plugin/plugin_hooks.hpp"
#include "edit/script/script_references.hpp"
#include "model/format.hpp"
#include "model/rob.hpp"
#include "obscript/user_commands.hpp"
#include "rgm/format.hpp"
#include "rgm/map.hpp"
#include "sound/format.hpp"
#include "soup/names/definitions_format.hpp"
#include "soup/names/name_files.hpp"
#include "soup/names/names.hpp"
#include "state/format.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/form/plugin_file.hpp"
#include "tes/plugin/format.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/save/save.hpp"
#include "tes/save/save_format.hpp"
#include "tes/strings/string_texts.hpp"
#include "tes/strings/strings_format.hpp"

namespace redforge::edit {

std::span<const Format> formats()
{
    // The first format that recognises a file wins. Saves come before plugins, because their first four characters are
    // equal.
    static const auto all = std::to_array<Format>({
        rgm::map_format(),
        rgm::visibility_format(),
        model::model_format(),
        model::rob_format(),
        art::texture_bank_format(),
        art::palette_format(),
        art::terrain_format(),
        art::pictures_format(),
        art::font_format(),
        art::sky_picture_format(),
        art::film_format(),
        art::pcx_format(),
        art::lbm_format(),
        art::bmp_format(),
        art::software_textures_format(),
        state::saved_game_format(),
        soup::definitions_format(),
        tes::save_format(),
        tes::plugin_format(),
        sound::sfx_format(),
        sound::rtx_format(),
        config::cheats_format(),
        config::mod_manifest_format(),
        config::ini_format(),
        tes::strings_format(),
        state::game_state_format(),
        state::log_format(),
    });
    return all;
}

namespace {

FormatHooks settings_hooks()
{
    return {.find_more_references = &find_in_settings};
}

}  // namespace

const FormatHooks& hooks_of(const RecordHandle& root)
{
    static const auto all = std::to_array<std::pair<const RecordType*, FormatHooks>>({
        {&record_type<rgm::Map>(), map_hooks()},
        {&record_type<tes::Plugin>(), plugin_hooks()},
        {&record_type<tes::Save>(), save_hooks()},
        {&record_type<config::Ini>(), settings_hooks()},
    });
    static const FormatHooks none;
    for (const auto& [type, hooks] : all) {
        if (type == root.type) {
            return hooks;
        }
    }
    return none;
}

std::span<const OtherText> other_texts()
{
    static constexpr std::array<OtherText, 1> all{
        {{listing_root, "this is the list of an archive's folder: redforge archive build FOLDER -o OUT.ROB",
          [](std::string text, const std::filesystem::path& file) -> Result<Document> {
              std::vector<std::string> used;
              const auto beside = [&](const std::string& name) { return read_file(file.parent_path() / name); };
              Result<model::Rob> rob = read_listing(std::move(text), file.string(), beside, used);
              return rob ? Result<Document>(
                               Document(*find_format(model::Rob::root), std::make_shared<model::Rob>(std::move(*rob))))
                         : fail(rob.error());
          }}}};
    return all;
}

LoadContext context_with_names(const std::filesystem::path& path, const LoadContext& given)
{
    return given.services.has<soup::Names>() ? given : soup::context_around(path);
}

const LoadContext& with_more_names(const LoadContext& first, const LoadContext& second)
{
    return first.services.find<soup::Names>() != nullptr ? first : second;
}

void add_services(const std::filesystem::path& path, const LoadContext& given, LoadContext& context)
{
    Services& services = context.services;
    services.set(given.services.has<tes::DataFolder>() ? given.services.finder<tes::DataFolder>()
                                                       : tes::data_around(path));
    services.set(tes::find_plugin_file_name(path));
    services.set(given.services.has<tes::StringTexts>()
                     ? given.services.finder<tes::StringTexts>()
                     : tes::strings_around(path, services.finder<tes::DataFolder>()));
    services.set(given.services.has<obscript::UserCommands>() ? given.services.share<obscript::UserCommands>()
                                                              : obscript::commands_around(path));
}

std::optional<std::array<std::string, 2>> image_numbers(std::string_view name)
{
    const std::optional<art::ImageNumber> image = art::image_number(name);
    return image ? std::optional(std::array{std::to_string(image->bank), std::to_string(image->image)}) : std::nullopt;
}

}  // namespace redforge::edit
