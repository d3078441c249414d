// Peer program of bench-peers: loads an XML file with pugixml, and saves it if a second file is given.
#include <pugixml.hpp>

int main(int argc, char* argv[])
{
    pugi::xml_document document;
    if (argc < 2 || !document.load_file(argv[1])) {
        return 2;
    }
    return argc < 3 || document.save_file(argv[2]) ? 0 : 2;
}
