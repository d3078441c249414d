// Entry point of the unit and property tests.
#include <cstdlib>
#include <filesystem>
#include <string>

#include "runner/parts.hpp"
#include "support/sanitized.hpp"

#ifdef REDFORGE_ADDRESS_SANITIZER
// Keeps libraries loaded: leaks are reported at the end by module, and an unloaded graphics driver has none.
extern "C" int dlclose(void* /*library*/)
{
    return 0;
}
#endif

int main(int argc, char* argv[])
{
    // Keep backups of tests out of the user's state folder.
    std::string state = (std::filesystem::temp_directory_path() / "redforge-state-XXXXXX").string();
    const bool made = mkdtemp(state.data()) != nullptr;
    if (made) {
        std::filesystem::permissions(state, std::filesystem::perms::all);
        setenv("XDG_STATE_HOME", state.c_str(), 1);  // NOLINT(*mt-unsafe*): before any thread
    }
    const int result = redforge::test::run_part(argc, argv);
    if (made) {
        std::error_code ignored;
        std::filesystem::remove_all(state, ignored);
    }
    return result;
}
