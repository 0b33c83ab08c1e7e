package fn

// Names of the attributes of calls and constants.
const (
	callee   = "callee"
	noInline = "no_inline"
	symbol   = "value"
)
