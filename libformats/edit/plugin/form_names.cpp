// Names of forms and texts of a plugin or save.
#include "edit/plugin/form_names.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/save/save.hpp"
#include "tes/strings/string_texts.hpp"

namespace redforge::edit {
namespace {

/// Parses a FormID. Returns nullopt for other text.
std::optional<tes::FormId> form_number(std::string_view form_id)
{
    constexpr std::size_t digits = 8;
    std::uint64_t number{};
    return form_id.size() == digits && parse_hex_number(form_id, number)
               ? std::optional(tes::FormId(static_cast<std::uint32_t>(number)))
               : std::nullopt;
}

}  // namespace

std::string string_words(const tes::StringTexts& texts, std::string_view number)
{
    constexpr std::size_t max_bytes = 60;
    std::uint64_t id{};
    const bool is_number = number.starts_with("0x") && parse_hex_number(number.substr(2), id);
    std::string text = is_number ? texts.text(static_cast<std::uint32_t>(id)) : std::string();
    if (text.empty()) {
        return {};
    }
    if (text.size() > max_bytes) {
        std::size_t end = max_bytes;
        while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {  // do not split a character
            --end;
        }
        text.resize(end);
        text += "...";
    }
    return fmt::format("{} \"{}\"", number, text);
}

ReferenceNames to_reference_names(tes::FormNames names, const LoadContext& context)
{
    const auto kept = std::make_shared<const tes::FormNames>(std::move(names));
    ReferenceNames result;
    result.number = [kept](std::string_view name) {
        return kept->named(name).map([](tes::FormId form) { return fmt::format("{:08X}", form.value); });
    };
    result.describe = [kept](std::string_view number) {
        const std::optional<tes::FormId> form = form_number(number);
        return form ? kept->shown(*form) : std::string();
    };
    result.name = [kept](std::string_view number) {
        const std::optional<tes::FormId> form = form_number(number);
        return form ? kept->known(*form).editor_id : std::string();
    };
    result.describe_text = [services = context.services](std::string_view number) {
        const tes::StringTexts* const texts = services.find<tes::StringTexts>();
        return texts == nullptr ? std::string() : string_words(*texts, number);
    };
    return result;
}

std::optional<ReferenceNames> form_names(const RecordHandle& root, const LoadContext& context)
{
    const auto* const data = context.services.find<tes::DataFolder>();
    if (root.type == &record_type<tes::Plugin>()) {
        return to_reference_names(tes::FormNames(*static_cast<const tes::Plugin*>(root.record), data), context);
    }
    if (root.type == &record_type<tes::Save>()) {
        return to_reference_names(tes::FormNames(*static_cast<const tes::Save*>(root.record), data), context);
    }
    return std::nullopt;
}

}  // namespace redforge::edit
