// Objects that the module of a game provides for documents, found by their type: names for scripts, masters of a
// plugin.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace redforge {

/// One object of each type. An object can be loaded at its first use. Copies share the objects.
class Services {
public:
    /// Sets the function that returns the object of type T, or null if it cannot be loaded. An empty function removes
    /// the service. The function must be thread-safe.
    template <class T>
    void set(std::function<const T*()> find)
    {
        if (!find) {
            services_.erase(&key<T>);
            return;
        }
        services_[&key<T>] = std::make_shared<const Find>([find = std::move(find)]() -> const void* { return find(); });
    }
    /// Sets an object that outlives this one; null removes the service.
    template <class T>
    void set(const T* object)
    {
        set(object == nullptr ? std::function<const T*()>() : std::function<const T*()>([object] { return object; }));
    }
    /// Sets a shared object; null removes the service.
    template <class T>
    void set(std::shared_ptr<const T> object)
    {
        set(object == nullptr ? std::function<const T*()>()
                              : std::function<const T*()>([object = std::move(object)] { return object.get(); }));
    }

    /// Returns true if there is a function for the object, even if it would return null.
    template <class T>
    [[nodiscard]] bool has() const
    {
        return services_.contains(&key<T>);
    }
    /// Returns the object of type T, or null if there is none. Valid as long as any copy of these services has the
    /// object.
    template <class T>
    [[nodiscard]] const T* find() const
    {
        const auto found = services_.find(&key<T>);
        return found == services_.end() ? nullptr : static_cast<const T*>((*found->second)());
    }
    /// Same as find(). The result keeps the service alive.
    template <class T>
    [[nodiscard]] std::shared_ptr<const T> share() const
    {
        const auto found = services_.find(&key<T>);
        const T* const object = find<T>();
        return object == nullptr ? nullptr : std::shared_ptr<const T>(found->second, object);
    }
    /// Returns the function that was set, which keeps the object alive. Empty if there is none.
    template <class T>
    [[nodiscard]] std::function<const T*()> finder() const
    {
        const auto found = services_.find(&key<T>);
        return found == services_.end()
                   ? std::function<const T*()>()
                   : std::function<const T*()>([find = found->second] { return static_cast<const T*>((*find)()); });
    }
    /// Replaces the object of type T by that of another object, which can be none.
    template <class T>
    void copy(const Services& other)
    {
        const auto found = other.services_.find(&key<T>);
        if (found == other.services_.end()) {
            services_.erase(&key<T>);
        } else {
            services_[&key<T>] = found->second;
        }
    }
    /// Adds the services of another object that this one lacks.
    void add_missing(const Services& others) { services_.insert(others.services_.begin(), others.services_.end()); }

private:
    using Find = std::function<const void*()>;
    /// Its address identifies a type, which may be incomplete. Not constant, because equal constants could be merged.
    template <class T>
    inline static char key{};

    std::map<const void*, std::shared_ptr<const Find>> services_;
};

}  // namespace redforge
