// RUN: optc export %s | FileCheck %s --match-full-lines --strict-whitespace

// What becomes of copies, of numbers and of packed units: the copy engine moves elements of at most 32 bits,
// takes no stride along W but 1, and knows matrices of 32 bits between local and system memory only.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @copies {
    // Matrices: whole, of another width, of 16 bits, as tensors of a part of their columns.
    %x = okk.sys_buffer "x" at 0 : !okk.sysmatrix<3x17xf32, row_stride = 20>
    %m = okk.alloc at 0 : !okk.matrix<3x17xf32, w = 5>
    okk.load %x to %m : !okk.sysmatrix<3x17xf32, row_stride = 20> to !okk.matrix<3x17xf32, w = 5>
    okk.compute "use"(%m) to (%m) : (!okk.matrix<3x17xf32, w = 5>) -> !okk.matrix<3x17xf32, w = 5>
    okk.store %m to %x : !okk.matrix<3x17xf32, w = 5> to !okk.sysmatrix<3x17xf32, row_stride = 20>
    %n = okk.alloc at 384 : !okk.matrix<3x17xf32, w = 4>
    okk.copy %m to %n : !okk.matrix<3x17xf32, w = 5> to !okk.matrix<3x17xf32, w = 4>
    okk.compute "use"(%n) to (%n) : (!okk.matrix<3x17xf32, w = 4>) -> !okk.matrix<3x17xf32, w = 4>
    %same = okk.alloc at 1792 : !okk.matrix<3x17xf32, w = 5>
    okk.copy %m to %same : !okk.matrix<3x17xf32, w = 5> to !okk.matrix<3x17xf32, w = 5>
    okk.compute "use"(%same) to (%same) : (!okk.matrix<3x17xf32, w = 5>) -> !okk.matrix<3x17xf32, w = 5>
    %h = okk.sys_buffer "h" at 1024 : !okk.sysmatrix<2x9xi16, row_stride = 9>
    %hm = okk.alloc at 4992 : !okk.matrix<2x9xi16, w = 4, start = 1>
    okk.load %h to %hm : !okk.sysmatrix<2x9xi16, row_stride = 9> to !okk.matrix<2x9xi16, w = 4, start = 1>
    okk.compute "use"(%hm) to (%hm) : (!okk.matrix<2x9xi16, w = 4, start = 1>) -> !okk.matrix<2x9xi16, w = 4, start = 1>
    okk.store %hm to %h : !okk.matrix<2x9xi16, w = 4, start = 1> to !okk.sysmatrix<2x9xi16, row_stride = 9>
    %one = okk.alloc at 1280 : !okk.matrix<2x3xi16, w = 3>
    okk.fill %one, -1 : i16 : !okk.matrix<2x3xi16, w = 3>
    okk.compute "use"(%one) to (%one) : (!okk.matrix<2x3xi16, w = 3>) -> !okk.matrix<2x3xi16, w = 3>
    okk.fill %hm, -2 : i16 : !okk.matrix<2x9xi16, w = 4, start = 1>
    okk.compute "use"(%hm) to (%hm) : (!okk.matrix<2x9xi16, w = 4, start = 1>) -> !okk.matrix<2x9xi16, w = 4, start = 1>
    %two = okk.sys_buffer "two" at 1280 : !okk.sysmatrix<3x17xf32, row_stride = 20>
    okk.sys_copy %x to %two : !okk.sysmatrix<3x17xf32, row_stride = 20> to !okk.sysmatrix<3x17xf32, row_stride = 20>
    okk.fill %x, 1.5 : f32 : !okk.sysmatrix<3x17xf32, row_stride = 20>

    // Units of 64 bits, and a stride along W.
    %w = okk.sys_buffer "w" at 2048 : !okk.sys<3x5x2x3xf32, mode = ic2, continuous>
    %lw = okk.alloc at 2048 : !okk.local<3x5x2x3xf32, mode = ic2, compact>
    okk.load %w to %lw : !okk.sys<3x5x2x3xf32, mode = ic2, continuous> to !okk.local<3x5x2x3xf32, mode = ic2, compact>
    okk.compute "use"(%lw) to (%lw) : (!okk.local<3x5x2x3xf32, mode = ic2, compact>) -> !okk.local<3x5x2x3xf32, mode = ic2, compact>
    okk.fill %lw, 2.5 : f32 : !okk.local<3x5x2x3xf32, mode = ic2, compact>
    okk.compute "use"(%lw) to (%lw) : (!okk.local<3x5x2x3xf32, mode = ic2, compact>) -> !okk.local<3x5x2x3xf32, mode = ic2, compact>
    %gap = okk.alloc at 2304 : !okk.local<4x2x2x3xf32, mode = ic2, strides[24, 24, 12, 2]>
    okk.fill %gap, 2.5 : f32 : !okk.local<4x2x2x3xf32, mode = ic2, strides[24, 24, 12, 2]>
    okk.compute "use"(%gap) to (%gap) : (!okk.local<4x2x2x3xf32, mode = ic2, strides[24, 24, 12, 2]>) -> !okk.local<4x2x2x3xf32, mode = ic2, strides[24, 24, 12, 2]>
    %gaps = okk.alloc at 2816 : !okk.local<2x3x2x3xf32, strides[24, 24, 12, 2]>
    okk.fill %gaps, 0.5 : f32 : !okk.local<2x3x2x3xf32, strides[24, 24, 12, 2]>
    okk.compute "use"(%gaps) to (%gaps) : (!okk.local<2x3x2x3xf32, strides[24, 24, 12, 2]>) -> !okk.local<2x3x2x3xf32, strides[24, 24, 12, 2]>
    %row = okk.alloc at 3072 : !okk.local<2x1x3x1xf32, strides[60, 20, 6, 5]>
    %rows = okk.alloc at 3584 : !okk.local<2x1x3x1xf32, compact>
    okk.copy %row to %rows : !okk.local<2x1x3x1xf32, strides[60, 20, 6, 5]> to !okk.local<2x1x3x1xf32, compact>
    okk.compute "use"(%rows) to (%rows) : (!okk.local<2x1x3x1xf32, compact>) -> !okk.local<2x1x3x1xf32, compact>

    // A part of a buffer.
    %b = okk.sys_buffer "b" at 4096 : !okk.sys<2x3x4x5xui8, continuous>
    %part = okk.slice %b[1, 1, 2, 3] : !okk.sys<2x3x4x5xui8, continuous> to !okk.sys<1x2x2x2xui8, strides[60, 20, 5, 1]>
    %lb = okk.alloc at 3712 : !okk.local<1x2x2x2xui8, aligned>
    okk.load %part to %lb : !okk.sys<1x2x2x2xui8, strides[60, 20, 5, 1]> to !okk.local<1x2x2x2xui8, aligned>
    okk.compute "use"(%lb) to (%lb) : (!okk.local<1x2x2x2xui8, aligned>) -> !okk.local<1x2x2x2xui8, aligned>
    okk.fill %part, 200 : ui8 : !okk.sys<1x2x2x2xui8, strides[60, 20, 5, 1]>
  }
}

// CHECK:  okk_initialize();
// CHECK-NEXT:  /* line 10: okk.load */
// CHECK-NEXT:  okk_gdma_32bit_matrix_S2L(0, a->x, 3, 17, 5, 20);
// CHECK-NEXT:  /* line 11: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){3, 4, 1, 5}, &(dim4){32, 5, 5, 1}, 0, &(dim4){3, 4, 1, 5}, &(dim4){32, 5, 5, 1});
// CHECK-NEXT:  /* line 12: okk.store */
// CHECK-NEXT:  okk_gdma_32bit_matrix_L2S(a->x, 0, 3, 17, 5, 20);
// CHECK-NEXT:  /* line 14: okk.copy */
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(384, 0, &(dim4){3, 1, 1, 4}, &(dim4){64, 32, 4, 1}, &(dim4){32, 5, 4, 1});
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(4480, 16, &(dim4){3, 1, 1, 1}, &(dim4){64, 32, 1, 1}, &(dim4){32, 5, 1, 1});
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(4484, 4096, &(dim4){3, 1, 1, 3}, &(dim4){64, 32, 3, 1}, &(dim4){32, 5, 3, 1});
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(8576, 4108, &(dim4){3, 1, 1, 2}, &(dim4){64, 32, 2, 1}, &(dim4){32, 5, 2, 1});
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(8584, 8192, &(dim4){3, 1, 1, 2}, &(dim4){64, 32, 2, 1}, &(dim4){32, 5, 2, 1});
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(12672, 8200, &(dim4){3, 1, 1, 3}, &(dim4){64, 32, 3, 1}, &(dim4){32, 5, 3, 1});
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(12684, 12288, &(dim4){3, 1, 1, 1}, &(dim4){64, 32, 1, 1}, &(dim4){32, 5, 1, 1});
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(512, 12292, &(dim4){3, 1, 1, 1}, &(dim4){64, 32, 1, 1}, &(dim4){32, 5, 1, 1});
// CHECK-NEXT:  /* line 15: okk.compute */
// CHECK-NEXT:  use(384, &(dim4){3, 5, 1, 4}, &(dim4){64, 32, 4, 1}, 384, &(dim4){3, 5, 1, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 17: okk.copy */
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(1792, 0, &(dim4){3, 3, 1, 5}, &(dim4){32, 5, 5, 1}, &(dim4){32, 5, 5, 1});
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(14080, 12288, &(dim4){3, 1, 1, 2}, &(dim4){32, 5, 2, 1}, &(dim4){32, 5, 2, 1});
// CHECK-NEXT:  /* line 18: okk.compute */
// CHECK-NEXT:  use(1792, &(dim4){3, 4, 1, 5}, &(dim4){32, 5, 5, 1}, 1792, &(dim4){3, 4, 1, 5}, &(dim4){32, 5, 5, 1});
// CHECK-NEXT:  /* line 21: okk.load */
// CHECK-NEXT:  okk_gdma_16bit_cpy_S2L(4992, a->h, &(dim4){2, 2, 1, 4}, &(dim4){64, 4, 4, 1}, &(dim4){9, 4, 4, 1});
// CHECK-NEXT:  okk_gdma_16bit_cpy_S2L(13184, a->h + 16, &(dim4){2, 1, 1, 1}, &(dim4){64, 4, 1, 1}, &(dim4){9, 1, 1, 1});
// CHECK-NEXT:  /* line 22: okk.compute */
// CHECK-NEXT:  use(4992, &(dim4){2, 3, 1, 4}, &(dim4){64, 4, 4, 1}, 4992, &(dim4){2, 3, 1, 4}, &(dim4){64, 4, 4, 1});
// CHECK-NEXT:  /* line 23: okk.store */
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2S(a->h, 4992, &(dim4){2, 2, 1, 4}, &(dim4){9, 4, 4, 1}, &(dim4){64, 4, 4, 1});
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2S(a->h + 16, 13184, &(dim4){2, 1, 1, 1}, &(dim4){9, 1, 1, 1}, &(dim4){64, 4, 1, 1});
// CHECK-NEXT:  /* line 25: okk.fill */
// CHECK-NEXT:  okk_gdma_16bit_set_C_local(1280, (x16){.u16 = 0xffffu}, &(dim4){2, 1, 1, 3}, &(dim4){64, 3, 3, 1});
// CHECK-NEXT:  /* line 26: okk.compute */
// CHECK-NEXT:  use(1280, &(dim4){2, 1, 1, 3}, &(dim4){64, 3, 3, 1}, 1280, &(dim4){2, 1, 1, 3}, &(dim4){64, 3, 3, 1});
// CHECK-NEXT:  /* line 27: okk.fill */
// CHECK-NEXT:  okk_gdma_16bit_set_C_local(4992, (x16){.u16 = 0xfffeu}, &(dim4){2, 2, 1, 4}, &(dim4){64, 4, 4, 1});
// CHECK-NEXT:  okk_gdma_16bit_set_C_local(13184, (x16){.u16 = 0xfffeu}, &(dim4){2, 1, 1, 1}, &(dim4){64, 4, 1, 1});
// CHECK-NEXT:  /* line 28: okk.compute */
// CHECK-NEXT:  use(4992, &(dim4){2, 3, 1, 4}, &(dim4){64, 4, 4, 1}, 4992, &(dim4){2, 3, 1, 4}, &(dim4){64, 4, 4, 1});
// CHECK-NEXT:  /* line 30: okk.sys_copy */
// CHECK-NEXT:  okk_gdma_32bit_cpy_S2S(a->two, a->x, &(dim4){1, 1, 3, 17}, &(dim4){60, 60, 20, 1}, &(dim4){60, 60, 20, 1});
// CHECK-NEXT:  /* line 31: okk.fill */
// CHECK-NEXT:  okk_gdma_32bit_set_C_system(a->x, (x32){.u32 = 0x3fc00000u}, &(dim4){1, 1, 3, 17}, &(dim4){60, 60, 20, 1});
// CHECK-NEXT:  /* line 36: okk.load */
// CHECK-NEXT:  okk_gdma_32bit_cpy_S2L(2048, a->w, &(dim4){2, 5, 2, 6}, &(dim4){24, 12, 6, 1}, &(dim4){60, 12, 6, 1});
// CHECK-NEXT:  /* line 37: okk.compute */
// CHECK-NEXT:  use(2048, &(dim4){2, 5, 2, 3}, &(dim4){12, 6, 3, 1}, 2048, &(dim4){2, 5, 2, 3}, &(dim4){12, 6, 3, 1});
// CHECK-NEXT:  /* line 38: okk.fill */
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(2144, (x32){.u32 = 0x40200000u}, &(dim4){2, 5, 3, 1}, &(dim4){6, 12, 2, 1});
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(2048, (x32){.u32 = 0x40200000u}, &(dim4){1, 5, 2, 6}, &(dim4){24, 12, 6, 1});
// CHECK-NEXT:  /* line 39: okk.compute */
// CHECK-NEXT:  use(2048, &(dim4){2, 5, 2, 3}, &(dim4){12, 6, 3, 1}, 2048, &(dim4){2, 5, 2, 3}, &(dim4){12, 6, 3, 1});
// CHECK-NEXT:  /* line 41: okk.fill */
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(2304, (x32){.u32 = 0x40200000u}, &(dim4){2, 2, 3, 2}, &(dim4){24, 48, 4, 1});
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(2496, (x32){.u32 = 0x40200000u}, &(dim4){2, 2, 3, 2}, &(dim4){24, 48, 4, 1});
// CHECK-NEXT:  /* line 42: okk.compute */
// CHECK-NEXT:  use(2304, &(dim4){2, 2, 2, 3}, &(dim4){24, 24, 12, 2}, 2304, &(dim4){2, 2, 2, 3}, &(dim4){24, 24, 12, 2});
// CHECK-NEXT:  /* line 44: okk.fill */
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(2816, (x32){.u32 = 0x3f000000u}, &(dim4){2, 3, 3, 1}, &(dim4){12, 24, 2, 1});
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(2912, (x32){.u32 = 0x3f000000u}, &(dim4){2, 3, 3, 1}, &(dim4){12, 24, 2, 1});
// CHECK-NEXT:  /* line 45: okk.compute */
// CHECK-NEXT:  use(2816, &(dim4){2, 3, 2, 3}, &(dim4){24, 24, 12, 2}, 2816, &(dim4){2, 3, 2, 3}, &(dim4){24, 24, 12, 2});
// CHECK-NEXT:  /* line 48: okk.copy */
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(3584, 3072, &(dim4){2, 1, 3, 1}, &(dim4){3, 3, 1, 1}, &(dim4){60, 18, 6, 1});
// CHECK-NEXT:  /* line 49: okk.compute */
// CHECK-NEXT:  use(3584, &(dim4){2, 1, 3, 1}, &(dim4){3, 3, 1, 1}, 3584, &(dim4){2, 1, 3, 1}, &(dim4){3, 3, 1, 1});
// CHECK-NEXT:  /* line 55: okk.load */
// CHECK-NEXT:  okk_gdma_8bit_cpy_S2L(3712, a->b + 93, &(dim4){1, 2, 2, 2}, &(dim4){4, 4, 2, 1}, &(dim4){60, 20, 5, 1});
// CHECK-NEXT:  /* line 56: okk.compute */
// CHECK-NEXT:  use(3712, &(dim4){1, 2, 2, 2}, &(dim4){4, 4, 2, 1}, 3712, &(dim4){1, 2, 2, 2}, &(dim4){4, 4, 2, 1});
// CHECK-NEXT:  /* line 57: okk.fill */
// CHECK-NEXT:  okk_gdma_8bit_set_C_system(a->b + 93, (x8){.u8 = 0xc8u}, &(dim4){1, 2, 2, 2}, &(dim4){60, 20, 5, 1});
// CHECK-NEXT:  okk_poll();
