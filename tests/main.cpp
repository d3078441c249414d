// The entry of the unit and property tests.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#ifdef __SANITIZE_ADDRESS__
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
