// Package export writes a program for tiles as C++ against the public API of Poplar: the
// codelets, the construction of the graph, and a host program.
//
// C++ files from which classes were imported are written unchanged. A class whose code is in the IR
// gets its body in C++. The construction of the graph follows the source line by line: a loop stays
// a loop, a view is a view with the same name, and the steps of the program are added in their
// order.
package export
