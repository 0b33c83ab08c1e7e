// Package evaluate runs the operations of a poplar.graph on the tensor model of
// package graph. Whatever needs to know where elements lie or what a vertex is
// connected to starts here.
package evaluate
