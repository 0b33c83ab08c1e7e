// Package graph is the tensor model: variables on tiles, views of them, vertices
// whose fields are connected to views, compute sets and the program.
//
// It exists so that a poplar.graph has a meaning without the IR: passes and verifiers
// evaluate the operations on a [Graph] and query where elements are
// ([Graph.TileMapping]), how many regions a view has ([Tensor.Regions]), which accesses
// of a compute set conflict ([Races]). No view stores data per element unless its
// elements are scattered individually.
package graph
