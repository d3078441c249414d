// Warnings of GTK; none on Windows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#ifndef _WIN32
#include <dlfcn.h>
#endif

namespace redforge::test {
#ifdef _WIN32

class Complaints {
public:
    Complaints() { text.clear(); }
    Complaints(const Complaints&) = delete;
    Complaints& operator=(const Complaints&) = delete;
    ~Complaints() {}  // NOLINT(modernize-use-equals-default): used by living

    static inline std::string text;
};

#else

/// Collects GTK's warnings during its lifetime; otherwise they are printed.
class Complaints {
public:
    Complaints()
    {
        static const bool writes = take_writer();  // GLib accepts only one writer per process
        static_cast<void>(writes);
        text.clear();
        alive = true;
        set(&Complaints::add, nullptr);
    }
    Complaints(const Complaints&) = delete;
    Complaints& operator=(const Complaints&) = delete;
    ~Complaints()
    {
        alive = false;
        set(reinterpret_cast<Handler*>(dlsym(RTLD_DEFAULT, "g_log_default_handler")), nullptr);
    }

    static inline std::string text;

private:
    /// GLogField
    struct Field {
        const char* key;
        const void* value;
        std::ptrdiff_t length;
    };
    using Handler = void(const char* domain, int level, const char* message, void* data);
    using Writer = int(int level, const Field* fields, std::size_t count, void* data);

    static void add(const char* /*domain*/, int level, const char* message, void* /*data*/)
    {
        constexpr int warnings = 4 | 8 | 16;  // errors, critical ones, warnings
        text += (level & warnings) != 0 ? std::string(message) + '\n' : std::string{};
    }
    /// Handler for structured messages, which parts of GTK use.
    static int write(int level, const Field* fields, std::size_t count, void* data)
    {
        if (!alive) {
            return reinterpret_cast<Writer*>(dlsym(RTLD_DEFAULT, "g_log_writer_default"))(level, fields, count, data);
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (std::string_view(fields[i].key) == "MESSAGE") {
                const auto* const words = static_cast<const char*>(fields[i].value);
                const std::string message =
                    fields[i].length < 0 ? words : std::string(words, static_cast<std::size_t>(fields[i].length));
                add(nullptr, level, message.c_str(), nullptr);
            }
        }
        return 1;  // handled
    }
    static bool take_writer()
    {
        using Take = void(Writer * writer, void* data, void* free_data);
        reinterpret_cast<Take*>(dlsym(RTLD_DEFAULT, "g_log_set_writer_func"))(&Complaints::write, nullptr, nullptr);
        return true;
    }
    static void set(Handler* handler, void* data)
    {
        using Set = Handler*(Handler * handler, void* data);
        reinterpret_cast<Set*>(dlsym(RTLD_DEFAULT, "g_log_set_default_handler"))(handler, data);
    }

    static inline bool alive{};
};

#endif

}  // namespace redforge::test
