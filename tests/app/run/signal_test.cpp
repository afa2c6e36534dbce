// A signal ends a run once the step is finished.
#include <fmt/format.h>

#include <csignal>

#include "app/run/run_command.h"
#include "checkpoint/checkpoint.h"

namespace gpubuck::test {
namespace {

struct Signal : RunCommand {
  /// Sends the signal once the run has written some rows.
  Outcome runUntil(int signal, const std::string& out, const std::vector<std::string>& more = {}) {
    std::vector<std::string> options{"--observe-every", "5", "--trajectory-every", "10"};
    options.insert(options.end(), more.begin(), more.end());
    return run(tiny(), out, 1'000'000, options, {.meanwhile = [&](int process) {
                 waitUntil([&] {
                   return exists(out + "/observables.csv") && observedSteps(out).size() > 3;
                 });
                 kill(process, signal);
               }});
  }
};

TEST_F(Signal, Step_IsFinishedAndRunCanContinue) {
  for (const auto& [signal, name] : {std::pair{SIGINT, "SIGINT"},
                                     {SIGTERM, "SIGTERM"},
                                     {SIGHUP, "SIGHUP"},
                                     // Batch systems announce the end of a job by these signals.
                                     {SIGUSR1, "SIGUSR1"},
                                     {SIGXCPU, "SIGXCPU"}}) {
    SCOPED_TRACE(name);
    const std::string out = name;
    const Outcome outcome = runUntil(signal, out);
    const int step = record(out).at("step").get<int>();
    const std::string checkpoint = fmt::format("checkpoint-{:08}.h5", step);
    EXPECT_TRUE(
        refused(outcome, 128 + signal,
                {"run", name, fmt::format("step {} of 1000000", step), "--restart", checkpoint}));
    EXPECT_EQ(record(out).at("status"), "interrupted");
    EXPECT_GT(step, 10);
    EXPECT_EQ(checkpoint::readCheckpoint(folder / (out + "/" + checkpoint)).clock.step, step);
    const std::vector<int> rows = observedSteps(out);
    ASSERT_FALSE(rows.empty());
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i], 5 * static_cast<int>(i));
    EXPECT_TRUE(folder.get(out + "/observables.csv").ends_with('\n'));

    // The continued run equals an uninterrupted one.
    const int more = 10 - step % 10;
    ASSERT_TRUE(
        done(run(tiny(), out + "-on", more,
                 {"--restart", folder / (out + "/" + checkpoint), "--observe-every", "10"})));
    ASSERT_TRUE(done(run(tiny(), out + "-whole", step + more, {"--observe-every", "10"})));
    EXPECT_EQ(observables(out + "-on").back(), observables(out + "-whole").back());
  }
}

TEST_F(Signal, IgnoredSignal_StaysIgnored) {
  std::signal(SIGHUP, SIG_IGN);  // as nohup does
  const Outcome outcome = run(
      tiny(), "out", 400, {"--observe-every", "5"}, {.meanwhile = [&](int process) {
        waitUntil([&] { return exists("out/observables.csv") && observedSteps("out").size() > 3; });
        kill(process, SIGHUP);
      }});
  std::signal(SIGHUP, SIG_DFL);
  EXPECT_TRUE(done(outcome));
  EXPECT_EQ(record("out").at("status"), "done");
}

}  // namespace
}  // namespace gpubuck::test
