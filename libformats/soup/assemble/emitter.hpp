// Script under construction: bytes, strings, hooks and unresolved labels.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "soup/assemble/assemble.hpp"
#include "soup/assemble/lexer.hpp"

namespace redforge::soup {

/// A code position as a source writes it: a label, a label plus an offset, or an offset.
struct Target {
    std::optional<std::uint32_t> label;  ///< index of the emitter's labels
    std::uint32_t offset{};              ///< from the label, or from the beginning of the code
    Token token;
};

class Emitter {
public:
    Emitter(std::string_view source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

    template <std::integral T>
    void put(T value)
    {
        append_le(code_, value);
    }
    void put_bytes(ByteView bytes) { append(code_, bytes); }
    void put_target(const Target& target);
    void patch(std::uint32_t at, std::uint8_t value) { code_[at] = static_cast<std::byte>(value); }
    void patch32(std::uint32_t at, std::uint32_t value) { store_le(code_.data() + at, value); }
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(code_.size()); }
    /// Removes the bytes of a statement that has an error.
    void cut(std::uint32_t at);

    /// Records that a statement begins here. `token`: its first token.
    void begin_statement(const Token& token) { places_.push_back({here(), token.line, token.at}); }
    /// Begins a goto that a block implies.
    void begin_implied(const Token& token) { places_.push_back({here(), token.line, token.at, true}); }
    /// Removes the record of the last begin_statement(), because the statement is part of another one.
    void no_statement() { places_.pop_back(); }
    /// Returns the 32-bit number at a code offset.
    [[nodiscard]] std::uint32_t word_at(std::uint32_t at) const { return load_le<std::uint32_t>(code_.data() + at); }
    [[nodiscard]] std::uint8_t byte_at(std::uint32_t at) const { return static_cast<std::uint8_t>(code_[at]); }
    /// Returns the offset of the last statement, or the end of the code if there is none.
    [[nodiscard]] std::uint32_t last_statement() const { return places_.empty() ? here() : places_.back().offset; }

    /// Returns the label of a token; creates it at its first use.
    std::uint32_t label(const Token& token);
    void define_label(const Token& token);

    void declare_string(std::string text, const Token& token);
    /// Returns the first string with this text; appends a new one if there is none.
    std::uint32_t use_string(std::string_view text);
    /// Uses a string by its number. Returns false if there is no such string, or if it has another text.
    bool use_string_at(std::uint32_t index, std::string_view text);
    void use_string_at(std::uint32_t index);
    [[nodiscard]] bool has_strings() const { return !strings_.empty(); }

    void add_hook(std::uint32_t number, std::uint16_t upper, std::optional<Target> target, const Token& token);
    void set_start(std::optional<Target> target, const Token& token);

    /// Resolves labels, checks that all are defined, and returns the script.
    [[nodiscard]] Script finish(const AssembleOptions& options, std::vector<SourcePlace>& places);

private:
    struct Label {
        std::string_view name;
        std::optional<std::uint32_t> offset;
        Token token;  ///< its definition, or its first use
        bool used{};
    };
    struct Fixup {
        std::uint32_t at{};
        Target target;
    };
    struct HookEntry {
        std::uint32_t number{};
        std::uint16_t upper{};
        std::uint32_t offset{};
        std::optional<Target> target;
        Token token;
    };
    struct StringEntry {
        Token token;
        bool used{};
        bool declared{};
    };

    std::optional<std::uint32_t> resolve(const Target& target);
    void check_jump(const Target& target, std::uint32_t offset, bool warns);
    void finish_hooks(Script& script, const AssembleOptions& options);
    void warn_unused();
    void error(const Token& token, ErrorCode code, std::string message, std::string hint = {});

    std::string_view source_;
    Diagnostics& diagnostics_;
    Bytes code_;
    std::vector<SourcePlace> places_;
    std::vector<Label> labels_;
    std::unordered_map<std::string_view, std::uint32_t> label_numbers_;
    std::vector<Fixup> fixups_;
    std::deque<std::string> strings_;  ///< a deque, so that the keys below stay valid
    std::vector<StringEntry> string_entries_;
    std::unordered_map<std::string_view, std::uint32_t> first_string_;
    std::vector<HookEntry> hooks_;
    std::optional<Target> start_target_;
    std::optional<std::uint32_t> start_;
    Token start_token_;
};

}  // namespace redforge::soup
