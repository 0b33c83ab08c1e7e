// Package poplar makes vertices and graphs for tiles a family of package
// lower: a lowered poplar.graph becomes the contents of tile memory, and runs on
// simulated tiles or without them.
//
// The steps of the compilation are in the packages below: evaluate runs the operations of a graph,
// link turns edges into references, program reads and writes the result as operations, place
// chooses addresses, pack encodes states, image describes the contents of tiles, run executes them.
package poplar
