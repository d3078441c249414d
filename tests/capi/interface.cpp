// The C interface stays compatible with compiled programs: compares the declarations of the header, and the symbols of
// the library, with lists.
#include <cstdio>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#ifdef _WIN32
#include <windows.h>
#endif

#include "library.hpp"

namespace {

std::string content_of(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    REQUIRE(stream);
    std::ostringstream content;
    content << stream.rdbuf();
    return content.str();
}

/// Returns the declarations of a header, one line each, without comments and macros, with single blanks.
std::string declarations(const std::string& header)
{
    std::string code = std::regex_replace(header, std::regex(R"(/\*[^*]*\*+([^/*][^*]*\*+)*/)"), " ");
    code = std::regex_replace(code, std::regex(R"((^|\n)#[^\n]*)"), "\n");
    code = std::regex_replace(code, std::regex(R"(extern "C" \{)"), "");
    std::string lines;
    std::string line;
    int depth = 0;
    for (const char letter : code) {
        depth += letter == '{' ? 1 : letter == '}' ? -1 : 0;
        const bool is_blank = letter == ' ' || letter == '\n';
        if (!is_blank) {
            line += letter;
        } else if (!line.empty() && line.back() != ' ') {
            line += ' ';
        }
        if (letter == ';' && depth == 0) {
            lines += line + "\n";
            line.clear();
        }
    }
    return lines;
}

#ifdef _WIN32
constexpr const char* versioned = "";

template <class Type>
const Type* at(HMODULE library, DWORD place)
{
    return reinterpret_cast<const Type*>(reinterpret_cast<const std::byte*>(library) + place);  // NOLINT: as documented
}

/// Returns the names that the DLL exports. Windows has tables of them at offsets from the DLL's beginning in memory.
std::set<std::string> symbols_shown()
{
    HMODULE const library = GetModuleHandleW(std::filesystem::path(REDFORGE_C_LIBRARY).filename().c_str());
    REQUIRE(library != nullptr);
    const auto headers = static_cast<DWORD>(at<IMAGE_DOS_HEADER>(library, 0)->e_lfanew);
    const auto& tables = at<IMAGE_NT_HEADERS>(library, headers)->OptionalHeader.DataDirectory;
    const auto* const exported =
        at<IMAGE_EXPORT_DIRECTORY>(library, tables[IMAGE_DIRECTORY_ENTRY_EXPORT].VirtualAddress);
    const DWORD* const names = at<DWORD>(library, exported->AddressOfNames);
    std::set<std::string> shown;
    for (DWORD index = 0; index < exported->NumberOfNames; ++index) {
        shown.insert(at<char>(library, names[index]));
    }
    return shown;
}
#else
constexpr const char* versioned = "@@REDFORGE_1";

/// Returns the names that the library exports, with their versions.
std::set<std::string> symbols_shown()
{
    std::FILE* const nm = popen("nm --dynamic --defined-only --with-symbol-versions " REDFORGE_C_LIBRARY, "r");
    REQUIRE(nm != nullptr);
    std::set<std::string> shown;
    char line[4096];  // NOLINT(*avoid-c-arrays*): for fgets
    while (std::fgets(line, sizeof line, nm) != nullptr) {
        std::istringstream words(line);
        std::string address;
        std::string type;
        std::string name;
        words >> address >> type >> name;
        if (type != "A") {  // the name of the version itself
            shown.insert(name);
        }
    }
    CHECK(pclose(nm) == 0);
    return shown;
}
#endif

}  // namespace

TEST_CASE("interface: the header declares the functions of the list", "[capi]")
{
    const std::string list = REDFORGE_SOURCE "/capi/interface-1.txt";
    const std::string now = declarations(content_of(REDFORGE_SOURCE "/capi/redforge.h"));
    if (std::getenv("REDFORGE_UPDATE") != nullptr) {  // NOLINT(*mt-unsafe*)
        std::ofstream(list, std::ios::binary) << now;
        FAIL("the list was written anew; read what differs");
    }
    // New symbols are added to the list with REDFORGE_UPDATE=1. Changed or missing symbols break compiled programs and
    // need a new SOVERSION and RF_ABI_VERSION.
    CHECK(now == content_of(list));
}

TEST_CASE("interface: the library exports the functions of its header only", "[capi]")
{
    std::set<std::string> declared;
    const std::string list = content_of(REDFORGE_SOURCE "/capi/interface-1.txt");
    const std::regex function(R"(\b(rf_\w+)\()");
    for (auto found = std::sregex_iterator(list.begin(), list.end(), function); found != std::sregex_iterator();
         ++found) {
        declared.insert((*found)[1].str() + versioned);
    }
    CHECK(declared.size() > 50);
    CHECK(symbols_shown() == declared);
}
