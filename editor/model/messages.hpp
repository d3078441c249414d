// The line of messages: what must be read is not replaced by what comes right behind it.
#pragma once

#include <cstddef>
#include <string>

namespace redforge::editor {

/// Messages that follow each other without a person doing something between them. `inputs` is how much a person has done:
/// a number that grows with each key and button.
class Messages {
public:
    /// What the line shows when that is shown: beside what must be read.
    std::string shown(const std::string& message, std::size_t inputs)
    {
        forget_read(inputs);
        return first_.empty() || message.empty() || message == first_ ? (message.empty() ? first_ : message)
                                                                      : first_ + "   " + message;
    }
    /// The same for what must be read.
    std::string shown_first(const std::string& message, std::size_t inputs)
    {
        forget_read(inputs);
        if (first_.find(message) == std::string::npos) {
            first_ += (first_.empty() ? "" : "   ") + message;
        }
        return first_;
    }

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
