// Declares the type of the value of a point, which follows from the format of the target: whole numbers with
// UINT_POINTS, else floats.

#ifdef UINT_POINTS
#define PointValue uvec4
#else
#define PointValue vec4
#endif
