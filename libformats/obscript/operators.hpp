// The operators of expressions in compiled scripts, the game's own and OBSE's, and the letters of their variables.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace redforge::obscript {

/// Precedence of operands, higher than all operators.
inline constexpr int operand_precedence = 100;
inline constexpr int game_unary_precedence = 50;

/// The letters of variables, by the number of their type.
inline constexpr std::string_view variable_letters = "fisav";

/// The code of `->`: the next word is a text.
inline constexpr std::uint8_t member_access = 0x23;

/// A binary operator of the game's expressions; text and code use the same spelling.
struct GameOperator {
    std::string_view text;
    int precedence{};
};
inline constexpr std::array<GameOperator, 13> game_operators{{{"&&", 10},
                                                              {"||", 10},
                                                              {"==", 20},
                                                              {"!=", 20},
                                                              {"<=", 20},
                                                              {">=", 20},
                                                              {"<", 20},
                                                              {">", 20},
                                                              {"+", 30},
                                                              {"-", 30},
                                                              {"*", 40},
                                                              {"/", 40},
                                                              {"%", 40}}};

/// An operator of OBSE's expressions; its index in the table is its code.
struct ObseOperator {
    enum class Kind : std::uint8_t { binary, right, unary, subscript, none };  ///< right: binary, right-associative

    std::string_view text;
    int precedence{};
    Kind kind{};
};
inline constexpr std::array<ObseOperator, 38> obse_operators{{
    {":=", 2, ObseOperator::Kind::right},     {"||", 5, ObseOperator::Kind::binary},
    {"&&", 7, ObseOperator::Kind::binary},    {":", 9, ObseOperator::Kind::binary},
    {"==", 13, ObseOperator::Kind::binary},   {"!=", 13, ObseOperator::Kind::binary},
    {">", 15, ObseOperator::Kind::binary},    {"<", 15, ObseOperator::Kind::binary},
    {">=", 15, ObseOperator::Kind::binary},   {"<=", 15, ObseOperator::Kind::binary},
    {"|", 16, ObseOperator::Kind::binary},    {"&", 17, ObseOperator::Kind::binary},
    {"<<", 18, ObseOperator::Kind::binary},   {">>", 18, ObseOperator::Kind::binary},
    {"+", 19, ObseOperator::Kind::binary},    {"-", 19, ObseOperator::Kind::binary},
    {"*", 21, ObseOperator::Kind::binary},    {"/", 21, ObseOperator::Kind::binary},
    {"%", 21, ObseOperator::Kind::binary},    {"^", 23, ObseOperator::Kind::binary},
    {"-", 25, ObseOperator::Kind::unary},     {"!", 27, ObseOperator::Kind::unary},
    {"(", 80, ObseOperator::Kind::none},      {")", 80, ObseOperator::Kind::none},
    {"[", 90, ObseOperator::Kind::subscript}, {"]", 90, ObseOperator::Kind::none},
    {"<-", 2, ObseOperator::Kind::binary},    {"$", 25, ObseOperator::Kind::unary},
    {"+=", 2, ObseOperator::Kind::right},     {"*=", 2, ObseOperator::Kind::right},
    {"/=", 2, ObseOperator::Kind::right},     {"^=", 2, ObseOperator::Kind::right},
    {"-=", 2, ObseOperator::Kind::right},     {"#", 25, ObseOperator::Kind::unary},
    {"*", 25, ObseOperator::Kind::unary},     {"->", 90, ObseOperator::Kind::binary},
    {"::", 3, ObseOperator::Kind::binary},    {"&", 25, ObseOperator::Kind::unary},
}};

}  // namespace redforge::obscript
