// Package poplar is the dialect of programs for a Graphcore IPU: vertices with their
// fields and code, tensors, tile mappings, and the contents of tile memory.
//
// A vertex is a poplar.vertex with a poplar.field per member and optionally a compute region; a
// program is a poplar.graph. This package holds the types, the attributes and the operations with
// their verifiers. Pure functions on values, in the packages below it, compute their meaning; each
// of these packages imports only packages listed before it:
//
//   - scalar: types of elements
//   - target: devices, as data, and their vector layouts
//   - cpp: C++ names and symbols of vertex classes
//   - vertex: types of fields, layout of vertex state, encoding and decoding
//   - tilemap: intervals, splitting, linear mappings
//   - graph: variables, views, compute sets, programs
//
// Errors are [optc/diag] errors; [Errors] explains their codes.
package poplar
