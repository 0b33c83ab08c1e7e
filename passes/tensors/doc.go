// Package tensors holds the passes on structured operations: named operations become loop nests with
// a region, and loop nests on buffers become loops.
package tensors
