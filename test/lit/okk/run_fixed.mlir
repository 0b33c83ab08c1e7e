// RUN: optc build %s -o %t
// RUN: optc run %t --print all | FileCheck %s --match-full-lines --strict-whitespace

// Fixed point: half a unit is added before a shift to the right, and results saturate.
module attributes {okk.machine = #okk.machine<toy4n1, npu_bytes = 16384>} {
  okk.kernel @fixed {
    %in_a = okk.sys_buffer "in_a" = dense<[[[[100, -100, 127, -128, 1, -1, 5, -6]]]]> : tensor<1x1x1x8xi8> : !okk.sys<1x1x1x8xi8, continuous>
    %a = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.load %in_a to %a : !okk.sys<1x1x1x8xi8, continuous> to !okk.local<1x1x1x8xi8, aligned>
    %in_b = okk.sys_buffer "in_b" = dense<[[[[100, -100, -1, -128, 2, 3, -7, 0]]]]> : tensor<1x1x1x8xi8> : !okk.sys<1x1x1x8xi8, continuous>
    %b = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.load %in_b to %b : !okk.sys<1x1x1x8xi8, continuous> to !okk.local<1x1x1x8xi8, aligned>
    %in_u = okk.sys_buffer "in_u" = dense<[[[[0, 1, 127, 128, 200, 255, 3, 6]]]]> : tensor<1x1x1x8xui8> : !okk.sys<1x1x1x8xui8, continuous>
    %u = okk.alloc : !okk.local<1x1x1x8xui8, aligned>
    okk.load %in_u to %u : !okk.sys<1x1x1x8xui8, continuous> to !okk.local<1x1x1x8xui8, aligned>
    %in_h = okk.sys_buffer "in_h" = dense<[[[[-32768, 32767, -1, 1, 256, -257, 1000, -3]]]]> : tensor<1x1x1x8xi16> : !okk.sys<1x1x1x8xi16, continuous>
    %h = okk.alloc : !okk.local<1x1x1x8xi16, aligned>
    okk.load %in_h to %h : !okk.sys<1x1x1x8xi16, continuous> to !okk.local<1x1x1x8xi16, aligned>
    %in_q = okk.sys_buffer "in_q" = dense<[[[[0, 65535, 1, 32768, 255, 256, 40000, 7]]]]> : tensor<1x1x1x8xui16> : !okk.sys<1x1x1x8xui16, continuous>
    %q = okk.alloc : !okk.local<1x1x1x8xui16, aligned>
    okk.load %in_q to %q : !okk.sys<1x1x1x8xui16, continuous> to !okk.local<1x1x1x8xui16, aligned>
    %in_s = okk.sys_buffer "in_s" = dense<[[[[0, 1, -1, 15, -15, 16, -16, 3]]]]> : tensor<1x1x1x8xi16> : !okk.sys<1x1x1x8xi16, continuous>
    %s = okk.alloc : !okk.local<1x1x1x8xi16, aligned>
    okk.load %in_s to %s : !okk.sys<1x1x1x8xi16, continuous> to !okk.local<1x1x1x8xi16, aligned>
    %add = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.fixed_point add %add, %a, %b  : !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_add = okk.sys_buffer "add" : !okk.sys<1x1x1x8xi8, continuous>
    okk.store %add to %out_add : !okk.local<1x1x1x8xi8, aligned> to !okk.sys<1x1x1x8xi8, continuous>
    %add_right = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.fixed_point add %add_right, %a, %b rshift 1 : !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_add_right = okk.sys_buffer "add_right" : !okk.sys<1x1x1x8xi8, continuous>
    okk.store %add_right to %out_add_right : !okk.local<1x1x1x8xi8, aligned> to !okk.sys<1x1x1x8xi8, continuous>
    %add_wide = okk.alloc : !okk.local<1x1x1x8xi16, aligned>
    okk.fixed_point add %add_wide, %a, %u  : !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xui8, aligned>
    %out_add_wide = okk.sys_buffer "add_wide" : !okk.sys<1x1x1x8xi16, continuous>
    okk.store %add_wide to %out_add_wide : !okk.local<1x1x1x8xi16, aligned> to !okk.sys<1x1x1x8xi16, continuous>
    %add_number = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.fixed_point add %add_number, %a scalar 100 : i32 : !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_add_number = okk.sys_buffer "add_number" : !okk.sys<1x1x1x8xi8, continuous>
    okk.store %add_number to %out_add_number : !okk.local<1x1x1x8xi8, aligned> to !okk.sys<1x1x1x8xi8, continuous>
    %sub = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.fixed_point sub %sub, %a, %b  : !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_sub = okk.sys_buffer "sub" : !okk.sys<1x1x1x8xi8, continuous>
    okk.store %sub to %out_sub : !okk.local<1x1x1x8xi8, aligned> to !okk.sys<1x1x1x8xi8, continuous>
    %sub_number = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.fixed_point sub %sub_number, %a scalar 3 : i32 : !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_sub_number = okk.sys_buffer "sub_number" : !okk.sys<1x1x1x8xi8, continuous>
    okk.store %sub_number to %out_sub_number : !okk.local<1x1x1x8xi8, aligned> to !okk.sys<1x1x1x8xi8, continuous>
    %sub_reversed = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.fixed_point sub %sub_reversed, %a scalar 3 : i32 reversed : !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_sub_reversed = okk.sys_buffer "sub_reversed" : !okk.sys<1x1x1x8xi8, continuous>
    okk.store %sub_reversed to %out_sub_reversed : !okk.local<1x1x1x8xi8, aligned> to !okk.sys<1x1x1x8xi8, continuous>
    %mul = okk.alloc : !okk.local<1x1x1x8xi16, aligned>
    okk.fixed_point mul %mul, %a, %b  : !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_mul = okk.sys_buffer "mul" : !okk.sys<1x1x1x8xi16, continuous>
    okk.store %mul to %out_mul : !okk.local<1x1x1x8xi16, aligned> to !okk.sys<1x1x1x8xi16, continuous>
    %mul_right = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.fixed_point mul %mul_right, %a, %b rshift 7 : !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_mul_right = okk.sys_buffer "mul_right" : !okk.sys<1x1x1x8xi8, continuous>
    okk.store %mul_right to %out_mul_right : !okk.local<1x1x1x8xi8, aligned> to !okk.sys<1x1x1x8xi8, continuous>
    %mul_unsigned = okk.alloc : !okk.local<1x1x1x8xui8, aligned>
    okk.fixed_point mul %mul_unsigned, %u, %u rshift 8 : !okk.local<1x1x1x8xui8, aligned>, !okk.local<1x1x1x8xui8, aligned>, !okk.local<1x1x1x8xui8, aligned>
    %out_mul_unsigned = okk.sys_buffer "mul_unsigned" : !okk.sys<1x1x1x8xui8, continuous>
    okk.store %mul_unsigned to %out_mul_unsigned : !okk.local<1x1x1x8xui8, aligned> to !okk.sys<1x1x1x8xui8, continuous>
    %mac = okk.alloc : !okk.local<1x1x1x8xi16, aligned>
    okk.fill %mac, 5 : i16 : !okk.local<1x1x1x8xi16, aligned>
    okk.fixed_point mac %mac, %a, %b lshift 2 rshift 1 : !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_mac = okk.sys_buffer "mac" : !okk.sys<1x1x1x8xi16, continuous>
    okk.store %mac to %out_mac : !okk.local<1x1x1x8xi16, aligned> to !okk.sys<1x1x1x8xi16, continuous>
    %mac_number = okk.alloc : !okk.local<1x1x1x8xui16, aligned>
    okk.fill %mac_number, 7 : ui16 : !okk.local<1x1x1x8xui16, aligned>
    okk.fixed_point mac %mac_number, %u scalar 3 : i32 : !okk.local<1x1x1x8xui16, aligned>, !okk.local<1x1x1x8xui8, aligned>
    %out_mac_number = okk.sys_buffer "mac_number" : !okk.sys<1x1x1x8xui16, continuous>
    okk.store %mac_number to %out_mac_number : !okk.local<1x1x1x8xui16, aligned> to !okk.sys<1x1x1x8xui16, continuous>
    %max = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.fixed_point max %max, %a, %b  : !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_max = okk.sys_buffer "max" : !okk.sys<1x1x1x8xi8, continuous>
    okk.store %max to %out_max : !okk.local<1x1x1x8xi8, aligned> to !okk.sys<1x1x1x8xi8, continuous>
    %min = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.fixed_point min %min, %a, %b  : !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_min = okk.sys_buffer "min" : !okk.sys<1x1x1x8xi8, continuous>
    okk.store %min to %out_min : !okk.local<1x1x1x8xi8, aligned> to !okk.sys<1x1x1x8xi8, continuous>
    %max_number = okk.alloc : !okk.local<1x1x1x8xui8, aligned>
    okk.fixed_point max %max_number, %u scalar 128 : i32 : !okk.local<1x1x1x8xui8, aligned>, !okk.local<1x1x1x8xui8, aligned>
    %out_max_number = okk.sys_buffer "max_number" : !okk.sys<1x1x1x8xui8, continuous>
    okk.store %max_number to %out_max_number : !okk.local<1x1x1x8xui8, aligned> to !okk.sys<1x1x1x8xui8, continuous>
    %left = okk.alloc : !okk.local<1x1x1x8xi16, aligned>
    okk.fixed_point arithmetic_shift %left, %h, %s  : !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi16, aligned>
    %out_left = okk.sys_buffer "left" : !okk.sys<1x1x1x8xi16, continuous>
    okk.store %left to %out_left : !okk.local<1x1x1x8xi16, aligned> to !okk.sys<1x1x1x8xi16, continuous>
    %logical = okk.alloc : !okk.local<1x1x1x8xi16, aligned>
    okk.fixed_point logical_shift %logical, %h, %s  : !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi16, aligned>
    %out_logical = okk.sys_buffer "logical" : !okk.sys<1x1x1x8xi16, continuous>
    okk.store %logical to %out_logical : !okk.local<1x1x1x8xi16, aligned> to !okk.sys<1x1x1x8xi16, continuous>
    %arithmetic_right = okk.alloc : !okk.local<1x1x1x8xui16, aligned>
    okk.fixed_point arithmetic_shift %arithmetic_right, %q scalar -4 : i32 : !okk.local<1x1x1x8xui16, aligned>, !okk.local<1x1x1x8xui16, aligned>
    %out_arithmetic_right = okk.sys_buffer "arithmetic_right" : !okk.sys<1x1x1x8xui16, continuous>
    okk.store %arithmetic_right to %out_arithmetic_right : !okk.local<1x1x1x8xui16, aligned> to !okk.sys<1x1x1x8xui16, continuous>
    %logical_right = okk.alloc : !okk.local<1x1x1x8xui16, aligned>
    okk.fixed_point logical_shift %logical_right, %q scalar -4 : i32 : !okk.local<1x1x1x8xui16, aligned>, !okk.local<1x1x1x8xui16, aligned>
    %out_logical_right = okk.sys_buffer "logical_right" : !okk.sys<1x1x1x8xui16, continuous>
    okk.store %logical_right to %out_logical_right : !okk.local<1x1x1x8xui16, aligned> to !okk.sys<1x1x1x8xui16, continuous>
    %of_number = okk.alloc : !okk.local<1x1x1x8xi16, aligned>
    okk.fixed_point arithmetic_shift %of_number, %s scalar -300 : i32 reversed : !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi16, aligned>
    %out_of_number = okk.sys_buffer "of_number" : !okk.sys<1x1x1x8xi16, continuous>
    okk.store %of_number to %out_of_number : !okk.local<1x1x1x8xi16, aligned> to !okk.sys<1x1x1x8xi16, continuous>
    %high = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.fixed_point split_high %high, %h  : !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xi16, aligned>
    %out_high = okk.sys_buffer "high" : !okk.sys<1x1x1x8xi8, continuous>
    okk.store %high to %out_high : !okk.local<1x1x1x8xi8, aligned> to !okk.sys<1x1x1x8xi8, continuous>
    %w = okk.alloc : !okk.local<1x1x1x8xi16, aligned>
    %low = okk.alloc : !okk.local<1x1x1x8xui8, aligned>
    okk.fixed_point split_low %low, %h, %w  : !okk.local<1x1x1x8xui8, aligned>, !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi16, aligned>
    %out_low = okk.sys_buffer "low" : !okk.sys<1x1x1x8xui8, continuous>
    okk.store %low to %out_low : !okk.local<1x1x1x8xui8, aligned> to !okk.sys<1x1x1x8xui8, continuous>
    %product = okk.alloc : !okk.local<1x1x1x8xi16, aligned>
    okk.fixed_point mul_16x8 %product, %a, %u, %b rshift 8 : !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xui8, aligned>, !okk.local<1x1x1x8xi8, aligned>
    %out_product = okk.sys_buffer "product" : !okk.sys<1x1x1x8xi16, continuous>
    okk.store %product to %out_product : !okk.local<1x1x1x8xi16, aligned> to !okk.sys<1x1x1x8xi16, continuous>
    %unsigned_product = okk.alloc : !okk.local<1x1x1x8xui16, aligned>
    okk.fixed_point mul_16x8 %unsigned_product, %u, %u, %u rshift 8 : !okk.local<1x1x1x8xui16, aligned>, !okk.local<1x1x1x8xui8, aligned>, !okk.local<1x1x1x8xui8, aligned>, !okk.local<1x1x1x8xui8, aligned>
    %out_unsigned_product = okk.sys_buffer "unsigned_product" : !okk.sys<1x1x1x8xui16, continuous>
    okk.store %unsigned_product to %out_unsigned_product : !okk.local<1x1x1x8xui16, aligned> to !okk.sys<1x1x1x8xui16, continuous>
    %w2 = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    %w3 = okk.alloc : !okk.local<1x1x1x8xui8, aligned>
    %s16_u8 = okk.alloc : !okk.local<1x1x1x8xi16, aligned>
    okk.fixed_point mul_s16_u8 %s16_u8, %h, %u, %w, %w2, %w3 rshift 4 : !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xui8, aligned>, !okk.local<1x1x1x8xi16, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xui8, aligned>
    %out_s16_u8 = okk.sys_buffer "s16_u8" : !okk.sys<1x1x1x8xi16, continuous>
    okk.store %s16_u8 to %out_s16_u8 : !okk.local<1x1x1x8xi16, aligned> to !okk.sys<1x1x1x8xi16, continuous>
    %f = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    %fw = okk.alloc : !okk.local<1x1x1x8xf32, aligned>
    okk.int8_to_fp32 %f, %a, %fw : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_floats = okk.sys_buffer "floats" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %f to %out_floats : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    okk.int8_to_fp32 %f, %u, %fw : !okk.local<1x1x1x8xf32, aligned>, !okk.local<1x1x1x8xui8, aligned>, !okk.local<1x1x1x8xf32, aligned>
    %out_unsigned = okk.sys_buffer "unsigned" : !okk.sys<1x1x1x8xf32, continuous>
    okk.store %f to %out_unsigned : !okk.local<1x1x1x8xf32, aligned> to !okk.sys<1x1x1x8xf32, continuous>
    // Sums of unsigned sources saturate as unsigned numbers, differences as signed numbers.
    %sum_signed = okk.alloc : !okk.local<1x1x1x8xi8, aligned>
    okk.fixed_point add %sum_signed, %u, %u rshift 1 : !okk.local<1x1x1x8xi8, aligned>, !okk.local<1x1x1x8xui8, aligned>, !okk.local<1x1x1x8xui8, aligned>
    %out_sum_signed = okk.sys_buffer "sum_signed" : !okk.sys<1x1x1x8xi8, continuous>
    okk.store %sum_signed to %out_sum_signed : !okk.local<1x1x1x8xi8, aligned> to !okk.sys<1x1x1x8xi8, continuous>
    %sub_unsigned = okk.alloc : !okk.local<1x1x1x8xui8, aligned>
    okk.fixed_point sub %sub_unsigned, %u scalar 100 : i32 : !okk.local<1x1x1x8xui8, aligned>, !okk.local<1x1x1x8xui8, aligned>
    %out_sub_unsigned = okk.sys_buffer "sub_unsigned" : !okk.sys<1x1x1x8xui8, continuous>
    okk.store %sub_unsigned to %out_sub_unsigned : !okk.local<1x1x1x8xui8, aligned> to !okk.sys<1x1x1x8xui8, continuous>
  }
}

// CHECK{LITERAL}:in_a = [[[[100, -100, 127, -128, 1, -1, 5, -6]]]]
// CHECK-NEXT{LITERAL}:in_b = [[[[100, -100, -1, -128, 2, 3, -7, 0]]]]
// CHECK-NEXT{LITERAL}:in_u = [[[[0, 1, 127, 128, 200, 255, 3, 6]]]]
// CHECK-NEXT{LITERAL}:in_h = [[[[-32768, 32767, -1, 1, 256, -257, 1000, -3]]]]
// CHECK-NEXT{LITERAL}:in_q = [[[[0, 65535, 1, 32768, 255, 256, 40000, 7]]]]
// CHECK-NEXT{LITERAL}:in_s = [[[[0, 1, -1, 15, -15, 16, -16, 3]]]]
// CHECK-NEXT{LITERAL}:add = [[[[127, -128, 126, -128, 3, 2, -2, -6]]]]
// CHECK-NEXT{LITERAL}:add_right = [[[[100, -100, 63, -128, 2, 1, -1, -3]]]]
// CHECK-NEXT{LITERAL}:add_wide = [[[[100, -99, 254, 0, 201, 254, 8, 0]]]]
// CHECK-NEXT{LITERAL}:add_number = [[[[127, 0, 127, -28, 101, 99, 105, 94]]]]
// CHECK-NEXT{LITERAL}:sub = [[[[0, 0, 127, 0, -1, -4, 12, -6]]]]
// CHECK-NEXT{LITERAL}:sub_number = [[[[97, -103, 124, -128, -2, -4, 2, -9]]]]
// CHECK-NEXT{LITERAL}:sub_reversed = [[[[-97, 103, -124, 127, 2, 4, -2, 9]]]]
// CHECK-NEXT{LITERAL}:mul = [[[[10000, 10000, -127, 16384, 2, -3, -35, 0]]]]
// CHECK-NEXT{LITERAL}:mul_right = [[[[78, 78, -1, 127, 0, 0, 0, 0]]]]
// CHECK-NEXT{LITERAL}:mul_unsigned = [[[[0, 0, 63, 64, 156, 254, 0, 0]]]]
// CHECK-NEXT{LITERAL}:mac = [[[[5010, 5010, -53, 8202, 11, 9, -7, 10]]]]
// CHECK-NEXT{LITERAL}:mac_number = [[[[7, 10, 388, 391, 607, 772, 16, 25]]]]
// CHECK-NEXT{LITERAL}:max = [[[[100, -100, 127, -128, 2, 3, 5, 0]]]]
// CHECK-NEXT{LITERAL}:min = [[[[100, -100, -1, -128, 1, -1, -7, -6]]]]
// CHECK-NEXT{LITERAL}:max_number = [[[[128, 128, 128, 128, 200, 255, 128, 128]]]]
// CHECK-NEXT{LITERAL}:left = [[[[-32768, -2, -1, -32768, 0, 0, 0, -24]]]]
// CHECK-NEXT{LITERAL}:logical = [[[[-32768, -2, 32767, -32768, 0, 0, 0, -24]]]]
// CHECK-NEXT{LITERAL}:arithmetic_right = [[[[0, 65535, 0, 63488, 15, 16, 63940, 0]]]]
// CHECK-NEXT{LITERAL}:logical_right = [[[[0, 4095, 0, 2048, 15, 16, 2500, 0]]]]
// CHECK-NEXT{LITERAL}:of_number = [[[[-300, -600, -150, 0, -1, 0, -1, -2400]]]]
// CHECK-NEXT{LITERAL}:high = [[[[-128, 127, -1, 0, 1, -2, 3, -1]]]]
// CHECK-NEXT{LITERAL}:low = [[[[0, 255, 255, 1, 0, 255, 232, 253]]]]
// CHECK-NEXT{LITERAL}:product = [[[[10000, 10000, -127, 16320, 4, 0, -35, 0]]]]
// CHECK-NEXT{LITERAL}:unsigned_product = [[[[0, 1, 16192, 16448, 40156, 65279, 9, 36]]]]
// CHECK-NEXT{LITERAL}:s16_u8 = [[[[0, 2048, -8, 8, 3200, -4096, 188, -1]]]]
// CHECK-NEXT{LITERAL}:floats = [[[[1.000000e+02, -1.000000e+02, 1.270000e+02, -1.280000e+02, 1.000000e+00, -1.000000e+00, 5.000000e+00, -6.000000e+00]]]]
// CHECK-NEXT{LITERAL}:unsigned = [[[[0.000000e+00, 1.000000e+00, 1.270000e+02, 1.280000e+02, 2.000000e+02, 2.550000e+02, 3.000000e+00, 6.000000e+00]]]]
// CHECK-NEXT{LITERAL}:sum_signed = [[[[0, 1, 127, -128, -56, -1, 3, 6]]]]
// CHECK-NEXT{LITERAL}:sub_unsigned = [[[[156, 157, 27, 28, 100, 127, 159, 162]]]]
