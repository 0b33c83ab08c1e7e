// Package link binds the edges of a graph to allocations on tiles: variables become
// blocks, edges become references to blocks or to temporaries with copies around
// their compute set, and states, tables, constants and stacks become allocations.
//
// It exists because a field of a vertex can refer only to consecutive elements in the
// memory of its tile.
package link
