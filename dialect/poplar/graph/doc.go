// Package graph is the tensor model: variables on tiles, views of them, vertices
// whose fields are connected to views, compute sets and the program.
//
// It exists so that a poplar.graph means something without the IR: passes and
// verifiers evaluate the operations on a [Graph] and ask it where elements lie
// ([Graph.TileMapping]), how many regions a view has ([Tensor.Regions]), which
// accesses of a compute set conflict ([Races]).
// No view holds anything per element unless its elements are scattered one by one.
package graph
