// RUN: optc %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},gpu-outline-kernels)'

// expected-error @below {{has argument 0 of type 'memref<?xf32, strided<[2]>>', whose strides do not follow from its extents}}
// expected-note @below {{write the type without a layout}}
func.func @strided(%x: memref<?xf32, strided<[2]>>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  return
}

// -----

func.func @computed(%x: memref<?x?xf32>, %d: index, %y: memref<index>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  // expected-error @below {{'memref.dim' op expected a constant dimension from 0 to 1 of an argument of a kernel, but got another}}
  // expected-note @below {{take the extent of every dimension by a constant}}
  %n = memref.dim %x, %d : memref<?x?xf32>
  memref.store %n, %y[] : memref<index>
  return
}

// -----

// expected-error @below {{expected 'gpu.multiples' of argument 0 to hold a positive number for each of 2 dimensions, but got [4]}}
func.func @few(%x: memref<?x?xf32> {gpu.multiples = array<i64: 4>}) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  return
}

// -----

// expected-error @below {{has argument 0 of type 'memref<?x6xf32>', whose extent 1 is no multiple of 4, as 'gpu.multiples' says}}
func.func @wrong(%x: memref<?x6xf32> {gpu.multiples = array<i64: 1, 4>}) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  return
}
