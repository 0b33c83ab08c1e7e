// RUN: optc %s --split-input-file --verify-diagnostics

func.func @broadcast_of_another_type(%a: f16) {
  // expected-error @+1 {{'vector.broadcast' op failed to verify that source operand and result have same element type}}
  %0 = vector.broadcast %a : f16 to vector<4xf32>
  return
}

// -----

func.func @broadcast_of_one_scalable(%a: vector<[1]xf32>) {
  // expected-error @+1 {{'vector.broadcast' op dimension mismatch ([1] vs. 4)}}
  %0 = vector.broadcast %a : vector<[1]xf32> to vector<4xf32>
  return
}

// -----

func.func @shape_cast_of_elements(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.shape_cast' op has different source and result element types}}
  %0 = vector.shape_cast %a : vector<4xf32> to vector<4xi32>
  return
}

// -----

func.func @shape_cast_of_scalable_dimensions(%a: vector<[4]xf32>) {
  // expected-error @+1 {{'vector.shape_cast' op has different number of scalable dims at source (1) and result (0)}}
  %0 = vector.shape_cast %a : vector<[4]xf32> to vector<4xf32>
  return
}

// -----

func.func @transpose_rank(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.transpose' op vector result rank mismatch: 1}}
  %0 = vector.transpose %a, [1, 0] : vector<4x8xf32> to vector<32xf32>
  return
}

// -----

func.func @transpose_length(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.transpose' op transposition length mismatch: 1}}
  %0 = vector.transpose %a, [1] : vector<4x8xf32> to vector<8x4xf32>
  return
}

// -----

func.func @transpose_index(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.transpose' op transposition index out of range: 2}}
  %0 = vector.transpose %a, [1, 2] : vector<4x8xf32> to vector<8x4xf32>
  return
}

// -----

func.func @transpose_negative_index(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.transpose' op transposition index out of range: -1}}
  %0 = vector.transpose %a, [1, -1] : vector<4x8xf32> to vector<8x4xf32>
  return
}

// -----

func.func @transpose_extents(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.transpose' op dimension size mismatch at: 1}}
  %0 = vector.transpose %a, [1, 0] : vector<4x8xf32> to vector<4x8xf32>
  return
}

// -----

func.func @bitcast_extents(%a: vector<2x8xf32>) {
  // expected-error @+1 {{'vector.bitcast' op dimension size mismatch at: 0}}
  %0 = vector.bitcast %a : vector<2x8xf32> to vector<4x8xi32>
  return
}

// -----

func.func @bitcast_width(%a: vector<2x8xf32>) {
  // expected-error @+1 {{'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal}}
  %0 = vector.bitcast %a : vector<2x8xf32> to vector<2x8xi16>
  return
}

// -----

func.func @bitcast_width_without_dimensions(%a: vector<f32>) {
  // expected-error @+1 {{'vector.bitcast' op source/result bitwidth of the 0-D vector element types must be equal}}
  %0 = vector.bitcast %a : vector<f32> to vector<i16>
  return
}

// -----

func.func @type_cast_offset(%m: memref<4x8xf32, strided<[8, 1], offset: 1>>) {
  // expected-error @+1 {{'vector.type_cast' op expects operand to be a memref with identity layout}}
  %0 = vector.type_cast %m : memref<4x8xf32, strided<[8, 1], offset: 1>> to memref<vector<4x8xf32>>
  return
}

// -----

func.func @type_cast_gap(%m: memref<4x8xf32, strided<[9, 1]>>) {
  // expected-error @+1 {{'vector.type_cast' op expects operand to be a memref with identity layout}}
  %0 = vector.type_cast %m : memref<4x8xf32, strided<[9, 1]>> to memref<vector<4x8xf32>>
  return
}

// -----

func.func @type_cast_first_unit_stride(%m: memref<1x8xf32, strided<[5, 1]>>) {
  // expected-error @+1 {{'vector.type_cast' op expects operand to be a memref with identity layout}}
  %0 = vector.type_cast %m : memref<1x8xf32, strided<[5, 1]>> to memref<vector<1x8xf32>>
  return
}

// -----

func.func @type_cast_middle_unit_stride(%m: memref<4x1x8xf32, strided<[8, 3, 1]>>) {
  // expected-error @+1 {{'vector.type_cast' op expects operand to be a memref with identity layout}}
  %0 = vector.type_cast %m : memref<4x1x8xf32, strided<[8, 3, 1]>> to memref<vector<4x1x8xf32>>
  return
}

// -----

func.func @type_cast_last_unit_stride(%m: memref<4x1xf32, strided<[1, 7]>>) {
  // expected-error @+1 {{'vector.type_cast' op expects operand to be a memref with identity layout}}
  %0 = vector.type_cast %m : memref<4x1xf32, strided<[1, 7]>> to memref<vector<4x1xf32>>
  return
}

// -----

func.func @type_cast_map(%m: memref<4x8xf32, affine_map<(i, j) -> (j, i)>>) {
  // expected-error @+1 {{'vector.type_cast' op expects operand to be a memref with identity layout}}
  %0 = vector.type_cast %m : memref<4x8xf32, affine_map<(i, j) -> (j, i)>> to memref<vector<4x8xf32>>
  return
}

// -----

func.func @type_cast_to_a_layout(%m: memref<4x8xf32>) {
  // expected-error @+1 {{'vector.type_cast' op expects result to be a memref with identity layout}}
  %0 = vector.type_cast %m : memref<4x8xf32> to memref<4xvector<8xf32>, strided<[2]>>
  return
}

// -----

func.func @type_cast_space(%m: memref<4x8xf32, 1>) {
  // expected-error @+1 {{'vector.type_cast' op expects result in same memory space}}
  %0 = vector.type_cast %m : memref<4x8xf32, 1> to memref<vector<4x8xf32>>
  return
}

// -----

func.func @type_cast_elements(%m: memref<4x8xf32>) {
  // expected-error @+1 {{'vector.type_cast' op expects result and operand with same underlying scalar type: 'memref<vector<4x8xi32>>'}}
  %0 = vector.type_cast %m : memref<4x8xf32> to memref<vector<4x8xi32>>
  return
}

// -----

func.func @type_cast_extents(%m: memref<4x8xf32>) {
  // expected-error @+1 {{'vector.type_cast' op expects concatenated result and operand shapes to be equal: 'memref<vector<8x4xf32>>'}}
  %0 = vector.type_cast %m : memref<4x8xf32> to memref<vector<8x4xf32>>
  return
}

// -----

func.func @slice_lists(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected offsets, sizes and strides attributes of same size}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2, 2], strides = [1]} : vector<4x8xf32> to vector<2x2xf32>
  return
}

// -----

func.func @slice_strides_list(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected offsets, sizes and strides attributes of same size}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2], strides = [1, 1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}

// -----

func.func @slice_rank(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected offsets attribute of rank no greater than vector rank}}
  %0 = vector.extract_strided_slice %a {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4xf32> to vector<2x2xf32>
  return
}

// -----

func.func @slice_negative_offset(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected offsets dimension 0 to be confined to [0, 4)}}
  %0 = vector.extract_strided_slice %a {offsets = [-1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return
}

// -----

func.func @slice_offset_at_the_end(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected offsets dimension 0 to be confined to [0, 4)}}
  %0 = vector.extract_strided_slice %a {offsets = [4], sizes = [1], strides = [1]} : vector<4xf32> to vector<1xf32>
  return
}

// -----

func.func @slice_of_nothing(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected sizes dimension 0 to be confined to [1, 5)}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [0], strides = [1]} : vector<4xf32> to vector<4xf32>
  return
}

// -----

func.func @slice_larger_than_the_vector(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected sizes dimension 0 to be confined to [1, 5)}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [5], strides = [1]} : vector<4xf32> to vector<5xf32>
  return
}

// -----

func.func @slice_stride(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected strides to be confined to [1, 2)}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2], strides = [2]} : vector<4xf32> to vector<2xf32>
  return
}

// -----

func.func @slice_type(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected result type to be 'vector<2x8xf32>'}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x2xf32>
  return
}

// -----

func.func @slice_scalable(%a: vector<[4]xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected size at idx=0 to match the corresponding base size from the input vector (2 vs 4)}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2], strides = [1]} : vector<[4]xf32> to vector<[2]xf32>
  return
}

// -----

func.func @insert_slice_offsets(%a: vector<2xf32>, %b: vector<4x4xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected offsets of same size as destination vector rank}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0], strides = [1]} : vector<2xf32> into vector<4x4xf32>
  return
}

// -----

func.func @insert_slice_strides(%a: vector<2xf32>, %b: vector<4x4xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected strides of same size as source vector rank}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0], strides = [1, 1]} : vector<2xf32> into vector<4x4xf32>
  return
}

// -----

func.func @insert_slice_stride(%a: vector<2xf32>, %b: vector<4x4xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected strides to be confined to [1, 2)}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0], strides = [2]} : vector<2xf32> into vector<4x4xf32>
  return
}

// -----

func.func @insert_slice_rank(%a: vector<1x2xf32>, %b: vector<4xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected source rank to be no greater than destination rank}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0], strides = [1, 1]} : vector<1x2xf32> into vector<4xf32>
  return
}

// -----

func.func @insert_slice_beyond_the_end(%a: vector<2xf32>, %b: vector<4x4xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected sum(offsets, source vector shape) dimension 1 to be confined to [1, 5)}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 3], strides = [1]} : vector<2xf32> into vector<4x4xf32>
  return
}

// -----

func.func @insert_slice_scalable(%a: vector<4xf32>, %b: vector<2x[4]xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op mismatching scalable flags (at source vector idx=0)}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x[4]xf32>
  return
}

// -----

func.func @insert_slice_scalable_extent(%a: vector<[2]xf32>, %b: vector<2x[4]xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected size at idx=0 to match the corresponding base size from the input vector (2 vs 4)}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0], strides = [1]} : vector<[2]xf32> into vector<2x[4]xf32>
  return
}

// -----

func.func @create_mask_of_too_many_sizes(%n: index) {
  // expected-error @+1 {{'vector.create_mask' op must specify an operand for each result vector dimension}}
  %0 = vector.create_mask %n, %n : vector<4xi1>
  return
}

// -----

func.func @shuffle_of_ranks(%a: vector<f32>, %b: vector<2xf32>) {
  // expected-error @+1 {{'vector.shuffle' op rank mismatch}}
  %0 = vector.shuffle %a, %b [0, 1] : vector<f32>, vector<2xf32>
  return
}

// -----

func.func @load_of_a_line_with_gaps(%m: memref<8xf32, strided<[2]>>, %i: index) {
  // expected-error @+1 {{'vector.load' op most minor memref dim must have unit stride}}
  %0 = vector.load %m[%i] : memref<8xf32, strided<[2]>>, vector<4xf32>
  return
}

// -----

func.func @shuffle_of_scalars_beyond(%a: vector<f32>) {
  // expected-error @+1 {{'vector.shuffle' op mask index #1 out of range}}
  %0 = vector.shuffle %a, %a [2] : vector<f32>, vector<f32>
  return
}
