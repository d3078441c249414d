// Parses a source and emits its bytes, statement by statement.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/letter_case.hpp"
#include "soup/assemble/emitter.hpp"

namespace redforge::soup {

/// Maximum nesting of calls: one for the statement, and the 32 nested values that the decoder accepts.
inline constexpr unsigned max_call_depth = 33;

inline constexpr std::int64_t lowest_i32 = -0x80000000LL;
inline constexpr std::int64_t highest_u32 = 0xFFFFFFFFLL;

/// Beginning of a line of the canonical layout, as a token index.
struct LineStart {
    std::uint32_t token{};
    bool label{};  ///< a label, hook or start line
};

class Parser {
public:
    Parser(std::string_view source, const Tokens& tokens, Diagnostics& diagnostics, const AssembleOptions& options)
        : source_(source), tokens_(tokens.tokens), diagnostics_(diagnostics), options_(options),
          emitter_(source, diagnostics)
    {
    }

    /// Parses the whole source. `places` receives the positions of the statements. The script is complete if there was
    /// no error.
    [[nodiscard]] Script run(std::vector<SourcePlace>& places);
    /// Parses only the layout. Names and labels can be unknown.
    void read_layout();
    /// Returns the names that the source declares.
    [[nodiscard]] Names take_names() { return std::move(declared_); }
    /// Returns the offset of the } of the actor, or 0 if there is none.
    [[nodiscard]] std::uint32_t closing() const { return closing_; }
    /// Returns the beginnings of lines. Precondition: read_layout() was called.
    [[nodiscard]] const std::vector<LineStart>& line_starts() const { return lines_; }

private:
    struct Block {
        /// `otherwise`: an else. `result`: an `if <ScriptRv>`. `broken`: the statement before the { has an error.
        enum class Kind : std::uint8_t { condition, otherwise, while_, loop, result, broken } kind{};
        std::uint32_t at{};                   ///< offset of the target to fill in, or of the block's first byte
        Token token;                          ///< its {
        std::uint32_t line{};                 ///< line of its first word
        std::size_t indentation{};            ///< of the line with the {
        std::uint32_t start{};                ///< loop: offset of its beginning
        std::vector<std::uint32_t> breaks{};  ///< loop: targets to set to its end
        bool chained{};                       ///< an `elseif`: ends together with its inner `if` and has no braces
        std::string_view word{"if"};          ///< word that opens it

        [[nodiscard]] bool is_loop() const { return kind == Kind::while_ || kind == Kind::loop; }
        [[nodiscard]] std::string opened() const;
    };
    /// A closed block.
    struct ClosedBlock {
        Block::Kind kind{};
        std::string_view word;       ///< word that opened it
        std::uint32_t line{};        ///< line of that word
        std::uint32_t brace_line{};  ///< line of its }
    };
    /// Marks in square brackets: [pad=3], [operator=2], [high=1], [op=0x19], [7]
    struct Marks {
        std::optional<std::uint32_t> pad;
        std::optional<std::uint32_t> operator_;
        std::optional<std::uint32_t> high;
        std::optional<std::uint32_t> op;
        std::optional<std::uint32_t> index;
        Token token;
    };
    struct Callee {
        std::uint32_t number{};
        CallKind standard{CallKind::function};
        const Function* function{};  ///< null if the name is like function_12
    };
    /// A block that is too short unless it ends at the end of the code.
    struct Deferred {
        std::uint32_t end{};
        Token token;
    };

    // parser.cpp: top level of a source
    void read();
    void read_names();
    void skip_names();
    void names_block();
    bool name_line();
    bool declared_name(Token& name);
    bool constant_line();
    void actor();
    [[nodiscard]] bool names_follow() const;
    void fail_unclosed(const Token& actor);
    void item();
    bool strings();
    bool hook();
    bool start();
    void recover();

    // parse_blocks.cpp
    void push_block(Block::Kind kind, std::uint32_t at);
    bool block_end();
    [[nodiscard]] std::size_t indentation(const Token& token);
    bool if_statement();
    bool branch();
    bool else_block(const Block& condition);
    void close_chain();
    bool while_statement();
    bool loop_statement();
    bool loop_jump(bool out);
    void end_loop(const Block& block, const Token& brace);
    bool result_statement();
    bool open_block(Block block);
    bool condition();

    // parse_statements.cpp
    bool statement();
    bool word_statement(const Token& token, std::string_view word);
    [[nodiscard]] bool is_statement_word(const Token& token, std::string_view word) const;
    bool word_assignment(const Token& token, std::string_view word);
    bool bytes_statement();
    bool jump(Op op);
    bool assignment(Op op, std::uint32_t number, bool wide);
    bool formula();
    bool call_or_object(std::optional<CallKind> kind);
    bool bracket_statement();

    // parse_mistakes.cpp: syntax of other languages
    bool comment_mistake(const Token& token);
    bool foreign_statement(const Token& token, std::string_view word);
    bool parentheses(std::string hint, bool in_condition);
    bool not_mistake(const Token& token);
    bool block_missing(std::string hint);
    bool comparison_mistake();
    [[nodiscard]] bool is_operator() const;
    bool formula_mistake(std::string_view wanted);
    bool minus_mistake(const Token& token);
    bool unknown_name(const Token& token, bool assigned);
    [[nodiscard]] std::string free_variable(std::size_t skip = 0) const;
    std::vector<SourceEdit> another_variable(std::uint32_t number);
    [[nodiscard]] std::string variables_of_actor() const;

    // parse_checks.cpp: valid but probably unintended code
    void check_variable(const Token& token, std::uint32_t number);
    void check_object(const Token& token, std::string_view name);
    void check_return_value(const Token& name, const Callee& callee, std::optional<CallKind> kind);
    void check_argument(const Callee& callee, std::size_t index, const Token& token, std::uint32_t at);
    void check_text_argument(const Callee& callee, std::size_t index, const Token& token);
    void check_number_argument(const Callee& callee, std::size_t index, const Token& token, std::int32_t value);
    [[nodiscard]] std::string near_labels(std::string_view label) const;

    // parse_values.cpp
    bool parse_value(Mode mode, ArgumentType meaning, ArgumentType* compared = nullptr);
    bool number_with_dot(ArgumentType meaning);
    bool word_value(Mode mode, ArgumentType* compared, const Token& token);
    bool parse_tail(Mode mode, const Opcode& row);
    bool self_call(Mode mode, std::optional<CallKind> kind, ArgumentType* compared);
    bool object_value(Mode mode, std::optional<CallKind> kind, ArgumentType* compared);
    bool object();
    [[nodiscard]] bool is_unclosed(std::size_t open) const;
    bool arguments(const Callee& callee, const Token& name);
    bool parse_marks(Marks& marks, std::string_view allowed);
    /// Returns the number of a generic name such as flag_12, of a name that the source declares, or of a name of
    /// SOUP386.DEF.
    [[nodiscard]] std::optional<std::uint32_t> number_of(std::string_view word, std::string_view prefix,
                                                         std::optional<std::uint32_t> (Names::*find)(std::string_view)
                                                             const) const;
    bool flag_number(std::uint32_t& number);
    bool callee(Callee& callee);
    bool property(std::uint16_t& property);
    bool string_literal(std::string& text);
    bool named_number(ArgumentType meaning);
    bool letters();
    bool dialogue_label(std::string& bytes);
    [[nodiscard]] std::optional<std::uint32_t> variable_of(const Token& token) const;
    [[nodiscard]] std::optional<std::int32_t> constant_of(std::string_view word) const;
    bool target(Target& target);
    bool number(std::int64_t low, std::int64_t high, std::int64_t& value, std::string_view what);

    // tokens
    [[nodiscard]] const Token& now() const { return tokens_[at_]; }
    [[nodiscard]] const Token& ahead(std::size_t by) const { return tokens_[std::min(at_ + by, tokens_.size() - 1)]; }
    [[nodiscard]] bool is_punctuator(std::string_view text) const { return is_punctuator(now(), text); }
    [[nodiscard]] static bool is_punctuator(const Token& token, std::string_view text)
    {
        return token.kind == TokenKind::punctuator && token.punctuator == punctuator(text);
    }
    [[nodiscard]] bool is_keyword(const Token& token, std::string_view word) const
    {
        return token.kind == TokenKind::word && token.length == word.size() &&
               to_lower(source_[token.at]) == to_lower(word[0]) && equals_ignore_case(text(token), word);
    }
    bool take_sign(std::string_view text)
    {
        const bool there = is_punctuator(text);
        at_ += there ? 1 : 0;
        return there;
    }
    bool expect_punctuator(std::string_view text, std::string_view where);
    [[nodiscard]] std::string_view text(const Token& token) const { return text_of(source_, token); }
    [[nodiscard]] std::string found(const Token& token) const;
    bool fail_at(const Token& token, ErrorCode code, std::string message, std::string hint = {},
                 std::vector<SourceEdit> fix = {});
    bool unexpected(std::string_view expected, std::string hint = {});
    void begin_line(bool label = false)
    {
        if (layout_only_) {
            lines_.push_back({static_cast<std::uint32_t>(at_), label});
        }
    }

    std::string_view source_;
    const std::vector<Token>& tokens_;
    Diagnostics& diagnostics_;
    const AssembleOptions& options_;
    Emitter emitter_;
    Names declared_;
    std::size_t at_{};
    std::vector<Block> blocks_;
    std::vector<LineStart> lines_;
    std::set<std::pair<std::uint32_t, Severity>> warned_variables_;  ///< one warning of each severity for each variable
    std::size_t missing_variables_{};                                ///< number of unknown variables that a fix
                                                                     ///< replaces
    std::set<std::string, std::less<>> warned_objects_;
    std::set<std::string, std::less<>> warned_labels_;
    std::vector<Deferred> at_end_;
    std::string name_;
    std::uint32_t closing_{};
    std::uint32_t opener_line_{};        ///< line of the last word that can open a block
    std::optional<ClosedBlock> closed_;  ///< the last block that a } ended
    std::optional<Block> outdented_;     ///< the first block whose } is less indented than its line, so that the }
                                         ///< was probably meant for another block
    std::uint32_t indented_line_{};      ///< 1-based line that `indentation_` belongs to
    std::size_t indentation_{};
    unsigned depth_{};
    bool layout_only_{};
};

}  // namespace redforge::soup
