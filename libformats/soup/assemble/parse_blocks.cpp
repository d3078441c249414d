// Parses blocks: if, elseif, else, while, loop, and the gotos that they imply.
#include <algorithm>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "soup/assemble/parser.hpp"

namespace redforge::soup {
namespace {

constexpr std::size_t deepest = 1000;

}  // namespace

std::string Parser::Block::opened() const
{
    return kind == Kind::broken ? "" : fmt::format("it is the block of {} in line {}", word, line);
}

void Parser::push_block(Block::Kind kind, std::uint32_t at)
{
    Block block;
    block.kind = kind;
    block.at = at;
    block.token = now();
    block.indentation = indentation(now());
    blocks_.push_back(std::move(block));
    ++at_;
}

/// Opens a block at the current {.
bool Parser::open_block(Block block)
{
    if (blocks_.size() >= deepest) {
        return fail_at(now(), ErrorCode::out_of_range, "more than 1000 nested blocks");
    }
    block.token = now();
    block.line = opener_line_;
    block.indentation = indentation(now());
    blocks_.push_back(std::move(block));
    ++at_;
    return true;
}

/// Returns the columns before the first character of a token's line. Cached for the current line.
std::size_t Parser::indentation(const Token& token)
{
    if (indented_line_ != token.line) {
        indented_line_ = token.line;
        const std::size_t begin = source_.rfind('\n', token.at) + 1;  // npos + 1: the first line
        indentation_ = std::min(source_.find_first_not_of(" \t", begin), source_.size()) - begin;
    }
    return indentation_;
}

bool Parser::block_end()
{
    const Block block = std::move(blocks_.back());
    blocks_.pop_back();
    const Token brace = now();
    ++at_;
    if (!outdented_ && indentation(brace) < block.indentation) {
        outdented_ = block;
    }
    closed_ = ClosedBlock{block.kind, block.word, block.line, brace.line};
    const std::uint32_t here = emitter_.here();
    switch (block.kind) {
    case Block::Kind::broken:
        if (is_keyword(now(), "else") || is_keyword(now(), "elseif")) {
            ++at_;
            recover();
            return true;
        }
        break;
    case Block::Kind::condition: {
        const bool on_its_own = is_keyword(now(), "else") && is_keyword(ahead(1), "goto");
        if ((is_keyword(now(), "else") && !on_its_own) || is_keyword(now(), "elseif")) {
            return else_block(block);
        }
        emitter_.patch32(block.at, here);
        break;
    }
    case Block::Kind::otherwise: emitter_.patch32(block.at, here); break;
    case Block::Kind::while_:
    case Block::Kind::loop: end_loop(block, brace); break;
    case Block::Kind::result:
        if (here - block.at < result_block_size) {
            at_end_.push_back({here, block.token});
        } else if (emitter_.last_statement() >= block.at + result_block_size) {
            return fail_at(brace, ErrorCode::malformed, "the block of <ScriptRv> has a statement after its fourth byte",
                           "it ends with the statement that reaches its fourth byte; put one goto there");
        }
        break;
    }
    close_chain();
    return true;
}

/// Closes the blocks of `elseif` around the last `if` of a chain.
void Parser::close_chain()
{
    while (!blocks_.empty() && blocks_.back().chained) {
        emitter_.patch32(blocks_.back().at, emitter_.here());
        blocks_.pop_back();
    }
}

/// Parses the `else` after the } of an `if`: ends the block with a goto past the block of the else.
bool Parser::else_block(const Block& condition)
{
    const Token word = now();
    opener_line_ = word.line;
    begin_line();
    emitter_.begin_implied(word);
    emitter_.put(static_cast<std::uint8_t>(Op::goto_));
    Block block;
    block.kind = Block::Kind::otherwise;
    block.at = emitter_.here();
    block.word = "else";
    emitter_.put(std::uint32_t{0});
    emitter_.patch32(condition.at, emitter_.here());
    const bool chained = is_keyword(word, "elseif") || is_keyword(ahead(1), "if");
    at_ += is_keyword(word, "elseif") ? 1U : chained ? 2U : 1U;
    if (!chained) {
        if (is_punctuator("{")) {
            return open_block(std::move(block));
        }
        block_missing("or: elseif CONDITION");
        recover();
        return false;
    }
    if (blocks_.size() >= deepest) {
        return fail_at(word, ErrorCode::out_of_range, "more than 1000 nested blocks");
    }
    block.chained = true;
    block.token = word;
    blocks_.push_back(std::move(block));
    const std::size_t blocks = blocks_.size();
    emitter_.begin_statement(word);
    emitter_.put(static_cast<std::uint8_t>(Op::if_));
    if (branch()) {
        return true;
    }
    recover();
    if (blocks_.size() == blocks) {
        blocks_.pop_back();
    }
    return false;
}

/// Emits the goto of a loop and resolves the jumps to its end.
void Parser::end_loop(const Block& block, const Token& brace)
{
    emitter_.begin_implied(brace);
    emitter_.put(static_cast<std::uint8_t>(Op::goto_));
    emitter_.put(block.start);
    const std::uint32_t here = emitter_.here();
    if (block.kind == Block::Kind::while_) {
        emitter_.patch32(block.at, here);
    }
    for (const std::uint32_t at : block.breaks) {
        if (at + sizeof(here) <= here) {  // otherwise an error truncated the code
            emitter_.patch32(at, here);
        }
    }
}

bool Parser::if_statement()
{
    ++at_;
    if (now().kind == TokenKind::bracket && equals_ignore_case(text(now()), "ScriptRv")) {
        return result_statement();
    }
    emitter_.put(static_cast<std::uint8_t>(Op::if_));
    if (!condition()) {
        return false;
    }
    Block block;
    block.kind = Block::Kind::condition;
    block.at = emitter_.here();
    if (is_punctuator("{")) {
        emitter_.put(std::uint32_t{0});
        return open_block(std::move(block));
    }
    if (!is_keyword(now(), "else") || !is_keyword(ahead(1), "goto")) {
        return block_missing("or: else goto #label");
    }
    at_ += 2;
    Target place;
    if (!target(place)) {
        return false;
    }
    emitter_.put_target(place);
    return true;
}

/// Parses the condition of an `elseif` and its block.
bool Parser::branch()
{
    if (!condition()) {
        return false;
    }
    if (!is_punctuator("{")) {
        return block_missing("");
    }
    Block block;
    block.kind = Block::Kind::condition;
    block.at = emitter_.here();
    block.word = "elseif";
    emitter_.put(std::uint32_t{0});
    return open_block(std::move(block));
}

bool Parser::while_statement()
{
    ++at_;
    Block block;
    block.kind = Block::Kind::while_;
    block.word = "while";
    block.start = emitter_.here();
    emitter_.put(static_cast<std::uint8_t>(Op::if_));
    if (!condition()) {
        return false;
    }
    if (!is_punctuator("{")) {
        return block_missing("");
    }
    block.at = emitter_.here();
    emitter_.put(std::uint32_t{0});
    return open_block(std::move(block));
}

bool Parser::loop_statement()
{
    ++at_;
    if (!is_punctuator("{")) {
        return unexpected("{ and the statements", "loop repeats without a condition; while CONDITION has one");
    }
    emitter_.no_statement();
    Block block;
    block.kind = Block::Kind::loop;
    block.word = "loop";
    block.start = emitter_.here();
    return open_block(std::move(block));
}

/// Parses break, which jumps `out` of the innermost loop, or continue, which jumps to its beginning.
bool Parser::loop_jump(bool out)
{
    const auto loop = std::ranges::find_if(blocks_.rbegin(), blocks_.rend(), &Block::is_loop);
    if (loop == blocks_.rend()) {
        return fail_at(now(), ErrorCode::malformed, fmt::format("{} outside of a loop", out ? "break" : "continue"),
                       out ? "it ends the enclosing while or loop"
                           : "it jumps to the beginning of the enclosing while or loop");
    }
    ++at_;
    emitter_.put(static_cast<std::uint8_t>(Op::goto_));
    if (out) {
        loop->breaks.push_back(emitter_.here());
    }
    emitter_.put(out ? std::uint32_t{0} : loop->start);
    return true;
}

bool Parser::result_statement()
{
    ++at_;
    std::int64_t value = 0;
    if (!expect_punctuator("=", "after <ScriptRv>") || !number(0, 255, value, "the script's return value")) {
        return false;
    }
    emitter_.put(static_cast<std::uint8_t>(Op::script_result));
    emitter_.put(static_cast<std::uint8_t>(value));
    if (!is_punctuator("{")) {
        return true;
    }
    Block block;
    block.kind = Block::Kind::result;
    block.at = emitter_.here();
    return open_block(std::move(block));
}

bool Parser::condition()
{
    if (is_punctuator("(")) {
        return parentheses("write conditions without parentheses", true);
    }
    while (true) {
        ArgumentType meaning = ArgumentType::number;
        if (!parse_value(Mode::lhs, ArgumentType::number, &meaning)) {
            return false;
        }
        std::size_t comparison = 0;
        while (comparison < comparison_signs.size() && !is_punctuator(comparison_signs.at(comparison))) {
            ++comparison;
        }
        if (comparison == comparison_signs.size()) {
            return comparison_mistake();
        }
        ++at_;
        emitter_.put(static_cast<std::uint8_t>(comparison));
        if (!parse_value(Mode::rhs, meaning)) {
            return false;
        }
        if (is_operator()) {
            return formula_mistake("{ and the statements");
        }
        const bool both = is_keyword(now(), "and");
        if (!both && !is_keyword(now(), "or")) {
            emitter_.put(std::uint8_t{0});
            return true;
        }
        ++at_;
        emitter_.put(static_cast<std::uint8_t>(both ? 1 : 2));
    }
}

}  // namespace redforge::soup
