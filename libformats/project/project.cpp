// Reads redforge.toml.
#include "project/project.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <system_error>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "core/platform/files.hpp"

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace redforge::project {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view severities = "off note warning error";
constexpr std::string_view fail_levels = "error warning note";

constexpr std::array infos{
    SettingInfo{"game", &Settings::game, "folder of the Redguard installation: names, models and pictures"},
    SettingInfo{"data", &Settings::data, "Data folder of Oblivion or Skyrim: the masters of plugins"},
    SettingInfo{"encoding", &Settings::encoding, "code page of the texts in plugins",
                "1250 1251 1252 932 936 949 UTF-8"},
    SettingInfo{"commands", &Settings::commands, "table of OBSE commands"},
    SettingInfo{"definitions", &Settings::definitions, "layouts of plugin records"},
    SettingInfo{"check.fail-on", &Settings::fail_on, "lowest severity that sets the exit status of check", fail_levels},
    SettingInfo{"check.baseline", &Settings::baseline, "findings that do not count: output of check --json"},
    SettingInfo{"scripts.indent", &Settings::indent, "indentation of Oblivion scripts: blanks per level, or tab",
                "2 3 4 8 tab"},
};

/// Names of tables, and of arrays of tables.
constexpr std::string_view check_table = "check";
constexpr std::string_view scripts_table = "scripts";
constexpr std::string_view rules_table = "rules";
constexpr std::string_view build_array = "build";

std::vector<std::string_view> words_in(std::string_view list)
{
    std::vector<std::string_view> words;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        words.push_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return words;
}

/// Reads one file. Member functions return the first error.
class Reader {
public:
    explicit Reader(const fs::path& file)
    {
        settings_.file = file;
        folder_ = file.parent_path();
    }

    Result<Settings> read(const toml::table& root)
    {
        for (const auto& [key, value] : root) {
            const std::string_view name = key.str();
            const bool is_table = name == check_table || name == scripts_table;
            const Status status = is_table              ? read_table(name, value)
                                  : name == build_array ? read_build(value)
                                                        : read_setting(name, key, value, {});
            if (!status) {
                return fail(status.error());
            }
        }
        return std::move(settings_);
    }

private:
    template <class Node>
    Error error_at(const Node& node, ErrorCode code, std::string message, std::string hint) const
    {
        return {.code = code,
                .message = std::move(message),
                .file = settings_.file.string(),
                .line = node.source().begin.line,
                .hint = std::move(hint)};
    }

    Error unknown(const toml::key& key, std::string_view table, std::vector<std::string_view> known) const
    {
        const std::string_view guess = nearest(key.str(), known);
        std::string list;
        for (const std::string_view each : known) {
            list += (list.empty() ? "" : ", ") + std::string(each);
        }
        return error_at(key, ErrorCode::unknown_name,
                        fmt::format("unknown setting \"{}\"{}", key.str(),
                                    table.empty() ? "" : fmt::format(" in [{}]", table)),
                        guess.empty() ? fmt::format("the settings here are {}", list)
                                      : fmt::format("did you mean {}?", guess));
    }

    Result<std::string> text_of(const toml::node& value, std::string_view name) const
    {
        const std::optional<std::string> text = value.value<std::string>();
        return text && value.is_string()
                   ? Result<std::string>(*text)
                   : fail(error_at(value, ErrorCode::malformed, fmt::format("{} is not a text", name),
                                   fmt::format("write {} = \"...\"", name)));
    }

    Result<fs::path> path_of(const toml::node& value, std::string_view name) const
    {
        const Result<std::string> text = text_of(value, name);
        if (text && text->empty()) {
            return fail(error_at(value, ErrorCode::malformed, fmt::format("{} is empty", name), "write a path"));
        }
        return text ? Result<fs::path>((folder_ / fs::path(*text)).lexically_normal()) : fail(text.error());
    }

    Status check_choice(const toml::node& value, std::string_view name, std::string_view text,
                        std::string_view choices) const
    {
        const std::vector<std::string_view> all = words_in(choices);
        if (choices.empty() || std::ranges::find(all, text) != all.end()) {
            return {};
        }
        return fail(error_at(value, ErrorCode::out_of_range, fmt::format("{} is \"{}\"", name, text),
                             fmt::format("use one of: {}", choices)));
    }

    /// Reads a setting. `table`: name of its table; empty at the top level.
    Status read_setting(std::string_view name, const toml::key& key, const toml::node& value, std::string_view table)
    {
        const std::string prefix = table.empty() ? std::string() : std::string(table) + '.';
        const auto info = std::ranges::find(infos, prefix + std::string(name), &SettingInfo::name);
        if (info == infos.end()) {
            std::vector<std::string_view> known;
            for (const SettingInfo& each : infos) {
                if (each.name.starts_with(prefix) && each.name.find('.', prefix.size()) == std::string_view::npos) {
                    known.push_back(each.name.substr(prefix.size()));
                }
            }
            if (table.empty()) {
                known.insert(known.end(), {check_table, scripts_table, build_array});
            } else if (table == check_table) {
                known.push_back(rules_table);
            }
            return fail(unknown(key, table, std::move(known)));
        }
        if (const auto* const path = std::get_if<std::optional<fs::path> Settings::*>(&info->member)) {
            Result<fs::path> read = path_of(value, name);
            if (!read) {
                return fail(read.error());
            }
            settings_.** path = std::move(*read);
            return {};
        }
        Result<std::string> text = text_of(value, name);
        if (Status status = text ? check_choice(value, name, *text, info->choices) : fail(text.error()); !status) {
            return status;
        }
        settings_.*std::get<std::optional<std::string> Settings::*>(info->member) = std::move(*text);
        return {};
    }

    Status read_table(std::string_view name, const toml::node& node)
    {
        const toml::table* const table = node.as_table();
        if (table == nullptr) {
            return fail(error_at(node, ErrorCode::malformed, fmt::format("{} is not a table", name),
                                 fmt::format("write [{}]", name)));
        }
        for (const auto& [key, value] : *table) {
            const Status status = name == check_table && key.str() == rules_table
                                      ? read_rules(value)
                                      : read_setting(key.str(), key, value, name);
            if (!status) {
                return status;
            }
        }
        return {};
    }

    Status read_rules(const toml::node& node)
    {
        const toml::table* const table = node.as_table();
        if (table == nullptr) {
            return fail(error_at(node, ErrorCode::malformed, "rules is not a table", "write [check.rules]"));
        }
        for (const auto& [key, value] : *table) {
            CheckRule rule{.check = std::string(key.str()),
                           .severity = {},
                           .reason = {},
                           .line = key.source().begin.line};
            if (const toml::table* const parts = value.as_table()) {
                for (const auto& [name, part] : *parts) {
                    if (name.str() != "severity" && name.str() != "reason") {
                        return fail(unknown(name, fmt::format("check.rules.{}", rule.check), {"severity", "reason"}));
                    }
                    Result<std::string> text = text_of(part, name.str());
                    if (!text) {
                        return fail(text.error());
                    }
                    (name.str() == "severity" ? rule.severity : rule.reason) = std::move(*text);
                }
            } else if (Result<std::string> text = text_of(value, rule.check)) {
                rule.severity = std::move(*text);
            } else {
                return fail(text.error());
            }
            if (Status status = check_choice(value, rule.check, rule.severity, severities); !status) {
                return status;
            }
            settings_.check_rules.push_back(std::move(rule));
        }
        return {};
    }

    Status read_build(const toml::node& node)
    {
        const toml::array* const array = node.as_array();
        if (array == nullptr || !array->is_array_of_tables()) {
            return fail(error_at(node, ErrorCode::malformed, "build is not a list of tables",
                                 "write [[build]] with from and to, once for each file"));
        }
        for (const toml::node& each : *array) {
            BuildRule rule{.from = {}, .to = {}, .line = each.source().begin.line};
            for (const auto& [key, value] : *each.as_table()) {
                if (key.str() != "from" && key.str() != "to") {
                    return fail(unknown(key, build_array, {"from", "to"}));
                }
                Result<fs::path> path = path_of(value, key.str());
                if (!path) {
                    return fail(path.error());
                }
                (key.str() == "from" ? rule.from : rule.to) = std::move(*path);
            }
            if (rule.from.empty() || rule.to.empty()) {
                return fail(error_at(each, ErrorCode::out_of_range,
                                     fmt::format("a build rule has no \"{}\"", rule.from.empty() ? "from" : "to"),
                                     "from is an unpacked folder or a text, to is the game file"));
            }
            settings_.build_rules.push_back(std::move(rule));
        }
        return {};
    }

    Settings settings_;
    fs::path folder_;
};

/// Returns true if an error means that there is no settings file that the program can read: it does not exist, its
/// folder is closed to the user, or its path is too long.
bool is_missing(const std::error_code& error)
{
    return error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory ||
           error == std::errc::permission_denied || error == std::errc::filename_too_long ||
           error == std::errc::too_many_symbolic_link_levels;
}

/// Returns the nearest settings file, or an empty path if there is none. Errors: io.
Result<fs::path> find_settings_file(const fs::path& path)
{
    std::error_code failed;
    fs::path folder = path == "-" ? fs::current_path(failed) : fs::absolute(path, failed).lexically_normal();
    while (!failed) {
        fs::path file = folder / settings_file;
        std::error_code error;
        if (fs::status(file, error).type() == fs::file_type::regular) {
            return file;
        }
        if (error && !is_missing(error)) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot search for the settings: {}", error.message()),
                         .file = file.string()});
        }
        const fs::path above = folder.parent_path();
        if (above == folder || above.empty()) {
            break;
        }
        folder = above;
    }
    return fs::path();
}

}  // namespace

std::span<const SettingInfo> setting_infos()
{
    return infos;
}

std::optional<std::string> value_of(const Settings& settings, const SettingInfo& info)
{
    if (const auto* const path = std::get_if<std::optional<fs::path> Settings::*>(&info.member)) {
        return settings.**path ? std::optional((settings.**path)->string()) : std::nullopt;
    }
    return settings.*std::get<std::optional<std::string> Settings::*>(info.member);
}

Result<Settings> parse_settings(std::string_view text, const fs::path& file)
{
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        return fail({.code = ErrorCode::malformed,
                     .message = std::string(parsed.error().description()),
                     .file = file.string(),
                     .line = parsed.error().source().begin.line,
                     .column = parsed.error().source().begin.column,
                     .hint = "settings have the TOML format: game = \"../Redguard\""});
    }
    return Reader(file).read(parsed.table());
}

Result<std::shared_ptr<const Settings>> settings_around(const fs::path& path)
{
    struct Known {
        fs::file_time_type changed;
        Result<std::shared_ptr<const Settings>> settings;
    };
    static std::mutex mutex;
    static std::map<fs::path, Known> known;
    const Result<fs::path> found = find_settings_file(path);
    if (!found || found->empty()) {
        return found ? Result<std::shared_ptr<const Settings>>(nullptr) : fail(found.error());
    }
    const fs::path& file = *found;
    const std::scoped_lock lock(mutex);
    const fs::file_time_type changed = platform::last_write(file).value_or(fs::file_time_type{});
    if (const auto found = known.find(file); found != known.end() && found->second.changed == changed) {
        return found->second.settings;
    }
    const Result<std::string> text = read_text_file(file);
    Result<Settings> read = text ? parse_settings(*text, file) : fail(text.error());
    Result<std::shared_ptr<const Settings>> result =
        read ? Result<std::shared_ptr<const Settings>>(std::make_shared<const Settings>(std::move(*read)))
             : fail(read.error());
    known.insert_or_assign(file, Known{changed, result});
    return result;
}

std::shared_ptr<const Settings> valid_settings_around(const fs::path& path)
{
    const Result<std::shared_ptr<const Settings>> settings = settings_around(path);
    return settings ? *settings : nullptr;
}

std::string settings_schema()
{
    const auto property = [](std::string_view help, std::string_view choices) {
        std::string list;
        for (const std::string_view each : words_in(choices)) {
            list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", each);
        }
        return fmt::format(R"({{"type": "string", "description": "{}"{}}})", help,
                           list.empty() ? "" : fmt::format(R"(, "enum": [{}])", list));
    };
    std::string top;
    std::string check;
    std::string scripts;
    for (const SettingInfo& each : infos) {
        const std::size_t dot = each.name.find('.');
        const std::string_view table = each.name.substr(0, dot == std::string_view::npos ? 0 : dot);
        std::string& list = table.empty() ? top : table == check_table ? check : scripts;
        list += fmt::format("{}    \"{}\": {}", list.empty() ? "" : ",\n",
                            table.empty() ? each.name : each.name.substr(dot + 1), property(each.help, each.choices));
    }
    const std::string severity = property("severity of the findings of a check", severities);
    return fmt::format(
        "{{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n  \"title\": \"{}\",\n  \"type\": "
        "\"object\",\n"
        "  \"additionalProperties\": false,\n  \"properties\": {{\n{},\n"
        "    \"scripts\": {{\"type\": \"object\", \"additionalProperties\": false, \"properties\": {{\n{}}}}},\n"
        "    \"check\": {{\"type\": \"object\", \"additionalProperties\": false, \"properties\": {{\n{},\n"
        "    \"rules\": {{\"type\": \"object\", \"description\": \"severities by id of a check\", "
        "\"additionalProperties\": {{\"anyOf\": [{}, {{\"type\": \"object\", \"properties\": {{\"severity\": {}, "
        "\"reason\": {{\"type\": \"string\"}}}}, \"required\": [\"severity\"], \"additionalProperties\": "
        "false}}]}}}}}}}},\n"
        "    \"build\": {{\"type\": \"array\", \"items\": {{\"type\": \"object\", \"properties\": {{\"from\": {}, "
        "\"to\": {}}}, \"required\": [\"from\", \"to\"], \"additionalProperties\": false}}}}\n  }}\n}}\n",
        settings_file, top, scripts, check, severity, severity, property("unpacked folder or text", {}),
        property("game file to make", {}));
}

}  // namespace redforge::project
