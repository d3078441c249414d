// The entry of the unit and property tests.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#if defined(__SANITIZE_ADDRESS__)
#define REDFORGE_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define REDFORGE_ADDRESS_SANITIZER 1
#endif
#endif

#ifdef REDFORGE_ADDRESS_SANITIZER
// Leaks are counted at the end, by module: a graphics driver that is gone by then could not be told from ours.
extern "C" int dlclose(void* /*library*/)
{
    return 0;
}
#endif

int main(int argc, char* argv[])
{
    return Catch::Session().run(argc, argv);
}
