// The value of a point, by the format of the target: with UINT_POINTS whole numbers. Declarations.

#ifdef UINT_POINTS
#define PointValue uvec4
#else
#define PointValue vec4
#endif
