// Package evaluate runs the operations of a poplar.graph on the tensor model of
// package graph.
//
// It exists because the operations are statements in order: the places of elements and the
// connections of vertices are known only after all operations have been executed. An [Evaluation]
// holds the result for passes, for linking and for interpretation.
package evaluate
