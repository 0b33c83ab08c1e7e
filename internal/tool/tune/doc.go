// Package tune chooses the layouts of open anchors and the tiles of tensors with open mappings. It
// lists options that suit an anchor, compiles the program with each, executes it in the simulator,
// compares the results with the results of whole vectors on one tile, and keeps the choice with the
// lowest cost.
//
// The generators of options (candidates.go, mapping.go), the options that follow from others
// (complete.go, use.go), the bounds by which candidates are left out before they are compiled
// (bound.go, tilebound.go, workerbound.go), the measurement (measure.go) and the search (search.go)
// know nothing of each other's work; the cost model belongs to the family of the program.
package tune
