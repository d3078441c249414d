// Prints the source of a script, line by line.
#include "soup/disassemble/disassemble.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/text/code_page.hpp"
#include "core/text/words.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/printer.hpp"

namespace redforge::soup {
namespace {

class SourceWriter {
public:
    SourceWriter(const Script& script, const Names* names, const SourceOptions& options)
        : script_(script), options_(options), layout_(lay_out(script, options.structured)),
          printer_(script, layout_, names, out_)
    {
        std::uint32_t number = 0;
        for (const Hook& hook : script.hooks) {
            hooks_.push_back({hook.offset, number++});
        }
        std::ranges::stable_sort(hooks_, {}, &HookPlace::offset);
    }

    Source run()
    {
        out_ += "actor ";
        if (is_word(script_.name) && !is_digit(script_.name[0])) {
            out_ += script_.name;
        } else {
            printer_.quoted(script_.name, '"');
        }
        end_line();
        line("{", 0);
        strings();
        places_elsewhere();
        for (std::size_t i = 0; i < layout_.listing.statements.size(); ++i) {
            Statement& statement = layout_.listing.statements[i];
            close_blocks(statement.offset);
            marks_at(statement.offset, statement.label);
            structured(i);
        }
        const auto size = static_cast<std::uint32_t>(script_.code.size());
        close_blocks(size);
        marks_at(size, layout_.end_label);
        line("}", 0);
        can_leave_code_ = can_leave_code(size);
        return {std::move(out_), std::move(layout_.listing), printer_.standard()};
    }

    /// Returns true if the statements that run() printed can contain a mistake.
    [[nodiscard]] bool has_mistakes() const { return printer_.has_mistakes() || can_leave_code_; }
    /// Prints the `names` block for the statements that run() printed.
    void names(std::string& out) { printer_.names_block(out); }

private:
    struct HookPlace {
        std::uint32_t offset{};
        std::uint32_t number{};
    };

    /// An open block.
    struct Open {
        std::uint32_t end{};
        bool has_goto{};    ///< the end of the block implies the goto at that position
        bool braces{true};  ///< false if it is the block of an elseif, which ends together with its inner `if`
    };

    /// Returns true if a statement can lead past the last statement or outside the code.
    [[nodiscard]] bool can_leave_code(std::uint32_t size) const
    {
        const std::vector<Statement>& all = layout_.listing.statements;
        const auto leaves = [&](const Statement& each) {
            const std::span<const Operand> operands = layout_.listing.operands_of(each);
            return static_cast<Op>(each.opcode) == Op::script_result ||
                   (!operands.empty() && operands.back().kind == OperandKind::target && operands.back().value >= size);
        };
        const auto op = static_cast<Op>(all.empty() ? 0 : all.back().opcode);
        const bool ends = op == Op::goto_ || op == Op::end || op == Op::return_ || op == Op::endint;
        return !ends || std::ranges::any_of(all, leaves);
    }

    /// Prints a statement together with the block structure that it implies.
    void structured(std::size_t i)
    {
        Statement& statement = layout_.listing.statements[i];
        const Structure& structure = layout_.structure;
        const Shape shape = structure.shape(i);
        if (shape == Shape::loop_end || shape == Shape::else_) {
            statement.line = line_;  // line of the }, or of the else after it
            close_one();
        }
        if (shape == Shape::else_) {
            const bool chained = structure.chained[i];
            ends_.push_back({structure.block_ends[i], false, !chained});
            if (!chained) {
                statement.line = line_;
                line("else", depth_ + 1);
                line("{", depth_ + 1);
                ++depth_;
            }
            return;
        }
        if (shape == Shape::loop_end) {
            return;
        }
        if (i < structure.loop_ends.size() && structure.loop_ends[i] != 0) {
            line("loop", depth_ + 1);
            open(structure.loop_ends[i], true);
        }
        const bool chained = i > 0 && structure.shape(i - 1) == Shape::else_ && structure.chained[i - 1];
        print(statement, shape, shape == Shape::while_ ? "while" : chained ? "elseif" : "if");
        if (statement.block_end != 0 && !statement.raw) {
            const std::uint32_t end = structure.shapes.empty() ? statement.block_end : structure.block_ends[i];
            open(end, end != statement.block_end);
        }
    }

    void open(std::uint32_t end, bool has_goto)
    {
        line("{", depth_ + 1);
        ++depth_;
        ends_.push_back({end, has_goto, true});
    }

    void close_one()
    {
        const bool braces = ends_.back().braces;
        ends_.pop_back();
        if (braces) {
            --depth_;
            line("}", depth_ + 1);
        }
    }

    void close_blocks(std::uint32_t offset)
    {
        while (!ends_.empty() && ends_.back().end == offset && !ends_.back().has_goto) {
            close_one();
        }
    }

    void print(Statement& statement, Shape shape, std::string_view branch)
    {
        statement.line = line_;
        if (statement.raw) {
            for (std::uint32_t at = 0; at < statement.length; at += hex_bytes_per_line) {
                Statement piece = statement;
                piece.offset += at;
                piece.length = std::min<std::uint32_t>(statement.length - at, hex_bytes_per_line);
                indent(depth_ + 1);
                printer_.statement(piece);
                end_line();
            }
            return;
        }
        indent(depth_ + 1);
        if (shape == Shape::break_ || shape == Shape::continue_) {
            out_ += shape == Shape::break_ ? "break" : "continue";
            end_line();
            return;
        }
        printer_.statement(statement, branch);
        if (options_.comments && !printer_.comment().empty()) {
            out_ += "  // " + printer_.comment();
        }
        end_line();
    }

    void strings()
    {
        if (!layout_.list_strings) {
            return;
        }
        line("strings", 1);
        line("{", 1);
        for (const std::string& text : script_.strings) {
            indent(2);
            printer_.quoted(text, '"');
            end_line();
        }
        line("}", 1);
    }

    /// Prints the start and hooks that do not point to a statement.
    void places_elsewhere()
    {
        if (script_.start != 0 && !layout_.is_place(script_.start)) {
            indent_label(1);
            out_ += "start at ";
            printer_.target(script_.start);
            end_line();
        }
        for (std::uint32_t i = 0; i < script_.hooks.size(); ++i) {
            if (layout_.is_place(script_.hooks[i].offset)) {
                continue;
            }
            indent_label(1);
            fmt::format_to(std::back_inserter(out_), "hook {} at ", i);
            printer_.target(script_.hooks[i].offset);
            upper(script_.hooks[i]);
            end_line();
        }
    }

    /// Prints the label, hooks and start of an offset.
    void marks_at(std::uint32_t offset, bool label)
    {
        if (label) {
            indent_label(depth_ + 1);
            fmt::format_to(std::back_inserter(out_), "#{:04X}:", offset);
            end_line();
        }
        for (; next_hook_ < hooks_.size() && hooks_[next_hook_].offset <= offset; ++next_hook_) {
            if (hooks_[next_hook_].offset == offset) {
                indent_label(depth_ + 1);
                fmt::format_to(std::back_inserter(out_), "hook {}", hooks_[next_hook_].number);
                upper(script_.hooks[hooks_[next_hook_].number]);
                out_ += ':';
                end_line();
            }
        }
        if (script_.start != 0 && script_.start == offset) {
            indent_label(depth_ + 1);
            out_ += "start:";
            end_line();
        }
    }

    void upper(const Hook& hook)
    {
        if (hook.upper != 0) {
            fmt::format_to(std::back_inserter(out_), " upper {}", hook.upper);
        }
    }

    void indent(std::size_t depth) { out_.append(4 * depth, ' '); }
    void indent_label(std::size_t depth) { out_.append(4 * depth - 2, ' '); }
    void line(std::string_view text, std::size_t depth)
    {
        indent(depth);
        out_ += text;
        end_line();
    }
    void end_line()
    {
        out_ += '\n';
        ++line_;
    }

    const Script& script_;
    const SourceOptions& options_;
    std::string out_;
    Layout layout_;
    Printer printer_;
    std::vector<HookPlace> hooks_;
    std::size_t next_hook_{};
    std::vector<Open> ends_;
    std::size_t depth_{};  ///< number of open blocks with braces
    std::uint32_t line_{1};
    bool can_leave_code_{};
};

/// Returns true if the source, assembled without its `names` block, gives the same script. Each printed name must have
/// the meaning that `names` gives it.
bool assembles_to(const Source& source, const Script& script, const Names* names)
{
    AssembleOptions options;
    options.names = names;
    options.previous = &script;
    options.checks = Checks::none;
    const Assembly again = assemble(source.text, "", options);
    return again.script && *again.script == script;
}

/// Adds a comment after each statement that has a mistake. Scripts of the game keep their mistakes as warnings.
void mark_mistakes(std::string& text, const Script& script, const Names* names)
{
    const Assembly assembly = assemble(text, "", {.names = names, .previous = &script, .checks = Checks::mistakes});
    std::map<std::size_t, std::set<std::string_view>> rules;  // by the end offset of the line
    for (const Diagnostic& each : assembly.diagnostics) {
        rules[text.find('\n', each.at)].insert(each.rule);
    }
    std::string marked;
    std::size_t done = 0;
    for (const auto& [end, of_line] : rules) {
        marked += std::string_view(text).substr(done, end - done);
        for (const std::string_view rule : of_line) {
            marked += fmt::format("  {}{}", warn_comment, rule);
        }
        done = end;
    }
    text = marked.append(std::string_view(text).substr(done));
}

/// Returns a source of raw bytes only.
Source as_bytes_alone(const Script& script)
{
    Source source;
    const auto to = std::back_inserter(source.text);
    source.text += "actor ";
    append_quoted(source.text, script.name, '"');
    source.text += "\n{\n    strings\n    {\n";
    for (const std::string& text : script.strings) {
        source.text += "        ";
        append_quoted(source.text, text, '"');
        source.text += '\n';
    }
    fmt::format_to(to, "    }}\n  start at 0x{:X}\n", script.start);
    for (std::size_t i = 0; i < script.hooks.size(); ++i) {
        fmt::format_to(to, "  hook {} at 0x{:X} upper {}\n", i, script.hooks[i].offset, script.hooks[i].upper);
    }
    for (std::size_t at = 0; at < script.code.size(); at += hex_bytes_per_line) {
        source.text += "    bytes \"";
        append_hex(source.text,
                   ByteView(script.code).subspan(at, std::min(script.code.size() - at, hex_bytes_per_line)));
        source.text += "\"\n";
    }
    source.text += "}\n";
    if (!script.code.empty()) {
        Statement all;
        all.length = static_cast<std::uint32_t>(script.code.size());
        all.raw = true;
        source.listing.statements.push_back(all);
    }
    return source;
}

}  // namespace

std::string_view without_names_block(std::string_view source)
{
    const std::size_t line = source.find("\nnames\n");
    return source.substr(0, line == std::string_view::npos ? source.size() : line + 1);
}

Source disassemble(const Script& script, const Names* names, SourceOptions options)
{
    SourceWriter writer(script, names, options);
    Source source = writer.run();
    const bool believed = options.proof == Proof::none || (options.proof == Proof::unusual && source.standard);
    if (believed || assembles_to(source, script, names)) {
        if (options.mistakes && writer.has_mistakes()) {
            mark_mistakes(source.text, script, names);
        }
        if (options.names) {
            writer.names(source.text);
        }
        return source;
    }
    source = SourceWriter(script, nullptr, options).run();
    return assembles_to(source, script, nullptr) ? std::move(source) : as_bytes_alone(script);
}

}  // namespace redforge::soup
