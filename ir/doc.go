// Package ir is the intermediate representation that all other packages work on: operations with
// operands, results, attributes and regions, in SSA form, as MLIR defines them (LLVM 22).
//
// It is a single package because its parts refer to each other:
//
//   - Operation, Block, Region, Value: one structure for all operations, in
//     intrusive lists, with use lists. Operations are made by a Builder, from
//     chunks of an Arena, and changed by patterns through a Rewriter.
//   - Type, Attribute: immutable and interned in a Context, so that == compares
//     them. Their words and what is nested between them are their identity; text
//     is made when they are printed.
//   - OpDef and Dialect: what operations mean, declared as Go values that feed
//     parser, printer, verifier, folder and documentation alike.
//   - Print, Verify, Walk, Clone, Dominance, SymbolTables, folding: what generic
//     code does with operations.
//
// Package parser reads text.
package ir
