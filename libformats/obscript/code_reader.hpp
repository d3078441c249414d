// Reads numbers and words from compiled code.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/bytes/bytes.hpp"

namespace redforge::obscript {

/// Reads numbers from bytes. After an underrun, the reader stays in the failed state.
class CodeReader {
public:
    explicit CodeReader(ByteView bytes) : bytes_(bytes) {}
    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] std::size_t left() const { return bytes_.size(); }
    /// Returns true if all bytes were read without an error.
    [[nodiscard]] bool done() const { return !failed_ && bytes_.empty(); }
    [[nodiscard]] int peek() const { return bytes_.empty() ? -1 : static_cast<int>(bytes_.front()); }
    ByteView bytes(std::size_t size)
    {
        if (size > bytes_.size()) {
            failed_ = true;
            return {};
        }
        const ByteView taken = bytes_.first(size);
        bytes_ = bytes_.subspan(size);
        return taken;
    }
    /// Returns the text up to the next space or control character.
    std::string_view word()
    {
        std::size_t size = 0;
        while (size < bytes_.size() && static_cast<unsigned char>(bytes_[size]) > ' ') {
            ++size;
        }
        return as_text(bytes(size));
    }
    template <std::integral T>
    T number()
    {
        const ByteView taken = bytes(sizeof(T));
        return failed_ ? T{} : load_le<T>(taken.data());
    }
    std::uint8_t u8() { return number<std::uint8_t>(); }
    std::uint16_t u16() { return number<std::uint16_t>(); }

private:
    ByteView bytes_;
    bool failed_{};
};

}  // namespace redforge::obscript
