// RUN: optc %s --canonicalize --verify-exec -o /dev/null

// Functions that are executed before and after their folds and patterns; package dialect/all/folds tells which have none.

func.func @scattered(%m: memref<64xf32>, %x: vector<8xf32>, %y: vector<1xf32>, %v: vector<1xindex>, %w: vector<8xindex>, %o: index) {
  %k = arith.constant dense<[0, 3, 5, 7, 2, 9, 11, 4]> : vector<8xindex>
  %b = vector.broadcast %o : index to vector<8xindex>
  %s = arith.addi %k, %b : vector<8xindex>
  iree_vector_ext.transfer_scatter %x into %m[%o] [%s : vector<8xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<8xf32>, memref<64xf32>
  iree_vector_ext.transfer_scatter %y into %m[%o] [%v : vector<1xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<1xf32>, memref<64xf32>
  return
}
