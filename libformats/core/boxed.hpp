// A record with its own memory: an element of a list of mixed types, or a rare optional part, then needs only a pointer.
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

/// An optional value of T with the interface of std::optional.
template <class T>
class OptionalBox {
public:
    OptionalBox() = default;
    OptionalBox(T value) : value_(std::make_unique<T>(std::move(value))) {}  // NOLINT: as std::optional
    OptionalBox(const OptionalBox& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
    OptionalBox(OptionalBox&&) noexcept = default;
    OptionalBox& operator=(OptionalBox other) noexcept
    {
        value_ = std::move(other.value_);
        return *this;
    }
    ~OptionalBox() = default;

    [[nodiscard]] bool has_value() const { return value_ != nullptr; }
    explicit operator bool() const { return has_value(); }
    T& emplace() { return *(value_ = std::make_unique<T>()); }
    void reset() { value_.reset(); }

    [[nodiscard]] T& operator*() { return *value_; }
    [[nodiscard]] const T& operator*() const { return *value_; }
    [[nodiscard]] T* operator->() { return value_.get(); }
    [[nodiscard]] const T* operator->() const { return value_.get(); }
    friend bool operator==(const OptionalBox& a, const OptionalBox& b)
    {
        return a.value_ && b.value_ ? *a.value_ == *b.value_ : a.value_ == b.value_;
    }

private:
    std::unique_ptr<T> value_;
};

/// Maps Boxed<T> to T, and any other type to itself.
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
