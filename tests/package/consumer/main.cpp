// A user's first program with the installed library: prints an error in Redforge's format.
#include <cstdio>
#include <string>

#include "core/error.hpp"

int main()
{
    const std::string text =
        redforge::describe({.message = "the room is empty", .file = "ISLAND.RGM", .section = "MPOB"});
    std::puts(text.c_str());
    return text == "ISLAND.RGM: MPOB: the room is empty" ? 0 : 1;
}
