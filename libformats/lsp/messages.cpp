// Reads and writes messages of the protocol.
#include "lsp/messages.hpp"

#include <charconv>
#include <istream>
#include <ostream>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/text/letter_case.hpp"

namespace redforge::lsp {
namespace {

constexpr std::size_t max_message = std::size_t{64} << 20U;  // bytes

}  // namespace

std::optional<std::string> read_message(std::istream& in)
{
    std::optional<std::size_t> length;
    for (std::string line; std::getline(in, line);) {
        if (line.ends_with('\r')) {
            line.pop_back();
        }
        if (line.empty()) {
            if (!length || *length > max_message) {
                return std::nullopt;
            }
            std::string content(*length, '\0');
            in.read(content.data(), static_cast<std::streamsize>(content.size()));
            return static_cast<std::size_t>(in.gcount()) == content.size() ? std::optional(std::move(content))
                                                                           : std::nullopt;
        }
        const std::string_view header = line;
        const std::size_t colon = header.find(':');
        if (colon != std::string_view::npos && equals_ignore_case(header.substr(0, colon), "Content-Length")) {
            std::string_view value = header.substr(colon + 1);
            value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
            std::size_t number{};
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
            if (error != std::errc{} || end == value.data()) {
                return std::nullopt;
            }
            length = number;
        }
    }
    return std::nullopt;
}

void write_message(std::ostream& out, const nlohmann::json& message)
{
    // Sources in the code pages of games contain bytes that are not UTF-8.
    const std::string content = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    out << "Content-Length: " << content.size() << "\r\n\r\n" << content;
    out.flush();
}

nlohmann::json json_of(const Lines& lines, std::size_t at)
{
    const Position position = lines.position(at);
    return {{"line", position.line}, {"character", position.character}};
}

nlohmann::json json_of(const Lines& lines, const Range& range)
{
    return {{"start", json_of(lines, range.begin)}, {"end", json_of(lines, range.end)}};
}

Position position_of(const nlohmann::json& position)
{
    return {position.at("line").get<std::uint32_t>(), position.at("character").get<std::uint32_t>()};
}

}  // namespace redforge::lsp
