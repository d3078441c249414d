// Status line messages: important messages are not replaced by those immediately after them.
#pragma once

#include <cstddef>
#include <string>

namespace redforge::editor {

/// Combines messages that appear without user input between them. `inputs` is a counter that increases with each key
/// and mouse button.
class Messages {
public:
    /// Returns the text of the status line: the important messages since the last input, then `message`.
    std::string shown(const std::string& message, std::size_t inputs)
    {
        forget_read(inputs);
        if (first_.empty() || message.find(first_) != std::string::npos) {
            return message.empty() ? first_ : message;
        }
        return first_.find(message) != std::string::npos ? first_ : first_ + "   " + message;
    }
    /// Like shown(), for an important message.
    std::string shown_first(const std::string& message, std::size_t inputs)
    {
        forget_read(inputs);
        if (first_.find(message) == std::string::npos) {
            first_ += (first_.empty() ? "" : "   ") + message;
        }
        return first_;
    }

    /// Returns true if the user has pressed a key or button since the last message.
    [[nodiscard]] bool is_old(std::size_t inputs) const { return inputs != inputs_; }

private:
    void forget_read(std::size_t inputs)
    {
        if (inputs != inputs_) {
            first_.clear();
            inputs_ = inputs;
        }
    }

    std::string first_;
    std::size_t inputs_{};
};

}  // namespace redforge::editor
