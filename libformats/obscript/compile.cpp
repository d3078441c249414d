// Compiles scripts: the two passes and the statements.
#include "obscript/compile.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "obscript/compiler.hpp"
#include "obscript/source_lines.hpp"
#include "obscript/user_commands.hpp"

namespace redforge::obscript {
namespace {

/// Maximum number of reported errors.
constexpr std::size_t max_errors = 50;

/// Returns the keyword of a line's first word; none for a call of a command or an unknown word.
Keyword line_keyword(std::string_view word)
{
    const KeywordEntry* const entry = find_keyword(word);
    return entry == nullptr || entry->keyword >= Keyword::part ? Keyword::none : entry->keyword;
}

}  // namespace

bool Compiled::failed() const
{
    return std::ranges::any_of(messages, &Message::is_error);
}

Compiled compile(std::string_view source, Environment& environment, const CompileOptions& options)
{
    return Compiler(source, environment, options).run();
}

Compiler::Compiler(std::string_view source, Environment& environment, const CompileOptions& options)
    : source_(source), environment_(environment), options_(options)
{
    for (const LocalVariable& variable : options.old_variables) {
        old_indices_[lower(variable.name)].push_back(variable.index);
    }
}

Compiled Compiler::run()
{
    result_.last_variable = options_.last_variable;
    const std::vector<std::string_view> lines = source_lines(source_);
    find_callers(lines);
    for (const std::string_view each : lines) {
        line(each);
        if (errors_ > max_errors) {
            break;
        }
    }
    finish();
    return std::move(result_);
}

void Compiler::find_callers(const std::vector<std::string_view>& lines)
{
    for (const std::string_view each : lines) {
        const Token first = LineCursor(each).next();
        if (first.has_owner) {
            line_ = each;
            reference(first.owner, true);
        }
    }
}

void Compiler::line(std::string_view line)
{
    line_ = line;
    if (line.size() > max_line) {
        error(line, ErrorCode::out_of_range,
              fmt::format("a line of {} characters; at most {} are possible", line.size(), max_line),
              "use variables for parts of it");
    }
    LineCursor cursor(line);
    const Token first = cursor.next();
    const Keyword word = first.has_owner || first.quoted ? Keyword::none : line_keyword(first.name);
    operand_ = 0;
    const std::size_t before = result_.code.size();
    if (is_declaration(word)) {
        declaration(word, cursor);
    } else {
        check_place(word);
        check_reach(word, first.name);
        word == Keyword::none ? command_line(first, cursor) : keyword_line(word, cursor);
        if (cursor.open_quote()) {
            error(line, ErrorCode::malformed, "a quote that is not closed in its line", "close it with \"");
        }
        ++statement_;
    }
    // Jumps count declarations of type ref, although these have no code.
    counted_ += !is_declaration(word) || word == Keyword::reference ? 1U : 0U;
    if (result_.code.size() - before > max_line_code) {
        error(line, ErrorCode::out_of_range,
              fmt::format("the code of this line has {} bytes; at most {} are possible", result_.code.size() - before,
                          max_line_code),
              "split the line");
    }
}

void Compiler::check_place(Keyword word)
{
    if (options_.kind == ScriptKind::result) {
        if (word == Keyword::begin || word == Keyword::end || word == Keyword::script_name) {
            error(line_, ErrorCode::malformed, "a result script has no name and no blocks",
                  "write the statements without Begin and End");
        }
        return;
    }
    if (!has_name_ && word != Keyword::script_name) {
        error(line_, ErrorCode::malformed, "a script begins with its name", "write scn and a name in the first line");
        has_name_ = true;
    }
    if (block_.data() == nullptr && word != Keyword::script_name && word != Keyword::begin && word != Keyword::end) {
        error(line_, ErrorCode::malformed, "a statement outside of any block",
              "put it between Begin and End, such as Begin GameMode");
    }
}

void Compiler::check_reach(Keyword word, std::string_view name)
{
    const bool other_way = word == Keyword::else_if || word == Keyword::else_ || word == Keyword::end_if ||
                           word == Keyword::end || word == Keyword::begin || equals_ignore_case(name, "loop");
    if (other_way) {
        reach_ = Reach::reached;
    } else if (reach_ == Reach::unreached) {
        warning(line_, "unreachable line: there is a return before it");
        reach_ = Reach::reported;
    } else if (word == Keyword::return_ && reach_ == Reach::reached) {
        reach_ = Reach::unreached;
    }
}

void Compiler::note_use(const LocalVariable& variable, bool written)
{
    Use& use = uses_[static_cast<std::size_t>(&variable - result_.variables.data())];
    (written ? use.written : use.read) = true;
}

void Compiler::warn_unused()
{
    // Other scripts can use the variables of quests.
    if (options_.kind == ScriptKind::quest || options_.kind == ScriptKind::result) {
        return;
    }
    for (std::size_t i = 0; i < uses_.size(); ++i) {
        const LocalVariable& variable = result_.variables[i];
        const std::string_view place = declarations_[i];
        if (!uses_[i].read && !uses_[i].written) {
            warning(place, fmt::format("the variable {} is never used in this script", variable.name));
        } else if (!uses_[i].written) {
            warning(place, fmt::format("the variable {} is read, but never set in this script", variable.name));
        }
    }
}

void Compiler::keyword_line(Keyword word, LineCursor& cursor)
{
    switch (word) {
    case Keyword::script_name: {
        if (has_name_ && statement_ != 0) {
            warning(line_, "a second name of the script");
        }
        has_name_ = true;
        put_statement(opcode::script_name, {});
        break;
    }
    case Keyword::begin: begin(cursor); break;
    case Keyword::end: end(); break;
    case Keyword::set: set(cursor); break;
    case Keyword::if_: condition(opcode::if_, cursor); break;
    case Keyword::else_if:
        close_if();
        condition(opcode::else_if, cursor);
        break;
    case Keyword::else_: {
        close_if();
        if (equals_ignore_case(cursor.rest().substr(0, 3), " if")) {
            warning(line_, "the condition after else is ignored", "write elseif, in one word");
            fix(cursor.rest().substr(0, 1), "");
        }
        put_statement(opcode::else_, Bytes(2));
        open_if(result_.code.size() - 2);
        break;
    }
    case Keyword::end_if:
        close_if();
        put_statement(opcode::end_if, {});
        break;
    case Keyword::return_: put_statement(opcode::return_, {}); break;
    default: break;
    }
    if (word == Keyword::end || word == Keyword::else_ || word == Keyword::end_if || word == Keyword::return_) {
        warn_leftover(cursor, cursor.rest());
    }
}

void Compiler::warn_leftover(const LineCursor& cursor, std::string_view after)
{
    LineCursor rest = cursor;
    rest.skip_space();
    if (!rest.at_end() && !after.starts_with(" if")) {
        warning(rest.rest(), fmt::format("\"{}\" is ignored", rest.rest()), "put ; before a comment");
        fix(rest.rest().substr(0, 0), "; ");
    }
}

void Compiler::put_statement(std::uint16_t opcode, ByteView payload)
{
    append_le(result_.code, opcode);
    append_le(result_.code, static_cast<std::uint16_t>(payload.size()));
    append(result_.code, payload);
}

void Compiler::declaration(Keyword word, LineCursor& cursor)
{
    static constexpr std::array types{VariableType::real, VariableType::integer, VariableType::string,
                                      VariableType::array, VariableType::reference};
    const Token token = cursor.next();
    if (token.name.empty()) {
        return error(line_, ErrorCode::malformed, "a declaration without a name", "write the variable's name after it");
    }
    const std::string_view name = token.text;
    if (is_digit(name.front())) {
        warning(name, fmt::format("\"{}\" begins with a digit: no expression can name it", name));
    }
    if (!cursor.at_end()) {
        warning(cursor.rest(), fmt::format("\"{}\" is ignored", cursor.rest()), "declare one variable in each line");
    }
    LocalVariable variable{.index = 0,
                           .name = std::string(name),
                           .type = types[static_cast<std::size_t>(word) - static_cast<std::size_t>(Keyword::real)]};
    const std::string key = lower(name);
    const std::size_t times = declared_[key]++;
    if (const auto old = old_indices_.find(key); old != old_indices_.end()) {
        variable.index = old->second[std::min(times, old->second.size() - 1)];
    } else {
        variable.index = ++result_.last_variable;
    }
    if (times != 0) {
        warning(name, fmt::format("the variable {} is declared again", name), "remove one of the declarations");
    }
    if (variable.index > 0xFFFF) {
        error(name, ErrorCode::out_of_range,
              fmt::format("variable number {}; at most 65535 are possible", variable.index));
    }
    locals_.try_emplace(key, result_.variables.size());
    if (variable.type == VariableType::reference) {
        if (const std::uint16_t place = find_reference(name); place == 0) {
            add_reference(name, Entry::Kind::variable, variable.index);
        } else if (Entry& entry = entries_[place - 1U]; entry.kind != Entry::Kind::variable) {
            entry.kind = Entry::Kind::variable;
            entry.value = variable.index;
        }
    }
    result_.uses_obse =
        result_.uses_obse || variable.type == VariableType::string || variable.type == VariableType::array;
    if (command_named(name, options_.commands) != nullptr) {
        warning(name, fmt::format("the variable {} hides the command of that name", name), "give it another name");
    }
    result_.variables.push_back(std::move(variable));
    uses_.emplace_back();
    declarations_.push_back(name);
}

void Compiler::begin(LineCursor& cursor)
{
    if (block_.data() != nullptr) {
        error(line_, ErrorCode::malformed, "a block begins before the one before it has ended", "write End before it");
    }
    block_ = line_;
    const Token token = cursor.next();
    std::string_view name = token.name;
    redirected_ = name.starts_with('_');
    name.remove_prefix(redirected_ ? 1 : 0);
    const int type = block_type_named(name);
    Bytes payload;
    if (type < 0) {
        std::vector<std::string_view> names;
        std::ranges::transform(block_types(), std::back_inserter(names), &BlockType::name);
        unknown_word(token.text.empty() ? line_ : token.text, name, fmt::format("no block type \"{}\"", name), names,
                     "blocks are GameMode, MenuMode, OnActivate ...");
        return;
    }
    const BlockType& block = block_types()[static_cast<std::size_t>(type)];
    append_le(payload, static_cast<std::uint16_t>(type));
    append_le(payload, std::uint32_t{});
    if (type == function_block) {
        result_.uses_obse = true;
        function_variables(payload, cursor.rest());
    } else if (redirected_ && !block.parameters.empty()) {
        append_le(payload, std::uint16_t{0xFFFE});
        Command as_command;
        as_command.name = block.name;
        as_command.parameters = block.parameters;
        as_command.required = block.required;
        obse_arguments(as_command, cursor, payload, Place::statement);
    } else if (!block.parameters.empty()) {
        parameters(block.name, block.parameters, block.required, cursor, payload, Place::statement);
    } else {
        warn_leftover(cursor, cursor.rest());
    }
    block_length_at_ = result_.code.size() + 4 + 2;
    put_statement(opcode::begin, payload);
    block_begin_ = result_.code.size();
    if (redirected_) {
        result_.uses_obse = true;
        put_statement(opcode::push_context, {});
    }
}

void Compiler::end()
{
    if (block_.data() == nullptr) {
        return error(line_, ErrorCode::malformed, "an End without a Begin");
    }
    if (block_length_at_ != 0) {  // the type is known
        if (redirected_) {
            put_statement(opcode::pop_context, {});
        }
        put_statement(opcode::end, {});
        store_le(result_.code.data() + block_length_at_,
                 static_cast<std::uint32_t>(result_.code.size() - block_begin_));
    }
    if (!ifs_.empty()) {
        error(ifs_.back().line, ErrorCode::malformed, "an if without endif", "write endif before the block's End");
        ifs_.clear();
    }
    block_ = {};
    block_length_at_ = 0;
    redirected_ = false;
}

void Compiler::function_variables(Bytes& out, std::string_view rest)
{
    const std::size_t open = rest.find('{');
    const std::size_t close = rest.find('}');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
        return error(line_, ErrorCode::malformed, "a function without { } around its parameters",
                     "write Begin Function { }");
    }
    out.push_back(std::byte{1});
    const std::size_t count_at = out.size();
    out.push_back({});
    LineCursor names(rest.substr(open + 1, close - open - 1));
    std::uint8_t count = 0;
    for (Token token = names.next(); !token.empty(); token = names.next()) {
        const LocalVariable* variable = local(token.text);
        if (variable == nullptr) {
            return error(token.text, ErrorCode::unknown_name, fmt::format("no variable is called {}", token.text),
                         "declare the parameters of a function before its Begin");
        }
        note_use(*variable, true);
        append_le(out, static_cast<std::uint16_t>(variable->index));
        out.push_back(static_cast<std::byte>(variable->type));
        ++count;
    }
    out[count_at] = static_cast<std::byte>(count);
    const std::size_t arrays_at = out.size();
    out.push_back({});
    std::uint8_t arrays = 0;
    for (const LocalVariable& variable : result_.variables) {
        if (variable.type == VariableType::array) {
            append_le(out, static_cast<std::uint16_t>(variable.index));
            ++arrays;
        }
    }
    out[arrays_at] = static_cast<std::byte>(arrays);
}

void Compiler::set(LineCursor& cursor)
{
    const Token target = cursor.next();
    Bytes payload;
    if (target.empty()) {
        return error(line_, ErrorCode::malformed, "set without a variable", "write set VARIABLE to VALUE");
    }
    if (const auto found = value(target, true)) {
        put_value(payload, *found);
    } else {
        error(target.text, ErrorCode::unknown_name, fmt::format("no variable is called {}", target.text),
              "declare it, such as with: short NAME");
    }
    const Token to = cursor.next();
    // The game compares two characters only.
    if (!equals_ignore_case(to.text.substr(0, 2), "to")) {
        const std::string_view assigned = cursor.rest().substr(0, cursor.rest().starts_with(":=") ? 2 : 1);
        error(!to.empty()        ? to.text
              : assigned.empty() ? line_
                                 : assigned,
              ErrorCode::malformed, "set without to", "write set VARIABLE to VALUE");
        if (to.empty() && assigned.ends_with('=')) {
            fix(assigned, "to");
        } else if (!to.empty() && !to.quoted) {
            fix(to.text.substr(0, 0), "to ");
        }
        return;
    }
    sized_expression(cursor, payload);
    put_statement(opcode::set, payload);
}

void Compiler::sized_expression(LineCursor& cursor, Bytes& out)
{
    const std::size_t size_at = out.size();
    out.resize(size_at + 2);
    expression(cursor, out);
    store_le(out.data() + size_at, static_cast<std::uint16_t>(out.size() - size_at - 2));
}

void Compiler::condition(std::uint16_t opcode, LineCursor& cursor)
{
    Bytes payload(2);
    sized_expression(cursor, payload);
    put_statement(opcode, payload);
    open_if(result_.code.size() - payload.size());
}

void Compiler::open_if(std::size_t jump_at)
{
    // `counted_` does not include this line yet.
    ifs_.push_back({jump_at, counted_ + 1, line_});
    if (ifs_.size() > max_if_depth) {
        error(line_, ErrorCode::out_of_range,
              fmt::format("{} nested ifs; at most {} are possible", ifs_.size(), max_if_depth),
              "join conditions with &&");
    }
}

void Compiler::close_if()
{
    if (ifs_.empty()) {
        return error(line_, ErrorCode::malformed, "there is no open if here", "write an if before it");
    }
    store_le(result_.code.data() + ifs_.back().jump_at, static_cast<std::uint16_t>(counted_ - ifs_.back().counted));
    ifs_.pop_back();
}

void Compiler::command_line(const Token& token, LineCursor& cursor)
{
    const Command* command = line_command(token);
    if (command == nullptr) {
        return;
    }
    if (token.has_owner) {
        if (const LocalVariable* variable = local(token.owner)) {
            note_use(*variable, false);
        }
        append_le(result_.code, opcode::prefix);
        append_le(result_.code, find_reference(token.owner));
    } else if (command->needs_reference && options_.kind == ScriptKind::quest) {
        warning(token.text, fmt::format("{} is called on a reference, which a quest does not have", command->name),
                fmt::format("write REFERENCE.{}", command->name));
    }
    Bytes payload;
    const bool is_loop = command->parser == CommandParser::loop;
    if (is_loop) {
        payload.resize(4);
    }
    arguments(*command, cursor, payload, Place::statement);
    put_statement(command->opcode, payload);
    if (is_loop) {
        loops_.push_back({result_.code.size() - payload.size(), line_});
    } else if (command->opcode == opcode::loop) {
        if (loops_.empty()) {
            error(line_, ErrorCode::malformed, "loop without while or foreach");
        } else {
            store_le(result_.code.data() + loops_.back().end_at, static_cast<std::uint32_t>(result_.code.size()));
            loops_.pop_back();
        }
    }
}

void Compiler::finish()
{
    if (block_.data() != nullptr) {
        error(block_, ErrorCode::malformed, "a block that does not end", "write End after its last statement");
    }
    for (const OpenIf& open : ifs_) {
        error(open.line, ErrorCode::malformed, "an if without endif", "write endif");
    }
    for (const OpenLoop& open : loops_) {
        error(open.line, ErrorCode::malformed, "a loop without its end", "write loop");
    }
    warn_unused();
    for (const Entry& entry : entries_) {
        if (entry.kind == Entry::Kind::unresolved) {
            line_ = entry.first;
            unknown_name(entry.first);
        }
        result_.references.push_back({entry.kind == Entry::Kind::variable, entry.value, entry.name});
    }
    line_ = {};
    // OBSE users have Construction Set Extender, which doubles the limit.
    const std::size_t max_size = result_.uses_obse ? max_extended_code : max_code;
    if (result_.code.size() > max_size) {
        error(source_.substr(0, 0), ErrorCode::out_of_range,
              fmt::format("the compiled script has {} bytes; at most {} are possible", result_.code.size(), max_size),
              "split the script");
    } else if (result_.code.size() > max_code) {
        warning(
            source_.substr(0, 0),
            fmt::format("the compiled script has {} bytes; without Construction Set Extender at most {} are possible",
                        result_.code.size(), max_code));
    }
    std::ranges::stable_sort(result_.messages, {},
                             [](const Message& each) { return std::pair(each.error.line, each.error.column); });
}

void Compiler::error(std::string_view part, ErrorCode code, std::string message, std::string hint)
{
    ++errors_;
    add_message(true, part, code, std::move(message), std::move(hint));
}

void Compiler::warning(std::string_view part, std::string message, std::string hint)
{
    add_message(false, part, ErrorCode::malformed, std::move(message), std::move(hint));
}

void Compiler::fix(std::string_view part, std::string text)
{
    const std::less<> before;
    if (part.data() != nullptr && !before(part.data(), source_.data()) &&
        !before(source_.data() + source_.size(), part.data() + part.size())) {
        const auto at = static_cast<std::size_t>(part.data() - source_.data());
        result_.messages.back().fix.push_back({at, part.size(), std::move(text)});
    }
}

void Compiler::add_message(bool is_error, std::string_view part, ErrorCode code, std::string message, std::string hint)
{
    const std::less<> before;
    const auto inside = [&](std::string_view text) {
        return text.data() != nullptr && !before(text.data(), source_.data()) &&
               !before(source_.data() + source_.size(), text.data() + text.size());
    };
    const std::string_view place = inside(part) ? part : inside(line_) ? line_ : source_.substr(0, 0);
    if (line_starts_.empty()) {
        line_starts_.push_back(0);
        const bool only_cr = source_.find('\n') == std::string_view::npos;
        for (std::size_t i = 0; i < source_.size(); ++i) {
            if (source_[i] == (only_cr ? '\r' : '\n')) {
                line_starts_.push_back(i + 1);
            }
        }
    }
    const auto at = static_cast<std::size_t>(place.data() - source_.data());
    const auto next = std::ranges::upper_bound(line_starts_, at);
    const auto line_number = static_cast<std::uint32_t>(next - line_starts_.begin());
    result_.messages.push_back({.is_error = is_error,
                                .error = {.code = code,
                                          .message = std::move(message),
                                          .line = line_number,
                                          .column = static_cast<std::uint32_t>(at - *std::prev(next)) + 1,
                                          .hint = std::move(hint)},
                                .length = static_cast<std::uint32_t>(place.size())});
}

}  // namespace redforge::obscript
