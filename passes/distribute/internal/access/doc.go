// Package access has the rules of operations that read or write memory: transfers, loads and stores, gathers
// and scatters, map_stores. A thread accesses its own elements, tile by tile; if several threads hold the
// same elements, only one of them writes the elements.
//
//	vector.transfer_write %v, %m[%i] : vector<32xf32>, memref<64xf32>, batch 2, thread 4, element 4
//	→ scf.if %first {
//	    %x = vector.extract %part[0, 0]
//	    vector.transfer_write %x, %m[affine.linearize_index [%c0, %c0, %c0, %t, %i] by (1, 2, 1, 4, 4)]
//	    … and the same for the second batch
//	  }
package access
