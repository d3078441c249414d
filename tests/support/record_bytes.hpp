// A record of fixed size and its bytes.
#pragma once

#include <catch2/catch.hpp>

#include "core/record/binary.hpp"
#include "support/random.hpp"

namespace redforge::test {

/// Checks that a record is written as these bytes, and read from them.
template <class T>
void check_record(const T& record, const Bytes& bytes)
{
    REQUIRE(wire_size<T>() == bytes.size());
    Bytes written;
    redforge::append_record(written, record);
    CHECK(written == bytes);
    T read;
    read_record(bytes.data(), read);
    CHECK(read == record);
}

/// Returns true if a record of random values round-trips through its bytes.
template <class T>
bool survives_bytes(Random& random)
{
    const T record = random_record<T>(random);
    Bytes bytes;
    redforge::append_record(bytes, record);
    T again;
    read_record(bytes.data(), again);
    return bytes.size() == wire_size<T>() && again == record;
}

}  // namespace redforge::test
