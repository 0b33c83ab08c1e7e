// Package tune chooses the layouts of open anchors. It lists layouts that suit the threads of
// an anchor, compiles the program with each, executes it in the simulator, compares the results
// with the results of whole vectors, and keeps the layouts with the lowest cost.
//
// The generator of layouts (candidates.go), the bounds by which candidates are left out before
// they are compiled (bound.go), the measurement (measure.go) and the search (search.go) know
// nothing of each other's work; the cost model belongs to the family of the program.
package tune
