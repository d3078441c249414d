// What GTK complains of.
#pragma once

#include <string>

#include <dlfcn.h>

namespace redforge::test {

/// What GTK complains of as long as it lives, which it prints otherwise.
class Complaints {
public:
    Complaints()
    {
        text.clear();
        set(&Complaints::add, nullptr);
    }
    Complaints(const Complaints&) = delete;
    Complaints& operator=(const Complaints&) = delete;
    ~Complaints() { set(reinterpret_cast<Handler*>(dlsym(RTLD_DEFAULT, "g_log_default_handler")), nullptr); }

    static inline std::string text;

private:
    using Handler = void(const char* domain, int level, const char* message, void* data);

    static void add(const char* /*domain*/, int level, const char* message, void* /*data*/)
    {
        constexpr int warnings = 4 | 8 | 16;  // errors, critical ones, warnings
        text += (level & warnings) != 0 ? std::string(message) + '\n' : std::string{};
    }
    static void set(Handler* handler, void* data)
    {
        using Set = Handler*(Handler * handler, void* data);
        reinterpret_cast<Set*>(dlsym(RTLD_DEFAULT, "g_log_set_default_handler"))(handler, data);
    }
};

}  // namespace redforge::test
