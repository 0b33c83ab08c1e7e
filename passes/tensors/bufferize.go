package tensors

import "optc/passes/tensors/internal/bufferize"

// OneShotBufferize replaces tensors by buffers.
//
//	%0 = tensor.insert %x into %t[%i] : tensor<4xf32>   →   memref.store %x, %t[%i] : memref<4xf32, …>
var OneShotBufferize = bufferize.OneShot
