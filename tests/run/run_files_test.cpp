#include "run/run_files.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/error.h"
#include "file/temporary_folder.h"
#include "run/run_folder.h"
#include "run/run_outputs.h"
#include "run/run_tables.h"

namespace gpubuck::run {
namespace {

struct ObservablesTable : ::testing::Test {
  test::TemporaryFolder folder;
};

TEST_F(ObservablesTable, HasItsColumnsAndEmptyFields) {
  ObservablesCsv csv(folder / "observables.csv", {"light", "heavy"});
  const std::string header =
      "step,time,temperature,pressure,potential_energy,kinetic_energy,momentum_x,momentum_y,"
      "momentum_z,pressure_total,gravity_energy,mixing_width,domain_size,temperature_on_step,"
      "pressure_xx,pressure_yy,pressure_zz,bond_energy,angle_energy,local_density,"
      "end_to_end,radius_of_gyration,surface_tension,temperature_light,"
      "momentum_x_light,momentum_y_light,momentum_z_light,temperature_heavy,momentum_x_heavy,"
      "momentum_y_heavy,"
      "momentum_z_heavy\n";
  EXPECT_EQ(folder.get("observables.csv"), header) << "already on disk while the file is open";

  dpd::Observables row;
  row.step = 20;
  row.time = 0.2;
  row.temperature = 1.01;
  row.pressure = 23.65;
  row.pressureTotal = 23.7;
  row.temperatureOnStep = 1.02;
  row.pressureTensor = {23.5, 23.75, -0.25};
  row.potentialEnergy = 1e10;
  row.gravityEnergy = -8.5;
  row.kineticEnergy = 1.0 / 3.0;
  row.momentum = {1.0, -2.0, 0.5};
  row.species = {{10, 0.9, {1.0, 2.0, 3.0}}, {20, 1.1, {0.0, 0.0, -1e-7}}};
  csv.append(row);
  const std::string first =
      "20,0.2,1.01,23.65,10000000000,0.3333333333333333,1,-2,0.5,23.7,-8.5,,,1.02,23.5,23.75,-0.25,"
      ",,,,,,0.9,1,2,3,1.1,0,0,-1e-07\n";
  EXPECT_EQ(folder.get("observables.csv"), header + first);
  row.mixingWidth = 2.5;
  row.domainSize = 4.25;
  csv.append(row);
  EXPECT_NE(folder.get("observables.csv").find(",23.7,-8.5,2.5,4.25,1.02,23.5,"),
            std::string::npos);

  row.species.pop_back();
  EXPECT_THROW(csv.append(row), std::invalid_argument);
}

RC_GTEST_FIXTURE_PROP(ObservablesTable, Numbers_SurviveARoundTrip, (double value)) {
  ObservablesCsv csv(folder / "a.csv", {});
  dpd::Observables row;
  row.temperature = value;
  csv.append(row);
  const std::string text = folder.get("a.csv");
  const std::string line = text.substr(text.find('\n') + 1);
  RC_ASSERT(line.starts_with("0,0,"));
  RC_ASSERT(std::stod(line.substr(4)) == value);
}

TEST_F(ObservablesTable, FullDisk_IsRunError) {
  EXPECT_TRUE(
      test::names(test::messageOf<RunError>([] { ObservablesCsv("/dev/full", {}); }, folder),
                  {"/dev/full", "No space left on device"}));
}

TEST_F(ObservablesTable, StructureFactors_AreARowPerShell) {
  const double none = std::nan("");
  const std::string header = kTables[0].header({"a", "b"});
  {
    TableCsv csv(folder / "s.csv", header);
    csv.append(rowsOf(
        dpd::StructureFactor{20, 0.2, {0.5, 1.25}, {1.5, 0.75}, {{2.0, 1.0 / 3.0}, {none, none}}}));
  }
  const std::string rows =
      "step,time,k,S,S_a,S_b\n20,0.2,0.5,1.5,2,\n20,0.2,1.25,0.75,0.3333333333333333,\n";
  EXPECT_EQ(folder.get("s.csv"), rows);
  {
    TableCsv csv(folder / "s.csv", header, file::Opening::Append);
    csv.append(rowsOf(dpd::StructureFactor{30, 0.3, {1.0}, {1.0}, {{1.0}, {4.0}}}));
  }
  EXPECT_EQ(folder.get("s.csv"), rows + "30,0.3,1,1,1,4\n");
  EXPECT_NO_THROW(TableCsv::requireColumns(folder / "s.csv", header));
  EXPECT_THROW(TableCsv::requireColumns(folder / "s.csv", kTables[0].header({"a"})), InputError);
}

TEST(Tables, SurfaceOrder_IsOneRow) {
  EXPECT_EQ(kTables[1].header({"a", "b"}),
            "step,time,area_a,mu1_a,mu2_a,mu3_a,area_b,mu1_b,mu2_b,mu3_b");
  EXPECT_EQ(rowsOf(dpd::SurfaceOrder{20, 0.2, {{2.5, std::array{0.0, 0.25, 0.75}}, {}}}),
            "20,0.2,2.5,0,0.25,0.75,0,,,\n");
}

TEST(Tables, StressProfile_IsARowPerSlab) {
  EXPECT_EQ(kTables[2].header({"a"}), "step,time,position,pressure_normal,pressure_tangential");
  EXPECT_EQ(rowsOf(dpd::StressProfile{20, 0.2, {0.125, 0.375}, {1.5, 2.0}, {-1.0, 0.5}}),
            "20,0.2,0.125,1.5,-1\n20,0.2,0.375,2,0.5\n");
  const dpd::StressProfile bad{20, 0.2, {0.125}, {std::nan("")}, {1.0}};
  EXPECT_THROW(rowsOf(bad), RunError);
}

struct RecordOfRun : ::testing::Test {
  test::TemporaryFolder folder;
  RunRecord record{folder.path()};
};

TEST_F(RecordOfRun, IsJson) {
  record.begin({{"device", "a\xff b"}, {"n", 3}});
  const nlohmann::json again = readRunRecord(folder.path());
  EXPECT_EQ(again["n"], 3);
  EXPECT_EQ(again["device"], "a\xEF\xBF\xBD b") << "what is no UTF-8 becomes U+FFFD";
}

TEST_F(RecordOfRun, LastRecord_UsesTheReservedSpace) {
  record.begin({{"status", "running"}, {"filler", std::string(5000, 'a')}});
  EXPECT_GT(std::filesystem::file_size(folder / "run.json.part"), 10'000u);
  record.end({{"status", "done"}});
  EXPECT_EQ(readRunRecord(folder.path()), (nlohmann::json{{"status", "done"}}));
  EXPECT_FALSE(std::filesystem::exists(folder / "run.json.part"));
}

TEST_F(RecordOfRun, RunNotStarted_WritesNoRecord) {
  record.end({{"status", "failed"}});
  EXPECT_FALSE(std::filesystem::exists(folder / "run.json"));
}

TEST_F(RecordOfRun, IsReadFromRegularFilesOnly) {
  const auto errorOf = [&] {
    return test::messageOf<InputError>([&] { readRunRecord(folder.path()); }, folder);
  };
  EXPECT_TRUE(test::names(errorOf(), {"run.json", "no run"}));
  std::filesystem::create_directory(folder / "run.json");
  EXPECT_TRUE(test::names(errorOf(), {"run.json", "regular file"}));
  std::filesystem::remove(folder / "run.json");
  ASSERT_EQ(mkfifo((folder / "run.json").c_str(), 0666), 0);
  EXPECT_TRUE(test::names(errorOf(), {"run.json", "regular file"}));
  std::filesystem::remove(folder / "run.json");
  std::filesystem::create_symlink("/dev/zero", folder / "run.json");
  EXPECT_TRUE(test::names(errorOf(), {"run.json", "regular file"}));
  std::filesystem::remove(folder / "run.json");
  for (const char* text : {"", "[]", "{\"status\": ", "3"}) {
    folder.put("run.json", text);
    EXPECT_TRUE(test::names(errorOf(), {"run.json", "record"})) << text;
  }
}

struct Outputs : ::testing::Test {
  RunOutputs outputs;
  StepsLeft left;

  void plan(std::int64_t step) { planContinuation(outputs, left, step, "out"); }
  std::string refusal(std::int64_t step) {
    return test::messageOf<InputError>([&] { plan(step); }, test::TemporaryFolder());
  }
};

TEST_F(Outputs, NextDue_IsTheNearestStepOfAnyOutput) {
  outputs.observables = {20, {33}};
  outputs.trajectory.every = 50;
  outputs.tables[1].every = 30;
  std::vector<std::int64_t> steps;
  for (std::int64_t step = 0; step < 90;) steps.push_back(step = nextDue(outputs, step, 90));
  EXPECT_EQ(steps, (std::vector<std::int64_t>{20, 30, 33, 40, 50, 60, 80, 90}));
  outputs = {};
  outputs.observables.every = 0;
  EXPECT_EQ(nextDue(outputs, 7, 90), 90) << "the end of the run alone";
}

TEST_F(Outputs, SurviveARoundTrip) {
  outputs.observables = {5, {33, 41}};
  outputs.tables[0] = {25, {33}};
  outputs.trajectory.every = 10;
  outputs.trajectoryFormat = "gsd";
  outputs.keepCheckpoints = 3;
  outputs.firstStep = 20;
  outputs.ids = {"0123456789abcdef", "fedcba9876543210"};
  nlohmann::ordered_json written;
  record(outputs, written);
  const nlohmann::json json = nlohmann::json::parse(written.dump());
  const RunOutputs again = outputsIn(json, "run.json");
  EXPECT_EQ(again.observables.every, 5);
  EXPECT_EQ(again.observables.also, (std::set<std::int64_t>{33, 41}));
  EXPECT_EQ(again.tables[0].every, 25);
  EXPECT_EQ(again.tables[0].also, (std::set<std::int64_t>{33}));
  EXPECT_EQ(again.trajectory.every, 10);
  EXPECT_EQ(again.trajectoryFormat, "gsd");
  EXPECT_EQ(again.keepCheckpoints, 3);
  EXPECT_EQ(again.firstStep, 20);
  EXPECT_EQ(again.ids, outputs.ids);
  for (const char* key : {"first_step", "ids", "outputs"}) {
    nlohmann::json changed = json;
    changed.erase(key);
    EXPECT_THROW(outputsIn(changed, "run.json"), InputError) << key;
  }

  const nlohmann::json flat = json.flatten();
  for (const auto& [path, value] : flat.items()) {
    for (const char* bad : {"-1", "1.5", "{}", "[3]", "1e300", "18446744073709551615", "null"}) {
      nlohmann::json changed = json;
      changed[nlohmann::json::json_pointer(path)] = nlohmann::json::parse(bad);
      EXPECT_THROW(outputsIn(changed, "run.json"), InputError) << path << " = " << bad;
    }
  }
  for (const char* path : {"/ids", "/outputs", "/outputs/observables/also"}) {
    for (const char* bad : {"5", "\"5\"", "{\"5\": 5}", "[null]"}) {
      nlohmann::json changed = json;
      changed[nlohmann::json::json_pointer(path)] = nlohmann::json::parse(bad);
      EXPECT_THROW(outputsIn(changed, "run.json"), InputError) << path << " = " << bad;
    }
  }
}

struct StatusOfRun : ::testing::Test {
  test::TemporaryFolder folder;
  nlohmann::json record{{"status", "running"}, {"step", 3}, {"last_step", 90}, {"error", "none"}};

  RunStatus read() {
    folder.put("run.json", record.dump());
    return readRunStatus(folder.path());
  }
};

TEST_F(StatusOfRun, EachFile_ShowsTheLastStep) {
  EXPECT_EQ(read().status, "killed");
  EXPECT_EQ(read().step, 3);
  EXPECT_EQ(read().lastStep, 90);
  std::vector<std::string> tables{kObservablesFile};
  for (const Table& table : kTables) tables.emplace_back(table.file);
  for (const std::string& table : tables) {
    folder.put(table, "step,time\n5,0.5\n7,0.7\n9,0.");
    EXPECT_EQ(read().step, 7) << table;
    folder.put(table, "step,time\n");
    EXPECT_EQ(read().step, 3) << table;
  }
  folder.put("checkpoint-00000008.h5", "");
  EXPECT_EQ(read().step, 8);
  record["status"] = "done";
  EXPECT_EQ(read().step, 3) << "it is recorded";
}

TEST_F(StatusOfRun, EachChangedField_IsRefused) {
  const nlohmann::json good = record;
  for (const auto& [key, value] : good.items()) {
    for (const char* bad : {"-1", "1.5", "{}", "[3]", "9007199254740993", "null"}) {
      record = good;
      record[key] = nlohmann::json::parse(bad);
      EXPECT_THROW(read(), InputError) << key << " = " << bad;
    }
  }
  for (const char* key : {"status", "last_step"}) {
    record = good;
    record.erase(key);
    EXPECT_THROW(read(), InputError) << key;
  }
  record = good;
  record["status"] = "paused";
  EXPECT_THROW(read(), InputError);
}

TEST_F(StatusOfRun, TableThatCannotBeRead_IsAnError) {
  std::filesystem::create_symlink("stress_profile.csv", folder / "stress_profile.csv");
  EXPECT_THROW(read(), InputError);
}

TEST_F(Outputs, RemovedOutputs_AreWrittenAgain) {
  outputs.observables = {5, {7, 18}};
  left.rows = {0, 5, 7, 10, 15, 18, 20, 23};
  left.checkpoints = {10, 13};
  plan(10);
  EXPECT_EQ(outputs.observables.also, (std::set<std::int64_t>{18, 23}));
  EXPECT_TRUE(outputs.observables.isDue(23, 40));
  EXPECT_FALSE(outputs.observables.isDue(22, 40));
  EXPECT_EQ(outputs.checkpoints.also, (std::set<std::int64_t>{13})) << "the one gone on from stays";
  EXPECT_TRUE(outputs.checkpoints.isUsed());
  EXPECT_EQ(lastOutput(outputs, left).step, 23);
  left.rows.clear();
  EXPECT_EQ(lastOutput(outputs, left).step, 23) << "promised by a run that was killed";
}

TEST_F(Outputs, GapBeforeTheCheckpoint_IsRefused) {
  outputs.observables.every = 5;
  outputs.firstStep = 3;
  left.rows = {5, 10, 20};
  EXPECT_NO_THROW(plan(15));
  EXPECT_TRUE(test::names(refusal(20), {"out", "step 15", "observables.csv"}));
  left.rows = {10, 15};
  EXPECT_TRUE(test::names(refusal(20), {"out", "step 5", "observables.csv"}));
  outputs.firstStep = 5;
  EXPECT_TRUE(test::names(refusal(20), {"out", "step 5", "observables.csv"}));
  outputs.firstStep = 0;
  left.rows = {0, 5, 10, 15};
  EXPECT_NO_THROW(plan(20));
  outputs.frames.every = 4;
  left.pictures = {0, 8};
  EXPECT_TRUE(test::names(refusal(10), {"out", "picture", "step 4"}));
  outputs.frames.every = 0;
  outputs.trajectory.every = 4;
  left.frames = {0};
  EXPECT_TRUE(test::names(refusal(10), {"out", "trajectory", "step 4"}));
  outputs.trajectory.every = 0;
  outputs.tables[0].every = 4;
  left.tables[0] = {0};
  EXPECT_TRUE(test::names(refusal(10), {"out", "step 4", "structure_factor.csv"}));
  outputs.firstStep = 11;
  EXPECT_TRUE(test::names(refusal(10), {"out", "begins", "step 11"}));
}

// The run that continues from step 10 writes the row and the picture of this step again, but not
// the checkpoint, which is there already.
TEST(FolderOfARun, IsCutAfterACheckpoint) {
  const test::TemporaryFolder folder;
  const RunFolder run(folder / "out");
  const auto put = [](const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  };
  for (const std::int64_t step : {5, 10, 15}) {
    put(run.checkpoint(step), "x");
    put(run.picture(step), "x");
  }
  put(run.path() / "observables.csv", "step,a\n5,1\n10,2\n15,3\n");
  put(run.path() / "notes.txt", "x");
  run.cutFrom(10);
  const auto isThere = [](const std::filesystem::path& path) {
    return std::filesystem::exists(path);
  };
  EXPECT_TRUE(isThere(run.checkpoint(5)) && isThere(run.checkpoint(10)));
  EXPECT_FALSE(isThere(run.checkpoint(15)));
  EXPECT_TRUE(isThere(run.picture(5)) && isThere(run.path() / "notes.txt"));
  EXPECT_FALSE(isThere(run.picture(10)) || isThere(run.picture(15)));
  EXPECT_EQ(folder.get("out/observables.csv"), "step,a\n5,1\n");
}

// The run reaches its files through a path of the open folder. No user has given this path, so
// errors must not name it.
TEST(FolderOfARun, IsNamedAsGiven_InEveryError) {
  const test::TemporaryFolder folder;
  for (const char* end : {"", "/"}) {
    const RunFolder run(folder / "out" + end);
    const std::string open = run.path().string(), given = folder / "out";
    const auto named = [&](const std::string& text) {
      return std::string(run.named(RunError(text, "x " + open + "/b.h5")).what());
    };
    EXPECT_TRUE(test::names(named(open + "/a.csv"), {given + "/a.csv", "x", given + "/b.h5"}));
    EXPECT_TRUE(test::names(named(open), {given, "x", given + "/b.h5"}));
    EXPECT_TRUE(test::names(named(open + "0"), {open + "0", "x", given + "/b.h5"}))
        << "another descriptor";
  }
}

}  // namespace
}  // namespace gpubuck::run
