// XML text to records: an archive over the field list that refuses whatever the list does not have.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "core/aside.hpp"
#include "core/error.hpp"
#include "core/field.hpp"
#include "core/leaf.hpp"
#include "core/side_files.hpp"

namespace redforge {

/// A parsed text that can still tell where each of its parts stood.
class XmlDocument {
public:
    /// Checks and parses.
    [[nodiscard]] static Result<XmlDocument> parse(std::string text, std::string file_name);

    [[nodiscard]] pugi::xml_node root() const { return document_->document_element(); }
    [[nodiscard]] const std::string& file_name() const { return file_name_; }
    /// Fills in file, line and column of an element or attribute, given a pointer into the text (its name).
    [[nodiscard]] Error at(const char* place, Error error) const;

private:
    std::string text_;  ///< as it was given: lines are counted in it
    // The parsed nodes point into their own copy of the text: both keep their address when the document moves.
    std::unique_ptr<char[]> parsed_;  // NOLINT(*avoid-c-arrays*): left uninitialised on purpose
    std::unique_ptr<pugi::xml_document> document_;
    std::string file_name_;
};

/// Whether a name as the parser has it is `name`. Most differ in their first letters, so it looks no further than it
/// must.
[[nodiscard]] inline bool is_named(const char* found, std::string_view name)
{
    for (const char c : name) {
        if (*found++ != c) {
            return false;
        }
    }
    return *found == '\0';
}

/// Collects the names that a record's description has, for messages.
class NameArchive {
public:
    template <class T>
    void field(std::string_view name, T& value, const FieldInfo& /*info*/)
    {
        if constexpr (Composite<T>) {
            const std::size_t length = prefix_.size();
            prefix_.append(name).push_back('.');
            serialize(*this, value, 0);
            prefix_.resize(length);
        } else {
            fields.push_back(prefix_ + std::string(name));
        }
    }
    template <class List>
    void list(std::string_view /*name*/, std::string_view item, List& /*records*/, const FieldInfo& /*info*/)
    {
        elements.emplace_back(item);
    }
    template <class T>
    void group(std::string_view name, T& /*record*/, const FieldInfo& /*info*/)
    {
        elements.emplace_back(name);
    }
    void blob(std::string_view name, Bytes& /*bytes*/, const BlobInfo& /*info*/, std::string_view /*file*/)
    {
        elements.emplace_back(name);
    }

    std::vector<std::string> fields;
    std::vector<std::string> elements;

private:
    std::string prefix_;
};

/// Reads an element into a record. The first fault ends the reading and stays in error(). A long list is read by two
/// threads, which changes neither what is read nor which fault is the first; side files are then read by both.
class XmlReader {
public:
    explicit XmlReader(const XmlDocument& document, SideFileReader side_files = {})
        : document_(document), side_files_(std::move(side_files))
    {
    }

    /// Reads the document's root element, which must be called `name`.
    template <class T>
    [[nodiscard]] Status document(std::string_view name, T& record)
    {
        const pugi::xml_node root = document_.root();
        if (root.name() != name) {
            return fail(document_.at(root.name(), {.code = ErrorCode::unknown_name,
                                                   .message = std::string("root element <") + root.name() + ">",
                                                   .hint = "expected <" + std::string(name) + ">"}));
        }
        return element_only(root, record);
    }

    /// Reads one element, whatever it is called.
    template <class T>
    [[nodiscard]] Status element_only(const pugi::xml_node& node, T& record)
    {
        element(node, record);
        if (error_) {
            return fail(std::move(*error_));
        }
        return {};
    }

    template <class T>
    void field(std::string_view name, T& value, const FieldInfo& info)
    {
        if (error_ || misordered_) {
            return;
        }
        if constexpr (Composite<T>) {
            const std::size_t length = prefix_.size();
            prefix_.append(name).push_back('.');
            serialize(*this, value, 0);
            prefix_.resize(length);
        } else if (pugi::xml_attribute found; take(name, found)) {
            std::string expected;
            if (!Leaf<T>::parse(found.value(), value, info, expected)) {
                bad_value(found, expected);
            }
        } else if (info.always) {
            missing(name);
        }
    }

    template <class List>
    void list(std::string_view /*name*/, std::string_view item, List& records, const FieldInfo& /*info*/)
    {
        if (!finish_attributes()) {
            return;
        }
        if constexpr (!ListTraits<List>::single) {
            while (threads_ > 1 && !error_ && shared_part(item, records)) {
            }
        }
        while (!error_ && is_named(child_.name(), item)) {
            if (ListTraits<List>::single && ListTraits<List>::size(records) == 1) {
                return refuse(child_.name(), ErrorCode::malformed, "a second <" + std::string(item) + ">",
                              "there can be only one here");
            }
            const pugi::xml_node node = child_;
            element(node, ListTraits<List>::append(records));
            child_ = node.next_sibling();
        }
    }

    template <class T>
    void group(std::string_view name, T& record, const FieldInfo& /*info*/)
    {
        if (finish_attributes() && is_named(child_.name(), name)) {
            const pugi::xml_node node = child_;
            element(node, record);
            child_ = node.next_sibling();
        }
    }

    void blob(std::string_view name, Bytes& bytes, const BlobInfo& info, std::string_view file_name);

private:
    /// Reads the next elements of a list by two threads. False: there is too little text in those that are left.
    template <class T>
    bool shared_part(std::string_view item, std::vector<T>& records)
    {
        const std::vector<pugi::xml_node> nodes = long_part(child_, item);
        if (nodes.empty()) {
            return false;
        }
        const std::size_t before = records.size();
        records.resize(before + nodes.size());
        const auto read_some = [&](std::size_t first, std::size_t last) {
            XmlReader reader(document_, side_files_);
            reader.threads_ = 1;
            for (std::size_t i = first; i < last && !reader.error_; ++i) {
                reader.element(nodes[i], records[before + i]);
            }
            return std::move(reader.error_);
        };
        const std::size_t half = nodes.size() / 2;
        Aside<std::optional<Error>> second([&] { return read_some(half, nodes.size()); });
        std::optional<Error> first_error = read_some(0, half);
        std::optional<Error> second_error = second.get();
        error_ = first_error ? std::move(first_error) : std::move(second_error);
        child_ = nodes.back().next_sibling();
        return true;
    }
    /// The elements called `item` from `first` on, some thousands at most, so that a fault in the first of very many
    /// costs no room for all; none where they are too short to share the work.
    [[nodiscard]] static std::vector<pugi::xml_node> long_part(pugi::xml_node first, std::string_view item);

    template <class T>
    void element(const pugi::xml_node& node, T& record)
    {
        State outer = std::move(state_);
        const pugi::xml_node outer_child = child_;
        const bool outer_misordered = misordered_;
        std::string outer_prefix;
        if (!prefix_.empty()) {
            outer_prefix.swap(prefix_);
        }

        read(node, record, false);
        if (misordered_ && !error_) {
            // Attributes in another order than ours are fine, only slower: look each of them up.
            record = T{};
            read(node, record, true);
        }
        if (!error_) {
            check_leftovers(record);
        }
        state_ = std::move(outer);
        child_ = outer_child;
        misordered_ = outer_misordered;
        if (!outer_prefix.empty()) {
            prefix_.swap(outer_prefix);
        }
    }

    template <class T>
    void read(const pugi::xml_node& node, T& record, bool search)
    {
        state_ = {node, {}, nullptr, 0, search, nullptr};
        state_.move_to(node.first_attribute());
        child_ = node.first_child();
        misordered_ = false;
        serialize(*this, record, 0);
        if (!error_ && !misordered_) {
            finish_attributes();
        }
    }

    template <class T>
    void check_leftovers(T& record)
    {
        const bool attributes_left = state_.search && state_.taken != attribute_count();
        if (!attributes_left && state_.missing) {
            return refuse(state_.node.name(), ErrorCode::malformed,
                          std::string("<") + state_.node.name() + "> without " + *state_.missing, "it must be given");
        }
        if (!attributes_left && !child_) {
            return;
        }
        NameArchive names;
        serialize(names, record, 0);
        attributes_left ? unknown_attribute(names.fields) : unexpected_child(names.elements);
    }

    /// Finds the attribute of that name, if it is there: the next one in the usual order, or any when searching.
    [[nodiscard]] bool take(std::string_view name, pugi::xml_attribute& found)
    {
        found = state_.next;
        if (state_.search) {
            while (found && !is_path(found.name(), name)) {
                found = found.next_attribute();
            }
            state_.taken += found ? 1U : 0U;
            return !found.empty();
        }
        if (!is_path(state_.next_name, name)) {
            return false;
        }
        state_.move_to(found.next_attribute());
        return true;
    }
    /// Whether an attribute is that of the field `name` of the composite that is being read.
    [[nodiscard]] bool is_path(const char* found, std::string_view name) const
    {
        for (const char c : prefix_) {
            if (*found++ != c) {
                return false;
            }
        }
        return is_named(found, name);
    }

    /// Ends the fields of the record. False when nothing more is to be read in this pass.
    bool finish_attributes()
    {
        if (error_ || misordered_) {
            return false;
        }
        if (!state_.search && *state_.next_name != '\0') {
            misordered_ = true;
            return false;
        }
        return true;
    }

    /// A required attribute is not the next one: look for it elsewhere, or refuse when that has been done.
    void missing(std::string_view name)
    {
        if (!state_.search) {
            misordered_ = true;
            return;
        }
        // A misspelt attribute explains this one's absence better than its absence does, so look for that first.
        if (!state_.missing) {
            state_.missing = std::make_unique<std::string>(prefix_ + std::string(name));
        }
    }
    [[nodiscard]] std::size_t attribute_count() const;
    void bad_value(const pugi::xml_attribute& attribute, const std::string& expected);
    void unknown_attribute(const std::vector<std::string>& known);
    void unexpected_child(const std::vector<std::string>& known);
    void refuse(const char* place, ErrorCode code, std::string message, std::string hint);

    struct State {
        pugi::xml_node node;
        pugi::xml_attribute next;
        const char* next_name{""};  ///< of `next`; empty behind the last
        std::size_t taken{};
        bool search{};
        std::unique_ptr<std::string> missing{};  ///< the first required attribute that is not there

        void move_to(pugi::xml_attribute attribute)
        {
            next = attribute;
            next_name = attribute.name();
        }
    };

    const XmlDocument& document_;
    SideFileReader side_files_;
    unsigned threads_{2};
    State state_;
    pugi::xml_node child_;
    bool misordered_{};
    std::string prefix_;
    std::optional<Error> error_;
};

}  // namespace redforge
