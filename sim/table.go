package sim

// Default returns the meanings of all operations that the simulator knows.
func Default() Table {
	t := Table{}
	for _, add := range []func(Table){
		controlOps,
		arithOps,
		mathOps,
		memrefOps,
		tensorOps,
		transferOps,
		mapStoreOps,
		layoutOps,
		vectorOps,
		vectorComputeOps,
		affineOps,
		gpuOps,
		subgroupOps,
		innerTiledOps,
		quarterOps,
	} {
		add(t)
	}
	return t
}
