# Script behind gpubuck_embed: writes OUTPUT, a C++ table NAME of the bytes of FILES, keyed relative to FOLDER.
set(arrays "")
set(rows "")
set(index 0)
foreach(file IN LISTS FILES)
  file(RELATIVE_PATH path "${FOLDER}" "${file}")
  file(READ "${file}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND arrays "const unsigned char kFile${index}[] = {${bytes}0};\n")
  string(APPEND rows "    {\"${path}\", {reinterpret_cast<const char*>(kFile${index}), sizeof(kFile${index}) - 1}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE "${OUTPUT}"
"#include \"base/embedded.h\"
namespace {
${arrays}}
namespace gpubuck::embedded {
const std::map<std::string, std::string_view>& ${NAME}() {
  static const std::map<std::string, std::string_view> files{
${rows}  };
  return files;
}
}
")
