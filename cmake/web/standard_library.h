// The parts of C++20 that the sources use and that the standard library of the system's emscripten
// (LLVM 13) lacks. In the build for the browser, every source begins with this header
// (cmake/web_packages.cmake). The header is empty if the library has these parts. Everything in the
// header has the names, arguments and results of the standard; nothing else may be added to
// namespace std.
#pragma once

#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

#include <algorithm>
#include <concepts>
#include <cstring>
#include <functional>
#include <iterator>
#include <ranges>
#include <thread>
#include <type_traits>
#include <utility>

namespace std {

template <typename To, typename From>
requires(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> &&
         is_trivially_copyable_v<From>) To bit_cast(const From& from)
noexcept {
  To to;
  memcpy(&to, &from, sizeof(To));
  return to;
}

/// std::jthread without a stop token.
class jthread : public thread {
 public:
  using thread::thread;
  jthread(jthread&&) = default;
  jthread& operator=(jthread&&) = default;
  ~jthread() {
    if (joinable()) join();
  }
};

namespace ranges {
namespace standard_library {

/// Returns a comparison or predicate that projects its arguments first. The algorithms with
/// iterators, which the library has, take no projection.
template <typename Function, typename Projection>
auto projected(Function& function, Projection& projection) {
  return [&](auto&&... elements) -> decltype(auto) {
    return invoke(function, invoke(projection, elements)...);
  };
}

}  // namespace standard_library

template <typename Range, typename Predicate, typename Projection = identity>
auto find_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::find_if(ranges::begin(range), ranges::end(range),
                      standard_library::projected(predicate, projection));
}

template <input_iterator Iterator, typename Value>
Iterator find(Iterator first, Iterator end, const Value& value) {
  return std::find(first, end, value);
}

template <range Range, typename Value, typename Projection = identity>
auto find(Range&& range, const Value& value, Projection projection = {}) {
  auto at = ranges::begin(range);
  while (at != ranges::end(range) && !(invoke(projection, *at) == value)) ++at;
  return at;
}

template <typename Range, typename Predicate, typename Projection = identity>
bool any_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return ranges::find_if(range, std::ref(predicate), std::ref(projection)) != ranges::end(range);
}

template <typename Range, typename Predicate, typename Projection = identity>
bool none_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return !ranges::any_of(range, std::ref(predicate), std::ref(projection));
}

template <typename Range, typename Predicate, typename Projection = identity>
bool all_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return !ranges::any_of(range, not_fn(std::ref(predicate)), std::ref(projection));
}

template <typename Range, typename Predicate, typename Projection = identity>
auto count_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::count_if(ranges::begin(range), ranges::end(range),
                       standard_library::projected(predicate, projection));
}

template <typename Range, typename Value, typename Projection = identity>
auto count(Range&& range, const Value& value, Projection projection = {}) {
  return ranges::count_if(
      range, [&](const auto& element) { return element == value; }, projection);
}

template <range Range, typename Relation = equal_to, typename Projection = identity>
auto adjacent_find(Range&& range, Relation relation = {}, Projection projection = {}) {
  return std::adjacent_find(ranges::begin(range), ranges::end(range),
                            standard_library::projected(relation, projection));
}

template <input_iterator Iterator, typename Relation = equal_to, typename Projection = identity>
Iterator adjacent_find(Iterator first, Iterator end, Relation relation = {},
                       Projection projection = {}) {
  return std::adjacent_find(first, end, standard_library::projected(relation, projection));
}

template <typename In, typename Out>
auto copy(In&& from, Out to) {
  return std::copy(ranges::begin(from), ranges::end(from), to);
}

template <range First, range Second, typename Relation = equal_to, typename Projection1 = identity,
          typename Projection2 = identity>
bool equal(First&& first, Second&& second, Relation relation = {}, Projection1 projection1 = {},
           Projection2 projection2 = {}) {
  return std::equal(ranges::begin(first), ranges::end(first), ranges::begin(second),
                    ranges::end(second), [&](const auto& one, const auto& other) {
                      return invoke(relation, invoke(projection1, one), invoke(projection2, other));
                    });
}

template <typename Iterator1, typename Iterator2>
struct in_in_result {
  Iterator1 in1;
  Iterator2 in2;
};

template <range First, range Second>
auto mismatch(First&& first, Second&& second) {
  const auto found = std::mismatch(ranges::begin(first), ranges::end(first), ranges::begin(second),
                                   ranges::end(second));
  return in_in_result<decltype(found.first), decltype(found.second)>{found.first, found.second};
}

template <typename Range, typename Old, typename New>
void replace(Range&& range, const Old& before, const New& after) {
  std::replace(ranges::begin(range), ranges::end(range), before, after);
}

template <typename Range, typename Predicate, typename New>
void replace_if(Range&& range, Predicate predicate, const New& after) {
  std::replace_if(ranges::begin(range), ranges::end(range), predicate, after);
}

template <range Range, typename Out, typename Function, typename Projection = identity>
auto transform(Range&& range, Out to, Function function, Projection projection = {}) {
  return std::transform(ranges::begin(range), ranges::end(range), to,
                        standard_library::projected(function, projection));
}

template <range Range, typename Order = less, typename Projection = identity>
void sort(Range&& range, Order order = {}, Projection projection = {}) {
  std::sort(ranges::begin(range), ranges::end(range),
            standard_library::projected(order, projection));
}

template <input_iterator Iterator, typename Order = less, typename Projection = identity>
void sort(Iterator first, Iterator end, Order order = {}, Projection projection = {}) {
  std::sort(first, end, standard_library::projected(order, projection));
}

template <range Range, typename Value, typename Order = less, typename Projection = identity>
auto lower_bound(Range&& range, const Value& value, Order order = {}, Projection projection = {}) {
  return std::lower_bound(ranges::begin(range), ranges::end(range), value,
                          [&](const auto& element, const Value& sought) {
                            return invoke(order, invoke(projection, element), sought);
                          });
}

template <range Range, typename Value, typename Order = less, typename Projection = identity>
auto upper_bound(Range&& range, const Value& value, Order order = {}, Projection projection = {}) {
  return std::upper_bound(ranges::begin(range), ranges::end(range), value,
                          [&](const Value& sought, const auto& element) {
                            return invoke(order, sought, invoke(projection, element));
                          });
}

template <range Range, typename Order = less, typename Projection = identity>
auto min_element(Range&& range, Order order = {}, Projection projection = {}) {
  return std::min_element(ranges::begin(range), ranges::end(range),
                          standard_library::projected(order, projection));
}

template <range Range, typename Order = less, typename Projection = identity>
auto max_element(Range&& range, Order order = {}, Projection projection = {}) {
  return std::max_element(ranges::begin(range), ranges::end(range),
                          standard_library::projected(order, projection));
}

template <typename Value>
struct min_max_result {
  Value min;
  Value max;
};

template <range Range, typename Order = less, typename Projection = identity>
auto minmax_element(Range&& range, Order order = {}, Projection projection = {}) {
  const auto found = std::minmax_element(ranges::begin(range), ranges::end(range),
                                         standard_library::projected(order, projection));
  return min_max_result<decltype(found.first)>{found.first, found.second};
}

template <range Range, typename Order = less, typename Projection = identity>
auto minmax(Range&& range, Order order = {}, Projection projection = {}) {
  const auto [least, most] = ranges::minmax_element(range, order, projection);
  return min_max_result<range_value_t<Range>>{*least, *most};
}

}  // namespace ranges
}  // namespace std

#endif
