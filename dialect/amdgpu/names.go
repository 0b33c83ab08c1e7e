package amdgpu

// Names of the attributes.
const (
	mAttr           = "m"
	nAttr           = "n"
	kAttr           = "k"
	blocksAttr      = "blocks"
	blgpAttr        = "blgp"
	cbszAttr        = "cbsz"
	abidAttr        = "abid"
	reducePrecision = "reducePrecision"
	subwordOffset   = "subwordOffset"
	unsignedA       = "unsignedA"
	unsignedB       = "unsignedB"
)
