// Package poplar holds the passes that lower a program for tiles, in the order of the
// pipeline tile (see [Pipeline]): the state of vertices, symbols, stacks, tile mappings,
// edges, addresses and packed states.
package poplar
