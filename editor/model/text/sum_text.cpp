// Recursive descent parser of arithmetic expressions.
#include "editor/model/text/sum_text.hpp"

#include <charconv>
#include <cmath>

namespace redforge::editor {
namespace {

class SumParser {
public:
    explicit SumParser(std::string_view text) : left_(text) {}

    std::optional<double> whole()
    {
        const std::optional<double> value = sum(0);
        skip_spaces();
        return value && left_.empty() && operators_ > 0 && std::isfinite(*value) ? value : std::nullopt;
    }

private:
    static constexpr int max_depth = 50;  ///< of parentheses

    std::optional<double> sum(int depth)
    {
        std::optional<double> value = product(depth);
        while (value) {
            const char next = take("+-");
            if (next == 0) {
                break;
            }
            const std::optional<double> other = product(depth);
            value = other ? std::optional(next == '+' ? *value + *other : *value - *other) : std::nullopt;
        }
        return value;
    }

    std::optional<double> product(int depth)
    {
        std::optional<double> value = factor(depth);
        while (value) {
            const char next = take("*/");
            if (next == 0) {
                break;
            }
            const std::optional<double> other = factor(depth);
            value = !other || (next == '/' && *other == 0) ? std::nullopt
                    : next == '*'                          ? std::optional(*value * *other)
                                                           : std::optional(*value / *other);
        }
        return value;
    }

    std::optional<double> factor(int depth)
    {
        skip_spaces();
        if (depth > max_depth || left_.empty()) {
            return std::nullopt;
        }
        if (left_.front() == '(') {
            left_.remove_prefix(1);
            const std::optional<double> value = sum(depth + 1);
            skip_spaces();
            if (!value || left_.empty() || left_.front() != ')') {
                return std::nullopt;
            }
            left_.remove_prefix(1);
            return value;
        }
        double value{};
        const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), value);
        if (error != std::errc{}) {
            return std::nullopt;
        }
        left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
        return value;
    }

    void skip_spaces()
    {
        while (!left_.empty() && left_.front() == ' ') {
            left_.remove_prefix(1);
        }
    }

    char take(std::string_view operators)
    {
        skip_spaces();
        if (left_.empty() || operators.find(left_.front()) == std::string_view::npos) {
            return 0;
        }
        const char found = left_.front();
        left_.remove_prefix(1);
        ++operators_;
        return found;
    }

    std::string_view left_;
    int operators_{};
};

}  // namespace

std::optional<double> sum_of(std::string_view text)
{
    return SumParser(text).whole();
}

}  // namespace redforge::editor
