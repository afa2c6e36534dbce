// Reads: a small picture, whose colours are multiplied by their coverage. Writes: the picture, to be blended over the
// framebuffer. One invocation: one pixel of the small picture.

uniform sampler2D u_overlay;
uniform ivec2 u_corner;  // bottom left pixel of the small picture in the framebuffer

out vec4 o_colour;

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy) - u_corner;
  o_colour = texelFetch(u_overlay, ivec2(place.x, textureSize(u_overlay, 0).y - 1 - place.y), 0);
}
