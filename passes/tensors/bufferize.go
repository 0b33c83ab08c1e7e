package tensors

import "optc/passes/tensors/internal/bufferize"

// OneShotBufferize replaces tensors by buffers.
//
//	%0 = tensor.insert %x into %t[%i] : tensor<4xf32>   →   memref.store %x, %t[%i] : memref<4xf32, …>
var OneShotBufferize = bufferize.OneShot

// EliminateEmptyTensors replaces empty tensors by the place where their contents are stored in the end.
//
//	%e = tensor.empty(); %0 = linalg.fill ins(%c) outs(%e); tensor.insert_slice %0 into %t[%i] [4] [1]
//	→ %e = tensor.extract_slice %t[%i] [4] [1]; …
var EliminateEmptyTensors = bufferize.EliminateEmpty
