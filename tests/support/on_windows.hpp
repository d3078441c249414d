// POSIX functions of the tests, for Windows. tests/CMakeLists.txt includes it before each test source.
#pragma once

#ifdef __cplusplus
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#include <io.h>
#include <malloc.h>
#include <stdlib.h>

extern "C" __declspec(dllimport) int __stdcall SetEnvironmentVariableA(const char* name, const char* value);

/// Creates a folder. The template ends in XXXXXX, as in POSIX.
inline char* mkdtemp(char* form)
{
    const std::string begin(form, std::string(form).size() - 6);
    std::random_device random;
    for (int attempt = 0; attempt < 100; ++attempt) {
        const std::string name = begin + std::to_string(100000 + random() % 900000);
        std::error_code error;
        if (std::filesystem::create_directory(name, error)) {
            name.copy(form, name.size());
            return form;
        }
    }
    return nullptr;
}

inline int setenv(const char* name, const char* value, int /*overwrite*/)
{
    _putenv_s(name, value);
    return SetEnvironmentVariableA(name, value) != 0 ? 0 : -1;
}

inline int setenv(const char* name, const wchar_t* value, int overwrite)  // of a path
{
    return setenv(name, std::filesystem::path(value).string().c_str(), overwrite);
}

inline std::size_t malloc_usable_size(void* memory)
{
    return _msize(memory);
}

#ifdef NO_OLDNAMES
inline int dup(int file)
{
    return _dup(file);
}

inline int dup2(int file, int other)
{
    return _dup2(file, other);
}

inline int close(int file)
{
    return _close(file);
}

inline int fileno(std::FILE* file)
{
    return _fileno(file);
}
#endif

inline int unsetenv(const char* name)
{
    _putenv_s(name, "");
    SetEnvironmentVariableA(name, nullptr);
    return 0;
}
#endif
