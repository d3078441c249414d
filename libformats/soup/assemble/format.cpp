// The formatter: the parser finds the beginnings of lines, and the formatter prints the tokens again.
#include "soup/assemble/format.hpp"

#include <algorithm>

#include "core/text/letter_case.hpp"
#include "soup/assemble/parser.hpp"

namespace redforge::soup {
namespace {

class Formatter {
public:
    Formatter(std::string_view source, const Tokens& tokens, const std::vector<LineStart>& starts)
        : source_(source), tokens_(tokens.tokens), comments_(tokens.comments)
    {
        begins_.resize(tokens_.size());
        for (const LineStart& start : starts) {
            begins_[start.token] = start.label ? 2 : 1;
        }
        for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
            if (is_brace(i)) {
                begins_[i] = 1;
            } else if (i > 0 && begins_[i] == 0 && is_brace(i - 1)) {
                begins_[i] = 1;
            }
        }
        if (!begins_.empty()) {
            begins_[0] = 1;
        }
    }

    std::string run()
    {
        const std::size_t count = tokens_.size() - 1;
        for (std::size_t first = 0; first < count;) {
            std::size_t end = first + 1;
            while (end < count && begins_[end] == 0) {
                ++end;
            }
            line(first, end);
            first = end;
        }
        while (next_comment_ < comments_.size()) {
            own_line(comments_[next_comment_++]);
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] bool is_punctuator(std::size_t i, std::string_view text) const
    {
        return i < tokens_.size() && tokens_[i].kind == TokenKind::punctuator &&
               tokens_[i].punctuator == punctuator(text);
    }
    [[nodiscard]] bool is_brace(std::size_t i) const { return is_punctuator(i, "{") || is_punctuator(i, "}"); }

    /// Prints the tokens in [first, end), and the comments before `end`.
    void line(std::size_t first, std::size_t end)
    {
        const Token& last = tokens_[end - 1];
        const std::uint32_t stop = tokens_[end].at;
        std::string_view trailing;
        for (; next_comment_ < comments_.size() && comments_[next_comment_].at < stop; ++next_comment_) {
            const Token& comment = comments_[next_comment_];
            if (comment.at > last.at && comment.line == last.line) {
                trailing = comment_text(comment);
                ++next_comment_;
                break;
            }
            if (comment.at > last.at) {
                break;  // the comment belongs to the next line
            }
            own_line(comment);
        }
        if (is_punctuator(first, "}") && depth_ > 0) {
            --depth_;
        }
        blank_line(tokens_[first].line);
        out_.append(4 * depth_ - (begins_[first] == 2 && depth_ > 0 ? 2 : 0), ' ');
        for (std::size_t i = first; i < end; ++i) {
            if (i != first && space_between(i - 1, i)) {
                out_ += ' ';
            }
            append_token(i);
        }
        if (!trailing.empty()) {
            out_ += "  ";
            out_ += trailing;
        }
        out_ += '\n';
        last_line_ = last.line;
        if (is_punctuator(first, "{")) {
            ++depth_;
        }
    }

    void own_line(const Token& comment)
    {
        blank_line(comment.line);
        out_.append(4 * depth_, ' ');
        out_ += comment_text(comment);
        out_ += '\n';
        last_line_ = comment.line;
    }

    /// Prints one empty line if the source has at least one.
    void blank_line(std::uint32_t line)
    {
        if (last_line_ != 0 && line > last_line_ + 1) {
            out_ += '\n';
        }
    }

    [[nodiscard]] std::string_view comment_text(const Token& comment) const
    {
        std::string_view text = source_.substr(comment.at, comment.length);
        while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
            text.remove_suffix(1);
        }
        return text;
    }

    [[nodiscard]] bool space_between(std::size_t left, std::size_t right) const
    {
        for (const std::string_view s : {",", ")", "]", ":", ".", "(", "[", "++", "--"}) {
            if (is_punctuator(right, s)) {
                return false;
            }
        }
        for (const std::string_view s : {"(", "[", ".", "@"}) {
            if (is_punctuator(left, s)) {
                return false;
            }
        }
        const auto in_mark = [&](std::size_t equals) { return equals >= 2 && is_punctuator(equals - 2, "["); };
        if ((is_punctuator(left, "=") && in_mark(left)) || (is_punctuator(right, "=") && in_mark(right))) {
            return false;
        }
        // Matches #label+3 and the parentheses of <TaskPause(#label)>.
        const auto after_label = [&](std::size_t plus) {
            return is_punctuator(plus, "+") && plus > 0 && tokens_[plus - 1].kind == TokenKind::label;
        };
        if (after_label(left) || after_label(right)) {
            return false;
        }
        const bool opens =
            tokens_[left].kind == TokenKind::bracket && source_[tokens_[left].at + tokens_[left].length - 1] == '(';
        return !opens && !(is_punctuator(right, ">") && is_punctuator(left, ")") && right + 1 < tokens_.size() &&
                           closes_pause(left));
    }

    /// Returns true if a ) closes <TaskPause(#label)>.
    [[nodiscard]] bool closes_pause(std::size_t i) const
    {
        for (std::size_t back = 1; back <= 4 && back <= i; ++back) {
            const Token& token = tokens_[i - back];
            if (token.kind == TokenKind::bracket) {
                return source_[token.at + token.length - 1] == '(';
            }
        }
        return false;
    }

    void append_token(std::size_t i)
    {
        const Token& token = tokens_[i];
        const std::string_view text = source_.substr(token.at, token.length);
        const bool is_name = i > 0 && tokens_[i - 1].kind == TokenKind::word &&
                             equals_ignore_case(source_.substr(tokens_[i - 1].at, tokens_[i - 1].length), "actor");
        if (token.kind == TokenKind::punctuator && text == "==") {
            out_ += '=';
        } else if (token.kind == TokenKind::word && !is_name && is_reserved(text)) {
            const auto object = std::ranges::find_if(object_words, [&](std::string_view word) {
                return equals_ignore_case(word, text);
            });
            out_ += object != object_words.end() ? std::string(*object) : lower(text);
        } else {
            out_ += text;
        }
    }

    std::string_view source_;
    const std::vector<Token>& tokens_;
    const std::vector<Token>& comments_;
    std::vector<std::uint8_t> begins_;  ///< 1: a line begins with this token; 2: a label line begins with it
    std::string out_;
    std::size_t next_comment_{};
    std::size_t depth_{};
    std::uint32_t last_line_{};
};

}  // namespace

Formatted format(std::string_view source, std::string_view file)
{
    Formatted result;
    if (is_hex_source(source)) {
        result.text = source;
        return result;
    }
    Diagnostics diagnostics(source, file);
    const Tokens tokens = read_tokens(source, diagnostics);
    AssembleOptions options;
    options.checks = Checks::none;
    Parser parser(source, tokens, diagnostics, options);
    parser.read_layout();
    if (!diagnostics.failed()) {
        result.text = Formatter(source, tokens, parser.line_starts()).run();
    }
    result.diagnostics = diagnostics.take();
    return result;
}

}  // namespace redforge::soup
