// The keys of a shape (cells/shape.h). They are the same in every list of the scenario whose
// entries have a shape.
#pragma once

#include <string>
#include <vector>

#include "scenario/names.h"
#include "scenario/schema_row.h"

namespace gpubuck::scenario::schema_row {

/// Returns the keys of the shapes in a list, such as "region.*.shape". `shapeOf` returns the shape
/// of an entry; `help` explains the shape.
template <typename ShapeOf>
std::vector<Key> shapeKeys(const std::string& list, ShapeOf shapeOf, Change needs,
                           const std::string& help) {
  using cells::Shape;
  using cells::ShapeKind;
  const auto path = [&](const char* key) { return list + ".*." + key; };
  const auto part = [shapeOf](auto member) {
    return [=](auto& scenario, std::size_t entry) -> auto& {
      return shapeOf(scenario, entry).*member;
    };
  };
  const auto length = [needs](const char* about, const char* initial = "",
                              Limits limits = {}) -> About {
    return schema_row::about("", "r_c", needs, limits, {}, about, initial);
  };
  /// Returns `key` as a key that only the shapes `kinds` have. With `isSet`, the key is written
  /// only if this function returns true.
  const auto of = [shapeOf](std::vector<ShapeKind> kinds, Key key,
                            bool (*isSet)(const Shape&) = nullptr) {
    return ofKinds("shape", cells::kShapeKinds, std::move(kinds), &Shape::kind, shapeOf,
                   std::move(key), isSet);
  };
  const std::vector kBox{ShapeKind::Box}, kLayer{ShapeKind::Layer},
      kRound{ShapeKind::Sphere, ShapeKind::Cylinder},
      kWithAxis{ShapeKind::Layer, ShapeKind::Cylinder};
  return {required(row(path("shape"), part(&Shape::kind), about(needs, help),
                       Named{cells::kShapeKinds})),
          of(kBox, place(path("low"), part(&Shape::low),
                         length("The corner with the lowest coordinates.", "0 along every axis"))),
          of(kBox,
             place(path("high"), part(&Shape::high),
                   length("The corner with the highest coordinates.", "`box.size`")),
             [](const Shape& shape) { return shape.high != glm::dvec3(Shape::kUnset); }),
          of(kRound,
             place(path("centre"), part(&Shape::centre),
                   length("The centre; its coordinate along the axis of a cylinder does not count.",
                          "must be given")),
             [](const Shape& shape) { return shape.centre != glm::dvec3(Shape::kUnset); }),
          of(kRound, row(path("radius"), part(&Shape::radius),
                         length("The radius.", "must be given", {.least = 0.0, .isOpen = true}))),
          of(kWithAxis, row(path("axis"), part(&Shape::axis),
                            about(needs, "The axis across a layer, or along a cylinder.",
                                  "\"z\", in two dimensions \"y\""),
                            Named{kAxisNames})),
          of(kLayer, row(path("from"), part(&Shape::from), length("The low end along the axis."))),
          of(kLayer,
             row(path("to"), part(&Shape::to),
                 length("The high end along the axis.", "the end of the box"), Optional{}),
             [](const Shape& shape) { return shape.to.has_value(); })};
}

}  // namespace gpubuck::scenario::schema_row
