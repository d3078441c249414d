// A record in memory of its own, so that a list of mixed records takes no room for the largest in each place.
#pragma once

#include <memory>
#include <utility>

namespace redforge {

/// A value of T that is copied, compared and described as a T. Only one that was moved from is empty.
template <class T>
class Boxed {
public:
    Boxed() : value_(std::make_unique<T>()) {}
    explicit Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
    Boxed(const Boxed& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
    Boxed(Boxed&&) noexcept = default;
    Boxed& operator=(Boxed other) noexcept
    {
        value_ = std::move(other.value_);
        return *this;
    }
    ~Boxed() = default;

    [[nodiscard]] T& operator*() { return *value_; }
    [[nodiscard]] const T& operator*() const { return *value_; }
    friend bool operator==(const Boxed& a, const Boxed& b) { return *a.value_ == *b.value_; }
    [[nodiscard]] T* operator->() { return value_.get(); }
    [[nodiscard]] const T* operator->() const { return value_.get(); }

private:
    std::unique_ptr<T> value_;
};

/// T of a Boxed<T>, and any other type itself.
template <class T>
struct Unboxed {
    using type = T;
    static T& of(T& value) { return value; }
};
template <class T>
struct Unboxed<Boxed<T>> {
    using type = T;
    static T& of(Boxed<T>& value) { return *value; }
};

}  // namespace redforge
