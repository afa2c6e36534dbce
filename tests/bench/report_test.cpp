#include "bench/bench.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gpubuck::bench {
namespace {

Row someRow(const std::string& algorithm) {
  return {.name = "sorts",
          .algorithm = algorithm,
          .engine = "fast",
          .n = 4096,
          .perCell = 2.5,
          .spread = {.median = 3.0,
                     .least = 1.0,
                     .lowerQuartile = 2.0,
                     .upperQuartile = 4.0,
                     .most = 5.0,
                     .samples = 9},
          .stages = {{"texel/part_scan", 4.0, 0.5, 96.0}},
          .memory = 640};
}

TEST(ToJson, HasTheDocumentedMembers) {
  Row row = someRow("radix");
  row.more["paper_ms"] = nullptr;
  row.more["order"] = "random";
  const nlohmann::ordered_json expected{
      {"name", "sorts"},
      {"algorithm", "radix"},
      {"engine", "fast"},
      {"n", 4096},
      {"per_cell", 2.5},
      {"median_ms", 3.0},
      {"min_ms", 1.0},
      {"lower_quartile_ms", 2.0},
      {"upper_quartile_ms", 4.0},
      {"max_ms", 5.0},
      {"samples", 9},
      {"memory_bytes", 640},
      {"paper_ms", nullptr},
      {"order", "random"},
      {"stages", {{"texel/part_scan", {{"runs", 4.0}, {"ms", 0.5}, {"bytes", 96.0}}}}}};
  EXPECT_EQ(expected, toJson(row));
}

TEST(ToCsv, HasTheColumnsOfAllRowsInOrderOfAppearance) {
  Row first = someRow("radix");
  first.more["passes"] = 3;
  Row second = someRow("atomic");
  second.stages = {{"sort/insert_atomic", 1.0, 0.25}};
  second.more["order"] = nullptr;
  EXPECT_EQ(
      "name,algorithm,engine,n,per_cell,median_ms,min_ms,lower_quartile_ms,upper_quartile_ms,"
      "max_ms,samples,memory_bytes,passes,stage texel/part_scan,order,stage sort/insert_atomic\n"
      "sorts,radix,fast,4096,2.5,3.0,1.0,2.0,4.0,5.0,9,640,3,0.5,,\n"
      "sorts,atomic,fast,4096,2.5,3.0,1.0,2.0,4.0,5.0,9,640,,,,0.25\n",
      toCsv({first, second}));
}

TEST(ToCsv, QuotesSpecialFields) {
  Row row = someRow("radix");
  row.stages.clear();
  row.more["a,b"] = "one\ntwo";
  row.more["said"] = "\"no\"";
  const std::string text = toCsv({row});
  EXPECT_NE(std::string::npos, text.find(",\"a,b\",said\n")) << text;
  EXPECT_NE(std::string::npos, text.find(",\"one\ntwo\",\"\"\"no\"\"\"\n")) << text;
}

TEST(ToCsv, NoRows_AreEmptyText) { EXPECT_EQ("", toCsv({})); }

TEST(ReportTest, Rows_AreKeptInOrderAndPrintedAtOnce) {
  char* text = nullptr;
  std::size_t length = 0;
  std::FILE* table = open_memstream(&text, &length);
  ASSERT_NE(nullptr, table);
  Report report(table);
  report.begin("radix", "A title.", {"algorithm", "median_ms: ms", "not_there"});
  report.add(someRow("radix"));
  report.note("A note.");
  report.add(someRow("atomic"));
  std::fclose(table);
  const std::string printed(text, length);
  std::free(text);
  EXPECT_EQ(
      "\nA title.\n"
      "algorithm         ms  not there\n"
      "    radix          3          -\n"
      "A note.\n"
      "   atomic          3          -\n",
      printed);
  ASSERT_EQ(2U, report.rows().size());
  EXPECT_EQ("radix", report.rows()[0].name);
  EXPECT_EQ("radix", report.rows()[0].algorithm);
  EXPECT_EQ("atomic", report.rows()[1].algorithm);
}

TEST(ReportTest, Tables_HaveTheirOwnColumns) {
  char* text = nullptr;
  std::size_t length = 0;
  std::FILE* table = open_memstream(&text, &length);
  ASSERT_NE(nullptr, table);
  Report report(table);
  report.begin("first", "First.", {"algorithm", "median_ms: ms"});
  report.add(someRow("radix"));
  report.begin("second", "Second.", {"n"});
  report.add(someRow("atomic"));
  std::fclose(table);
  const std::string printed(text, length);
  std::free(text);
  EXPECT_EQ(
      "\nFirst.\n"
      "algorithm         ms\n"
      "    radix          3\n"
      "\nSecond.\n"
      "        n\n"
      "     4096\n",
      printed);
  ASSERT_EQ(2U, report.rows().size());
  EXPECT_EQ("first", report.rows()[0].name);
  EXPECT_EQ("second", report.rows()[1].name);
}

}  // namespace
}  // namespace gpubuck::bench
