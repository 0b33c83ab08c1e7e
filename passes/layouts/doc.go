// Package layouts finds the layout of every vector: from the to_layout operations, the anchors,
// layouts are carried to the other vectors by the rules that operations declare (package
// [optc/layout/flow]). It also holds the passes that print the result and that promote vectors to
// shared memory.
package layouts
