// Package link binds the edges of a graph to allocations on tiles: variables become
// blocks, edges become references to blocks or to temporaries with copies around
// their compute set, and states, tables, constants and stacks become allocations.
package link
