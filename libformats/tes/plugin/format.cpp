// Plugins as a format of the program.
#include "tes/plugin/format.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "tes/definition/defined_subrecord.hpp"
#include "tes/definition/field_share.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/plugin/container.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"
#include "tes/plugin/sample.hpp"
#include "tes/script/script_compile.hpp"
#include "tes/strings/text_page.hpp"

namespace redforge::tes {
namespace {

std::string text_of(std::string_view letters)
{
    return encode_text(letters, CodePage::cp1252);
}

/// Returns the offset of the records after TES4. Precondition: read_plugin() accepted the bytes.
std::size_t begin_of(ByteView bytes, std::size_t header_size)
{
    return header_size + Frame{bytes}.word(4);
}

/// Returns the top groups, with the number of records and groups in each.
Result<std::vector<Part>> parts_of(const SharedBytes& bytes)
{
    const std::size_t header_size = header_size_of(bytes);
    const ByteView all = bytes.view();
    const std::size_t begin = begin_of(all, header_size);
    std::vector<Part> parts{{"TES4", 0, begin, {}}};
    FrameCursor cursor(all.subspan(begin), header_size);
    const auto place = [&](ByteView view) { return static_cast<std::size_t>(view.data() - all.data()); };
    while (const auto frame = cursor.next()) {
        Part& part = parts.emplace_back(Part{text_of(frame->type()), place(frame->all), frame->all.size(), {}});
        if (frame->is_group()) {
            FrameCounter counter;
            walk_frames(frame->all.subspan(header_size), header_size, 1, counter);
            part.records = counter.count;
            part.name = frame->group_type() == 0 ? text_of(as_text(frame->all.subspan(8, 4)))
                                                 : fmt::format("group {}", frame->group_type());
            bytes.release(frame->all);
        }
    }
    if (const ByteView rest = cursor.rest(); !rest.empty()) {
        parts.push_back({"(odd)", place(rest), rest.size(), {}});
    }
    return parts;
}

/// Finds the record or group that contains a byte.
struct PlaceFinder {
    const std::byte* wanted{};
    std::size_t header_size{};
    std::string found{};

    [[nodiscard]] bool holds(ByteView view) const
    {
        return wanted >= view.data() && wanted < view.data() + view.size();
    }
    void record(const Frame& frame, std::size_t /*depth*/)
    {
        if (holds(frame.all)) {
            found = fmt::format("{} {:08X}", text_of(frame.type()), frame.form_id());
        }
    }
    bool group(const Frame& frame, std::size_t /*depth*/)
    {
        if (holds(frame.all.first(header_size))) {
            found = "header of a group";
        }
        return holds(frame.all);
    }
    void odd(ByteView bytes) { found = holds(bytes) ? "odd bytes" : found; }
};

std::string locate(ByteView bytes, std::size_t offset)
{
    const SharedBytes file({}, bytes);
    if (!read_plugin(file) || offset >= bytes.size()) {
        return {};
    }
    const std::size_t header_size = header_size_of(file);
    const std::size_t begin = begin_of(bytes, header_size);
    if (offset < begin) {
        return "header";
    }
    PlaceFinder finder{bytes.data() + offset, header_size};
    walk_frames(bytes.subspan(begin), header_size, 0, finder);
    return finder.found;
}

/// Stores the computed counts of the records that are decoded. The others are not shown.
Status fill_counts_of_decoded(Plugin& plugin)
{
    find_records(
        plugin, [](const RecordHead& head) { return head.record != nullptr; },
        [&](Record& record, const std::vector<Step>&) {
            if (record.subrecords.is_decoded()) {
                fill_counts(record.subrecords.get(), plugin.header_size);
            }
            return true;
        });
    return {};
}

/// Returns true for names of record types such as WEAP, which have a folder each.
bool is_record_type_name(std::string_view name)
{
    const auto fits = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; };
    return name.size() == 4 && std::ranges::all_of(name, fits);
}

}  // namespace

Format plugin_format()
{
    static constexpr std::array<std::string_view, 4> folder_files{"*/*.xml", "scripts/*.txt", "compiled/*.txt",
                                                                  "unread/*.bin"};
    constexpr Result<Plugin> (*read)(const SharedBytes&, RawFallbacks*) = &read_plugin;
    Format format = make_format<Plugin, &is_plugin, read, &encode_plugin>("Elder Scrolls plugin", ".esp");
    static constexpr std::array<std::string_view, 3> file_names{"*.esp", "*.esm", "*.esl"};
    format.file_names = file_names;
    format.code_page = [](const void* /*document*/) { return CodePage::cp1252; };
    format.guess_page = [](const void* document, const LoadContext& context) {
        return guess_page_of(*static_cast<const Plugin*>(document), context.services.finder<DataFolder>());
    };
    format.pack_record = [](const RecordHandle& record, void* document) {
        // Hundreds of thousands of decoded records need gigabytes.
        if (record.type == &record_type<Record>(0) || record.type == &record_type<Record>(1)) {
            redforge::tes::pack_record(*static_cast<Record*>(record.record), *static_cast<Plugin*>(document));
        }
    };
    format.count_records = [](const void* document) -> std::vector<RecordCount> {
        const RecordCounts found = redforge::tes::count_records(*static_cast<const Plugin*>(document));
        return {{"record", found.records}, {"script", found.scripts}, {"properties", found.with_properties}};
    };
    format.field_share = [](const void* document, const SharedBytes& file, bool all) -> std::optional<FieldShare> {
        return is_large(*static_cast<const Plugin*>(document)) && !all
                   ? std::nullopt
                   : std::optional(redforge::tes::field_share(file));
    };
    format.is_side_folder = &is_record_type_name;
    format.parts = &parts_of;
    format.samples = [](const void* document, bool all, const auto& take) {
        take_samples(*static_cast<const Plugin*>(document), all, take);
    };
    format.locate = &locate;
    format.fill_computed = [](void* document) { return fill_counts_of_decoded(*static_cast<Plugin*>(document)); };
    format.complete = [](void* document, const LoadContext& context) {
        return compile_edited(*static_cast<Plugin*>(document), context);
    };
    format.make_new = [](bool sample) -> std::shared_ptr<void> { return std::make_shared<Plugin>(new_plugin(sample)); };
    format.folder_files = folder_files;
    format.can_be_partial = true;
    static constexpr std::array<std::string_view, 3> merged_files{"**/[A-Z][A-Z][A-Z0-9_][A-Z0-9_]/*.xml",
                                                                  "**/scripts/*.txt", "**/compiled/*.txt"};
    format.merged_files = merged_files;
    // UTF-8 has the letters of every code page. These documents are only written as text.
    static constexpr std::string_view after = "</group></plugin>";
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> around{
        {{"<plugin encoding=\"UTF-8\" header_size=\"later\"><group type=\"top\" label=\"GLOB\">", after},
         {"<plugin encoding=\"UTF-8\" header_size=\"later\"><header flags=\"localized\" form_version=\"44\" "
          "version=\"1.7\"/><group type=\"top\" label=\"GLOB\">",
          after},
         {"<plugin encoding=\"UTF-8\" header_size=\"oblivion\"><group type=\"top\" label=\"GLOB\">", after}}};
    format.around_record = around;
    return format;
}

}  // namespace redforge::tes
