package okk

import "optc/diag"

// Errors explains the codes of the dialect.
func Errors() []diag.Doc { return append(tensorErrors(), kernelErrors()...) }

// inKernel is a module for the machine toy4 with a kernel that holds the lines.
func inKernel(lines string) string {
	return "module attributes {okk.machine = #okk.machine<toy4>} {\n  okk.kernel @k {\n" + lines + "\n  }\n}"
}

const (
	buildIt = "build -o out"
	// Types of the examples.
	a345 = "!okk.local<1x3x4x5xf32, aligned>"
	c345 = "!okk.local<1x3x4x5xf32, compact>"
	s345 = "!okk.sys<1x3x4x5xf32, continuous>"
)

// tensorErrors are about single tensors, copies and operands.
func tensorErrors() []diag.Doc {
	list := []diag.Doc{
		{Code: "okk.addr-align", Text: "The address of a tensor is not a multiple of what its layout needs: the alignment unit of the machine for aligned tensors and matrices, 4 for others.",
			Fix: "Use an aligned address, or leave it out.", Example: "    %t = okk.alloc at 64 : " + a345},
		{Code: "okk.addr-range", Text: "An address or first NPU lies outside of local memory.", Fix: "Use an address below the number of NPUs times the bytes of each.",
			Example: "    %t = okk.alloc at 4096 : " + a345},
		{Code: "okk.bad-alloc", Text: "A request to the allocator makes no sense: a size or alignment below 1, a life that ends before it begins, a fixed offset that is not aligned. Only Go programs that call okk.Allocator with requests of their own meet it.", Fix: "Correct the request."},
		{Code: "okk.bad-dtype", Text: "Tensors have no elements of that type.", Fix: "Use f32, i32, ui32, f16, bf16, i16, ui16, i8 or ui8.", Example: "    %t = okk.alloc : !okk.local<1x3x4x5xf64, aligned>"},
		{Code: "okk.bad-mode", Text: "The storage mode does not exist for the element type, the shape or the machine.", Fix: "Use n1, or n4 for 8-bit, n2 for 16-bit integers, ic2 for f32 weights.",
			Example: "    %t = okk.alloc : !okk.local<4x3x4x5xi16, mode = n4, aligned>"},
		{Code: "okk.bad-op", Text: "The operation has no such form: too many or too few operands, or a number where it takes none.", Fix: "Compare with `explain` for the operation.",
			Example: "    %t = okk.alloc : " + a345 + "\n    okk.eltwise add %t, %t : " + a345 + ", " + a345},
		{Code: "okk.bad-shape", Text: "A tensor has an extent outside of [1, 2^31).", Fix: "Use extents of at least 1.", Example: "    %t = okk.alloc : !okk.local<0x3x4x5xf32, aligned>"},
		{Code: "okk.bad-stride", Text: "A stride is negative or too large.", Fix: "Use strides in [0, 2^31).", Example: "    %t = okk.alloc : !okk.local<1x3x4x5xf32, strides[0, 0, -5, 1]>"},
		{Code: "okk.bad-w", Text: "The width of a matrix is outside of [1, columns].", Fix: "Use a width of at most the number of columns, or ?.", Example: "    %t = okk.alloc : !okk.matrix<2x40xf32, w = 41>"},
		{Code: "okk.bad-window", Text: "Padding, stride, dilation or kernel of a convolution or of pooling has a wrong number of entries, or one that is too small.", Fix: "Padding has four numbers of at least 0, the others two of at least 1.",
			Example: "    %t = okk.alloc : " + a345 + "\n    %u = okk.alloc : " + a345 + "\n    okk.pool2d max %u, %t kernel [1, 0] : " + a345 + ", " + a345},
		{Code: "okk.broadcast-write", Text: "The destination repeats elements, so what is left would depend on the order of writes.", Fix: "Write to a tensor without stride 0.",
			Example: "    %t = okk.alloc : " + a345 + "\n    %u = okk.broadcast %t : " + a345 + " to !okk.local<2x3x4x5xf32, strides[0, 32, 5, 1], broadcast>\n    okk.fill %u, 0.0 : f32 : !okk.local<2x3x4x5xf32, strides[0, 32, 5, 1], broadcast>"},
		{Code: "okk.copy-overlap", Text: "Source and destination of a copy share bytes.", Fix: "Copy between separate tensors.",
			Example: "    %t = okk.alloc at 0 : " + c345 + "\n    %u = okk.alloc at 4 : " + c345 + "\n    okk.copy %t to %u : " + c345 + " to " + c345},
		{Code: "okk.dim-limit", Text: "A dimension exceeds what an instruction can count.", Fix: "Split the operation.",
			Example: "    %t = okk.alloc : !okk.local<1x4096x1x1xi32, strides[0, 0, 1, 1], broadcast>\n    %u = okk.alloc : !okk.local<1x4096x1x1xi32, strides[0, 0, 1, 1], broadcast>\n    okk.eltwise copy %u, %t : !okk.local<1x4096x1x1xi32, strides[0, 0, 1, 1], broadcast>, !okk.local<1x4096x1x1xi32, strides[0, 0, 1, 1], broadcast>"},
		{Code: "okk.dma-w-stride", Text: "The copy engine needs neighbouring elements along W.", Fix: "Use W stride 1.",
			Example: "    %x = okk.sys_buffer \"x\" : !okk.sys<1x3x4x5xf32, strides[120, 40, 10, 2]>\n    %t = okk.alloc : " + a345 + "\n    okk.load %x to %t : !okk.sys<1x3x4x5xf32, strides[120, 40, 10, 2]> to " + a345},
		{Code: "okk.does-not-fit", Text: "A tensor needs more bytes than an NPU has left.", Fix: "Use a smaller tensor or fewer at the same time; the notes list what else is alive.",
			Example: "    %t = okk.alloc : !okk.local<9x3x4x5xf32, aligned>"},
		{Code: "okk.dtype-mismatch", Text: "Element types or modes do not go together.", Fix: "Convert one of the operands.",
			Example: "    %x = okk.sys_buffer \"x\" : " + s345 + "\n    %t = okk.alloc : !okk.local<1x3x4x5xi32, aligned>\n    okk.load %x to %t : " + s345 + " to !okk.local<1x3x4x5xi32, aligned>"},
		{Code: "okk.dtype-unsupported", Text: "The machine cannot compute on that element type.", Fix: "Convert to a type that the machine has.",
			Example: "module attributes {okk.machine = #okk.machine<bm1684>} {\n  okk.kernel @k {\n    %t = okk.alloc : !okk.local<1x3x4x5xf16, aligned>\n    okk.compute \"halve\"(%t) to (%t) : (!okk.local<1x3x4x5xf16, aligned>) -> !okk.local<1x3x4x5xf16, aligned>\n  }\n}"},
		{Code: "okk.layout-required", Text: "An operation needs its operand in another layout.", Fix: "Copy the operand into that layout.",
			Example: "    %t = okk.alloc : !okk.local<2x3x4x5xf32, compact>\n    %u = okk.alloc : !okk.local<2x3x4x5xf32, aligned>\n    okk.function sqrt %u, %t : !okk.local<2x3x4x5xf32, aligned>, !okk.local<2x3x4x5xf32, compact>"},
		{Code: "okk.machine-bad", Text: "There is no such machine, or a field of its description is impossible.", Fix: "Check the name and the rule in the message.",
			Example: "module attributes {okk.machine = #okk.machine<toy4, banks = 3>} {\n}"},
		{Code: "okk.operand-overlap", Text: "The destination of an operation shares bytes with an operand, or a work buffer with a source, and is not in the same place.", Fix: "Write to the operand itself, or to another tensor.",
			Example: "    %t = okk.alloc at 0 : " + c345 + "\n    %u = okk.alloc at 4 : " + c345 + "\n    okk.eltwise relu %u, %t : " + c345 + ", " + c345},
		{Code: "okk.shape-mismatch", Text: "Shapes that must agree differ.", Fix: "Compare the shapes of the message.",
			Example: "    %t = okk.alloc : " + a345 + "\n    %u = okk.alloc : !okk.local<1x3x5x4xf32, aligned>\n    okk.copy %t to %u : " + a345 + " to !okk.local<1x3x5x4xf32, aligned>"},
		{Code: "okk.slice-pack", Text: "A slice of a packed tensor does not begin and end at whole units.", Fix: "Slice at multiples of the packing.",
			Example: "    %t = okk.alloc : !okk.local<8x3x4x5xi8, mode = n4, aligned>\n    %u = okk.slice %t[2, 0, 0, 0] : !okk.local<8x3x4x5xi8, mode = n4, aligned> to !okk.local<4x3x4x5xi8, mode = n4, auto>"},
		{Code: "okk.slice-range", Text: "A slice leaves its dimension.", Fix: "Use offsets and sizes inside of the extents.",
			Example: "    %t = okk.alloc : " + a345 + "\n    %u = okk.slice %t[0, 1, 0, 0] : " + a345 + " to !okk.local<1x3x4x5xf32, auto>"},
		{Code: "okk.slice-rank", Text: "A slice has another number of offsets than the tensor has dimensions.", Fix: "Give four offsets, two for a matrix in system memory.",
			Example: "    %t = okk.alloc : " + a345 + "\n    %u = okk.slice %t[0, 1] : " + a345 + " to !okk.local<1x2x4x5xf32, auto>"},
		{Code: "okk.start-attr", Text: "The type names another first NPU than the address or the source of a view has.", Fix: "Write the first NPU that the message names, or leave the layout open with auto.",
			Example: "    %t = okk.alloc at 1024 : " + a345},
		{Code: "okk.start-mismatch", Text: "Operands start at different NPUs.", Fix: "Let them start at the same NPU, or copy one.",
			Example: "    %t = okk.alloc : " + a345 + "\n    %u = okk.alloc : !okk.local<1x3x4x5xf32, aligned, start = 1>\n    okk.eltwise relu %u, %t : !okk.local<1x3x4x5xf32, aligned, start = 1>, " + a345},
		{Code: "okk.start-not-first", Text: "Fixed-point operands must start at NPU 0.", Fix: "Let them start at NPU 0.",
			Example: "    %t = okk.alloc : !okk.local<4x3x4x5xi8, mode = n4, aligned, start = 1>\n    okk.fixed_point add %t, %t, %t : !okk.local<4x3x4x5xi8, mode = n4, aligned, start = 1>, !okk.local<4x3x4x5xi8, mode = n4, aligned, start = 1>, !okk.local<4x3x4x5xi8, mode = n4, aligned, start = 1>"},
		{Code: "okk.stride-mismatch", Text: "The strides that are written down are not those that the layout or the view has.", Fix: "Use those of the message, or leave them out.",
			Example: "    %t = okk.alloc : !okk.local<2x3x4x5xf32, aligned[20, 20, 5, 1]>"},
		{Code: "okk.stride-overlap", Text: "Strides put two elements on the same bytes.", Fix: "Use larger strides, or the word broadcast for a tensor that is only read.",
			Example: "    %t = okk.alloc : !okk.local<1x3x4x5xf32, strides[0, 0, 4, 1]>"},
		{Code: "okk.sys-align", Text: "The address of a buffer in system memory is not a multiple of the element size.", Fix: "Use an aligned address.",
			Example: "    %x = okk.sys_buffer \"x\" at 2 : " + s345},
		{Code: "okk.sys-range", Text: "A tensor is larger than its buffer, or a buffer leaves its memory.", Fix: "Use a larger buffer, or an address inside of the memory.",
			Example: "    %x = okk.sys_buffer \"x\" bytes 100 : " + s345},
		{Code: "okk.unknown-rules", Text: "It is not known what the operations of the machine ask of their operands.", Fix: "Compute on a machine whose rules are known, such as bm1684; layouts, addresses and copies work on every machine.",
			Example: "module attributes {okk.machine = #okk.machine<cv180x>} {\n  okk.kernel @k {\n    %t = okk.alloc : " + a345 + "\n    okk.eltwise relu %t, %t : " + a345 + ", " + a345 + "\n  }\n}"},
		{Code: "okk.unknown-space", Text: "The machine has no system memory of that name.", Fix: "Use one that it has: global everywhere, l2 and dtcm on bm1684.",
			Example: "    %x = okk.sys_buffer \"x\" : !okk.sys<1x3x4x5xf32, continuous, space = globe>"},
		{Code: "okk.value-range", Text: "A number is larger than what it stands for can be.", Fix: "Use a byte, or a shift below 32.",
			Example: "    %t = okk.alloc : !okk.local<4x3x1x1xi8, aligned>\n    %u = okk.alloc : !okk.local<4x3x1x1xi8, mode = n4, aligned>\n    okk.pack %t to %u fill 256 : !okk.local<4x3x1x1xi8, aligned> to !okk.local<4x3x1x1xi8, mode = n4, aligned>"},
		{Code: "okk.view-count", Text: "A view has another number of elements.", Fix: "Use a shape with the same product of extents.",
			Example: "    %t = okk.alloc : " + a345 + "\n    %u = okk.view %t : " + a345 + " to !okk.local<1x3x4x4xf32, auto>"},
		{Code: "okk.view-illegal", Text: "No strides show the tensor in that shape or with that element type.", Fix: "Keep the dimensions that are spread over NPUs.",
			Example: "    %t = okk.alloc : " + a345 + "\n    %u = okk.view %t : " + a345 + " to !okk.local<3x1x4x5xf32, auto>"},
	}
	return complete(list)
}

// kernelErrors are about kernels and what passes find in them.
func kernelErrors() []diag.Doc {
	list := []diag.Doc{
		{Code: "okk.address-mismatch", Text: "A view has another address than the part of its source that it shows.", Fix: "Write the address of the message, or leave it out.",
			Example: "    %t = okk.alloc at 0 : " + a345 + "\n    %u = okk.slice %t[0, 0, 1, 0] at 24 : " + a345 + " to !okk.local<1x3x2x5xf32, strides[0, 0, 5, 1]>"},
		{Code: "okk.assert-failed", Text: "An assertion of a kernel does not hold.", Fix: "The message has what was found.",
			Example: "    %t = okk.alloc at 0 : " + a345 + "\n    okk.assert_at %t [0, 1, 0, 0] npu 0 offset 128 : " + a345},
		{Code: "okk.bank-conflict", Text: "A remark: tensors that are used at the same time share a bank, so that accesses wait for each other. Results do not change.", Fix: "Allocate with the policy bank.",
			Example: "    %t = okk.alloc at 0 : " + c345 + "\n    %u = okk.alloc at 80 : " + c345 + "\n    okk.eltwise relu %u, %t : " + c345 + ", " + c345, Command: "--okk-check-banks"},
		{Code: "okk.duplicate-name", Text: "Two buffers of a kernel have one name, by which inputs and outputs are found.", Fix: "Use different names.",
			Example: "    %x = okk.sys_buffer \"x\" : " + s345 + "\n    %y = okk.sys_buffer \"x\" : " + s345},
		{Code: "okk.free-block-reuse", Text: "A warning: a tensor lies in free blocks of another one, where NPUs that work in lockstep may destroy it.", Fix: "Allocate it elsewhere.",
			Example: "    %x = okk.sys_buffer \"x\" : !okk.sys<1x1x1x1xf32, continuous>\n    %t = okk.alloc at 0 : !okk.local<1x1x1x1xf32, compact>\n    %u = okk.alloc at 1024 : !okk.local<1x1x1x1xf32, compact, start = 1>\n" +
				"    okk.load %x to %t : !okk.sys<1x1x1x1xf32, continuous> to !okk.local<1x1x1x1xf32, compact>\n    okk.load %x to %u : !okk.sys<1x1x1x1xf32, continuous> to !okk.local<1x1x1x1xf32, compact, start = 1>\n" +
				"    okk.store %t to %x : !okk.local<1x1x1x1xf32, compact> to !okk.sys<1x1x1x1xf32, continuous>\n    okk.store %u to %x : !okk.local<1x1x1x1xf32, compact, start = 1> to !okk.sys<1x1x1x1xf32, continuous>",
			Command: "--okk-allocate=exact-npus --okk-check-hazards=clobber=elements"},
		{Code: "okk.live-overlap", Text: "Two tensors are in use together and a write to one may destroy the other, or two buffers share bytes.", Fix: "Place them apart, or leave their addresses out.",
			Example: "    %t = okk.alloc at 0 : " + a345 + "\n    %u = okk.alloc at 0 : " + a345 + "\n    %v = okk.alloc at 512 : " + a345 + "\n    %x = okk.sys_buffer \"x\" : " + s345 + "\n" +
				"    okk.load %x to %t : " + s345 + " to " + a345 + "\n    okk.load %x to %u : " + s345 + " to " + a345 + "\n    okk.eltwise relu %v, %t : " + a345 + ", " + a345 + "\n    okk.store %v to %x : " + a345 + " to " + s345 + "\n    okk.store %u to %x : " + a345 + " to " + s345},
		{Code: "okk.loop-bounds", Text: "Kernels are unrolled, so the bounds of a loop must be known and its step positive.", Fix: "Use constants, or what can be computed from constants and the indices of loops around.",
			Example: "    %s = arith.constant 0 : index\n    scf.for %i = %s to %s step %s {\n      okk.parallel {\n      }\n    }"},
		{Code: "okk.loop-size", Text: "A kernel would grow too large when its loops are unrolled.", Fix: "Use fewer iterations with larger tensors, or raise max-ops of okk-unroll.",
			Example: "    %a = arith.constant 0 : index\n    %n = arith.constant 10000000 : index\n    %s = arith.constant 1 : index\n    scf.for %i = %a to %n step %s {\n      okk.parallel {\n      }\n    }"},
		{Code: "okk.machine-missing", Text: "Layouts and addresses depend on the machine, and none is in force here.", Fix: "Give the module the attribute okk.machine, or name a target on the command line.",
			Example: "okk.kernel @k {\n}"},
		{Code: "okk.many-rows", Text: "A warning: a tensor that does not start at NPU 0 opens more block rows than it would from there.", Fix: "Start at NPU 0.",
			Example: "    %t = okk.alloc at 3072 : !okk.local<1x2x4x5xf32, aligned, start = 3>", Command: "--okk-check-banks"},
		{Code: "okk.no-c-form", Text: "An operation cannot be written as C, because OKKernel has no function for it on this machine, or because its own function has no name that C allows.", Fix: "Export for a machine with packed modes, such as bm1684; call operations of your own by identifiers.",
			Example: "    %t = okk.alloc : " + a345 + "\n    okk.compute \"my.function\"() to (%t) : () -> " + a345 + "\n    %x = okk.sys_buffer \"x\" : " + s345 + "\n    okk.store %t to %x : " + a345 + " to " + s345, Command: "export"},
		{Code: "okk.parallel-race", Text: "In okk.parallel an operation writes what another one uses, so results depend on which one is faster.", Fix: "Move one of them out of okk.parallel, or use another tensor.",
			Example: "    %x = okk.sys_buffer \"x\" : " + s345 + "\n    %y = okk.sys_buffer \"y\" : " + s345 + "\n    %t = okk.alloc : " + a345 + "\n    okk.parallel {\n      okk.load %x to %t : " + s345 + " to " + a345 +
				"\n      okk.store %t to %y : " + a345 + " to " + s345 + "\n    }"},
		{Code: "okk.unaligned-operand", Text: "A warning: the address of an operand is a multiple of 4, but not of the alignment unit, which makes the operation slow.", Fix: "Use an aligned tensor.",
			Example: "    %t = okk.alloc at 4 : " + c345 + "\n    okk.eltwise relu %t, %t : " + c345 + ", " + c345, Command: "--okk-check-banks"},
		{Code: "okk.unresolved", Text: "A layout, a width or an address is still to be chosen, or a loop to be unrolled.", Fix: "Run the pass that does it; the pipeline okk has all of them in order.",
			Example: "    %t = okk.alloc : !okk.local<1x3x4x5xf32, auto>", Command: "--okk-allocate"},
	}
	return complete(list)
}

// complete puts lines of examples into a kernel and names the command.
func complete(list []diag.Doc) []diag.Doc {
	for i := range list {
		d := &list[i]
		if len(d.Example) > 0 && d.Example[0] == ' ' {
			d.Example = inKernel(d.Example)
		}
		if d.Command == "" {
			d.Command = buildIt
		}
	}
	return list
}
