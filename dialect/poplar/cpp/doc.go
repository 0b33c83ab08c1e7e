// Package cpp reads C++ names of vertex classes and turns them into symbols.
//
// A vertex has two names: the canonical C++ name, by which a program refers to it, and
// the symbol of its entry point, by which a linker finds its code. Both must be exactly
// the names that the SDK generates. [Canonical] and [Mangle] implement these rules;
// [SymbolTable] finds collisions and the name for a symbol.
package cpp
