// Package okk is the dialect of kernels for Sophon and Sophgo TPUs. It also defines the places of
// tensors in the local memory of these chips, whose processors (NPUs) each own a slice of that
// memory and run one instruction together. It exists because a kernel is called with bare
// addresses: all code that places tensors, copies them or checks an operation has to agree on the
// place of element (n, c, h, w).
//
// # The picture
//
// Channels are dealt to the NPUs one by one, like cards, beginning at the NPU
// of the tensor's address; a second round opens the next block row. A tensor
// of shape (2, 3, 4, 5) of 32-bit elements, in aligned layout on a machine of
// 4 NPUs, at NPU 2:
//
//	offset        NPU 0   NPU 1   NPU 2   NPU 3
//	  0  batch 0  free    free    c0      c1      block row 0
//	128           c2      free    free    free    block row 1
//	256  batch 1  free    free    c0      c1
//	384           c2      free    free    free
//
// A block is one feature, the H×W plane of a channel: here 20 elements, padded to 128
// bytes. The base offset of the address is the same in all NPUs, including the NPUs
// before the first one.
//
// # The key fact
//
// A layout is one formula (OKKernel manual, Strides in Local Memory):
//
//	NPU    = (Q + c) mod X
//	offset = R + u·(n·sN + ((Q + c) div X)·sC + h·sH + w·sW)
//
// where the address is Q·S + R, X is the number of NPUs and u the bytes of a
// unit. The layouts differ only in the strides that they derive from the
// shape: [Aligned], [Compact], [Matrix], [Strided]. A storage mode packs p
// neighbours of the first dimension into one unit ([Mode]); strides count
// units. So slices and views are tensors again, and everything else (copies,
// collisions, the inverse from bytes to elements, images) is done by the unit
// map that [Tensor.Elements] and [Tensor.Units] return.
//
// # In the IR
//
// [LocalType] and [SystemType] are types of tensors, [MachineAttr] names the chip of a
// module, and the operations are the operations of OKKernel. [Placed] gives the tensor of
// a value; the verifiers check operands with the same rules that Go code calls,
// [OpClass.Check] and [PlanCopy].
//
// # How to use it
//
// A [Machine] comes from [LookupMachine] or is filled in by hand. A [Type] is a tensor
// without a place: [Type.Geometry] gives strides and sizes for a start NPU, as an
// [Allocator] needs them. [Place] puts it at an address and checks it. [PlanCopy],
// [PlanPack] and [OpClass.Check] work on placed tensors.
//
// All errors are [optc/diag.Error] values with codes. Sizes that overflow are treated as
// too large for any memory; they never wrap around.
package okk
