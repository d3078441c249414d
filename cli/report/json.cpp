// Values, records and errors as JSON.
#include "cli/report/json.hpp"

#include <charconv>
#include <cmath>

#include "core/bytes/hex.hpp"
#include "core/text/code_page.hpp"
#include "edit/operation/operation.hpp"

namespace redforge::cli {
namespace {

bool is_utf8(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t length =
            static_cast<unsigned char>(text.front()) < 0x80 ? 1 : next_utf8(text.substr(0, 4)).length;
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

/// Parses a number of the text form. Returns the text if it is not a number in JSON (NaN).
nlohmann::json number(std::string_view text)
{
    std::int64_t whole{};
    const char* const end = text.data() + text.size();
    if (const auto [stop, error] = std::from_chars(text.data(), end, whole); error == std::errc{} && stop == end) {
        return whole;
    }
    double real{};
    const auto [stop, error] = std::from_chars(text.data(), end, real);
    const bool good = error == std::errc{} && stop == end && std::isfinite(real);
    return good ? nlohmann::json(real) : nlohmann::json(std::string(text));
}

}  // namespace

nlohmann::json json_of(const FieldView& field)
{
    const LeafOps& ops = *field.entry->ops;
    const std::string text = field.text();
    const auto integer = ops.get_integer == nullptr ? std::nullopt : ops.get_integer(field.value);
    if (integer) {
        if (field.info().notation == Notation::boolean && (*integer == 0 || *integer == 1)) {
            return *integer == 1;
        }
        return field.info().enum_names.empty() ? nlohmann::json(*integer)
                                               : number(text);  // the word of the value, if it has one
    }
    if (field.type().derived && text.empty()) {
        return nullptr;
    }
    switch (field.type().kind) {
    case ValueKind::integer:
    case ValueKind::real: return number(text);
    case ValueKind::numbers: {
        nlohmann::json numbers = nlohmann::json::array();
        std::string_view left = text;
        for (std::string_view word = next_word(left); !word.empty(); word = next_word(left)) {
            numbers.push_back(number(word));
        }
        return numbers;
    }
    case ValueKind::text:
    case ValueKind::bytes: break;
    }
    return text;
}

nlohmann::json json_of_text(const RecordHandle& root, const std::string& path, const std::string& text)
{
    const Result<std::vector<edit::Match>> matches = edit::resolve(root, path);
    if (!matches || matches->size() != 1 || matches->front().kind != edit::Match::Kind::field) {
        return text;
    }
    FieldView field = matches->front().field;
    edit::LeafValue value(*field.entry->ops, field.value);
    std::string expected;
    if (!parse_value(text, *field.entry, value.get(), field.page, expected)) {
        return text;
    }
    field.value = value.get();
    return json_of(field);
}

nlohmann::json json_of(const Error& error)
{
    nlohmann::json json{{"code", code_name(error.code)}, {"message", error.message}, {"text", describe(error)}};
    const auto put = [&](const char* key, const std::string& text) {
        if (!text.empty()) {
            json[key] = text;
        }
    };
    if (!error.file.empty()) {
        put_name(json, "file", error.file);
    }
    put("section", error.section);
    put("field", error.field);
    put("hint", error.hint);
    if (error.line != 0) {
        json["line"] = error.line;
    }
    if (error.column != 0) {
        json["column"] = error.column;
    }
    if (error.offset) {
        json["offset"] = *error.offset;
    }
    if (error.record) {
        json["record"] = *error.record;
    }
    return json;
}

nlohmann::json output_json(std::string_view input, const std::filesystem::path& output)
{
    nlohmann::json file = nlohmann::json::object();
    put_name(file, "file", input);
    put_name(file, "output", output);
    return file;
}

void put_name(nlohmann::json& object, const std::string& key, const std::filesystem::path& name)
{
    const std::string text = name.string();
    object[key] = text;
    if (!is_utf8(text)) {
        std::string bytes;
        append_hex(bytes, std::as_bytes(std::span(text)));
        object[key + "_bytes"] = std::move(bytes);
    }
}

}  // namespace redforge::cli
