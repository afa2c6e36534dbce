// A hash of bytes with 64 bits: two different inputs agree by a chance of 2^-64.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace gpubuck {

/// Mixes words of 64 bits; against accidents, not against forgery.
class Digest {
 public:
  /// Adds the number of bytes and the bytes.
  void add(std::string_view bytes) {
    mix(bytes.size());
    while (!bytes.empty()) {
      std::uint64_t word = 0;
      const std::size_t size = bytes.size() < sizeof(word) ? bytes.size() : sizeof(word);
      std::memcpy(&word, bytes.data(), size);
      mix(word);
      bytes.remove_prefix(size);
    }
  }
  template <typename T>
  void add(const std::vector<T>& values) {
    add(std::string_view(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
  }

  /// Returns 16 hexadecimal digits.
  std::string text() const {
    Digest end = *this;
    end.mix(0), end.mix(0);
    return fmt::format("{:016x}", end.state_);
  }

 private:
  void mix(std::uint64_t word) {
    state_ = std::rotl((state_ ^ word) * 0x9E3779B97F4A7C15U, 29) * 0xBF58476D1CE4E5B9U;
    state_ ^= state_ >> 32;
  }

  std::uint64_t state_ = 0x2545F4914F6CDD1DU;
};

}  // namespace gpubuck
