#include "io/run_files.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/temporary_folder.h"

namespace gpubuck::io {
namespace {

struct ObservablesTable : ::testing::Test {
  test::TemporaryFolder folder;
};

TEST_F(ObservablesTable, HasItsColumnsAndEmptyFields) {
  ObservablesCsv csv(folder / "observables.csv", {"light", "heavy"});
  const std::string header =
      "step,time,temperature,pressure,potential_energy,kinetic_energy,momentum_x,momentum_y,"
      "momentum_z,pressure_total,gravity_energy,mixing_width,domain_size,temperature_on_step,"
      "pressure_xx,pressure_yy,pressure_zz,temperature_light,momentum_x_light,"
      "momentum_y_light,momentum_z_light,temperature_heavy,momentum_x_heavy,momentum_y_heavy,"
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
      "0.9,1,2,3,1.1,0,0,-1e-07\n";
  EXPECT_EQ(folder.get("observables.csv"), header + first);
  row.mixingWidth = 2.5;
  row.domainSize = 4.25;
  csv.append(row);
  EXPECT_NE(folder.get("observables.csv").find(",23.7,-8.5,2.5,4.25,1.02,23.5,"),
            std::string::npos);

  row.species.pop_back();
  EXPECT_THROW(csv.append(row), std::invalid_argument);
}

RC_GTEST_FIXTURE_PROP(ObservablesTable, NumbersSurviveARoundTrip, (double value)) {
  ObservablesCsv csv(folder / "a.csv", {});
  dpd::Observables row;
  row.temperature = value;
  csv.append(row);
  const std::string text = folder.get("a.csv");
  const std::string line = text.substr(text.find('\n') + 1);
  RC_ASSERT(line.starts_with("0,0,"));
  RC_ASSERT(std::stod(line.substr(4)) == value);
}

TEST_F(ObservablesTable, AFullDiskIsARunError) {
  EXPECT_EQ(test::messageOf<RunError>([] { ObservablesCsv("/dev/full", {}); }, folder),
            "/dev/full: cannot be written: No space left on device");
}

TEST(RunRecord, IsJson) {
  const test::TemporaryFolder folder;
  const nlohmann::json record = {{"device", "a\xff b"}, {"n", 3}};
  writeRunRecord(folder.path(), record);
  const nlohmann::json again = nlohmann::json::parse(folder.get("run.json"));
  EXPECT_EQ(again["n"], 3);
  EXPECT_EQ(again["device"], "a\xEF\xBF\xBD b") << "what is no UTF-8 becomes U+FFFD";
}

}  // namespace
}  // namespace gpubuck::io
