// Prints statements of a script: the names used are remembered for the block at the end.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "soup/layout.hpp"
#include "soup/names.hpp"

namespace redforge::soup {

/// Appends game text between quotes, escaped so that the lexer finds its end. Returns whether it needed no escapes.
bool append_quoted(std::string& out, std::string_view bytes, char quote);

/// Prints one statement after the other into a text.
class Printer {
public:
    Printer(const Script& script, const Layout& layout, const Names* names, std::string& out)
        : script_(script), layout_(layout), names_(names), out_(out)
    {
    }

    /// One statement without its indentation; of an `if` the line before the brace. `branch`: the word that such a line
    /// begins with.
    void statement(const Statement& statement, std::string_view branch = "if");
    /// "#0012", "#0012+3" into a statement, "0x1234" outside the code.
    void target(std::uint32_t place);
    /// The words of the dialogue label that the last statement had; empty when there was none.
    [[nodiscard]] const std::string& comment() const { return comment_; }
    /// Game text between quotes, escaped so that the lexer finds its end.
    void quoted(std::string_view bytes, char quote);
    /// Whether all that was printed is plain: nothing but statements, names, numbers, texts without escapes, labels.
    [[nodiscard]] bool standard() const { return usual_; }
    /// Whether something in it may be a mistake (Diagnostics::mistake()); of jumps it does not tell.
    [[nodiscard]] bool doubtful() const { return doubtful_; }
    /// Appends the `names` block: all names that were printed, with their numbers. Nothing when there were none.
    void names_block(std::string& out) const;

private:
    const Operand& next() { return operands_[at_++]; }
    [[nodiscard]] const Operand* peek() const { return at_ < operands_.size() ? &operands_[at_] : nullptr; }

    void condition();
    void formula(ArgumentType meaning = ArgumentType::number);
    ArgumentType value(ArgumentType meaning = ArgumentType::number);
    ArgumentType call(Op op, bool is_statement, bool on_object);
    void arguments(const Function* function);
    void object();
    void property();
    void variable(std::uint32_t number);
    void flag(std::uint32_t number);
    [[nodiscard]] bool is_boolean(std::uint32_t flag) const;
    void flag_number(std::uint32_t number);
    void number(std::uint32_t number, ArgumentType meaning);
    void string(std::uint32_t index, bool bare);
    void tail();
    void mark(std::string_view name, std::uint32_t value);
    void decimal(std::uint32_t value);
    void use(std::vector<bool>& used, std::uint32_t number);

    const Script& script_;
    const Layout& layout_;
    const Names* names_;
    std::string& out_;
    std::span<const Operand> operands_;
    std::size_t at_{};
    std::string comment_;
    bool usual_{true};
    bool doubtful_{};
    std::vector<bool> used_functions_;
    std::vector<bool> used_flags_;
    std::vector<bool> used_properties_;
    /// In the order of their numbers and names.
    struct ByNumber {
        bool operator()(const Constant* a, const Constant* b) const
        {
            return a->value != b->value ? a->value < b->value : a->name < b->name;
        }
    };
    std::set<const Constant*, ByNumber> used_constants_;
};

}  // namespace redforge::soup
