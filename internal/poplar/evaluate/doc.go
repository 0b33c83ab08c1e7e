// Package evaluate runs the operations of a poplar.graph on the tensor model of
// package graph.
//
// It exists because the operations are statements in order: where elements lie and
// what a vertex is connected to is known only when all of them have been run. An
// [Evaluation] answers it for passes, for linking and for interpretation.
package evaluate
