package sim

import (
	"maps"
	"slices"
	"sync"
)

// exactOps fill tables with the meanings of operations, quickOps with quick forms of them.
var (
	exactOps = []func(Table){
		controlOps, arithOps, mathOps, memrefOps, tensorOps, transferOps, mapStoreOps, layoutOps, vectorOps, vectorComputeOps,
		affineOps, gpuOps, subgroupOps, innerTiledOps, quarterOps,
	}
	quickOps = []func(Table){arithmeticOps, fusedOps, reductionOps, elementOps, rowOps}
)

var defaults = sync.OnceValue(func() Table {
	t := Table{}
	for _, add := range slices.Concat(exactOps, quickOps) {
		add(t)
	}
	return t
})

// Default returns the meanings of all operations that the simulator knows, in a table of
// the caller's own.
func Default() Table { return maps.Clone(defaults()) }
