// Package cpp reads C++ names of vertex classes and turns them into symbols.
//
// A vertex is known by two names: the canonical C++ name, by which a program
// refers to it, and the symbol of its entry point, by which a linker finds its
// code. Both must come out letter by letter as the SDK makes them. [Canonical] and
// [Mangle] are these rules; [SymbolTable] finds collisions and maps back.
package cpp
