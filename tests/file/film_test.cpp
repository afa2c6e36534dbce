#include "file/film.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "file/child_process.h"
#include "file/temporary_folder.h"
#include "file/two_colours.h"

namespace gpubuck::file {
namespace {

using std::chrono::milliseconds;
using test::messageOf;
using test::names;
using namespace std::chrono_literals;

/// Returns "codec,width,height,format,colours,rate,frames" of a film. The frames are counted by
/// decoding them.
std::string streamOf(const std::string& film) {
  return outputOf(
      "ffprobe -v error -count_frames -show_entries "
      "stream=codec_name,width,height,pix_fmt,color_space,r_frame_rate,nb_read_frames "
      "-of csv=p=0 '" +
      film + "'");
}

/// Returns all frames as 8-bit RGB, one after the other.
std::string decode(const std::string& film) {
  return outputOf("ffmpeg -v error -i '" + film + "' -f rawvideo -pix_fmt rgb24 -");
}

struct FilmPeer : ::testing::Test {
  test::TemporaryFolder folder;
  std::string path = std::getenv("PATH");

  ~FilmPeer() override { setPath(path); }

  static void setPath(const std::string& value) { setenv("PATH", value.c_str(), 1); }
  /// Puts a shell script in place of ffmpeg.
  void stub(const std::string& script) const {
    std::filesystem::create_directories(folder / "bin");
    folder.put("bin/ffmpeg", "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(folder / "bin/ffmpeg", std::filesystem::perms::owner_all);
    setPath(folder / "bin:" + path);
  }
  /// Puts a script in place of ffmpeg. The script writes its process id to the file `id` and
  /// becomes the real ffmpeg.
  void stubThatTellsItsId() const { stubThatNotesItsId("PATH='" + path + "' exec ffmpeg \"$@\""); }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder / name); }
  /// Records a film until ffmpeg fails. Returns the error, without the number of lost frames.
  std::string errorOfEndlessFilm(const std::string& name, milliseconds patience = 60s) const {
    const std::string message = messageOf<RunError>(
        [&] {
          FilmWriter film(folder / name, 64, 64, 30);
          film.setPatience(patience);
          for (int k = 0; k < 1000; ++k) film.append(twoHalves(64, 64, kRed, kOrange));
          film.finish();
        },
        folder);
    const std::size_t end = message.rfind("; ");
    EXPECT_TRUE(names(message, {"lost"}));
    return message.substr(0, end);
  }
  /// Returns whether the stub of stubThatNotesItsId() has ended. Waits for its end for up to a
  /// minute.
  bool stubHasEnded() const {
    const pid_t id = std::stoi(folder.get("id"));
    for (int k = 0; k < 6000 && kill(id, 0) == 0; ++k) usleep(10'000);
    return kill(id, 0) != 0;
  }
  void stubThatNotesItsId(const std::string& script) const {
    stub("echo $$ > '" + folder / "id" + "'; " + script);
  }
};

TEST_F(FilmPeer, FramesAndColours_AreThoseGiven) {
  ASSERT_EQ(FilmWriter::whyNot(), "");
  FilmWriter film(folder / "a.mp4", 64, 48, 25);
  for (int k = 0; k < 10; ++k) {
    const Image frame =
        k == 9 ? twoHalves(64, 48, kOrange, kRed) : twoHalves(64, 48, kRed, kOrange);
    film.append(frame);
    EXPECT_EQ(film.frames(), k + 1);
  }
  EXPECT_FALSE(exists("a.mp4")) << "only when it is complete";
  film.finish();
  EXPECT_NO_THROW(film.finish()) << "finishing twice is once";
  EXPECT_FALSE(exists("a.mp4.part"));

  EXPECT_EQ(streamOf(folder / "a.mp4"), "h264,64,48,yuv420p,bt709,25/1,10\n");
  const std::string bytes = folder.get("a.mp4");
  EXPECT_LT(bytes.find("moov"), bytes.find("mdat")) << "a browser can play before it has all";

  const std::string frames = decode(folder / "a.mp4");
  constexpr std::size_t kFrameBytes = 3 * 64 * 48;
  ASSERT_EQ(frames.size(), 10 * kFrameBytes);
  for (const std::size_t y : {2u, 24u, 45u}) {
    expectPixel(frames, 64, 8, y, kRed);
    expectPixel(frames, 64, 56, y, kOrange);
    expectPixel(frames.substr(9 * kFrameBytes), 64, 8, y, kOrange);
    expectPixel(frames.substr(9 * kFrameBytes), 64, 56, y, kRed);
  }
}

TEST_F(FilmPeer, OddSizes_GetABlackColumnAndRow) {
  {
    FilmWriter film(folder / "a.mp4", 63, 33, 30);
    film.append(twoHalves(63, 33, kRed, kOrange));
  }
  EXPECT_EQ(streamOf(folder / "a.mp4"), "h264,64,34,yuv420p,bt709,30/1,1\n")
      << "the destructor finishes the film";
  const std::string frame = decode(folder / "a.mp4");
  ASSERT_EQ(frame.size(), 3u * 64 * 34);
  // The middle of the frame would be elsewhere if the frame were scaled. Neighbouring pixels share
  // their chroma, and blocks of 8 pixels ring around an edge, so the pixels next to an edge are not
  // compared.
  expectPixel(frame, 64, 27, 16, kRed);
  expectPixel(frame, 64, 36, 16, kOrange);
  // A black pixel has no luma, but shares chroma with its coloured neighbour. The chroma is the
  // mean of both pixels: next to red, it is 112 / 2 = 56 steps of Cr, which are 1.79 * 56 = 100
  // steps of RGB.
  const auto brightest = [&](std::size_t x, std::size_t y) {
    const std::size_t at = 3 * (y * 64 + x);
    return std::max({static_cast<std::uint8_t>(frame[at]), static_cast<std::uint8_t>(frame[at + 1]),
                     static_cast<std::uint8_t>(frame[at + 2])});
  };
  EXPECT_LT(brightest(63, 16), 110);
  EXPECT_LT(brightest(8, 33), 110);

  FilmWriter smallest(folder / "b.mp4", 1, 1, 1);
  smallest.append(twoHalves(1, 1, kBlack, kBlack));
  smallest.finish();
  EXPECT_EQ(streamOf(folder / "b.mp4"), "h264,2,2,yuv420p,bt709,1/1,1\n");
}

TEST_F(FilmPeer, Name_IsNotInterpreted) {
  const std::string name = "http:-y it's \"$HOME\" %03d.mp4";
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  FilmWriter film(name, 16, 16, 30);
  film.append(twoHalves(16, 16, kRed, kRed));
  EXPECT_NO_THROW(film.finish());
  std::filesystem::current_path(before);
  EXPECT_TRUE(exists(name));
}

TEST_F(FilmPeer, TwoFilmsAtOnce_EndOneByOne) {
  FilmWriter first(folder / "a.mp4", 16, 16, 30), second(folder / "b.mp4", 32, 16, 30);
  first.append(twoHalves(16, 16, kRed, kRed));
  second.append(twoHalves(32, 16, kRed, kRed));
  first.finish();  // never returns if the second ffmpeg holds the first ffmpeg's input
  second.append(twoHalves(32, 16, kRed, kRed));
  second.finish();
  EXPECT_EQ(streamOf(folder / "a.mp4"), "h264,16,16,yuv420p,bt709,30/1,1\n");
  EXPECT_EQ(streamOf(folder / "b.mp4"), "h264,32,16,yuv420p,bt709,30/1,2\n");
}

TEST_F(FilmPeer, FrameOfAnotherSize_IsRefusedAndFilmContinues) {
  FilmWriter film(folder / "a.mp4", 16, 32, 30);
  film.append(twoHalves(16, 32, kRed, kRed));
  EXPECT_TRUE(
      names(messageOf<RunError>([&] { film.append(twoHalves(32, 16, kRed, kRed)); }, folder),
            {"a.mp4", "32 x 16", "1536", "16 x 32"}));
  EXPECT_TRUE(names(messageOf<RunError>(
                        [&] {
                          film.append({16, 32, {1, 2, 3}});
                        },
                        folder),
                    {"a.mp4", "16 x 32", "3"}));
  film.append(twoHalves(16, 32, kRed, kRed));
  film.finish();
  EXPECT_EQ(streamOf(folder / "a.mp4"), "h264,16,32,yuv420p,bt709,30/1,2\n");
  EXPECT_THROW(film.append(twoHalves(16, 32, kRed, kRed)), std::logic_error);
  EXPECT_THROW(FilmWriter(folder / "b.mp4", 0, 16, 30), std::invalid_argument);
  EXPECT_THROW(FilmWriter(folder / "b.mp4", 16, 0, 30), std::invalid_argument);
  EXPECT_THROW(FilmWriter(folder / "b.mp4", 16, 16, 0), std::invalid_argument);
}

TEST_F(FilmPeer, NoFrames_LeaveNoFile) {
  folder.put("a.mp4", "older");
  FilmWriter film(folder / "a.mp4", 16, 16, 30);
  EXPECT_TRUE(exists("a.mp4.part"));
  EXPECT_NO_THROW(film.finish());
  EXPECT_EQ(folder.get("a.mp4"), "older");
  { const FilmWriter other(folder / "b.mp4", 16, 16, 30); }
  EXPECT_FALSE(exists("b.mp4"));
  EXPECT_FALSE(exists("b.mp4.part"));
}

TEST_F(FilmPeer, MissingFfmpeg_IsAnError) {
  const test::Facts why{"ffmpeg", "PATH", "apt-get install ffmpeg"};
  std::filesystem::create_directories(folder / "bin/ffmpeg");  // a folder is not a program
  std::filesystem::create_directories(folder / "notes");
  folder.put("notes/ffmpeg", "not executable");
  for (const std::string& value :
       {folder / "bin", folder / "notes:" + folder / "none", std::string()}) {
    setPath(value);
    EXPECT_TRUE(names(FilmWriter::whyNot(), why)) << value;
    const std::string error =
        messageOf<RunError>([&] { FilmWriter(folder / "a.mp4", 16, 16, 30); }, folder);
    EXPECT_TRUE(names(error, {"a.mp4"}));
    EXPECT_TRUE(names(error, why));
  }
  unsetenv("PATH");
  EXPECT_TRUE(names(FilmWriter::whyNot(), why));
  EXPECT_FALSE(exists("a.mp4.part"));
  setPath("::" + folder / "notes:" + path);
  EXPECT_EQ(FilmWriter::whyNot(), "") << "the first that can be run";
}

TEST_F(FilmPeer, UnstartableFfmpeg_IsRunError) {
  stub("");
  folder.put("bin/ffmpeg", "#!/nowhere/to/be/found\n");
  EXPECT_TRUE(names(messageOf<RunError>([&] { FilmWriter(folder / "a.mp4", 16, 16, 30); }, folder),
                    {"bin/ffmpeg", "No such file or directory"}));
  EXPECT_FALSE(exists("a.mp4.part"));
}

TEST_F(FilmPeer, FfmpegFailure_IsOneLine) {
  stub("echo >&2; echo 'the cause' >&2; echo 'Conversion failed!' >&2; exit 3");
  EXPECT_TRUE(names(errorOfEndlessFilm("a.mp4"), {"a.mp4", "ffmpeg", "the cause"}));
  stub("echo \"Unknown encoder 'libx264'\" >&2; exit 1");
  EXPECT_TRUE(names(errorOfEndlessFilm("a.mp4"), {"a.mp4", "libx264", "H.264"}));
  stub("exit 3");
  EXPECT_TRUE(names(errorOfEndlessFilm("a.mp4"), {"a.mp4", "ffmpeg", "exit code 3"}));
  stub("exit 0");
  EXPECT_TRUE(names(errorOfEndlessFilm("a.mp4"), {"a.mp4", "ffmpeg", "exit code 0"}));
  stub("cat > /dev/null; echo 'at the very end' >&2; exit 1");
  EXPECT_TRUE(names(errorOfEndlessFilm("a.mp4"), {"a.mp4", "ffmpeg", "at the very end"}));
  EXPECT_FALSE(exists("a.mp4"));
  EXPECT_FALSE(exists("a.mp4.part"));
}

TEST_F(FilmPeer, RealFfmpegFailure_IsReported) {
  // This picture is wider than the largest picture that ffmpeg accepts.
  FilmWriter film(folder / "a.mp4", 3000000, 1, 30);
  const Image frame{3000000, 1, std::vector<std::uint8_t>(9000000)};
  const auto whole = [&] {
    film.append(frame);
    film.finish();
  };
  EXPECT_TRUE(names(messageOf<RunError>(whole, folder),
                    {"a.mp4", "ffmpeg", "Picture size 3000000x1 is invalid", "1 frame"}));
  EXPECT_THROW(film.append(frame), std::logic_error) << "it is over";
  EXPECT_NO_THROW(film.finish());
}

/// Returns a frame that adds some 50 kB to a film, whatever the previous frame shows.
Image noise(int width, int height, std::mt19937& random) {
  Image image{width, height, std::vector<std::uint8_t>(std::size_t{3} * width * height)};
  for (std::uint8_t& byte : image.rgb) byte = static_cast<std::uint8_t>(random());
  return image;
}

// A limit on the size of files stands in for a small disk. The frames before the limit are written.
TEST_F(FilmPeer, RealFfmpeg_FileSizeLimit_IsRunError) {
  std::mt19937 random(3);
  const auto endless = [&] {
    FilmWriter film(folder / "a.mp4", 256, 256, 30);
    for (int k = 0; k < 1000; ++k) film.append(noise(256, 256, random));
    film.finish();
  };
  const std::string limited = "ulimit -f 1000; PATH='" + path + "' exec ffmpeg \"$@\"";
  for (const auto& [script, why] :
       {std::pair{"trap '' XFSZ; " + limited, std::string("File too large")},
        std::pair{limited, fmt::format("signal {}", SIGXFSZ)}}) {
    stub(script);
    const std::string message = messageOf<RunError>(endless, folder);
    EXPECT_TRUE(names(message, {"a.mp4", why, "lost"}));
    EXPECT_FALSE(exists("a.mp4"));
    EXPECT_FALSE(exists("a.mp4.part"));
  }
}

TEST_F(FilmPeer, MissingFolderAndFullDisk_AreRunErrors) {
  EXPECT_TRUE(
      names(messageOf<RunError>([&] { FilmWriter(folder / "none/a.mp4", 16, 16, 30); }, folder),
            {"none/a.mp4", "No such file or directory"}));
  EXPECT_TRUE(names(messageOf<RunError>(
                        [] {
                          FilmWriter film("/dev/full", 16, 16, 30);
                          film.append(twoHalves(16, 16, kRed, kRed));
                          film.finish();
                        },
                        folder),
                    {"/dev/full", "No space left on device", "1 frame"}));
}

TEST_F(FilmPeer, VerboseFfmpeg_DoesNotBlock) {
  // The stub writes 1 MB of messages, reads 1 MB of input, and writes 1 MB to its output. No pipe
  // holds as much.
  stub(
      "head -c 1000000 /dev/zero | tr '\\0' x >&2; head -c 1000000 > /dev/null; "
      "head -c 1000000 /dev/zero | tr '\\0' y; cat > /dev/null; exit 1");
  const std::string message = errorOfEndlessFilm("a.mp4");
  EXPECT_TRUE(names(message, {"a.mp4", "ffmpeg", std::string(ChildProcess::kMaxMessages, 'x')}));
}

TEST_F(FilmPeer, KilledFfmpeg_IsRunError) {
  stubThatTellsItsId();
  FilmWriter film(folder / "a.mp4", 512, 512, 30);
  const Image frame = twoHalves(512, 512, kRed, kOrange);
  film.append(frame);
  film.append(frame);  // now ffmpeg has read the first frame, since a socket holds less
  const pid_t id = std::stoi(folder.get("id"));
  ASSERT_GT(id, 0);
  EXPECT_EQ(getpgid(id), id) << "Ctrl-C in the terminal reaches the group of this process";
  EXPECT_NE(getpgid(id), getpgrp());
  ASSERT_EQ(kill(id, SIGKILL), 0);
  const std::string message = messageOf<RunError>(
      [&] {
        for (int k = 0; k < 1000; ++k) film.append(frame);
      },
      folder);
  EXPECT_TRUE(names(message, {"a.mp4", "ffmpeg", "signal 9"}));
  EXPECT_NO_THROW(film.finish());
  EXPECT_FALSE(exists("a.mp4"));
}

TEST_F(FilmPeer, StuckFfmpeg_IsKilledWithAMessage) {
  const struct {
    const char* what;
    const char* script;
  } cases[]{
      {"never reads", "exec sleep 1000"},
      {"reads some", "head -c 100000 > /dev/null; exec sleep 1000"},
      {"closes its input", "exec < /dev/null; exec sleep 1000"},
      {"reads all and does not end", "cat > /dev/null; exec sleep 1000"},
      {"ignores signals", "trap '' TERM INT HUP; exec sleep 1000"},
  };
  for (const auto& [what, script] : cases) {
    SCOPED_TRACE(what);
    stubThatNotesItsId(script);
    EXPECT_TRUE(names(errorOfEndlessFilm("a.mp4", 300ms), {"a.mp4", "ffmpeg", "0.3 s"}));
    EXPECT_TRUE(stubHasEnded());
    EXPECT_FALSE(exists("a.mp4"));
    EXPECT_FALSE(exists("a.mp4.part"));
  }
}

TEST_F(FilmPeer, StuckFfmpeg_DoesNotBlockItsCaller) {
  stub("exec sleep 1000");
  FilmWriter film(folder / "a.mp4", 1024, 1024, 30);
  film.append(twoHalves(1024, 1024, kRed, kOrange));
  for (int k = 0; k < 10; ++k) EXPECT_FALSE(film.goOn(1ms));
  film.end();
  EXPECT_FALSE(film.goOn(0ms));
  film.setPatience(0ms);
  EXPECT_THROW(film.goOn(0ms), RunError);
  EXPECT_TRUE(film.goOn(0ms)) << "there is nothing left to do";
}

// Writing all frames takes longer than the patience of 3 s, but writing each part of a frame takes
// less.
TEST_F(FilmPeer, SlowFfmpeg_GetsAllFrames) {
  stub("PATH='" + path +
       "'; for i in $(seq 20); do head -c 100000; sleep 0.2; done | ffmpeg \"$@\"");
  FilmWriter film(folder / "a.mp4", 512, 256, 30);
  film.setPatience(3s);
  for (int k = 0; k < 5; ++k) film.append(twoHalves(512, 256, kRed, kOrange));
  film.finish();
  EXPECT_EQ(streamOf(folder / "a.mp4"), "h264,512,256,yuv420p,bt709,30/1,5\n");
}

// Completing a film may take longer than the patience if the file keeps growing.
TEST_F(FilmPeer, SlowEnd_IsAwaitedWhileTheFileGrows) {
  stub(
      "for last; do :; done; cat > /dev/null; for i in 1 2 3 4 5 6 7 8; do echo more >> "
      "\"${last#file:}\"; sleep 0.5; done");
  FilmWriter film(folder / "a.mp4", 64, 64, 30);
  film.setPatience(3s);
  film.append(twoHalves(64, 64, kRed, kOrange));
  film.finish();
  EXPECT_EQ(folder.get("a.mp4").size(), 8 * 5);
}

/// For tests of the files that are left when a recording process is killed while ffmpeg runs.
struct KilledRecordingPeer : FilmPeer {
  /// Kills a process after it has added `frames` frames, and waits until the process and ffmpeg
  /// have ended.
  void record(int frames) const {
    int ends[2];  // not close-on-exec: ends[1] stays open while the child or ffmpeg lives
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      FilmWriter film(folder / "a.mp4", 512, 512, 30);
      for (int k = 0; k < frames; ++k) film.append(twoHalves(512, 512, kRed, kOrange));
      kill(getpid(), SIGKILL);
    }
    close(ends[1]);
    alarm(120);  // ends this test if ffmpeg keeps running
    char nothing = 0;
    EXPECT_EQ(read(ends[0], &nothing, 1), 0) << "child and ffmpeg have both ended";
    alarm(0);
    close(ends[0]);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_FALSE(exists("a.mp4"));
  }
};

TEST_F(KilledRecordingPeer, LeavesTheFramesReadByFfmpeg) {
  record(20);
  const std::string stream = streamOf(folder / "a.mp4.part");
  const std::string format = "h264,512,512,yuv420p,bt709,30/1,";
  ASSERT_TRUE(stream.starts_with(format)) << stream;
  // A part of the last frame is in the socket, and a few frames are in ffmpeg's queues.
  const int frames = std::stoi(stream.substr(format.size()));
  EXPECT_GT(frames, 0);
  EXPECT_LE(frames, 20);
}

TEST_F(KilledRecordingPeer, BlockedFfmpeg_IsEnded) {
  stub("exec sleep 1000");
  record(1);
}

TEST_F(KilledRecordingPeer, StoppedFfmpeg_IsEnded) {
  stub("kill -STOP $$; PATH='" + path + "' exec ffmpeg \"$@\"");
  record(1);
}

}  // namespace
}  // namespace gpubuck::file
