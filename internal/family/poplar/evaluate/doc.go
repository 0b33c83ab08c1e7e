// Package evaluate runs the operations of a poplar.graph on the tensor model of
// package graph.
//
// It exists because the operations are statements in order: the places of elements and
// the connections of vertices are known only when all operations have been run. An
// [Evaluation] holds the result for passes, for linking and for interpretation.
package evaluate
