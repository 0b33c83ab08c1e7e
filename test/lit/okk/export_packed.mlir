// RUN: optc export %s | FileCheck %s --match-full-lines --strict-whitespace

// Packs and fills of packed tensors: a copy for each place in a unit, or for each batch where planes have
// gaps; dummies get the byte that is asked for, and keep what they hold otherwise.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @packed {
    %a = okk.alloc at 0 : !okk.local<6x5x2x3xi8, compact>
    %p = okk.alloc at 256 : !okk.local<6x5x2x3xi8, mode = n4, aligned>
    okk.pack %a to %p fill 7 : !okk.local<6x5x2x3xi8, compact> to !okk.local<6x5x2x3xi8, mode = n4, aligned>
    okk.compute "use"(%p) to (%p) : (!okk.local<6x5x2x3xi8, mode = n4, aligned>) -> !okk.local<6x5x2x3xi8, mode = n4, aligned>
    okk.unpack %p to %a : !okk.local<6x5x2x3xi8, mode = n4, aligned> to !okk.local<6x5x2x3xi8, compact>
    okk.compute "use"(%a) to (%a) : (!okk.local<6x5x2x3xi8, compact>) -> !okk.local<6x5x2x3xi8, compact>
    okk.fill %p, -3 : i8 : !okk.local<6x5x2x3xi8, mode = n4, aligned>
    okk.compute "use"(%p) to (%p) : (!okk.local<6x5x2x3xi8, mode = n4, aligned>) -> !okk.local<6x5x2x3xi8, mode = n4, aligned>
    %q = okk.alloc at 768 : !okk.local<4x5x2x3xi8, mode = n4, compact>
    okk.fill %q, 4 : i8 : !okk.local<4x5x2x3xi8, mode = n4, compact>
    okk.compute "use"(%q) to (%q) : (!okk.local<4x5x2x3xi8, mode = n4, compact>) -> !okk.local<4x5x2x3xi8, mode = n4, compact>
    %r = okk.alloc at 1024 : !okk.local<3x2x2x3xi8, mode = n4, compact>
    okk.fill %r, 5 : i8 : !okk.local<3x2x2x3xi8, mode = n4, compact>
    okk.compute "use"(%r) to (%r) : (!okk.local<3x2x2x3xi8, mode = n4, compact>) -> !okk.local<3x2x2x3xi8, mode = n4, compact>
    %s = okk.alloc at 1152 : !okk.local<3x2x2x3xui16, compact>
    %t = okk.alloc at 1280 : !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.pack %s to %t : !okk.local<3x2x2x3xui16, compact> to !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.compute "use"(%t) to (%t) : (!okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>) -> !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.unpack %t to %s : !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]> to !okk.local<3x2x2x3xui16, compact>
    okk.compute "use"(%s) to (%s) : (!okk.local<3x2x2x3xui16, compact>) -> !okk.local<3x2x2x3xui16, compact>
    okk.fill %t, 513 : ui16 : !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.compute "use"(%t) to (%t) : (!okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>) -> !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>
    %u = okk.alloc at 1536 : !okk.local<3x2x1x3xui16, compact>
    %v = okk.alloc at 1664 : !okk.local<3x2x1x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.pack %u to %v : !okk.local<3x2x1x3xui16, compact> to !okk.local<3x2x1x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.compute "use"(%v) to (%v) : (!okk.local<3x2x1x3xui16, mode = n2, strides[16, 16, 8, 1]>) -> !okk.local<3x2x1x3xui16, mode = n2, strides[16, 16, 8, 1]>
    %w = okk.alloc at 1920 : !okk.local<1x2x2x3xf32, mode = ic2, compact>
    okk.fill %w, -1.0 : f32 : !okk.local<1x2x2x3xf32, mode = ic2, compact>
    okk.compute "use"(%w) to (%w) : (!okk.local<1x2x2x3xf32, mode = ic2, compact>) -> !okk.local<1x2x2x3xf32, mode = ic2, compact>
    %x = okk.alloc at 2048 : !okk.local<3x2x2x3xf32, compact>
    %y = okk.alloc at 2304 : !okk.local<3x2x2x3xf32, mode = ic2, compact>
    okk.pack %x to %y fill 255 : !okk.local<3x2x2x3xf32, compact> to !okk.local<3x2x2x3xf32, mode = ic2, compact>
    okk.compute "use"(%y) to (%y) : (!okk.local<3x2x2x3xf32, mode = ic2, compact>) -> !okk.local<3x2x2x3xf32, mode = ic2, compact>
    okk.fill %y, 1.0 : f32 : !okk.local<3x2x2x3xf32, mode = ic2, compact>
    okk.compute "use"(%y) to (%y) : (!okk.local<3x2x2x3xf32, mode = ic2, compact>) -> !okk.local<3x2x2x3xf32, mode = ic2, compact>
  }
}

// CHECK:  okk_initialize();
// CHECK-NEXT:  /* line 9: okk.pack */
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(256, 0, &(dim4){2, 5, 6, 1}, &(dim4){256, 128, 4, 1}, &(dim4){48, 6, 1, 1});
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(257, 12, &(dim4){2, 5, 6, 1}, &(dim4){256, 128, 4, 1}, &(dim4){48, 6, 1, 1});
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(258, 24, &(dim4){1, 5, 6, 1}, &(dim4){256, 128, 4, 1}, &(dim4){48, 6, 1, 1});
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(259, 36, &(dim4){1, 5, 6, 1}, &(dim4){256, 128, 4, 1}, &(dim4){48, 6, 1, 1});
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(514, (x8){.u8 = 0x7u}, &(dim4){2, 5, 3, 2}, &(dim4){12, 128, 4, 1});
// CHECK-NEXT:  /* line 10: okk.compute */
// CHECK-NEXT:  use(256, &(dim4){2, 5, 2, 3}, &(dim4){64, 32, 3, 1}, 256, &(dim4){2, 5, 2, 3}, &(dim4){64, 32, 3, 1});
// CHECK-NEXT:  /* line 11: okk.unpack */
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(0, 256, &(dim4){2, 5, 6, 1}, &(dim4){48, 6, 1, 1}, &(dim4){256, 128, 4, 1});
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(12, 257, &(dim4){2, 5, 6, 1}, &(dim4){48, 6, 1, 1}, &(dim4){256, 128, 4, 1});
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(24, 258, &(dim4){1, 5, 6, 1}, &(dim4){48, 6, 1, 1}, &(dim4){256, 128, 4, 1});
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(36, 259, &(dim4){1, 5, 6, 1}, &(dim4){48, 6, 1, 1}, &(dim4){256, 128, 4, 1});
// CHECK-NEXT:  /* line 12: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){6, 5, 2, 3}, &(dim4){12, 6, 3, 1}, 0, &(dim4){6, 5, 2, 3}, &(dim4){12, 6, 3, 1});
// CHECK-NEXT:  /* line 13: okk.fill */
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(512, (x8){.u8 = 0xfdu}, &(dim4){2, 5, 3, 2}, &(dim4){12, 128, 4, 1});
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(256, (x32){.u32 = 0xfdfdfdfdu}, &(dim4){1, 5, 2, 3}, &(dim4){64, 32, 3, 1});
// CHECK-NEXT:  /* line 14: okk.compute */
// CHECK-NEXT:  use(256, &(dim4){2, 5, 2, 3}, &(dim4){64, 32, 3, 1}, 256, &(dim4){2, 5, 2, 3}, &(dim4){64, 32, 3, 1});
// CHECK-NEXT:  /* line 16: okk.fill */
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(768, (x32){.u32 = 0x4040404u}, &(dim4){1, 5, 2, 3}, &(dim4){12, 6, 3, 1});
// CHECK-NEXT:  /* line 17: okk.compute */
// CHECK-NEXT:  use(768, &(dim4){1, 5, 2, 3}, &(dim4){12, 6, 3, 1}, 768, &(dim4){1, 5, 2, 3}, &(dim4){12, 6, 3, 1});
// CHECK-NEXT:  /* line 19: okk.fill */
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(1024, (x8){.u8 = 0x5u}, &(dim4){2, 2, 3, 3}, &(dim4){12, 24, 4, 1});
// CHECK-NEXT:  /* line 20: okk.compute */
// CHECK-NEXT:  use(1024, &(dim4){1, 2, 2, 3}, &(dim4){6, 6, 3, 1}, 1024, &(dim4){1, 2, 2, 3}, &(dim4){6, 6, 3, 1});
// CHECK-NEXT:  /* line 23: okk.pack */
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(1280, 1152, &(dim4){2, 2, 3, 1}, &(dim4){16, 32, 2, 1}, &(dim4){3, 6, 1, 1});
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(1344, 1176, &(dim4){2, 2, 3, 1}, &(dim4){16, 32, 2, 1}, &(dim4){3, 6, 1, 1});
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(1282, 1164, &(dim4){2, 2, 3, 1}, &(dim4){16, 32, 2, 1}, &(dim4){3, 6, 1, 1});
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(1346, (x8){.u8 = 0x0u}, &(dim4){2, 2, 3, 2}, &(dim4){32, 64, 4, 1});
// CHECK-NEXT:  /* line 24: okk.compute */
// CHECK-NEXT:  use(1280, &(dim4){2, 2, 2, 3}, &(dim4){16, 16, 8, 1}, 1280, &(dim4){2, 2, 2, 3}, &(dim4){16, 16, 8, 1});
// CHECK-NEXT:  /* line 25: okk.unpack */
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(1152, 1280, &(dim4){2, 2, 3, 1}, &(dim4){3, 6, 1, 1}, &(dim4){16, 32, 2, 1});
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(1176, 1344, &(dim4){2, 2, 3, 1}, &(dim4){3, 6, 1, 1}, &(dim4){16, 32, 2, 1});
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(1164, 1282, &(dim4){2, 2, 3, 1}, &(dim4){3, 6, 1, 1}, &(dim4){16, 32, 2, 1});
// CHECK-NEXT:  /* line 26: okk.compute */
// CHECK-NEXT:  use(1152, &(dim4){3, 2, 2, 3}, &(dim4){6, 6, 3, 1}, 1152, &(dim4){3, 2, 2, 3}, &(dim4){6, 6, 3, 1});
// CHECK-NEXT:  /* line 27: okk.fill */
// CHECK-NEXT:  okk_gdma_16bit_set_C_local(1344, (x16){.u16 = 0x201u}, &(dim4){2, 2, 3, 1}, &(dim4){16, 32, 2, 1});
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(1280, (x32){.u32 = 0x2010201u}, &(dim4){1, 2, 2, 3}, &(dim4){16, 16, 8, 1});
// CHECK-NEXT:  /* line 28: okk.compute */
// CHECK-NEXT:  use(1280, &(dim4){2, 2, 2, 3}, &(dim4){16, 16, 8, 1}, 1280, &(dim4){2, 2, 2, 3}, &(dim4){16, 16, 8, 1});
// CHECK-NEXT:  /* line 31: okk.pack */
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(1664, 1536, &(dim4){2, 2, 3, 1}, &(dim4){32, 6, 2, 1}, &(dim4){6, 3, 1, 1});
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(1666, 1542, &(dim4){1, 2, 3, 1}, &(dim4){32, 6, 2, 1}, &(dim4){6, 3, 1, 1});
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(1730, (x8){.u8 = 0x0u}, &(dim4){1, 2, 3, 2}, &(dim4){12, 12, 4, 1});
// CHECK-NEXT:  /* line 32: okk.compute */
// CHECK-NEXT:  use(1664, &(dim4){2, 2, 1, 3}, &(dim4){16, 3, 3, 1}, 1664, &(dim4){2, 2, 1, 3}, &(dim4){16, 3, 3, 1});
// CHECK-NEXT:  /* line 34: okk.fill */
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(1920, (x32){.u32 = 0xbf800000u}, &(dim4){2, 2, 3, 1}, &(dim4){6, 12, 2, 1});
// CHECK-NEXT:  /* line 35: okk.compute */
// CHECK-NEXT:  use(1920, &(dim4){1, 2, 2, 3}, &(dim4){6, 6, 3, 1}, 1920, &(dim4){1, 2, 2, 3}, &(dim4){6, 6, 3, 1});
// CHECK-NEXT:  /* line 38: okk.pack */
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(2304, 2048, &(dim4){2, 2, 6, 1}, &(dim4){12, 12, 2, 1}, &(dim4){12, 6, 1, 1});
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(2308, 2072, &(dim4){1, 2, 6, 1}, &(dim4){12, 12, 2, 1}, &(dim4){12, 6, 1, 1});
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(2356, (x8){.u8 = 0xffu}, &(dim4){2, 2, 3, 4}, &(dim4){24, 48, 8, 1});
// CHECK-NEXT:  /* line 39: okk.compute */
// CHECK-NEXT:  use(2304, &(dim4){2, 2, 2, 3}, &(dim4){6, 6, 3, 1}, 2304, &(dim4){2, 2, 2, 3}, &(dim4){6, 6, 3, 1});
// CHECK-NEXT:  /* line 40: okk.fill */
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(2352, (x32){.u32 = 0x3f800000u}, &(dim4){2, 2, 3, 1}, &(dim4){6, 12, 2, 1});
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(2304, (x32){.u32 = 0x3f800000u}, &(dim4){1, 2, 2, 6}, &(dim4){12, 12, 6, 1});
// CHECK-NEXT:  /* line 41: okk.compute */
// CHECK-NEXT:  use(2304, &(dim4){2, 2, 2, 3}, &(dim4){6, 6, 3, 1}, 2304, &(dim4){2, 2, 2, 3}, &(dim4){6, 6, 3, 1});
// CHECK-NEXT:  okk_poll();
