package okk

import "optc/diag"

// Errors explains the codes of tensors in the memories of a TPU.
var Errors = []diag.Doc{
	{Code: "addr-align", Text: "The address of a TPU tensor is not a multiple of what its layout needs.", Fix: "Use an aligned address."},
	{Code: "addr-range", Text: "An address or start NPU lies outside of the local memory of the TPU.", Fix: "Use an address below its size."},
	{Code: "bad-dtype", Text: "There is no element type of that name for TPU tensors.", Fix: "Use one of the names that the message suggests."},
	{Code: "bad-mode", Text: "The packing mode of a TPU tensor is unknown, or does not exist for its element type, shape or machine.", Fix: "Use n1, or a packed mode that fits the element type."},
	{Code: "bad-op", Text: "There is no class of TPU operations of that name, or it has fewer operands.", Fix: "Check the name and the number of operands."},
	{Code: "bad-shape", Text: "A TPU tensor has a dimension outside of [1, 2^31).", Fix: "Use extents of at least 1."},
	{Code: "bad-stride", Text: "A stride of a TPU tensor is negative or too large.", Fix: "Use strides in [0, 2^31)."},
	{Code: "bad-w", Text: "The width of a matrix layout is outside of [1, columns].", Fix: "Use a width of at most the number of columns."},
	{Code: "broadcast-write", Text: "The destination repeats elements, so what is left would depend on the order of writes.", Fix: "Write to a tensor without stride 0."},
	{Code: "copy-overlap", Text: "Source and destination of a TPU copy share bytes.", Fix: "Copy between separate tensors."},
	{Code: "dim-limit", Text: "A dimension exceeds what the TPU instruction can count.", Fix: "Split the operation."},
	{Code: "dma-w-stride", Text: "A DMA copy needs neighbouring elements along W.", Fix: "Use W stride 1."},
	{Code: "does-not-fit", Text: "A TPU tensor needs more bytes than an NPU has.", Fix: "Use a smaller tensor, or another offset."},
	{Code: "dtype-mismatch", Text: "Operands of a TPU operation have element types or modes that do not go together.", Fix: "Convert one of them."},
	{Code: "dtype-unsupported", Text: "The TPU cannot compute on that element type.", Fix: "Convert to a type that the machine has."},
	{Code: "layout-required", Text: "A TPU operation needs its operand in another layout.", Fix: "Copy the operand into that layout."},
	{Code: "machine-bad", Text: "There is no such TPU, or a field of its description is impossible.", Fix: "Check the name and the rule in the message."},
	{Code: "shape-mismatch", Text: "Shapes of TPU tensors that must agree differ.", Fix: "Compare the shapes of the message."},
	{Code: "slice-pack", Text: "A slice of a packed TPU tensor does not begin and end at whole units.", Fix: "Slice at multiples of the packing."},
	{Code: "slice-range", Text: "A slice of a TPU tensor leaves its dimension.", Fix: "Use offsets and sizes inside of the extents."},
	{Code: "start-mismatch", Text: "Operands of a TPU operation start at different NPUs.", Fix: "Let them start at the same NPU."},
	{Code: "start-not-first", Text: "Fixed-point operands must start at NPU 0.", Fix: "Let them start at NPU 0."},
	{Code: "stride-overlap", Text: "Strides put two elements of a TPU tensor on the same bytes.", Fix: "Use larger strides."},
	{Code: "sys-align", Text: "The system address is not a multiple of the element size.", Fix: "Use an aligned address."},
	{Code: "sys-range", Text: "The tensor is larger than its system buffer.", Fix: "Use a larger buffer."},
	{Code: "view-count", Text: "A view of a TPU tensor has another number of elements.", Fix: "Use a shape with the same product of extents."},
	{Code: "view-illegal", Text: "No strides show the TPU tensor in that shape.", Fix: "Keep the dimensions that are spread over NPUs."},
}
