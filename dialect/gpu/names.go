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
	chipAttr = "gpu.chip" // on a module: the chip that its kernels are built for
	// gridAttr is the attribute of a function that will become a kernel: the workgroups of its
	// grid. Upstream spells the attribute of the LLVM function of a kernel in this way.
	gridAttr     = "gpu.known_grid_size"
	subgroupAttr = "gpu.subgroup_size" // on a kernel: number of threads of a subgroup
	programAttr  = "gpu.program"       // on a function that will become a kernel: its program
	contentsAttr = "gpu.contents"      // on an argument: its elements before the program runs
	scratchAttr  = "gpu.scratch"       // on an argument: memory that only the kernels use
	alignAttr    = "llvm.align"        // on a buffer: the address is a multiple of that many bytes
	aliasAttr    = "llvm.noalias"      // on an argument: memory that no other argument shares
	arrayAttr    = "gpu.array"         // on an argument of a kernel: the type of its array, whose extents are arguments
	extentAttr   = "gpu.extent"        // on an argument of a kernel: the number of an argument and a dimension, whose extent it is
	multipleAttr = "gpu.multiples"     // on an argument: numbers that divide its extents
)
