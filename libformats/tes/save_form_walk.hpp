// All references to forms in a record of a save, wherever they stand in it. for_each_form() (save_forms.hpp) is what others call.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "core/boxed.hpp"
#include "core/field.hpp"
#include "tes/record.hpp"
#include "tes/save_values.hpp"

namespace redforge::tes {

/// Visits those of a record in the file's order: an archive over its description.
class FormWalk {
public:
    using Visit = std::function<void(FormRef&, const FormWalk&)>;
    explicit FormWalk(Visit visit) : visit_(std::move(visit)) {}

    void form(FormRef& form, const FormFieldNames& names)
    {
        names_ = names;
        visit_(form, *this);
    }
    template <class... Args>
    void field(const Args&... /*args*/)
    {
    }
    template <class... Args>
    void blob(const Args&... /*args*/)
    {
    }
    template <class T>
    void group(std::string_view name, T& record, const FieldInfo& /*info*/)
    {
        steps_.emplace_back(name, std::nullopt);
        serialize(*this, record, 0);
        steps_.pop_back();
    }
    template <class T>
    void list(std::string_view name, std::string_view /*item*/, std::optional<T>& record, const FieldInfo& /*info*/)
    {
        optional(name, record);
    }
    template <class T>
    void list(std::string_view name, std::string_view /*item*/, OptionalBox<T>& record, const FieldInfo& /*info*/)
    {
        optional(name, record);
    }
    template <class T>
    void list(std::string_view name, std::string_view /*item*/, std::vector<T>& records, const FieldInfo& /*info*/)
    {
        steps_.emplace_back(name, 0);
        for (std::size_t i = 0; i < records.size(); ++i) {
            steps_.back().second = i;
            serialize(*this, records[i], 0);
        }
        steps_.pop_back();
    }
    template <class... Ts>
    void list(std::string_view name, std::string_view /*item*/, std::vector<std::variant<Ts...>>& records,
              const FieldInfo& /*info*/)
    {
        steps_.emplace_back(name, 0);
        for (std::size_t i = 0; i < records.size(); ++i) {
            steps_.back().second = i;
            std::visit([this]<class T>(T& record) { serialize(*this, Unboxed<T>::of(record), 0); }, records[i]);
        }
        steps_.pop_back();
    }

    /// Subrecords have FormIDs, and no references to places in form_ids.
    void list(std::string_view /*name*/, std::string_view /*item*/, Subrecords& /*subrecords*/, const FieldInfo&) {}

    /// Where the reference is that is visited: "inventory[3].stack[0]".
    [[nodiscard]] std::string place() const
    {
        std::string path;
        for (const auto& [name, index] : steps_) {
            path += (path.empty() || name.empty() ? "" : ".") + std::string(name);
            path += index ? fmt::format("[{}]", *index) : std::string();
        }
        return path;
    }

    /// What its fields are called.
    [[nodiscard]] const FormFieldNames& names() const { return names_; }

private:
    void optional(std::string_view name, auto& record)
    {
        if (record) {
            steps_.emplace_back(name, std::nullopt);
            serialize(*this, *record, 0);
            steps_.pop_back();
        }
    }

    Visit visit_;
    FormFieldNames names_;
    std::vector<std::pair<std::string_view, std::optional<std::size_t>>> steps_;
};

}  // namespace redforge::tes
