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
