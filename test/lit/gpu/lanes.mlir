// RUN: optc %s --split-input-file --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},func.func(gpu-expand-lanes,canonicalize,cse))' | FileCheck %s

// Exchanges between lanes become shuffles of 32 bits in the subgroup of the chip.
// mlir-opt-22 differs (verdict): gpu.ballot is newer

// CHECK-LABEL: func.func @reduce(
// CHECK-SAME:    %[[ARG0:.+]]: f16) -> f16 attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
// CHECK-NEXT:    %[[C32_I32:.+]] = arith.constant 32 : i32
// CHECK-NEXT:    %[[C1_I32:.+]] = arith.constant 1 : i32
// CHECK-NEXT:    %[[VAL_0:.+]] = arith.bitcast %[[ARG0]] : f16 to i16
// CHECK-NEXT:    %[[VAL_1:.+]] = arith.extui %[[VAL_0]] : i16 to i32
// CHECK-NEXT:    %[[SHUFFLERESULT:.+]], %[[VALID:.+]] = gpu.shuffle  xor %[[VAL_1]], %[[C1_I32]], %[[C32_I32]] : i32
// CHECK-NEXT:    %[[VAL_2:.+]] = arith.trunci %[[SHUFFLERESULT]] : i32 to i16
// CHECK-NEXT:    %[[VAL_3:.+]] = arith.bitcast %[[VAL_2]] : i16 to f16
// CHECK-NEXT:    %[[VAL_4:.+]] = arith.maximumf %[[ARG0]], %[[VAL_3]] : f16
// CHECK-NEXT:    return %[[VAL_4]] : f16
// CHECK-NEXT:  }
func.func @reduce(%x: f16) -> f16 attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %s = gpu.subgroup_reduce maximumf %x cluster(size = 2) : (f16) -> f16
  return %s : f16
}

// CHECK-LABEL: func.func @ballot(
// CHECK-SAME:    %[[ARG0:.+]]: i1) -> i32 attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
// CHECK-NEXT:    %[[C16_I32:.+]] = arith.constant 16 : i32
// CHECK-NEXT:    %[[C8_I32:.+]] = arith.constant 8 : i32
// CHECK-NEXT:    %[[C4_I32:.+]] = arith.constant 4 : i32
// CHECK-NEXT:    %[[C2_I32:.+]] = arith.constant 2 : i32
// CHECK-NEXT:    %[[C32_I32:.+]] = arith.constant 32 : i32
// CHECK-NEXT:    %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT:    %[[C1_I32:.+]] = arith.constant 1 : i32
// CHECK-NEXT:    %[[C31_I32:.+]] = arith.constant 31 : i32
// CHECK-NEXT:    %[[VAL_0:.+]] = gpu.lane_id
// CHECK-NEXT:    %[[VAL_1:.+]] = arith.index_cast %[[VAL_0]] : index to i32
// CHECK-NEXT:    %[[VAL_2:.+]] = arith.andi %[[VAL_1]], %[[C31_I32]] : i32
// CHECK-NEXT:    %[[VAL_3:.+]] = arith.shli %[[C1_I32]], %[[VAL_2]] : i32
// CHECK-NEXT:    %[[VAL_4:.+]] = arith.select %[[ARG0]], %[[VAL_3]], %[[C0_I32]] : i32
// CHECK-NEXT:    %[[SHUFFLERESULT:.+]], %[[VALID:.+]] = gpu.shuffle  xor %[[VAL_4]], %[[C1_I32]], %[[C32_I32]] : i32
// CHECK-NEXT:    %[[VAL_5:.+]] = arith.ori %[[VAL_4]], %[[SHUFFLERESULT]] : i32
// CHECK-NEXT:    %[[SHUFFLERESULT_0:.+]], %[[VALID_1:.+]] = gpu.shuffle  xor %[[VAL_5]], %[[C2_I32]], %[[C32_I32]] : i32
// CHECK-NEXT:    %[[VAL_6:.+]] = arith.ori %[[VAL_5]], %[[SHUFFLERESULT_0]] : i32
// CHECK-NEXT:    %[[SHUFFLERESULT_2:.+]], %[[VALID_3:.+]] = gpu.shuffle  xor %[[VAL_6]], %[[C4_I32]], %[[C32_I32]] : i32
// CHECK-NEXT:    %[[VAL_7:.+]] = arith.ori %[[VAL_6]], %[[SHUFFLERESULT_2]] : i32
// CHECK-NEXT:    %[[SHUFFLERESULT_4:.+]], %[[VALID_5:.+]] = gpu.shuffle  xor %[[VAL_7]], %[[C8_I32]], %[[C32_I32]] : i32
// CHECK-NEXT:    %[[VAL_8:.+]] = arith.ori %[[VAL_7]], %[[SHUFFLERESULT_4]] : i32
// CHECK-NEXT:    %[[SHUFFLERESULT_6:.+]], %[[VALID_7:.+]] = gpu.shuffle  xor %[[VAL_8]], %[[C16_I32]], %[[C32_I32]] : i32
// CHECK-NEXT:    %[[VAL_9:.+]] = arith.ori %[[VAL_8]], %[[SHUFFLERESULT_6]] : i32
// CHECK-NEXT:    return %[[VAL_9]] : i32
// CHECK-NEXT:  }
func.func @ballot(%on: i1) -> i32 attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %b = gpu.ballot %on : i32
  return %b : i32
}

// -----

// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[ARG0:.+]]: f64, %[[ARG1:.+]]: i32) -> f64 attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
// CHECK-NEXT:    %[[C32_I32:.+]] = arith.constant 32 : i32
// CHECK-NEXT:    %[[C32_I64:.+]] = arith.constant 32 : i64
// CHECK-NEXT:    %[[VAL_0:.+]] = arith.bitcast %[[ARG0]] : f64 to i64
// CHECK-NEXT:    %[[VAL_1:.+]] = arith.trunci %[[VAL_0]] : i64 to i32
// CHECK-NEXT:    %[[VAL_2:.+]] = arith.shrui %[[VAL_0]], %[[C32_I64]] : i64
// CHECK-NEXT:    %[[VAL_3:.+]] = arith.trunci %[[VAL_2]] : i64 to i32
// CHECK-NEXT:    %[[SHUFFLERESULT:.+]], %[[VALID:.+]] = gpu.shuffle  idx %[[VAL_1]], %[[ARG1]], %[[C32_I32]] : i32
// CHECK-NEXT:    %[[SHUFFLERESULT_0:.+]], %[[VALID_1:.+]] = gpu.shuffle  idx %[[VAL_3]], %[[ARG1]], %[[C32_I32]] : i32
// CHECK-NEXT:    %[[VAL_4:.+]] = arith.extui %[[SHUFFLERESULT_0]] : i32 to i64
// CHECK-NEXT:    %[[VAL_5:.+]] = arith.shli %[[VAL_4]], %[[C32_I64]] : i64
// CHECK-NEXT:    %[[VAL_6:.+]] = arith.extui %[[SHUFFLERESULT]] : i32 to i64
// CHECK-NEXT:    %[[VAL_7:.+]] = arith.ori %[[VAL_5]], %[[VAL_6]] : i64
// CHECK-NEXT:    %[[VAL_8:.+]] = arith.bitcast %[[VAL_7]] : i64 to f64
// CHECK-NEXT:    return %[[VAL_8]] : f64
// CHECK-NEXT:  }
func.func @broadcast(%x: f64, %lane: i32) -> f64 attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %b = gpu.subgroup_broadcast %x, specific_lane %lane : f64
  return %b : f64
}

// CHECK-LABEL: func.func @rotate(
// CHECK-SAME:    %[[ARG0:.+]]: i32) -> i32 attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
// CHECK-NEXT:    %[[C32_I32:.+]] = arith.constant 32 : i32
// CHECK-NEXT:    %[[C_8_I32:.+]] = arith.constant -8 : i32
// CHECK-NEXT:    %[[C1_I32:.+]] = arith.constant 1 : i32
// CHECK-NEXT:    %[[C7_I32:.+]] = arith.constant 7 : i32
// CHECK-NEXT:    %[[VAL_0:.+]] = gpu.lane_id
// CHECK-NEXT:    %[[VAL_1:.+]] = arith.index_cast %[[VAL_0]] : index to i32
// CHECK-NEXT:    %[[VAL_2:.+]] = arith.addi %[[VAL_1]], %[[C1_I32]] : i32
// CHECK-NEXT:    %[[VAL_3:.+]] = arith.andi %[[VAL_2]], %[[C7_I32]] : i32
// CHECK-NEXT:    %[[VAL_4:.+]] = arith.andi %[[VAL_1]], %[[C_8_I32]] : i32
// CHECK-NEXT:    %[[VAL_5:.+]] = arith.ori %[[VAL_4]], %[[VAL_3]] : i32
// CHECK-NEXT:    %[[SHUFFLERESULT:.+]], %[[VALID:.+]] = gpu.shuffle  idx %[[ARG0]], %[[VAL_5]], %[[C32_I32]] : i32
// CHECK-NEXT:    return %[[SHUFFLERESULT]] : i32
// CHECK-NEXT:  }
func.func @rotate(%x: i32) -> i32 attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %r, %v = gpu.rotate %x, 1, 8 : i32
  return %r : i32
}

// -----

// mlir-opt-22 differs (verdict): memfence is newer
// CHECK-LABEL: func.func @fence(
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @fence() attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  return
}

// -----

// CHECK-LABEL: func.func @value_barrier(
// CHECK-SAME:    %[[ARG0:.+]]: vector<2xf32>) -> vector<2xf32> attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    return %[[ARG0]] : vector<2xf32>
// CHECK-NEXT:  }
func.func @value_barrier(%x: vector<2xf32>) -> vector<2xf32> attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %b = iree_gpu.value_barrier %x : vector<2xf32>
  return %b : vector<2xf32>
}

// -----

// CHECK-LABEL: func.func @subgroups(
// CHECK-DAG:     %[[C32:.+]] = arith.constant 32 : index
// CHECK-DAG:     %[[C2:.+]] = arith.constant 2 : index
// CHECK-DAG:     %[[X:.+]] = gpu.thread_id  x
// CHECK-DAG:     %[[Z:.+]] = gpu.thread_id  z
// CHECK:         %[[T:.+]] = affine.linearize_index disjoint [%[[Z]], %[[X]]] by (5, 8) : index
// CHECK-NEXT:    %[[S:.+]] = arith.divui %[[T]], %[[C32]] : index
// CHECK-NEXT:    return %[[S]], %[[C2]] : index, index
// CHECK-NEXT:  }
func.func @subgroups() -> (index, index) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [8, 1, 5] subgroup_size = 32>} {
  %s = gpu.subgroup_id : index
  %n = gpu.num_subgroups : index
  return %s, %n : index, index
}
