// Entry point of the tests that need a screen. Without one, they report that and are skipped.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#define CATCH_CONFIG_EXTERNAL_INTERFACES  // for listeners
#include <catch2/catch.hpp>
#include <wx/app.h>

#include "editor/views/scene/screen.hpp"
#include "gui/bench.hpp"
#include "runner/parts.hpp"

namespace {

/// A failed assertion of wxWidgets fails the test case in which it happens. The default handler shows a dialog and
/// waits.
void assertion_failed(const wxString& file, int line, const wxString&, const wxString& condition,
                      const wxString& message)
{
    FAIL_CHECK(file.utf8_string() << ':' << line << ": assertion of wxWidgets: " << condition.utf8_string() << ' '
                                  << message.utf8_string());
}

/// Deletes the settings before each test case, so that it does not depend on earlier ones.
class FirstStart : public Catch::TestEventListenerBase {
public:
    using TestEventListenerBase::TestEventListenerBase;
    void testCaseStarting(const Catch::TestCaseInfo& /*info*/) override { redforge::test::forget_settings(); }
};
CATCH_REGISTER_LISTENER(FirstStart)

}  // namespace

int main(int argc, char* argv[])
{
    // Keeps the settings of the user who runs the tests untouched.
    std::string settings = (std::filesystem::temp_directory_path() / "redforge-settings-XXXXXX").string();
    if (mkdtemp(settings.data()) == nullptr || setenv("XDG_CONFIG_HOME", settings.c_str(), 1) != 0 ||
        setenv("XDG_STATE_HOME", settings.c_str(), 1) != 0) {
        return 1;
    }
    redforge::editor::prepare_screen();
    // The tests run in a started program; wx gets no arguments.
    wxApp::SetInstance(new wxApp);
    int none = 1;
    if (!redforge::editor::screen_obstacle().empty() || !wxEntryStart(none, argv) || !wxTheApp->CallOnInit()) {
        std::puts("SKIPPED: the editor's window: there is no screen (DISPLAY is not set; xvfb-run makes one)");
        return 4;
    }
    wxSetAssertHandler(assertion_failed);
    const int failed = redforge::test::run_part(argc, argv);
    wxDisableAsserts();  // after the last test case
    wxTheApp->OnExit();
    wxEntryCleanup();
    std::error_code ignored;
    std::filesystem::remove_all(settings, ignored);
    return failed;
}
