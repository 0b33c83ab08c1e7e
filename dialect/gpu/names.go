package gpu

// Names of the attributes.
const (
	addressSpacesAttr = "address_spaces"
	dimensionAttr     = "dimension"
	upperBoundAttr    = "upper_bound"
	opAttr            = "op"
	uniformAttr       = "uniform"
	modeAttr          = "mode"
	offsetAttr        = "offset"
	widthAttr         = "width"
	clusterSizeAttr   = "cluster_size"
	clusterStrideAttr = "cluster_stride"
	broadcastTypeAttr = "broadcast_type"
	warpSize          = "warp_size"
	calleeAttr        = "kernel"
)

// Names of attributes of modules and functions around kernels.
const (
	chipAttr = "gpu.chip" // of a module: the chip that its kernels are built for
	// gridAttr is the attribute of a function that will become a kernel: the workgroups of its
	// grid. Upstream spells the attribute of the LLVM function of a kernel in this way.
	gridAttr     = "gpu.known_grid_size"
	subgroupAttr = "gpu.subgroup_size" // of a kernel: threads of a subgroup
	programAttr  = "gpu.program"       // of a function that will become a kernel: its program
	contentsAttr = "gpu.contents"      // of an argument: its elements before the program runs
	scratchAttr  = "gpu.scratch"       // of an argument: memory that only the kernels use
	alignAttr    = "llvm.align"        // of a buffer: the address is a multiple of that many bytes
	aliasAttr    = "llvm.noalias"      // of an argument: memory that no other argument shares
)
