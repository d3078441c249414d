// Processes on Windows.
#include "core/platform/process.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include <fcntl.h>
#include <io.h>

#include <windows.h>

#include <shellapi.h>

#include "core/platform/windows/pipe.hpp"
#include "core/platform/windows/text.hpp"

namespace redforge::platform {
namespace {

namespace fs = std::filesystem;

std::atomic<bool> interrupted{false};  // NOLINT(*non-const-global*): a handler can reach nothing else
bool ends_with_readers = false;        // NOLINT(*non-const-global*): state of the process, like a signal handler
UINT code_page_before = 0;             // NOLINT(*non-const-global*): restored when the program ends

/// Time for an orderly end with a message after Ctrl+C, before Windows ends the program.
constexpr DWORD patience = 150;  // milliseconds
/// Exit status of programs that Windows ends at Ctrl+C: STATUS_CONTROL_C_EXIT.
constexpr UINT ended_by_ctrl_c = 0xC000013A;

/// Ctrl+C handler. Windows calls it in a separate thread.
BOOL WINAPI stop(DWORD /*event*/)
{
    interrupted = true;
    Sleep(patience);
    return FALSE;  // continue with the default handler, which ends the program
}

void restore_console()
{
    SetConsoleOutputCP(code_page_before);
}

HANDLE handle_of(Stream stream)
{
    return GetStdHandle(stream == Stream::output ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

bool has_wildcard(const fs::path& name)
{
    return name.native().find_first_of(L"*?") != std::wstring::npos;
}

/// Returns true if the name matches the pattern, ignoring case.
bool matches(std::wstring_view name, std::wstring_view pattern)
{
    if (pattern.empty()) {
        return name.empty();
    }
    if (pattern.front() == L'*') {
        return matches(name, pattern.substr(1)) || (!name.empty() && matches(name.substr(1), pattern));
    }
    return !name.empty() &&
           (pattern.front() == L'?' || CompareStringOrdinal(name.data(), 1, pattern.data(), 1, TRUE) == CSTR_EQUAL) &&
           matches(name.substr(1), pattern.substr(1));
}

/// Expands wildcards in the last component of a path, as shells do: matches hidden files only if the pattern starts
/// with a dot.
std::vector<std::string> names_of(const fs::path& word)
{
    std::vector<std::string> names;
    const fs::path pattern = word.filename();
    if (!has_wildcard(pattern) || has_wildcard(word.parent_path())) {
        return names;
    }
    const fs::path folder = word.has_parent_path() ? word.parent_path() : fs::path(".");
    WIN32_FIND_DATAW found{};  // std::filesystem limits folder paths to 260 characters
    std::wstring all = extended(folder);
    all += all.back() == L'\\' ? L"*" : L"\\*";  // the root of a drive ends with a backslash
    HANDLE const search = FindFirstFileW(all.c_str(), &found);
    for (bool more = search != INVALID_HANDLE_VALUE; more; more = FindNextFileW(search, &found) != FALSE) {
        const std::wstring name = found.cFileName;
        if (name != L"." && name != L".." && (name.front() != L'.' || pattern.native().front() == L'.') &&
            matches(name, pattern.native())) {
            names.push_back(narrow((word.parent_path() / name).native()));
        }
    }
    if (search != INVALID_HANDLE_VALUE) {
        FindClose(search);
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// Returns an argument quoted for CommandLineToArgvW.
std::wstring as_argument(std::wstring_view word)
{
    if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring_view::npos) {
        return std::wstring(word);
    }
    std::wstring out = L"\"";
    std::size_t slashes = 0;
    for (const wchar_t c : word) {
        if (c == L'"') {
            out.append(slashes + 1, L'\\');
        }
        slashes = c == L'\\' ? slashes + 1 : 0;
        out += c;
    }
    out.append(slashes, L'\\');
    return out + L'"';
}

}  // namespace

std::wstring wide(std::string_view text)
{
    const int length = static_cast<int>(text.size());
    std::wstring out(static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), length, nullptr, 0)), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), length, out.data(), static_cast<int>(out.size()));
    return out;
}

std::string narrow(std::wstring_view text)
{
    const int length = static_cast<int>(text.size());
    std::string out(static_cast<std::size_t>(
                        WideCharToMultiByte(CP_UTF8, 0, text.data(), length, nullptr, 0, nullptr, nullptr)),
                    '\0');
    WideCharToMultiByte(CP_UTF8, 0, text.data(), length, out.data(), static_cast<int>(out.size()), nullptr, nullptr);
    return out;
}

std::optional<std::string> environment(const char* name)
{
    const std::wstring key = wide(name);
    std::wstring value(GetEnvironmentVariableW(key.c_str(), nullptr, 0), L'\0');
    value.resize(GetEnvironmentVariableW(key.c_str(), value.data(), static_cast<DWORD>(value.size())));
    return value.empty() ? std::nullopt : std::optional(narrow(value));
}

std::vector<std::string> command_arguments(int /*count*/, char** /*words*/)
{
    int count = 0;
    wchar_t** const words = CommandLineToArgvW(GetCommandLineW(), &count);
    std::vector<std::string> out;
    for (int i = 1; words != nullptr && i < count; ++i) {
        out.push_back(narrow(words[i]));
    }
    LocalFree(words);
    return out;
}

std::vector<std::string> expanded(const std::string& word)
{
    std::vector<std::string> names = names_of(wide(word));
    return names.empty() ? std::vector<std::string>{word} : names;
}

fs::path program_path()
{
    std::wstring path(MAX_PATH, L'\0');
    for (;;) {
        const DWORD length = GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
        if (length < path.size()) {
            path.resize(length);
            return path;
        }
        path.resize(path.size() * 2);
    }
}

std::vector<fs::path> program_folders()
{
    const std::string path = environment("PATH").value_or("");
    std::vector<fs::path> folders;
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t end = std::min(path.find(';', at), path.size());
        folders.emplace_back(wide(path.substr(at, end - at)));
        at = end + 1;
    }
    return folders;
}

bool is_terminal(Stream stream)
{
    DWORD mode = 0;
    return GetConsoleMode(handle_of(stream), &mode) != 0;
}

bool is_capable_terminal(Stream stream)
{
    DWORD mode = 0;
    return GetConsoleMode(handle_of(stream), &mode) != 0 &&
           SetConsoleMode(handle_of(stream), mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

// A failed write to a pipe means that the reader has closed it: writes wait while a pipe is full.
bool reader_is_gone()
{
    return GetFileType(handle_of(Stream::output)) == FILE_TYPE_PIPE;
}

void end_with_reader()
{
    if (ends_with_readers) {
        std::_Exit(ended_by_closed_pipe);
    }
}

void take_signals()
{
    for (FILE* stream : {stdin, stdout, stderr}) {
        _setmode(_fileno(stream), _O_BINARY);
    }
    code_page_before = GetConsoleOutputCP();
    if (code_page_before != 0 && code_page_before != CP_UTF8 && SetConsoleOutputCP(CP_UTF8) != 0) {
        std::atexit(restore_console);
    }
    SetConsoleCtrlHandler(stop, TRUE);
    ends_with_readers = true;
    SetErrorMode(SEM_FAILCRITICALERRORS);  // report a missing disk as an error, not in a dialog
}

const std::atomic<bool>& cancelled()
{
    return interrupted;
}

void end_if_stopped()
{
    if (interrupted) {
        std::exit(static_cast<int>(ended_by_ctrl_c));
    }
}

tl::expected<ProcessResult, std::error_code> run(const std::vector<std::string>& words, ErrorOutput errors)
{
    std::wstring line;
    for (const std::string& word : words) {
        line += (line.empty() ? L"" : L" ") + as_argument(wide(word));
    }
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    HANDLE from = nullptr;
    HANDLE to = nullptr;
    if (CreatePipe(&from, &to, &inherited, 0) == 0) {
        return tl::unexpected(last_error());
    }
    SetHandleInformation(from, HANDLE_FLAG_INHERIT, 0);
    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    start.hStdOutput = to;
    start.hStdError = errors == ErrorOutput::discard ? nullptr : GetStdHandle(STD_ERROR_HANDLE);
    PROCESS_INFORMATION process{};
    const bool started = CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW, nullptr,
                                        nullptr, &start, &process) != 0;
    const std::error_code error = started ? std::error_code{} : last_error();
    CloseHandle(to);
    ProcessResult outcome;
    std::array<char, 4096> buffer{};
    DWORD got = 0;
    while (started && ReadFile(from, buffer.data(), static_cast<DWORD>(buffer.size()), &got, nullptr) != 0 && got > 0) {
        outcome.output.append(buffer.data(), got);
    }
    CloseHandle(from);
    if (!started) {
        return tl::unexpected(error);
    }
    WaitForSingleObject(process.hProcess, INFINITE);
    DWORD status = 0;
    GetExitCodeProcess(process.hProcess, &status);
    CloseHandle(process.hProcess);
    CloseHandle(process.hThread);
    outcome.status = static_cast<int>(status);
    return outcome;
}

}  // namespace redforge::platform
