// The script while a source is read: its bytes, strings and hooks, labels that are still to come.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "soup/assemble.hpp"
#include "soup/lexer.hpp"

namespace redforge::soup {

/// A place that a source names: a label and bytes behind it, or an offset.
struct Target {
    std::optional<std::uint32_t> label;  ///< index of the emitter's labels
    std::uint32_t offset{};              ///< behind the label, or of the code
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
    /// Forgets the bytes of a statement that has an error.
    void cut(std::uint32_t at);

    void begin_statement(const Token& token) { places_.push_back({here(), token.line, token.at}); }
    /// A goto that a block stands for.
    void begin_implied(const Token& token) { places_.push_back({here(), token.line, token.at, true}); }
    /// What has begun is no statement of its own.
    void no_statement() { places_.pop_back(); }
    /// The number of 32 bits at an offset of the code.
    [[nodiscard]] std::uint32_t word_at(std::uint32_t at) const { return load_le<std::uint32_t>(code_.data() + at); }
    [[nodiscard]] std::uint8_t byte_at(std::uint32_t at) const { return static_cast<std::uint8_t>(code_[at]); }
    /// Where the last statement begins; the end of the code when there is none.
    [[nodiscard]] std::uint32_t last_statement() const { return places_.empty() ? here() : places_.back().offset; }

    /// The label of a token, made at its first use.
    std::uint32_t label(const Token& token);
    void define_label(const Token& token);

    void declare_string(std::string text, const Token& token);
    /// The first string of this text; a new one at the end when there is none.
    std::uint32_t use_string(std::string_view text);
    /// A string by its number; false when its text is another.
    bool use_string_at(std::uint32_t index, std::string_view text);
    void use_string_at(std::uint32_t index);
    [[nodiscard]] bool has_strings() const { return !strings_.empty(); }
    [[nodiscard]] std::size_t string_count() const { return strings_.size(); }

    void add_hook(std::uint32_t number, std::uint16_t upper, std::optional<Target> target, const Token& token);
    void set_start(std::optional<Target> target, const Token& token);

    /// Puts in what labels stand for, checks that all is there, and gives the script.
    [[nodiscard]] Script finish(const AssembleOptions& options, std::vector<SourcePlace>& places);

private:
    struct Label {
        std::string_view name;
        std::optional<std::uint32_t> offset;
        Token token;  ///< where it is defined, or first used
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
    void check_jump(const Target& target, std::uint32_t offset, bool wanted);
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
    std::deque<std::string> strings_;  ///< a deque, so that the keys below stay where they are
    std::vector<StringEntry> string_entries_;
    std::unordered_map<std::string_view, std::uint32_t> first_string_;
    std::vector<HookEntry> hooks_;
    std::optional<Target> start_target_;
    std::optional<std::uint32_t> start_;
    Token start_token_;
};

}  // namespace redforge::soup
