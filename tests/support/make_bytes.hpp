// Bytes written out as numbers.
#pragma once

#include <initializer_list>

#include "core/bytes/bytes.hpp"

namespace redforge::test {

inline Bytes make_bytes(std::initializer_list<int> values)
{
    Bytes bytes;
    for (const int value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

}  // namespace redforge::test
