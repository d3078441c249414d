// Prints statements of a script, and collects the used names for the block at the end.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "soup/bytecode/layout.hpp"
#include "soup/names/names.hpp"

namespace redforge::soup {

/// Appends game text between quotes, escaped so that the lexer finds its end. Returns true if no escapes were needed.
bool append_quoted(std::string& out, std::string_view bytes, char quote);

/// Prints statements into a text, one at a time.
class Printer {
public:
    Printer(const Script& script, const Layout& layout, const Names* names, std::string& out)
        : script_(script), layout_(layout), names_(names), out_(out)
    {
    }

    /// Prints one statement without indentation; for an `if`, the line before the brace. `branch`: first word of this
    /// line.
    void statement(const Statement& statement, std::string_view branch = "if");
    /// Prints "#0012", "#0012+3" inside a statement, "0x1234" outside the code.
    void target(std::uint32_t place);
    /// Returns the text of the dialogue label in the last statement, or an empty text if there was none.
    [[nodiscard]] const std::string& comment() const { return comment_; }
    /// Prints game text between quotes, escaped so that the lexer finds its end.
    void quoted(std::string_view bytes, char quote);
    /// Returns true if everything printed is plain: statements, names, numbers, texts without escapes, labels.
    [[nodiscard]] bool standard() const { return standard_; }
    /// Returns true if the printed text can contain a mistake (Diagnostics::mistake()). Jumps are not considered.
    [[nodiscard]] bool has_mistakes() const { return has_mistakes_; }
    /// Appends the `names` block: all names that were printed, with their numbers. Appends nothing if there were none.
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
    bool standard_{true};
    bool has_mistakes_{};
    std::vector<bool> used_functions_;
    std::vector<bool> used_flags_;
    std::vector<bool> used_properties_;
    /// Orders entries by number and name.
    struct ByNumber {
        bool operator()(const Constant* a, const Constant* b) const
        {
            return a->value != b->value ? a->value < b->value : a->name < b->name;
        }
    };
    std::set<const Constant*, ByNumber> used_constants_;
};

}  // namespace redforge::soup
