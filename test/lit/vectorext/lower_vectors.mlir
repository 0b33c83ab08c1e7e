// RUN: optc %s --vectorext-lower-vectors --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --vectorext-lower-vectors --verify-exec

// The outer dimension is unrolled: index vectors along it are cut, offsets move.
// CHECK-LABEL: func.func @unrolled(%arg0: memref<64x16xf32>, %arg1: f32) -> vector<2x4xf32> {
// CHECK-NEXT:   %cst = arith.constant dense<[1, 1, 14, 8]> : vector<4xindex>
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = ub.poison : vector<2x4xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<[0, 3, 7, 2]> : vector<4xindex>
// CHECK-NEXT:   %cst_1 = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:   %1 = vector.broadcast %arg1 : f32 to vector<4xf32>
// CHECK-NEXT:   %2 = vector.gather %arg0[%c1, %c1] [%cst_0], %cst_1, %1 : memref<64x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %0 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   %4 = vector.broadcast %arg1 : f32 to vector<4xf32>
// CHECK-NEXT:   %5 = vector.gather %arg0[%c2, %c1] [%cst], %cst_1, %4 : memref<64x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %3 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   return %6 : vector<2x4xf32>
// CHECK-NEXT: }
func.func @unrolled(%m: memref<64x16xf32>, %p: f32) -> vector<2x4xf32> {
  %o = arith.constant 1 : index
  %v = arith.constant dense<[[0, 3, 7, 2], [1, 1, 14, 8]]> : vector<2x4xindex>
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%v : vector<2x4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64x16xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// Rows that an index vector picks are loads: 64 rows are 64 loads and 64 slices.
// CHECK-LABEL: func.func @rows(%arg0: memref<64x64xf32>, %arg1: vector<64xindex>, %arg2: f32) -> vector<64x64xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = ub.poison : vector<64x64xf32>
// CHECK-NEXT:   %1 = vector.extract %arg1[0] : index from vector<64xindex>
// CHECK-NEXT:   %2 = vector.load %arg0[%1, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %0 {offsets = [0, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %4 = vector.extract %arg1[1] : index from vector<64xindex>
// CHECK-NEXT:   %5 = vector.load %arg0[%4, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %3 {offsets = [1, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %7 = vector.extract %arg1[2] : index from vector<64xindex>
// CHECK-NEXT:   %8 = vector.load %arg0[%7, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %6 {offsets = [2, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %10 = vector.extract %arg1[3] : index from vector<64xindex>
// CHECK-NEXT:   %11 = vector.load %arg0[%10, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %12 = vector.insert_strided_slice %11, %9 {offsets = [3, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %13 = vector.extract %arg1[4] : index from vector<64xindex>
// CHECK-NEXT:   %14 = vector.load %arg0[%13, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %15 = vector.insert_strided_slice %14, %12 {offsets = [4, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %16 = vector.extract %arg1[5] : index from vector<64xindex>
// CHECK-NEXT:   %17 = vector.load %arg0[%16, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %18 = vector.insert_strided_slice %17, %15 {offsets = [5, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %19 = vector.extract %arg1[6] : index from vector<64xindex>
// CHECK-NEXT:   %20 = vector.load %arg0[%19, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %21 = vector.insert_strided_slice %20, %18 {offsets = [6, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %22 = vector.extract %arg1[7] : index from vector<64xindex>
// CHECK-NEXT:   %23 = vector.load %arg0[%22, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %24 = vector.insert_strided_slice %23, %21 {offsets = [7, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %25 = vector.extract %arg1[8] : index from vector<64xindex>
// CHECK-NEXT:   %26 = vector.load %arg0[%25, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %27 = vector.insert_strided_slice %26, %24 {offsets = [8, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %28 = vector.extract %arg1[9] : index from vector<64xindex>
// CHECK-NEXT:   %29 = vector.load %arg0[%28, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %30 = vector.insert_strided_slice %29, %27 {offsets = [9, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %31 = vector.extract %arg1[10] : index from vector<64xindex>
// CHECK-NEXT:   %32 = vector.load %arg0[%31, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %33 = vector.insert_strided_slice %32, %30 {offsets = [10, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %34 = vector.extract %arg1[11] : index from vector<64xindex>
// CHECK-NEXT:   %35 = vector.load %arg0[%34, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %36 = vector.insert_strided_slice %35, %33 {offsets = [11, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %37 = vector.extract %arg1[12] : index from vector<64xindex>
// CHECK-NEXT:   %38 = vector.load %arg0[%37, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %39 = vector.insert_strided_slice %38, %36 {offsets = [12, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %40 = vector.extract %arg1[13] : index from vector<64xindex>
// CHECK-NEXT:   %41 = vector.load %arg0[%40, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %42 = vector.insert_strided_slice %41, %39 {offsets = [13, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %43 = vector.extract %arg1[14] : index from vector<64xindex>
// CHECK-NEXT:   %44 = vector.load %arg0[%43, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %45 = vector.insert_strided_slice %44, %42 {offsets = [14, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %46 = vector.extract %arg1[15] : index from vector<64xindex>
// CHECK-NEXT:   %47 = vector.load %arg0[%46, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %48 = vector.insert_strided_slice %47, %45 {offsets = [15, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %49 = vector.extract %arg1[16] : index from vector<64xindex>
// CHECK-NEXT:   %50 = vector.load %arg0[%49, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %51 = vector.insert_strided_slice %50, %48 {offsets = [16, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %52 = vector.extract %arg1[17] : index from vector<64xindex>
// CHECK-NEXT:   %53 = vector.load %arg0[%52, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %54 = vector.insert_strided_slice %53, %51 {offsets = [17, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %55 = vector.extract %arg1[18] : index from vector<64xindex>
// CHECK-NEXT:   %56 = vector.load %arg0[%55, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %57 = vector.insert_strided_slice %56, %54 {offsets = [18, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %58 = vector.extract %arg1[19] : index from vector<64xindex>
// CHECK-NEXT:   %59 = vector.load %arg0[%58, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %60 = vector.insert_strided_slice %59, %57 {offsets = [19, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %61 = vector.extract %arg1[20] : index from vector<64xindex>
// CHECK-NEXT:   %62 = vector.load %arg0[%61, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %63 = vector.insert_strided_slice %62, %60 {offsets = [20, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %64 = vector.extract %arg1[21] : index from vector<64xindex>
// CHECK-NEXT:   %65 = vector.load %arg0[%64, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %66 = vector.insert_strided_slice %65, %63 {offsets = [21, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %67 = vector.extract %arg1[22] : index from vector<64xindex>
// CHECK-NEXT:   %68 = vector.load %arg0[%67, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %69 = vector.insert_strided_slice %68, %66 {offsets = [22, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %70 = vector.extract %arg1[23] : index from vector<64xindex>
// CHECK-NEXT:   %71 = vector.load %arg0[%70, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %72 = vector.insert_strided_slice %71, %69 {offsets = [23, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %73 = vector.extract %arg1[24] : index from vector<64xindex>
// CHECK-NEXT:   %74 = vector.load %arg0[%73, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %75 = vector.insert_strided_slice %74, %72 {offsets = [24, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %76 = vector.extract %arg1[25] : index from vector<64xindex>
// CHECK-NEXT:   %77 = vector.load %arg0[%76, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %78 = vector.insert_strided_slice %77, %75 {offsets = [25, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %79 = vector.extract %arg1[26] : index from vector<64xindex>
// CHECK-NEXT:   %80 = vector.load %arg0[%79, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %81 = vector.insert_strided_slice %80, %78 {offsets = [26, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %82 = vector.extract %arg1[27] : index from vector<64xindex>
// CHECK-NEXT:   %83 = vector.load %arg0[%82, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %84 = vector.insert_strided_slice %83, %81 {offsets = [27, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %85 = vector.extract %arg1[28] : index from vector<64xindex>
// CHECK-NEXT:   %86 = vector.load %arg0[%85, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %87 = vector.insert_strided_slice %86, %84 {offsets = [28, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %88 = vector.extract %arg1[29] : index from vector<64xindex>
// CHECK-NEXT:   %89 = vector.load %arg0[%88, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %90 = vector.insert_strided_slice %89, %87 {offsets = [29, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %91 = vector.extract %arg1[30] : index from vector<64xindex>
// CHECK-NEXT:   %92 = vector.load %arg0[%91, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %93 = vector.insert_strided_slice %92, %90 {offsets = [30, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %94 = vector.extract %arg1[31] : index from vector<64xindex>
// CHECK-NEXT:   %95 = vector.load %arg0[%94, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %96 = vector.insert_strided_slice %95, %93 {offsets = [31, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %97 = vector.extract %arg1[32] : index from vector<64xindex>
// CHECK-NEXT:   %98 = vector.load %arg0[%97, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %99 = vector.insert_strided_slice %98, %96 {offsets = [32, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %100 = vector.extract %arg1[33] : index from vector<64xindex>
// CHECK-NEXT:   %101 = vector.load %arg0[%100, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %102 = vector.insert_strided_slice %101, %99 {offsets = [33, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %103 = vector.extract %arg1[34] : index from vector<64xindex>
// CHECK-NEXT:   %104 = vector.load %arg0[%103, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %105 = vector.insert_strided_slice %104, %102 {offsets = [34, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %106 = vector.extract %arg1[35] : index from vector<64xindex>
// CHECK-NEXT:   %107 = vector.load %arg0[%106, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %108 = vector.insert_strided_slice %107, %105 {offsets = [35, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %109 = vector.extract %arg1[36] : index from vector<64xindex>
// CHECK-NEXT:   %110 = vector.load %arg0[%109, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %111 = vector.insert_strided_slice %110, %108 {offsets = [36, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %112 = vector.extract %arg1[37] : index from vector<64xindex>
// CHECK-NEXT:   %113 = vector.load %arg0[%112, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %114 = vector.insert_strided_slice %113, %111 {offsets = [37, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %115 = vector.extract %arg1[38] : index from vector<64xindex>
// CHECK-NEXT:   %116 = vector.load %arg0[%115, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %117 = vector.insert_strided_slice %116, %114 {offsets = [38, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %118 = vector.extract %arg1[39] : index from vector<64xindex>
// CHECK-NEXT:   %119 = vector.load %arg0[%118, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %120 = vector.insert_strided_slice %119, %117 {offsets = [39, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %121 = vector.extract %arg1[40] : index from vector<64xindex>
// CHECK-NEXT:   %122 = vector.load %arg0[%121, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %123 = vector.insert_strided_slice %122, %120 {offsets = [40, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %124 = vector.extract %arg1[41] : index from vector<64xindex>
// CHECK-NEXT:   %125 = vector.load %arg0[%124, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %126 = vector.insert_strided_slice %125, %123 {offsets = [41, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %127 = vector.extract %arg1[42] : index from vector<64xindex>
// CHECK-NEXT:   %128 = vector.load %arg0[%127, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %129 = vector.insert_strided_slice %128, %126 {offsets = [42, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %130 = vector.extract %arg1[43] : index from vector<64xindex>
// CHECK-NEXT:   %131 = vector.load %arg0[%130, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %132 = vector.insert_strided_slice %131, %129 {offsets = [43, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %133 = vector.extract %arg1[44] : index from vector<64xindex>
// CHECK-NEXT:   %134 = vector.load %arg0[%133, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %135 = vector.insert_strided_slice %134, %132 {offsets = [44, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %136 = vector.extract %arg1[45] : index from vector<64xindex>
// CHECK-NEXT:   %137 = vector.load %arg0[%136, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %138 = vector.insert_strided_slice %137, %135 {offsets = [45, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %139 = vector.extract %arg1[46] : index from vector<64xindex>
// CHECK-NEXT:   %140 = vector.load %arg0[%139, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %141 = vector.insert_strided_slice %140, %138 {offsets = [46, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %142 = vector.extract %arg1[47] : index from vector<64xindex>
// CHECK-NEXT:   %143 = vector.load %arg0[%142, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %144 = vector.insert_strided_slice %143, %141 {offsets = [47, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %145 = vector.extract %arg1[48] : index from vector<64xindex>
// CHECK-NEXT:   %146 = vector.load %arg0[%145, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %147 = vector.insert_strided_slice %146, %144 {offsets = [48, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %148 = vector.extract %arg1[49] : index from vector<64xindex>
// CHECK-NEXT:   %149 = vector.load %arg0[%148, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %150 = vector.insert_strided_slice %149, %147 {offsets = [49, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %151 = vector.extract %arg1[50] : index from vector<64xindex>
// CHECK-NEXT:   %152 = vector.load %arg0[%151, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %153 = vector.insert_strided_slice %152, %150 {offsets = [50, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %154 = vector.extract %arg1[51] : index from vector<64xindex>
// CHECK-NEXT:   %155 = vector.load %arg0[%154, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %156 = vector.insert_strided_slice %155, %153 {offsets = [51, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %157 = vector.extract %arg1[52] : index from vector<64xindex>
// CHECK-NEXT:   %158 = vector.load %arg0[%157, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %159 = vector.insert_strided_slice %158, %156 {offsets = [52, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %160 = vector.extract %arg1[53] : index from vector<64xindex>
// CHECK-NEXT:   %161 = vector.load %arg0[%160, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %162 = vector.insert_strided_slice %161, %159 {offsets = [53, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %163 = vector.extract %arg1[54] : index from vector<64xindex>
// CHECK-NEXT:   %164 = vector.load %arg0[%163, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %165 = vector.insert_strided_slice %164, %162 {offsets = [54, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %166 = vector.extract %arg1[55] : index from vector<64xindex>
// CHECK-NEXT:   %167 = vector.load %arg0[%166, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %168 = vector.insert_strided_slice %167, %165 {offsets = [55, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %169 = vector.extract %arg1[56] : index from vector<64xindex>
// CHECK-NEXT:   %170 = vector.load %arg0[%169, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %171 = vector.insert_strided_slice %170, %168 {offsets = [56, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %172 = vector.extract %arg1[57] : index from vector<64xindex>
// CHECK-NEXT:   %173 = vector.load %arg0[%172, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %174 = vector.insert_strided_slice %173, %171 {offsets = [57, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %175 = vector.extract %arg1[58] : index from vector<64xindex>
// CHECK-NEXT:   %176 = vector.load %arg0[%175, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %177 = vector.insert_strided_slice %176, %174 {offsets = [58, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %178 = vector.extract %arg1[59] : index from vector<64xindex>
// CHECK-NEXT:   %179 = vector.load %arg0[%178, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %180 = vector.insert_strided_slice %179, %177 {offsets = [59, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %181 = vector.extract %arg1[60] : index from vector<64xindex>
// CHECK-NEXT:   %182 = vector.load %arg0[%181, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %183 = vector.insert_strided_slice %182, %180 {offsets = [60, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %184 = vector.extract %arg1[61] : index from vector<64xindex>
// CHECK-NEXT:   %185 = vector.load %arg0[%184, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %186 = vector.insert_strided_slice %185, %183 {offsets = [61, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %187 = vector.extract %arg1[62] : index from vector<64xindex>
// CHECK-NEXT:   %188 = vector.load %arg0[%187, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %189 = vector.insert_strided_slice %188, %186 {offsets = [62, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   %190 = vector.extract %arg1[63] : index from vector<64xindex>
// CHECK-NEXT:   %191 = vector.load %arg0[%190, %c0] : memref<64x64xf32>, vector<64xf32>
// CHECK-NEXT:   %192 = vector.insert_strided_slice %191, %189 {offsets = [63, 0], strides = [1]} : vector<64xf32> into vector<64x64xf32>
// CHECK-NEXT:   return %192 : vector<64x64xf32>
// CHECK-NEXT: }
func.func @rows(%m: memref<64x64xf32>, %v: vector<64xindex>, %p: f32) -> vector<64x64xf32> {
  %o = arith.constant 0 : index
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%v : vector<64xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x64xf32>, vector<64x64xf32>
  return %0 : vector<64x64xf32>
}

// A mask of a dimension that unrolling would leave with a scalar stays.
// CHECK-LABEL: func.func @refused(%arg0: memref<64x16xf32>, %arg1: f32, %arg2: vector<2xi1>) -> vector<2x4xf32> {
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %cst = arith.constant dense<[3, 0, 5, 9]> : vector<4xindex>
// CHECK-NEXT:   %0 = iree_vector_ext.transfer_gather %arg0[%c2, %c2] [%cst : vector<4xindex>], %arg1, %arg2 {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x16xf32>, vector<2x4xf32>, vector<2xi1>
// CHECK-NEXT:   return %0 : vector<2x4xf32>
// CHECK-NEXT: }
func.func @refused(%m: memref<64x16xf32>, %p: f32, %k: vector<2xi1>) -> vector<2x4xf32> {
  %o = arith.constant 2 : index
  %w = arith.constant dense<[3, 0, 5, 9]> : vector<4xindex>
  %1 = iree_vector_ext.transfer_gather %m[%o, %o] [%w : vector<4xindex>], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x16xf32>, vector<2x4xf32>, vector<2xi1>
  return %1 : vector<2x4xf32>
}

// Reads and writes of several rows.
// CHECK-LABEL: func.func @transfers(%arg0: memref<8x16xf32>, %arg1: memref<8x16xf32>, %arg2: vector<2x4xi1>, %arg3: f32) {
// CHECK-NEXT:   %c6 = arith.constant 6 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %0 = vector.load %arg0[%c3, %c5] : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT:   %1 = vector.load %arg0[%c4, %c5] : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT:   %2 = vector.extract %arg2[0] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT:   %3 = vector.broadcast %arg3 : f32 to vector<4xf32>
// CHECK-NEXT:   %4 = vector.maskedload %arg0[%c5, %c3], %2, %3 : memref<8x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:   %5 = vector.extract %arg2[1] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT:   %6 = vector.broadcast %arg3 : f32 to vector<4xf32>
// CHECK-NEXT:   %7 = vector.maskedload %arg0[%c6, %c3], %5, %6 : memref<8x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:   vector.store %0, %arg1[%c5, %c3] : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT:   vector.store %1, %arg1[%c6, %c3] : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT:   %8 = vector.extract %arg2[0] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT:   vector.maskedstore %arg1[%c3, %c5], %8, %4 : memref<8x16xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:   %9 = vector.extract %arg2[1] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT:   vector.maskedstore %arg1[%c4, %c5], %9, %7 : memref<8x16xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @transfers(%m: memref<8x16xf32>, %n: memref<8x16xf32>, %k: vector<2x4xi1>, %p: f32) {
  %i = arith.constant 3 : index
  %j = arith.constant 5 : index
  %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : memref<8x16xf32>, vector<2x4xf32>
  %1 = vector.transfer_read %m[%j, %i], %p, %k {in_bounds = [true, true]} : memref<8x16xf32>, vector<2x4xf32>
  vector.transfer_write %0, %n[%j, %i] {in_bounds = [true, true]} : vector<2x4xf32>, memref<8x16xf32>
  vector.transfer_write %1, %n[%i, %j], %k {in_bounds = [true, true]} : vector<2x4xf32>, memref<8x16xf32>
  return
}

// A row along another dimension than the innermost one is no load, and one that may
// leave the bounds is none either.
// CHECK-LABEL: func.func @stay(%arg0: memref<8x16xf32>, %arg1: index, %arg2: f32) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %arg2 {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%c0, %arg1], %arg2 : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT:   return %0, %1 : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
func.func @stay(%m: memref<8x16xf32>, %i: index, %p: f32) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x16xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%c0, %i], %p : memref<8x16xf32>, vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

// An index vector and a mask in which the outer dimension comes last are cut along it; the
// outer extents 1 and 2 are joined alike.
// CHECK-LABEL: func.func @cut_behind(%arg0: memref<64x16xf32>, %arg1: f32, %arg2: vector<4x2xi8>, %arg3: vector<4x2xi1>, %arg4: vector<4xi8>) -> (vector<2x4xf32>, vector<1x4xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = ub.poison : vector<2x4xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<15> : vector<4xi8>
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst_1 = arith.constant dense<15> : vector<4x2xi8>
// CHECK-NEXT:   %1 = arith.andi %arg2, %cst_1 : vector<4x2xi8>
// CHECK-NEXT:   %2 = arith.index_castui %1 : vector<4x2xi8> to vector<4x2xindex>
// CHECK-NEXT:   %3 = vector.extract_strided_slice %2 {offsets = [0, 0], sizes = [4, 1], strides = [1, 1]} : vector<4x2xindex> to vector<4x1xindex>
// CHECK-NEXT:   %4 = vector.shape_cast %3 : vector<4x1xindex> to vector<4xindex>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %arg3 {offsets = [0, 0], sizes = [4, 1], strides = [1, 1]} : vector<4x2xi1> to vector<4x1xi1>
// CHECK-NEXT:   %6 = vector.shape_cast %5 : vector<4x1xi1> to vector<4xi1>
// CHECK-NEXT:   %7 = vector.broadcast %arg1 : f32 to vector<4xf32>
// CHECK-NEXT:   %8 = vector.gather %arg0[%c0, %c0] [%4], %6, %7 : memref<64x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %0 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   %10 = vector.extract_strided_slice %2 {offsets = [0, 1], sizes = [4, 1], strides = [1, 1]} : vector<4x2xindex> to vector<4x1xindex>
// CHECK-NEXT:   %11 = vector.shape_cast %10 : vector<4x1xindex> to vector<4xindex>
// CHECK-NEXT:   %12 = vector.extract_strided_slice %arg3 {offsets = [0, 1], sizes = [4, 1], strides = [1, 1]} : vector<4x2xi1> to vector<4x1xi1>
// CHECK-NEXT:   %13 = vector.shape_cast %12 : vector<4x1xi1> to vector<4xi1>
// CHECK-NEXT:   %14 = vector.broadcast %arg1 : f32 to vector<4xf32>
// CHECK-NEXT:   %15 = vector.gather %arg0[%c1, %c0] [%11], %13, %14 : memref<64x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:   %16 = vector.insert_strided_slice %15, %9 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   %17 = arith.andi %arg4, %cst_0 : vector<4xi8>
// CHECK-NEXT:   %18 = arith.index_castui %17 : vector<4xi8> to vector<4xindex>
// CHECK-NEXT:   %19 = vector.broadcast %arg1 : f32 to vector<4xf32>
// CHECK-NEXT:   %20 = vector.gather %arg0[%c0, %c0] [%18], %cst, %19 : memref<64x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:   %21 = vector.broadcast %20 : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT:   return %16, %21 : vector<2x4xf32>, vector<1x4xf32>
// CHECK-NEXT: }
func.func @cut_behind(%m: memref<64x16xf32>, %p: f32, %v: vector<4x2xi8>, %k: vector<4x2xi1>, %one: vector<4xi8>) -> (vector<2x4xf32>, vector<1x4xf32>) {
  %o = arith.constant 0 : index
  %mask = arith.constant dense<15> : vector<4x2xi8>
  %small = arith.andi %v, %mask : vector<4x2xi8>
  %w = arith.index_castui %small : vector<4x2xi8> to vector<4x2xindex>
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%w : vector<4x2xindex>], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>]} : memref<64x16xf32>, vector<2x4xf32>, vector<4x2xi1>
  %mask1 = arith.constant dense<15> : vector<4xi8>
  %small1 = arith.andi %one, %mask1 : vector<4xi8>
  %w1 = arith.index_castui %small1 : vector<4xi8> to vector<4xindex>
  %1 = iree_vector_ext.transfer_gather %m[%o, %o] [%w1 : vector<4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1)>]} : memref<64x16xf32>, vector<1x4xf32>
  return %0, %1 : vector<2x4xf32>, vector<1x4xf32>
}
