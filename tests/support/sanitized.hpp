// A constant that is true if the tests are built with the address sanitizer. g++ and clang define different macros.
#pragma once

namespace redforge::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#define REDFORGE_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#define REDFORGE_ADDRESS_SANITIZER 1
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace redforge::test
