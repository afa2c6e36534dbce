# Script of gpubuck_embed: writes the source OUTPUT, which adds FILES to the embedded files of KIND, by their path below
# ROOT.
set(arrays "")
set(rows "")
set(index 0)
foreach(file IN LISTS FILES)
  file(RELATIVE_PATH path "${ROOT}" "${file}")
  file(READ "${file}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND arrays "const unsigned char kFile${index}[] = {${bytes}0};\n")
  string(APPEND rows "    {\"${path}\", {reinterpret_cast<const char*>(kFile${index}), sizeof(kFile${index}) - 1}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE "${OUTPUT}"
"#include \"base/embedded.h\"
namespace {
${arrays}const gpubuck::embedded::Addition kAddition(\"${KIND}\", {
${rows}});
}
")
