// Script texts of the public mod manager, line by line.
#include "soup/import.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/code_page.hpp"
#include "core/letter_case.hpp"
#include "soup/names.hpp"
#include "soup/printer.hpp"

namespace redforge::soup {
namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool is_word_letter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool takes_flag_number(std::string_view function)
{
    static constexpr std::array<std::string_view, 3> functions{"TestGlobalFlag", "SetGlobalFlag", "ResetGlobalFlag"};
    return std::ranges::any_of(functions, [&](std::string_view name) { return same_letters(name, function); });
}

/// One line of a script, spelt as a source has it.
class Line {
public:
    explicit Line(std::string_view text) : text_(text) {}

    std::string run()
    {
        while (at_ < text_.size()) {
            step();
        }
        return std::move(out_);
    }

private:
    void step()
    {
        const char c = text_[at_];
        const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        if (c == '/' && next == '/') {
            take(text_.size() - at_);
        } else if (c == '"') {
            string();
        } else if (c == '<' && is_word_letter(next)) {
            take(std::min(text_.find('>', at_), text_.size() - 1) - at_ + 1);
        } else if (c == '*' || c == '/') {
            out_ += c == '*' ? '/' : '*';
            ++at_;
        } else if (is_word_letter(c)) {
            word();
        } else {
            if (c == '(') {
                calls_.push_back({last_word_, true});
            } else if (c == ')' && !calls_.empty()) {
                calls_.pop_back();
            } else if (c == ',' && !calls_.empty()) {
                calls_.back().first = false;
            }
            take(1);
        }
    }

    void word()
    {
        std::size_t end = at_;
        while (end < text_.size() && is_word_letter(text_[end])) {
            ++end;
        }
        last_word_ = text_.substr(at_, end - at_);
        const bool is_number = std::isdigit(static_cast<unsigned char>(last_word_.front())) != 0;
        if (is_number && !calls_.empty() && calls_.back().first && takes_flag_number(calls_.back().function) &&
            out_.ends_with('(')) {
            out_ += "flag ";
        }
        take(end - at_);
    }

    void string()
    {
        const std::size_t end = std::min(text_.find('"', at_ + 1), text_.size());
        const std::string_view utf8 = text_.substr(at_ + 1, end - at_ - 1);
        const Result<std::string> bytes = decode_text(utf8);
        const bool letters = !calls_.empty() && calls_.back().first && bytes && bytes->size() == 4 &&
                             first_argument(calls_.back().function) == Meaning::dialogue;
        append_quoted(out_, bytes ? *bytes : std::string(utf8), letters ? '\'' : '"');
        at_ = std::min(end + 1, text_.size());
    }

    void take(std::size_t count)
    {
        out_ += text_.substr(at_, count);
        at_ += count;
    }

    struct OpenCall {
        std::string_view function;
        bool first{};  ///< in its first argument
    };

    std::string_view text_;
    std::size_t at_{};
    std::string out_;
    std::string_view last_word_;
    std::vector<OpenCall> calls_;
};

/// "NAME (Execution starts at #1C)"
struct Heading {
    std::string_view name;
    std::string_view start;  ///< a label with its #, or nothing
};

Heading heading_of(std::string_view line)
{
    const std::size_t open = line.find(" (");
    const std::size_t label = line.find('#');
    Heading heading{trimmed(line.substr(0, open)), {}};
    if (open != std::string_view::npos && label != std::string_view::npos && label > open) {
        heading.start = line.substr(label, line.find(')', label) - label);
    }
    return heading;
}

/// The statements of one script. That program leaves out what a reader can guess: the braces of a block without
/// statements, and behind the last statement all closing braces but the script's own, which alone is not indented.
class Body {
public:
    explicit Body(const Heading& heading) : heading_(heading)
    {
        const Result<std::string> name = decode_text(heading.name);
        source_ = "actor ";
        append_quoted(source_, name ? *name : std::string(heading.name), '"');
        source_ += "\n{\n";
    }

    void add(std::string_view line, bool is_indented)
    {
        indented_ = indented_.value_or(is_indented);
        if (std::exchange(after_if_, false) && line != "{") {
            source_ += "{\n}\n";
        }
        if (line == "{") {
            ++depth_;
        } else if (line == "}") {
            for (--depth_; *indented_ && !is_indented && depth_ > 0; --depth_) {
                source_ += "}\n";
            }
        }
        if (!heading_.start.empty() && line == fmt::format("{}:", heading_.start)) {
            source_ += "start:\n";
        }
        source_ += Line(line).run();
        source_ += '\n';
        after_if_ = line.size() > 3 && same_letters(line.substr(0, 3), "if ");
    }

    [[nodiscard]] bool complete() const { return depth_ == 0; }
    [[nodiscard]] ImportedScript take() { return {std::string(heading_.name), std::move(source_)}; }

private:
    Heading heading_;
    std::string source_;
    std::size_t depth_{1};
    std::optional<bool> indented_;  ///< whether the first line was
    bool after_if_{};
};

}  // namespace

Result<Imported> import_scripts(std::string_view text, std::string_view file)
{
    Imported imported;
    std::string_view above;  // the last line outside of scripts that says something
    std::optional<Body> body;
    std::uint32_t number = 0;
    std::uint32_t begun = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view whole = text.substr(0, end);
        const std::string_view line = trimmed(whole);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.empty()) {
            continue;
        }
        if (body) {
            body->add(line, whole.front() == ' ' || whole.front() == '\t');
            if (body->complete()) {
                imported.scripts.push_back(body->take());
                body.reset();
            }
        } else if (line == "{" && !above.empty()) {
            --imported.left_out;  // it was counted, and is the heading of this script
            body.emplace(heading_of(above));
            begun = number;
            above = {};
        } else {
            above = line;
            ++imported.left_out;
        }
    }
    const auto malformed = [&](std::uint32_t at, std::string message, std::string hint) {
        return fail({.code = ErrorCode::malformed,
                     .message = std::move(message),
                     .file = std::string(file),
                     .line = at,
                     .column = 1,
                     .hint = std::move(hint)});
    };
    if (body) {
        return malformed(begun, "a script that is never closed", "a line with nothing but } ends it");
    }
    if (imported.scripts.empty()) {
        return malformed(1, "no script in it", "a script is a line with the actor's name, {, statements and }");
    }
    return imported;
}

}  // namespace redforge::soup
