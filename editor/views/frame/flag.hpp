// A flag that is set during an operation.
#pragma once

#include <utility>

namespace redforge::editor {

class Flag {
public:
    explicit Flag(bool& flag) : flag_(flag), before_(std::exchange(flag, true)) {}
    Flag(const Flag&) = delete;
    Flag& operator=(const Flag&) = delete;
    ~Flag() { flag_ = before_; }

private:
    bool& flag_;
    bool before_;
};

}  // namespace redforge::editor
