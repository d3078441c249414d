// The entry of the tests that need a screen: they say so and are left out where there is none.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <wx/app.h>

int main(int argc, char* argv[])
{
    // Away from the settings of whoever runs this.
    std::string settings = (std::filesystem::temp_directory_path() / "redforge-settings-XXXXXX").string();
    if (mkdtemp(settings.data()) == nullptr || setenv("XDG_CONFIG_HOME", settings.c_str(), 1) != 0 ||
        setenv("XDG_STATE_HOME", settings.c_str(), 1) != 0) {
        return 1;
    }
    // What the tests that follow do, they do to a program that has begun; wx takes none of the arguments.
    wxApp::SetInstance(new wxApp);
    int none = 1;
    wxDISABLE_DEBUG_SUPPORT();
    if (wxString(wxGetenv("DISPLAY")).empty() || !wxEntryStart(none, argv) || !wxTheApp->CallOnInit()) {
        std::puts("SKIPPED: the editor's window: there is no screen (DISPLAY is not set; xvfb-run makes one)");
        return 4;
    }
    const int failed = Catch::Session().run(argc, argv);
    wxTheApp->OnExit();
    wxEntryCleanup();
    std::error_code ignored;
    std::filesystem::remove_all(settings, ignored);
    return failed;
}
