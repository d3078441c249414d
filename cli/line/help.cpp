// Help texts, man pages and completions, all from the table of verbs.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "check/check.hpp"
#include "cli/line/pages.hpp"
#include "cli/line/verb.hpp"
#include "core/text/letter_case.hpp"
#include "version.hpp"

namespace redforge::cli {
namespace {

template <class... Args>
void add(std::string& out, fmt::format_string<Args...> format, Args&&... args)
{
    fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

std::string option_description(const Option& option)
{
    return fmt::format("{}{}{}{}{}", option.short_name, option.short_name.empty() ? "" : ", ", option.name,
                       option.value.empty() ? "" : " ", option.value);
}

/// Breaks a text into lines of at most 78 characters.
std::string wrapped(std::string_view text, std::string_view indent)
{
    std::string out;
    std::string line(indent);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (line.size() + 1 + end > 78 && line.size() > indent.size()) {
            out += line + "\n";
            line = indent;
        }
        line += (line.size() > indent.size() ? " " : "") + std::string(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out + line + "\n";
}

/// Returns the lines of a positional or option: its name, and its help in a column of its own.
std::string described(std::string_view name, std::string_view help)
{
    constexpr std::size_t column = 23;
    std::string lines = wrapped(help, std::string(column, ' '));
    if (name.size() + 4 > column) {
        return fmt::format("  {}\n{}", name, lines);
    }
    return lines.replace(2, name.size(), name);
}

/// Splits a text at its line ends.
std::vector<std::string_view> paragraphs_of(std::string_view text)
{
    std::vector<std::string_view> paragraphs;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        paragraphs.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return paragraphs;
}

/// Returns a roff line with its escapes replaced: `\-` is a minus, `\e` a backslash.
std::string without_escapes(std::string_view line)
{
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool is_escape = line[i] == '\\' && i + 1 < line.size();
        out += is_escape && line[i + 1] == 'e' ? '\\' : is_escape ? line[i + 1] : line[i];
        i += is_escape ? 1 : 0;
    }
    return out;
}

/// Lays out the roff of a page as text. It has the macros that pages use: SH, TP, PP, B, BR, nf, fi, RS, RE.
class PageLayout {
public:
    std::string run(std::string_view roff)
    {
        while (!roff.empty()) {
            const std::size_t end = std::min(roff.find('\n'), roff.size());
            line(roff.substr(0, end));
            roff.remove_prefix(std::min(end + 1, roff.size()));
        }
        end_paragraph();
        return std::move(out_);
    }

private:
    void line(std::string_view text)
    {
        const std::size_t blank = std::min(text.find(' '), text.size());
        const std::string_view macro = text.starts_with('.') ? text.substr(0, blank) : std::string_view{};
        std::string words = without_escapes(macro.empty() ? text : text.substr(std::min(blank + 1, text.size())));
        if (macro == ".SH") {
            end_paragraph();
            in_list_ = false;
            out_ += (out_.empty() ? "" : "\n") + words.substr(0, 1) + lower(words.substr(1)) + ":\n";
        } else if (macro == ".TP") {
            end_paragraph();
            in_list_ = is_term_ = true;
        } else if (macro == ".PP") {
            end_paragraph();
            in_list_ = false;
        } else if (macro == ".RS" || macro == ".RE") {
            end_paragraph();
            depth_ = macro == ".RS" ? depth_ + 4 : depth_ - 4;
        } else if (macro == ".nf" || macro == ".fi") {
            end_paragraph();
            is_verbatim_ = macro == ".nf";
        } else if (is_verbatim_ || is_term_) {
            out_ += std::string(depth_ + 2, ' ') + words + "\n";
            is_term_ = false;
        } else {
            if (macro == ".BR") {  // redforge-paths (7),
                std::erase(words, ' ');
            }
            paragraph_ += (paragraph_.empty() ? "" : " ") + words;
        }
    }

    void end_paragraph()
    {
        if (!paragraph_.empty()) {
            out_ += wrapped(paragraph_, std::string(depth_ + (in_list_ ? 6 : 2), ' '));
            paragraph_.clear();
        }
    }

    std::string out_;
    std::string paragraph_;
    std::size_t depth_{};
    bool in_list_{};
    bool is_term_{};
    bool is_verbatim_{};
};

std::string roff(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    }
    return out;
}

std::string all_names()
{
    std::string names;
    for (const Verb& verb : verbs()) {
        names += (names.empty() ? "" : " ") + std::string(verb.name);
    }
    return names;
}

std::string option_names(const Verb& verb)
{
    std::string names = "--help";
    for (const Option& option : verb.options) {
        add(names, " {}{}{}", option.name, option.short_name.empty() ? "" : " ", option.short_name);
    }
    return names;
}

/// Returns the possible first words after a verb, if the verb takes a fixed set.
std::string choices(const Verb& verb)
{
    for (const Positional& positional : verb.positionals) {
        if (!positional.choices.empty()) {
            return std::string(positional.choices);
        }
    }
    return {};
}

/// Returns `text` in single quotes. `quote` replaces a quote in the text.
std::string quoted(std::string_view text, std::string_view quote)
{
    std::string out = "'";
    for (const char c : text) {
        c == '\'' ? out += quote : out += c;
    }
    return out + "'";
}

/// A single quote inside single quotes, for shells other than fish.
constexpr std::string_view plain_quote = "'\\''";

/// Returns the verbs that take field paths after a file.
std::string verbs_with_paths(std::string_view separator)
{
    std::vector<std::string_view> names;
    for (const Verb& verb : verbs()) {
        const bool takes_paths = std::ranges::any_of(verb.positionals, [](const Positional& positional) {
            return positional.name.starts_with("PATH") || positional.name == "QUERY";
        });
        if (takes_paths) {
            names.push_back(verb.name);
        }
    }
    return fmt::to_string(fmt::join(names, separator));
}

/// Returns the ids of all checks.
std::string check_ids(std::string_view separator)
{
    std::vector<std::string_view> ids;
    std::ranges::transform(check::checks(), std::back_inserter(ids), &check::Check::id);
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return fmt::to_string(fmt::join(ids, separator));
}

/// Names of option values that are completed by their kind.
constexpr std::string_view ids_of_checks = "IDS";
constexpr std::string_view name_of_actor = "ACTOR";

bool takes_file(const Option& option)
{
    constexpr std::array<std::string_view, 3> kinds{"OUT", "FOLDER", "COL"};
    return std::ranges::find(kinds, option.value) != kinds.end();
}

std::string bash_completion()
{
    std::string out = R"sh(# Completion of redforge for bash; made by `redforge completion bash`.
_redforge_from_file() {  # paths or actors of the first file on the command line
    local file= word=${COMP_WORDS[COMP_CWORD]}
    for file in "${COMP_WORDS[@]:2}"; do
        [ ! -e "$file" ] || break
    done
    [ ! -e "$file" ] || redforge completion "$1" "$file" "${word#[\"\']}" 2>/dev/null
}
_redforge() {
    local word=${COMP_WORDS[COMP_CWORD]} options= words=
    if [ "$COMP_CWORD" -eq 1 ]; then
)sh";
    add(out, "        COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\"))\n        return\n    fi\n",
        all_names());
    out += "    case ${COMP_WORDS[1]} in\n";
    for (const Verb& verb : verbs()) {
        add(out, "        {}) options='{}' words='{}' ;;\n", verb.name, option_names(verb), choices(verb));
    }
    out += "    esac\n"
           "    case ${COMP_WORDS[COMP_CWORD-1]} in\n"
           "        --view) COMPREPLY=($(compgen -W 'top front side iso camera' -- \"$word\")); return ;;\n"
           "        --version) COMPREPLY=($(compgen -W '4.0 5.0' -- \"$word\")); return ;;\n"
           "        --actor) COMPREPLY=($(_redforge_from_file actors)); return ;;\n";
    add(out,
        "        --select|--ignore) COMPREPLY=($(compgen -P \"${{word%\"${{word##*,}}\"}}\" -W '{}' -- "
        "\"${{word##*,}}\"))\n            return ;;\n    esac\n",
        check_ids(" "));
    add(out, R"sh(    case $word in
        -*) COMPREPLY=($(compgen -W "$options" -- "$word")); return ;;
    esac
    if [ -n "$words" ] && [ "$COMP_CWORD" -eq 2 ]; then
        COMPREPLY=($(compgen -W "$words" -- "$word"))
        return
    fi
    local IFS=$'\n'
    case ${{COMP_WORDS[1]}} in
        {})
            COMPREPLY=($(_redforge_from_file paths))
            if [ ${{#COMPREPLY[@]}} -gt 0 ]; then
                compopt -o nospace 2>/dev/null
                return
            fi ;;
    esac
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
}}
complete -F _redforge redforge
)sh",
        verbs_with_paths("|"));
    return out;
}

std::string zsh_completion()
{
    std::string out = "#compdef redforge\n"
                      "# Completion of redforge for zsh; made by `redforge completion zsh`.\n"
                      "_redforge_paths() {\n"
                      "    local file; local -a paths\n"
                      "    for file in ${words[3,-1]}; do [[ ! -e ${(Q)file} ]] || break; done\n"
                      "    paths=(${(f)\"$(redforge completion ${1:-paths} ${(Q)file} ${(Q)PREFIX} 2>/dev/null)\"})\n"
                      "    (( $#paths )) && compadd -S '' -- $paths || _files\n"
                      "}\n"
                      "_redforge_actors() { _redforge_paths actors }\n"
                      "_redforge() {\n"
                      "    local -a verbs\n"
                      "    verbs=(\n";
    for (const Verb& verb : verbs()) {
        add(out, "        {}\n", quoted(fmt::format("{}:{}", verb.name, verb.summary), plain_quote));
    }
    out += "    )\n"
           "    if (( CURRENT == 2 )); then\n"
           "        _describe verb verbs\n"
           "        return\n"
           "    fi\n"
           "    case $words[2] in\n";
    for (const Verb& verb : verbs()) {
        add(out, "        {})\n            _arguments", verb.name);
        for (const Option& option : verb.options) {
            const std::string value = option.value.empty()            ? ""
                                      : takes_file(option)            ? ":file:_files"
                                      : option.value == name_of_actor ? ":actor:_redforge_actors"
                                      : option.value == ids_of_checks
                                          ? fmt::format(":checks:_values -s , check {}", check_ids(" "))
                                          : fmt::format(":{}: ", option.value);
            for (const std::string_view name : {option.name, option.short_name}) {
                if (!name.empty()) {
                    add(out, " \\\n                {}",
                        quoted(fmt::format("{}[{}]{}", name, option.help, value), plain_quote));
                }
            }
        }
        const std::string words = choices(verb);
        if (!words.empty()) {
            add(out, " \\\n                '2:argument:({})'", words);
        }
        const std::string with_paths = fmt::format("|{}|", verbs_with_paths("|"));
        const bool takes_paths = with_paths.find(fmt::format("|{}|", verb.name)) != std::string::npos;
        add(out, " \\\n                '*:file:{}' ;;\n", takes_paths ? "_redforge_paths" : "_files");
    }
    // In a folder of completions, the file is the body of the function. Read by `source`, it only registers the
    // function.
    out += "    esac\n"
           "}\n"
           "if [[ $funcstack[1] == _redforge ]]; then\n"
           "    _redforge \"$@\"\n"
           "else\n"
           "    compdef _redforge redforge\n"
           "fi\n";
    return out;
}

std::string fish_completion()
{
    constexpr std::string_view fish_quote = "\\'";
    std::string out =
        "# Completion of redforge for fish; made by `redforge completion fish`.\n"
        "function __redforge_from_file\n"
        "    for file in (commandline -op)[3..]\n"
        "        test -e $file; and redforge completion $argv $file (commandline -ct) 2>/dev/null; and return\n"
        "    end\n"
        "end\n";
    add(out, "complete -c redforge -n '__fish_seen_subcommand_from {}' -a '(__redforge_from_file paths)'\n",
        verbs_with_paths(" "));
    for (const Verb& verb : verbs()) {
        add(out, "complete -c redforge -n __fish_use_subcommand -f -a {} -d {}\n", verb.name,
            quoted(verb.summary, fish_quote));
        for (const Option& option : verb.options) {
            add(out, "complete -c redforge -n '__fish_seen_subcommand_from {}' -l {}{}{} -d {}\n", verb.name,
                option.name.substr(2),
                option.short_name.empty() ? "" : fmt::format(" -s {}", option.short_name.substr(1)),
                option.value.empty()            ? ""
                : takes_file(option)            ? " -r"
                : option.value == name_of_actor ? " -x -a '(__redforge_from_file actors)'"
                : option.value == ids_of_checks ? fmt::format(" -x -a '(__fish_append , {})'", check_ids(" "))
                                                : " -x",
                quoted(option.help, fish_quote));
        }
        if (const std::string words = choices(verb); !words.empty()) {
            add(out,
                "complete -c redforge -n '__fish_seen_subcommand_from {}; and test (count (commandline -opc)) -eq 2' "
                "-f -a '{}'\n",
                verb.name, words);
        }
    }
    return out;
}

}  // namespace

std::string usage(const Verb& verb)
{
    std::string text = fmt::format("redforge {}", verb.name);
    if (!verb.options.empty()) {
        text += " [options]";
    }
    for (const Positional& positional : verb.positionals) {
        const std::string_view dots = positional.max == 0 ? "..." : "";
        const std::string words = fmt::format("{}{}", positional.name, dots);
        text += positional.min == 0 ? " [" + words + "]" : " " + words;
    }
    return text;
}

std::string main_help()
{
    std::string out = "Examples:\n";
    for (const Verb& verb : verbs()) {
        if (verb.name == "completion" || verb.name == "man" || verb.name == "schema") {
            continue;
        }
        add(out, "  {:<62} {}\n", verb.examples.front().command, verb.examples.front().what);
    }
    out += "\nUsage: redforge VERB [options] FILE...\n\nVerbs:\n";
    for (const Verb& verb : verbs()) {
        add(out, "  {:<11} {}\n", verb.name, verb.summary);
    }
    out += "\nSee `redforge help VERB`, `redforge help paths` for field paths, and `redforge help edits` for lists of "
           "edits.\nExit status: 0 done, 1 nothing matched or a difference,\n"
           "2 wrong usage or a file that cannot be read or written.\n";
    return out;
}

std::string verb_help(const Verb& verb)
{
    std::string out = "Examples:\n";
    for (const Example& example : verb.examples) {
        add(out, "  {}\n      {}\n", example.command, example.what);
    }
    add(out, "\nUsage: {}\n", usage(verb));
    for (const std::string_view paragraph : paragraphs_of(verb.description)) {
        add(out, "\n{}", wrapped(paragraph, ""));
    }
    if (!verb.actions.empty()) {
        out += "\nActions:\n";
        for (const Action& action : verb.actions) {
            add(out, "  {}\n{}", action.name, wrapped(action.help, "      "));
        }
    }
    if (!verb.positionals.empty()) {
        out += "\n";
        for (const Positional& positional : verb.positionals) {
            out += described(positional.name, positional.help);
        }
    }
    if (!verb.options.empty()) {
        out += "\nOptions:\n";
        for (const Option& option : verb.options) {
            out += described(option_description(option), option.help);
        }
    }
    out += "\nOptions of every verb:\n";
    for (const Option& option : common_options()) {
        if (std::ranges::find(verb.options, option.name, &Option::name) == verb.options.end()) {
            out += described(option_description(option), option.help);
        }
    }
    return out;
}

std::string page_help(const Page& page)
{
    return PageLayout().run(page.text);
}

std::string man_page(const Verb* verb)
{
    std::string out;
    if (verb == nullptr) {
        add(out,
            ".TH REDFORGE 1 \"\" \"Redforge {}\"\n.SH NAME\nredforge \\- game files to text and back, byte for byte\n"
            ".SH SYNOPSIS\n.B redforge\n.I VERB\n[options]\n.IR FILE ...\n.SH VERBS\n",
            version);
        for (const Verb& each : verbs()) {
            add(out, ".TP\n.BR redforge\\-{} (1)\n{}\n", each.name, roff(each.summary));
        }
        out +=
            ".SH EXIT STATUS\n0 done, 1 nothing matched or a difference, 2 wrong usage or a file that cannot be read "
            "or written.\n.SH ENVIRONMENT\n.TP\nNO_COLOR\nif set, messages have no colour.\n.TP\nREDFORGE_GAME\n"
            "the game's folder, if \\-\\-game is not given and the file is not in a game folder. If it is not set, "
            "Redforge searches the install folders of Steam, GOG, Wine and others.\n.SH SEE ALSO\n"
            ".BR redforge\\-paths (7),\n.BR redforge\\-edits (5)\n";
        return out;
    }
    add(out,
        ".TH REDFORGE\\-{} 1 \"\" \"Redforge {}\"\n.SH NAME\nredforge\\-{} \\- {}\n.SH SYNOPSIS\n.B {}\n.SH EXAMPLES\n",
        upper(verb->name), version, verb->name, roff(verb->summary), roff(usage(*verb)));
    for (const Example& example : verb->examples) {
        add(out, ".TP\n.B {}\n{}\n", roff(example.command), roff(example.what));
    }
    out += ".SH DESCRIPTION\n";
    for (const std::string_view paragraph : paragraphs_of(verb->description)) {
        add(out, ".PP\n{}\n", roff(paragraph));
    }
    if (!verb->actions.empty()) {
        out += ".SH ACTIONS\n";
        for (const Action& action : verb->actions) {
            add(out, ".TP\n.B {}\n{}\n", roff(action.name), roff(action.help));
        }
    }
    out += ".SH OPTIONS\n";
    for (const Positional& positional : verb->positionals) {
        add(out, ".TP\n.I {}\n{}\n", roff(positional.name), roff(positional.help));
    }
    for (const Option& option : verb->options) {
        add(out, ".TP\n.B {}\n{}\n", roff(option_description(option)), roff(option.help));
    }
    out += ".SH SEE ALSO\n.BR redforge (1)\n";
    return out;
}

std::optional<std::string> completion(std::string_view shell)
{
    if (shell == "bash") {
        return bash_completion();
    }
    if (shell == "zsh") {
        return zsh_completion();
    }
    if (shell == "fish") {
        return fish_completion();
    }
    return std::nullopt;
}

}  // namespace redforge::cli
