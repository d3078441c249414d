// Guesses the code page of the texts in a plugin or save.
#include "tes/strings/text_page.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/language_page.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/plugin/container.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record.hpp"
#include "tes/plugin/subrecord_cursor.hpp"
#include "tes/save/save.hpp"
#include "tes/strings/string_texts.hpp"

namespace redforge::tes {
namespace {

constexpr std::size_t max_of_group = std::size_t{256} << 10U;  ///< bytes that are looked at
constexpr std::size_t max_of_file = std::size_t{4} << 20U;
constexpr std::size_t enough_text = std::size_t{32} << 10U;

bool is_text(std::string_view bytes)
{
    const auto is_high = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    const auto is_control = [](char c) {
        return static_cast<unsigned char>(c) < ' ' && c != '\r' && c != '\n' && c != '\t';
    };
    return std::ranges::any_of(bytes, is_high) && std::ranges::none_of(bytes, is_control);
}

/// Collects texts that are not all ASCII.
class TextGatherer {
public:
    explicit TextGatherer(std::size_t header_size) : header_size_(header_size) {}

    void take(std::string_view text)
    {
        text = text.substr(0, text.find('\0'));
        if (gathered_ < enough_text && is_text(text)) {
            texts.push_back(text);
            gathered_ += text.size();
        }
    }
    /// Collects texts in the content of a group, up to the limit.
    void walk(ByteView content, std::size_t depth)
    {
        FrameCursor cursor(content, header_size_);
        while (const auto frame = depth < max_group_depth ? cursor.next() : std::nullopt) {
            if (frame->is_group()) {
                of_group_ = depth == 0 ? 0 : of_group_;
                walk(frame->all.subspan(header_size_), depth + 1);
            } else {
                record(*frame);
            }
            if (depth > 0 && is_done(0)) {
                return;
            }
        }
    }

    std::vector<std::string_view> texts;

private:
    void record(const Frame& frame)
    {
        static constexpr std::array<std::string_view, 6> without{"REFR", "ACHR", "ACRE", "LAND", "PGRD", "NAVM"};
        // Subrecords with text, in all types of records or in one. In other types they can be a form or a colour.
        static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> with{{{"", "FULL"},
                                                                                            {"", "DESC"},
                                                                                            {"", "SCTX"},
                                                                                            {"INFO", "NAM1"},
                                                                                            {"QUST", "CNAM"},
                                                                                            {"QUST", "NNAM"},
                                                                                            {"MESG", "ITXT"}}};
        const std::size_t size = std::min(frame.all.size(), max_of_group);
        constexpr std::size_t skip_cost = 64;  // cost of a skipped record, in bytes
        if (is_done(size) || (frame.flags() & compressed_flag) != 0 ||
            std::ranges::find(without, frame.type()) != without.end()) {
            of_group_ += skip_cost;
            return;
        }
        of_group_ += size;
        of_file_ += size;
        SubrecordCursor cursor(frame.all.subspan(header_size_));
        while (const auto next = cursor.next()) {
            const auto is_next = [&](const auto& each) {
                return each.second == next->type && (each.first.empty() || each.first == frame.type());
            };
            if (std::ranges::any_of(with, is_next)) {
                take(as_text(next->data));
            }
        }
    }
    [[nodiscard]] bool is_done(std::size_t more) const
    {
        return gathered_ >= enough_text || of_group_ + more >= max_of_group || of_file_ + more >= max_of_file;
    }

    std::size_t header_size_;
    std::size_t gathered_{};
    std::size_t of_group_{};
    std::size_t of_file_{};
};

/// Returns some texts of a plugin that are not all ASCII, as views of it.
std::vector<std::string_view> texts_of(const Plugin& plugin)
{
    TextGatherer gatherer(plugin.header_size);
    for (const auto& part : plugin.header.parts) {
        if (const auto* const description = std::get_if<Description>(&part)) {
            gatherer.take(description->text.bytes);
        }
    }
    gatherer.walk(plugin.entries.source().bytes, 0);
    return std::move(gatherer.texts);
}

/// Returns 1250 or 1252 if the texts of a master are in this page. Returns nullopt if they do not decide.
std::optional<CodePage> latin_page_of_master(const Plugin& master, std::string_view name, const DataFolder& data)
{
    std::optional<CodePage> page;
    if ((master.header.flags & localised_flag) != 0) {
        const std::string_view stem = name.substr(0, name.rfind('.'));
        page = StringTexts(data.folders(), encode_text(stem, CodePage::cp1252)).page_of_languages();
    } else if (const std::vector<std::string_view> texts = texts_of(master);
               !texts.empty() && !fits_both_latin_pages(texts)) {
        page = guess_page(texts);
    }
    return page == CodePage::cp1250 || page == CodePage::cp1252 ? page : std::nullopt;
}

}  // namespace

CodePage guess_page_of(const Plugin& plugin, const std::function<const DataFolder*()>& find_data)
{
    if ((plugin.header.flags & localised_flag) != 0) {
        return CodePage::cp1252;
    }
    const std::vector<std::string_view> texts = texts_of(plugin);
    const DataFolder* const data = find_data && fits_both_latin_pages(texts) ? find_data() : nullptr;
    if (data != nullptr) {
        for (const std::string_view name : masters_of(plugin)) {
            const MasterFile* const master = data->master(name);
            if (const auto page =
                    master == nullptr ? std::nullopt : latin_page_of_master(master->plugin(), name, *data)) {
                return *page;
            }
        }
    }
    return guess_page(texts);
}

namespace {

/// Returns true if all characters above ASCII are Cyrillic letters of code page 1251, mostly next to each other. A
/// short name can also be two Chinese characters, but Russian versions of the game are more frequent.
bool is_cyrillic(const std::vector<std::string_view>& texts)
{
    const auto is_letter = [](unsigned char c) { return c >= 0xC0 || c == 0xA8 || c == 0xB8; };
    std::size_t letters = 0;
    std::size_t beside = 0;
    for (const std::string_view text : texts) {
        bool was_high = false;
        for (const char each : text) {
            const auto c = static_cast<unsigned char>(each);
            const bool is_high = c >= 0x80;
            if (is_high && !is_letter(c)) {
                return false;
            }
            letters += is_high ? 1U : 0U;
            beside += is_high && was_high ? 1U : 0U;
            was_high = is_high;
        }
    }
    return beside * 2 > letters;
}

}  // namespace

CodePage guess_page_of(const Save& save)
{
    std::vector<std::string_view> texts;
    const auto take = [&texts](const Text& text) {
        if (is_text(text.bytes)) {
            texts.push_back(text.bytes);
        }
    };
    take(save.header.player_name);
    take(save.header.location);
    for (const LoadedPlugin& plugin : save.plugins) {
        take(plugin.name);
    }
    for (const MixedList::Element& change : save.changes) {
        if (const RecordHandle name = is_actor(change) ? find_part(change.handle(), "full_name") : RecordHandle{}) {
            take(*static_cast<const Text*>(name.find_field("value").value));
        }
    }
    return is_cyrillic(texts) ? CodePage::cp1251 : guess_page(texts);
}

}  // namespace redforge::tes
