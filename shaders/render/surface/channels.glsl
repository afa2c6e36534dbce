// The channel of a species in the densities of a fluid. Functions.

uniform uint u_channels;      // the channel of each of the first 8 species, four bits each
uniform uint u_moreChannels;  // the channel of each further species
uniform bool u_blends;    // whether rgb is a sum of colours, and w the density of all particles

// Returns 1 in the channel of a species.
vec4 channelOf(int species) {
  if (u_blends) return vec4(0.0, 0.0, 0.0, 1.0);
  uint channels = species < 8 ? u_channels : u_moreChannels;
  uint channel = (channels >> uint(4 * (species & 7))) & 15u;
  return vec4(equal(uvec4(channel), uvec4(0u, 1u, 2u, 3u)));
}
