// Names of the forms of a plugin or save.
#include "tes/form/form_names.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/bytes/hex.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/form/form_id_allocator.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"
#include "tes/save/save.hpp"

namespace redforge::tes {
namespace {

constexpr std::size_t max_digits = 8;

std::string shown_text(std::string_view bytes)
{
    return encode_text(bytes, CodePage::cp1252);
}

}  // namespace

FormNames::FormNames(const Plugin& plugin, const DataFolder* data) : plugin_(&plugin), data_(data)
{
    for (const std::string_view name : masters_of(plugin)) {
        files_.emplace_back(name);
    }
}

FormNames::FormNames(const Save& save, const DataFolder* data) : data_(data)
{
    for (const LoadedPlugin& plugin : save.plugins) {
        files_.push_back(plugin.name.bytes);
    }
}

const FormNames::Own& FormNames::own() const
{
    if (own_ == nullptr) {
        own_ = std::make_unique<Own>();
        if (plugin_ != nullptr) {
            for_each_record(*plugin_, [this](const RecordHead& head) {
                if (std::string id = head.editor_id(); !id.empty()) {
                    std::vector<std::uint32_t>& numbers = own_->numbers[lower(id)];
                    if (std::ranges::find(numbers, head.form_id.value) == numbers.end()) {
                        numbers.push_back(head.form_id.value);
                    }
                    own_->records.emplace(head.form_id.value, Known{std::move(id), std::string(head.type)});
                }
            });
        }
    }
    return *own_;
}

std::string_view FormNames::file_of(FormId form) const
{
    const std::size_t place = form.value >> 24U;
    return place < files_.size() ? std::string_view(files_[place]) : std::string_view{};
}

const MasterFile* FormNames::master_of(FormId form) const
{
    const std::string_view file = file_of(form);
    return file.empty() || data_ == nullptr ? nullptr : data_->master(file);
}

FormNames::Known FormNames::known(FormId form) const
{
    if (const auto found = own().records.find(form.value); found != own().records.end()) {
        return {shown_text(found->second.editor_id), found->second.type};
    }
    const MasterFile* const master = master_of(form);
    const FormId there = master == nullptr ? FormId() : master->to_own_numbering(form);
    const std::optional<MasterFile::Form> record = master == nullptr ? std::nullopt : master->form(there);
    return record ? Known{shown_text(master->editor_id(there)), record->type} : Known{};
}

std::string FormNames::shown(FormId form) const
{
    const std::string name = known(form).editor_id;
    if (form.value == 0 || name.empty()) {
        return {};
    }
    const std::string_view file = file_of(form);
    return file.empty() ? fmt::format("{:08X} ({})", form.value, name)
                        : fmt::format("{}:{:08X} ({})", shown_text(file), form.value & number_bits, name);
}

std::optional<FormId> FormNames::by_editor_id(std::string_view editor_id) const
{
    if (const auto found = own().numbers.find(lower(editor_id)); found != own().numbers.end()) {
        return FormId(found->second.front());
    }
    for (std::size_t place = 0; place < files_.size(); ++place) {
        const MasterFile* const master = data_ == nullptr ? nullptr : data_->master(files_[place]);
        if (const auto found = master == nullptr ? std::nullopt : master->find(editor_id)) {
            return FormId(static_cast<std::uint32_t>(place) << 24U | *found);
        }
    }
    return std::nullopt;
}

std::vector<FormId> FormNames::all_by_editor_id(std::string_view editor_id) const
{
    if (const auto found = own().numbers.find(lower(editor_id)); found != own().numbers.end()) {
        return {found->second.begin(), found->second.end()};
    }
    std::vector<FormId> all;
    for (std::size_t place = 0; place < files_.size(); ++place) {
        const MasterFile* const master = data_ == nullptr ? nullptr : data_->master(files_[place]);
        for (const std::uint32_t number :
             master == nullptr ? std::vector<std::uint32_t>{} : master->find_all(editor_id)) {
            all.emplace_back(static_cast<std::uint32_t>(place) << 24U | number);
        }
    }
    return all;
}

FormId FormNames::from_master(FormId owner, FormId form) const
{
    const MasterFile* const master = master_of(owner);
    if (master == nullptr || form == FormId()) {
        return {};
    }
    const std::size_t place = form.value >> 24U;
    const std::vector<std::string_view> names = masters_of(master->plugin());
    const std::string_view file = place < names.size() ? names[place] : file_of(owner);
    const auto here =
        std::ranges::find_if(files_, [&](const std::string& each) { return equals_ignore_case(each, file); });
    return here == files_.end()
               ? FormId()
               : FormId(static_cast<std::uint32_t>(here - files_.begin()) << 24U | (form.value & number_bits));
}

Result<FormId> FormNames::named(std::string_view words) const
{
    if (const std::size_t name = words.rfind(" ("); name != std::string_view::npos && words.ends_with(')')) {
        words = words.substr(0, name);
    }
    std::uint64_t number{};
    if (words.size() == max_digits && parse_hex_number(words, number)) {
        return FormId(static_cast<std::uint32_t>(number));
    }
    if (const std::size_t colon = words.rfind(':'); colon != std::string_view::npos) {
        const std::string_view file = words.substr(0, colon);
        const std::string_view digits = words.substr(colon + 1);
        const auto master = std::ranges::find_if(files_, [&](const std::string& each) {
            return equals_ignore_case(shown_text(each), file);
        });
        if (master == files_.end()) {
            std::vector<std::string> shown_files;
            for (const std::string& each : files_) {
                shown_files.push_back(shown_text(each));
            }
            return fail({.code = ErrorCode::not_found,
                         .message = fmt::format("\"{}\" is not a master of the plugin", file),
                         .hint = files_.empty() ? std::string("it has none")
                                                : fmt::format("it has: {}", fmt::join(shown_files, ", "))});
        }
        if (digits.size() > max_digits || !parse_hex_number(digits, number) || number > number_bits) {
            return fail({.code = ErrorCode::not_found,
                         .message = fmt::format("\"{}\" is not a FormID", digits),
                         .hint = "expected up to six hexadecimal digits"});
        }
        return FormId(static_cast<std::uint32_t>(master - files_.begin()) << 24U | static_cast<std::uint32_t>(number));
    }
    const Result<std::string> editor_id = decode_text(words, CodePage::cp1252);
    const std::vector<FormId> named = editor_id ? all_by_editor_id(*editor_id) : std::vector<FormId>{};
    if (named.size() == 1) {
        return named.front();
    }
    if (named.size() > 1) {
        std::vector<std::string> forms;
        for (const FormId form : named) {
            const std::string_view file = file_of(form);
            forms.push_back(file.empty() ? fmt::format("{:08X}", form.value)
                                         : fmt::format("{}:{:06X}", shown_text(file), form.value & number_bits));
        }
        return fail(
            {.code = ErrorCode::usage,
             .message = fmt::format("{} records are called \"{}\": {}", forms.size(), words, fmt::join(forms, ", ")),
             .hint = "give one of these instead of the editor ID"});
    }
    std::vector<std::string> ids;
    for (const auto& [form, record] : own().records) {
        ids.push_back(shown_text(record.editor_id));
    }
    std::vector<std::string> unknown;  // masters that are not available
    for (const std::string& file : files_) {
        const MasterFile* const master = data_ == nullptr ? nullptr : data_->master(file);
        if (master == nullptr) {
            unknown.push_back(shown_text(file));
            continue;
        }
        for (const std::string_view id : master->editor_ids()) {
            ids.push_back(shown_text(id));
        }
    }
    const std::string_view near = nearest(words, ids);
    std::string hint = near.empty() ? "a form is eight hexadecimal digits, MASTER:NUMBER or an editor ID"
                                    : fmt::format("did you mean {}?", near);
    if (!unknown.empty()) {
        hint += fmt::format("; names of {} were not found; use --data FOLDER to give the folder of the masters",
                            fmt::join(unknown, ", "));
    }
    return fail({.code = ErrorCode::not_found,
                 .message = unknown.size() == files_.size()
                                ? fmt::format("no record of the plugin is called \"{}\"", words)
                                : fmt::format("no record of the plugin or its masters is called \"{}\"", words),
                 .hint = std::move(hint)});
}

}  // namespace redforge::tes
