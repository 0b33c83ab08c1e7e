// RUN: optc build %s -o %t
// RUN: optc run %t --print all --out-of-domain=warning 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

// Functions of f32 and of 32-bit integers, at the values where they are not plain arithmetic. The reciprocal of infinity is exact where the chip has none.
module attributes {okk.machine = #okk.machine<toy4k, npu_bytes = 16384>} {
  okk.kernel @words {
    %in_x = okk.sys_buffer "in_x" = dense<[[[[1.5, -2.0, 0x7FC00000, -0.0, 0x7F800000, 3.0, 1.0e+30, -7.5]]]]> : tensor<1x1x1x8xf32> : !okk.sys<1x1x1x8xf32, continuous>
    %x = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.load %in_x to %x : !okk.sys<1x1x1x8xf32, continuous> to !okk.local<1x1x1x8xf32, aligned>
    %in_y = okk.sys_buffer "in_y" = dense<[[[[2.5, -2.0, 1.0, 0.0, -1.0, -0.5, 1.0e+30, 2.0]]]]> : tensor<1x1x1x8xf32> : !okk.sys<1x1x1x8xf32, continuous>
    %y = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.load %in_y to %y : !okk.sys<1x1x1x8xf32, continuous> to !okk.local<1x1x1x8xf32, aligned>
    %in_i = okk.sys_buffer "in_i" = dense<[[[[1, -8, 2147483647, -1, -2147483648, 5, 100, -100]]]]> : tensor<1x1x1x8xi32> : !okk.sys<1x1x1x8xi32, continuous>
    %i = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.load %in_i to %i : !okk.sys<1x1x1x8xi32, continuous> to !okk.local<1x1x1x8xi32, aligned>
    %in_j = okk.sys_buffer "in_j" = dense<[[[[31, -1, 32, -31, -32, 33, 0, 3]]]]> : tensor<1x1x1x8xi32> : !okk.sys<1x1x1x8xi32, continuous>
    %j = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.load %in_j to %j : !okk.sys<1x1x1x8xi32, continuous> to !okk.local<1x1x1x8xi32, aligned>
    %copy = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise copy %copy, %x : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_copy = okk.sys_buffer "copy" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %copy to %out_copy : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %relu = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise relu %relu, %x : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_relu = okk.sys_buffer "relu" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %relu to %out_relu : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %reciprocal = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise reciprocal %reciprocal, %x : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_reciprocal = okk.sys_buffer "reciprocal" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %reciprocal to %out_reciprocal : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %neg = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise neg %neg, %x : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_neg = okk.sys_buffer "neg" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %neg to %out_neg : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %add = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise add %add, %x, %y : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_add = okk.sys_buffer "add" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %add to %out_add : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %sub = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise sub %sub, %x, %y : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_sub = okk.sys_buffer "sub" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %sub to %out_sub : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %mul = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise mul %mul, %x, %y : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_mul = okk.sys_buffer "mul" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %mul to %out_mul : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %div = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise div %div, %x, %y : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_div = okk.sys_buffer "div" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %div to %out_div : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %max = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise max %max, %x, %y : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_max = okk.sys_buffer "max" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %max to %out_max : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %min = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise min %min, %x, %y : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_min = okk.sys_buffer "min" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %min to %out_min : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %number = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise sub %number, %x scalar 2.0 : f32 : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_number = okk.sys_buffer "number" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %number to %out_number : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %reversed = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise sub %reversed, %x scalar 2.0 : f32 reversed : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_reversed = okk.sys_buffer "reversed" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %reversed to %out_reversed : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %mac = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.fill %mac, 10.0 : f32 : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise mac %mac, %x, %y : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_mac = okk.sys_buffer "mac" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %mac to %out_mac : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %and = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.eltwise and %and, %i, %j : !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>
    %out_and = okk.sys_buffer "and" : !okk.sys<1x1x1x8xi32, continuous>
    okk.store %and to %out_and : !okk.local<1x1x1x8xi32, aligned> to !okk.sys<1x1x1x8xi32, continuous>
    %or = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.eltwise or %or, %i, %j : !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>
    %out_or = okk.sys_buffer "or" : !okk.sys<1x1x1x8xi32, continuous>
    okk.store %or to %out_or : !okk.local<1x1x1x8xi32, aligned> to !okk.sys<1x1x1x8xi32, continuous>
    %xor = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.eltwise xor %xor, %i, %j : !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>
    %out_xor = okk.sys_buffer "xor" : !okk.sys<1x1x1x8xi32, continuous>
    okk.store %xor to %out_xor : !okk.local<1x1x1x8xi32, aligned> to !okk.sys<1x1x1x8xi32, continuous>
    %arithmetic_shift = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.eltwise arithmetic_shift %arithmetic_shift, %i, %j : !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>
    %out_arithmetic_shift = okk.sys_buffer "arithmetic_shift" : !okk.sys<1x1x1x8xi32, continuous>
    okk.store %arithmetic_shift to %out_arithmetic_shift : !okk.local<1x1x1x8xi32, aligned> to !okk.sys<1x1x1x8xi32, continuous>
    %logical_shift = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.eltwise logical_shift %logical_shift, %i, %j : !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>
    %out_logical_shift = okk.sys_buffer "logical_shift" : !okk.sys<1x1x1x8xi32, continuous>
    okk.store %logical_shift to %out_logical_shift : !okk.local<1x1x1x8xi32, aligned> to !okk.sys<1x1x1x8xi32, continuous>
    %shift_of = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.eltwise arithmetic_shift %shift_of, %i scalar -77 : i32 reversed : !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>
    %out_shift_of = okk.sys_buffer "shift_of" : !okk.sys<1x1x1x8xi32, continuous>
    okk.store %shift_of to %out_shift_of : !okk.local<1x1x1x8xi32, aligned> to !okk.sys<1x1x1x8xi32, continuous>
    %shift_by = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.eltwise logical_shift %shift_by, %i scalar -4 : i32 : !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xi32, aligned>
    %out_shift_by = okk.sys_buffer "shift_by" : !okk.sys<1x1x1x8xi32, continuous>
    okk.store %shift_by to %out_shift_by : !okk.local<1x1x1x8xi32, aligned> to !okk.sys<1x1x1x8xi32, continuous>
    %greater = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.select greater %greater, %x, %y, 1.0 : f32, 2.0 : f32 : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_greater = okk.sys_buffer "greater" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %greater to %out_greater : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %equal = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.select equal %equal, %x, %y, 3.0 : f32 : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_equal = okk.sys_buffer "equal" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %equal to %out_equal : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %chosen = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.select greater %chosen, %x, 1.5 : f32, %y, %x : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_chosen = okk.sys_buffer "chosen" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %chosen to %out_chosen : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %sqrt = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.function sqrt %sqrt, %y : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_sqrt = okk.sys_buffer "sqrt" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %sqrt to %out_sqrt : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %rsqrt = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.function rsqrt %rsqrt, %y : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_rsqrt = okk.sys_buffer "rsqrt" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %rsqrt to %out_rsqrt : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %exp = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.function taylor_exp %exp, %y series 9 : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_exp = okk.sys_buffer "exp" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %exp to %out_exp : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %w = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    %z = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.eltwise min %z, %y scalar 80.0 : f32 : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %sigmoid = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.function sigmoid %sigmoid, %z work %w : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_sigmoid = okk.sys_buffer "sigmoid" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %sigmoid to %out_sigmoid : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %tanh = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.function tanh %tanh, %z work %w : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_tanh = okk.sys_buffer "tanh" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %tanh to %out_tanh : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %truncated = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.function fp32_to_int32 %truncated, %x : !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_truncated = okk.sys_buffer "truncated" : !okk.sys<1x1x1x8xi32, continuous>
    okk.store %truncated to %out_truncated : !okk.local<1x1x1x8xi32, aligned> to !okk.sys<1x1x1x8xi32, continuous>
    %round_y = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.function fp32_to_int32 %round_y, %y : !okk.local<1x1x1x8xi32, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_round_y = okk.sys_buffer "round_y" : !okk.sys<1x1x1x8xi32, continuous>
    okk.store %round_y to %out_round_y : !okk.local<1x1x1x8xi32, aligned> to !okk.sys<1x1x1x8xi32, continuous>
    %in_b = okk.sys_buffer "in_b" = dense<[[[[-128, 127, 0, 1, -1, 100, -100, 2]]]]> : tensor<1x1x1x8xi32> : !okk.sys<1x1x1x8xi32, continuous>
    %b = okk.alloc : !okk.local<1x1x1x8xi32, aligned>
    okk.load %in_b to %b : !okk.sys<1x1x1x8xi32, continuous> to !okk.local<1x1x1x8xi32, aligned>
    %table = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.function int32_to_fp32 %table, %b : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xi32, aligned>
    %out_table = okk.sys_buffer "table" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %table to %out_table : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    %lookup = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.function lookup_exp %lookup, %b : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xi32, aligned>
    %out_lookup = okk.sys_buffer "lookup" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %lookup to %out_lookup : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
  }
}

// CHECK{LITERAL}:in_x = [[[[1.500000e+00, -2.000000e+00, 0x7FC00000, -0.000000e+00, 0x7F800000, 3.000000e+00, 1.000000e+30, -7.500000e+00]]]]
// CHECK-NEXT{LITERAL}:in_y = [[[[2.500000e+00, -2.000000e+00, 1.000000e+00, 0.000000e+00, -1.000000e+00, -5.000000e-01, 1.000000e+30, 2.000000e+00]]]]
// CHECK-NEXT{LITERAL}:in_i = [[[[1, -8, 2147483647, -1, -2147483648, 5, 100, -100]]]]
// CHECK-NEXT{LITERAL}:in_j = [[[[31, -1, 32, -31, -32, 33, 0, 3]]]]
// CHECK-NEXT{LITERAL}:copy = [[[[1.500000e+00, -2.000000e+00, 0x7FC00000, -0.000000e+00, 0x7F800000, 3.000000e+00, 1.000000e+30, -7.500000e+00]]]]
// CHECK-NEXT{LITERAL}:relu = [[[[1.500000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0x7F800000, 3.000000e+00, 1.000000e+30, 0.000000e+00]]]]
// CHECK-NEXT{LITERAL}:reciprocal = [[[[6.666667e-01, -5.000000e-01, 0x7FC00000, 0xFF800000, 0.000000e+00, 3.3333334e-01, 1.000000e-30, -1.3333334e-01]]]]
// CHECK-NEXT{LITERAL}:neg = [[[[-1.500000e+00, 2.000000e+00, 0x7FC00000, 0.000000e+00, 0xFF800000, -3.000000e+00, -1.000000e+30, 7.500000e+00]]]]
// CHECK-NEXT{LITERAL}:add = [[[[4.000000e+00, -4.000000e+00, 0x7FC00000, 0.000000e+00, 0x7F800000, 2.500000e+00, 2.000000e+30, -5.500000e+00]]]]
// CHECK-NEXT{LITERAL}:sub = [[[[-1.000000e+00, 0.000000e+00, 0x7FC00000, -0.000000e+00, 0x7F800000, 3.500000e+00, 0.000000e+00, -9.500000e+00]]]]
// CHECK-NEXT{LITERAL}:mul = [[[[3.750000e+00, 4.000000e+00, 0x7FC00000, -0.000000e+00, 0xFF800000, -1.500000e+00, 0x7F800000, -1.500000e+01]]]]
// CHECK-NEXT{LITERAL}:div = [[[[6.000000e-01, 1.000000e+00, 0x7FC00000, 0x7FC00000, 0xFF800000, -6.000000e+00, 1.000000e+00, -3.750000e+00]]]]
// CHECK-NEXT{LITERAL}:max = [[[[2.500000e+00, -2.000000e+00, 1.000000e+00, 0.000000e+00, 0x7F800000, 3.000000e+00, 1.000000e+30, 2.000000e+00]]]]
// CHECK-NEXT{LITERAL}:min = [[[[1.500000e+00, -2.000000e+00, 1.000000e+00, -0.000000e+00, -1.000000e+00, -5.000000e-01, 1.000000e+30, -7.500000e+00]]]]
// CHECK-NEXT{LITERAL}:number = [[[[-5.000000e-01, -4.000000e+00, 0x7FC00000, -2.000000e+00, 0x7F800000, 1.000000e+00, 1.000000e+30, -9.500000e+00]]]]
// CHECK-NEXT{LITERAL}:reversed = [[[[5.000000e-01, 4.000000e+00, 0x7FC00000, 2.000000e+00, 0xFF800000, -1.000000e+00, -1.000000e+30, 9.500000e+00]]]]
// CHECK-NEXT{LITERAL}:mac = [[[[1.375000e+01, 1.400000e+01, 0x7FC00000, 1.000000e+01, 0xFF800000, 8.500000e+00, 0x7F800000, -5.000000e+00]]]]
// CHECK-NEXT{LITERAL}:and = [[[[1, -8, 32, -31, -2147483648, 1, 0, 0]]]]
// CHECK-NEXT{LITERAL}:or = [[[[31, -1, 2147483647, -1, -32, 37, 100, -97]]]]
// CHECK-NEXT{LITERAL}:xor = [[[[30, 7, 2147483615, 30, 2147483616, 36, 100, -97]]]]
// CHECK-NEXT{LITERAL}:arithmetic_shift = [[[[-2147483648, -4, 0, -1, -1, 0, 100, -800]]]]
// CHECK-NEXT{LITERAL}:logical_shift = [[[[-2147483648, 2147483644, 0, 1, 0, 0, 100, -800]]]]
// CHECK-NEXT{LITERAL}:shift_of = [[[[-154, -1, 0, -39, -1, -2464, 0, -1]]]]
// CHECK-NEXT{LITERAL}:shift_by = [[[[0, 268435455, 134217727, 268435455, 134217728, 0, 6, 268435449]]]]
// CHECK-NEXT{LITERAL}:greater = [[[[2.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00, 1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00]]]]
// CHECK-NEXT{LITERAL}:equal = [[[[0.000000e+00, 3.000000e+00, 3.000000e+00, 3.000000e+00, 0.000000e+00, 0.000000e+00, 3.000000e+00, 0.000000e+00]]]]
// CHECK-NEXT{LITERAL}:chosen = [[[[1.500000e+00, -2.000000e+00, 0x7FC00000, -0.000000e+00, -1.000000e+00, -5.000000e-01, 1.000000e+30, -7.500000e+00]]]]
// CHECK-NEXT{LITERAL}:sqrt = [[[[1.5811388e+00, 0x7FC00000, 1.000000e+00, 0.000000e+00, 0x7FC00000, 0x7FC00000, 1.000000e+15, 1.4142135e+00]]]]
// CHECK-NEXT{LITERAL}:rsqrt = [[[[6.324555e-01, 0x7FC00000, 1.000000e+00, 0x7F800000, 0x7FC00000, 0x7FC00000, 1.000000e-15, 7.0710677e-01]]]]
// CHECK-NEXT{LITERAL}:exp = [[[[1.2182494e+01, 1.3533528e-01, 2.7182817e+00, 1.000000e+00, 3.6787945e-01, 6.0653067e-01, 0x7F800000, 7.389056e+00]]]]
// CHECK-NEXT{LITERAL}:sigmoid = [[[[9.241418e-01, 1.1920292e-01, 7.310586e-01, 5.000000e-01, 2.6894143e-01, 3.7754068e-01, 1.000000e+00, 8.807971e-01]]]]
// CHECK-NEXT{LITERAL}:tanh = [[[[9.866143e-01, -9.640276e-01, 7.615942e-01, 0.000000e+00, -7.615942e-01, -4.6211717e-01, 1.000000e+00, 9.640276e-01]]]]
// CHECK-NEXT{LITERAL}:truncated = [[[[1, -2, 2147483647, 0, 2147483647, 3, 2147483647, -7]]]]
// CHECK-NEXT{LITERAL}:round_y = [[[[2, -2, 1, 0, -1, 0, 2147483647, 2]]]]
// CHECK-NEXT{LITERAL}:in_b = [[[[-128, 127, 0, 1, -1, 100, -100, 2]]]]
// CHECK-NEXT{LITERAL}:table = [[[[-1.280000e+02, 1.270000e+02, 0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+02, -1.000000e+02, 2.000000e+00]]]]
// CHECK-NEXT{LITERAL}:lookup = [[[[0.000000e+00, 0x7F800000, 1.000000e+00, 2.7182817e+00, 3.6787945e-01, 0x7F800000, 3.783510e-44, 7.389056e+00]]]]
