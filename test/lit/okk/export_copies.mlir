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
// CHECK:  /* Addresses in local memory. */
// CHECK-NEXT:  enum {
// CHECK-NEXT:    m_addr = 0, /* 3x17xf32, w = 5 */
// CHECK-NEXT:    n_addr = 384, /* 3x17xf32, w = 4 */
// CHECK-NEXT:    same_addr = 1792, /* 3x17xf32, w = 5 */
// CHECK-NEXT:    hm_addr = 4992, /* 2x9xi16, w = 4, start = 1 */
// CHECK-NEXT:    one_addr = 1280, /* 2x3xi16, w = 3 */
// CHECK-NEXT:    lw_addr = 2048, /* 3x5x2x3xf32, mode = ic2, compact[12, 6, 3, 1] */
// CHECK-NEXT:    gap_addr = 2304, /* 4x2x2x3xf32, mode = ic2, strides[24, 24, 12, 2] */
// CHECK-NEXT:    gaps_addr = 2816, /* 2x3x2x3xf32, strides[24, 24, 12, 2] */
// CHECK-NEXT:    row_addr = 3072, /* 2x1x3x1xf32, strides[60, 20, 6, 5] */
// CHECK-NEXT:    rows_addr = 3584, /* 2x1x3x1xf32, compact[3, 3, 1, 1] */
// CHECK-NEXT:    lb_addr = 3712, /* 1x2x2x2xui8, aligned[128, 128, 2, 1] */
// CHECK-NEXT:  };
// CHECK-NEXT:  const struct copies_args *a = (const struct copies_args *)args;
// CHECK-NEXT:  OKKERNEL_ASSERT(okk_npu_num() == 4);
// CHECK-NEXT:  OKKERNEL_ASSERT(okk_local_mem_size_per_npu() == 4096);
// CHECK-NEXT:  okk_initialize();
// CHECK-NEXT:  /* line 10: load x to m */
// CHECK-NEXT:  okk_gdma_32bit_matrix_S2L(m_addr, a->x, 3, 17, 5, 20);
// CHECK-NEXT:  /* line 11: compute m, m */
// CHECK-NEXT:  const dim4 m_shape = {.n = 3, .c = 4, .h = 1, .w = 5};
// CHECK-NEXT:  const dim4 m_stride = {.n = 32, .c = 5, .h = 5, .w = 1};
// CHECK-NEXT:  use(m_addr, &m_shape, &m_stride, m_addr, &m_shape, &m_stride);
// CHECK-NEXT:  /* line 12: store m to x */
// CHECK-NEXT:  okk_gdma_32bit_matrix_L2S(a->x, m_addr, 3, 17, 5, 20);
// CHECK-NEXT:  /* line 14: copy m to n */
// CHECK-NEXT:  const dim4 n_shape = {.n = 3, .c = 1, .h = 1, .w = 4};
// CHECK-NEXT:  const dim4 n_stride = {.n = 64, .c = 32, .h = 4, .w = 1};
// CHECK-NEXT:  const dim4 m_stride_2 = {.n = 32, .c = 5, .h = 4, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(n_addr, m_addr, &n_shape, &n_stride, &m_stride_2);
// CHECK-NEXT:  const dim4 n_shape_2 = {.n = 3, .c = 1, .h = 1, .w = 1};
// CHECK-NEXT:  const dim4 n_stride_2 = {.n = 64, .c = 32, .h = 1, .w = 1};
// CHECK-NEXT:  const dim4 m_stride_3 = {.n = 32, .c = 5, .h = 1, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(n_addr + 4096, m_addr + 16, &n_shape_2, &n_stride_2, &m_stride_3);
// CHECK-NEXT:  const dim4 n_shape_3 = {.n = 3, .c = 1, .h = 1, .w = 3};
// CHECK-NEXT:  const dim4 n_stride_3 = {.n = 64, .c = 32, .h = 3, .w = 1};
// CHECK-NEXT:  const dim4 m_stride_4 = {.n = 32, .c = 5, .h = 3, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(n_addr + 4100, m_addr + 4096, &n_shape_3, &n_stride_3, &m_stride_4);
// CHECK-NEXT:  const dim4 n_shape_4 = {.n = 3, .c = 1, .h = 1, .w = 2};
// CHECK-NEXT:  const dim4 n_stride_4 = {.n = 64, .c = 32, .h = 2, .w = 1};
// CHECK-NEXT:  const dim4 m_stride_5 = {.n = 32, .c = 5, .h = 2, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(n_addr + 8192, m_addr + 4108, &n_shape_4, &n_stride_4, &m_stride_5);
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(n_addr + 8200, m_addr + 8192, &n_shape_4, &n_stride_4, &m_stride_5);
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(n_addr + 12288, m_addr + 8200, &n_shape_3, &n_stride_3, &m_stride_4);
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(n_addr + 12300, m_addr + 12288, &n_shape_2, &n_stride_2, &m_stride_3);
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(n_addr + 128, m_addr + 12292, &n_shape_2, &n_stride_2, &m_stride_3);
// CHECK-NEXT:  /* line 15: compute n, n */
// CHECK-NEXT:  const dim4 n_shape_5 = {.n = 3, .c = 5, .h = 1, .w = 4};
// CHECK-NEXT:  use(n_addr, &n_shape_5, &n_stride, n_addr, &n_shape_5, &n_stride);
// CHECK-NEXT:  /* line 17: copy m to same */
// CHECK-NEXT:  const dim4 same_shape = {.n = 3, .c = 3, .h = 1, .w = 5};
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(same_addr, m_addr, &same_shape, &m_stride, &m_stride);
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(same_addr + 12288, m_addr + 12288, &n_shape_4, &m_stride_5, &m_stride_5);
// CHECK-NEXT:  /* line 18: compute same, same */
// CHECK-NEXT:  use(same_addr, &m_shape, &m_stride, same_addr, &m_shape, &m_stride);
// CHECK-NEXT:  /* line 21: load h to hm */
// CHECK-NEXT:  const dim4 hm_shape = {.n = 2, .c = 2, .h = 1, .w = 4};
// CHECK-NEXT:  const dim4 hm_stride = {.n = 64, .c = 4, .h = 4, .w = 1};
// CHECK-NEXT:  const dim4 h_stride = {.n = 9, .c = 4, .h = 4, .w = 1};
// CHECK-NEXT:  okk_gdma_16bit_cpy_S2L(hm_addr, a->h, &hm_shape, &hm_stride, &h_stride);
// CHECK-NEXT:  const dim4 hm_shape_2 = {.n = 2, .c = 1, .h = 1, .w = 1};
// CHECK-NEXT:  const dim4 hm_stride_2 = {.n = 64, .c = 4, .h = 1, .w = 1};
// CHECK-NEXT:  const dim4 h_stride_2 = {.n = 9, .c = 1, .h = 1, .w = 1};
// CHECK-NEXT:  okk_gdma_16bit_cpy_S2L(hm_addr + 8192, a->h + 16, &hm_shape_2, &hm_stride_2, &h_stride_2);
// CHECK-NEXT:  /* line 22: compute hm, hm */
// CHECK-NEXT:  const dim4 hm_shape_3 = {.n = 2, .c = 3, .h = 1, .w = 4};
// CHECK-NEXT:  use(hm_addr, &hm_shape_3, &hm_stride, hm_addr, &hm_shape_3, &hm_stride);
// CHECK-NEXT:  /* line 23: store hm to h */
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2S(a->h, hm_addr, &hm_shape, &h_stride, &hm_stride);
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2S(a->h + 16, hm_addr + 8192, &hm_shape_2, &h_stride_2, &hm_stride_2);
// CHECK-NEXT:  /* line 25: fill one */
// CHECK-NEXT:  const dim4 one_shape = {.n = 2, .c = 1, .h = 1, .w = 3};
// CHECK-NEXT:  const dim4 one_stride = {.n = 64, .c = 3, .h = 3, .w = 1};
// CHECK-NEXT:  okk_gdma_16bit_set_C_local(one_addr, (x16){.u16 = 0xffffu}, &one_shape, &one_stride);
// CHECK-NEXT:  /* line 26: compute one, one */
// CHECK-NEXT:  use(one_addr, &one_shape, &one_stride, one_addr, &one_shape, &one_stride);
// CHECK-NEXT:  /* line 27: fill hm */
// CHECK-NEXT:  okk_gdma_16bit_set_C_local(hm_addr, (x16){.u16 = 0xfffeu}, &hm_shape, &hm_stride);
// CHECK-NEXT:  okk_gdma_16bit_set_C_local(hm_addr + 8192, (x16){.u16 = 0xfffeu}, &hm_shape_2, &hm_stride_2);
// CHECK-NEXT:  /* line 28: compute hm, hm */
// CHECK-NEXT:  use(hm_addr, &hm_shape_3, &hm_stride, hm_addr, &hm_shape_3, &hm_stride);
// CHECK-NEXT:  /* line 30: sys_copy x to two */
// CHECK-NEXT:  const dim4 two_shape = {.n = 1, .c = 1, .h = 3, .w = 17};
// CHECK-NEXT:  const dim4 two_stride = {.n = 60, .c = 60, .h = 20, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_cpy_S2S(a->two, a->x, &two_shape, &two_stride, &two_stride);
// CHECK-NEXT:  /* line 31: fill x */
// CHECK-NEXT:  okk_gdma_32bit_set_C_system(a->x, (x32){.u32 = 0x3fc00000u}, &two_shape, &two_stride);
// CHECK-NEXT:  /* line 36: load w to lw */
// CHECK-NEXT:  const dim4 lw_shape = {.n = 2, .c = 5, .h = 2, .w = 6};
// CHECK-NEXT:  const dim4 lw_stride = {.n = 24, .c = 12, .h = 6, .w = 1};
// CHECK-NEXT:  const dim4 w_stride = {.n = 60, .c = 12, .h = 6, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_cpy_S2L(lw_addr, a->w, &lw_shape, &lw_stride, &w_stride);
// CHECK-NEXT:  /* line 37: compute lw, lw */
// CHECK-NEXT:  const dim4 lw_shape_2 = {.n = 2, .c = 5, .h = 2, .w = 3};
// CHECK-NEXT:  const dim4 lw_stride_2 = {.n = 12, .c = 6, .h = 3, .w = 1};
// CHECK-NEXT:  use(lw_addr, &lw_shape_2, &lw_stride_2, lw_addr, &lw_shape_2, &lw_stride_2);
// CHECK-NEXT:  /* line 38: fill lw */
// CHECK-NEXT:  const dim4 lw_shape_3 = {.n = 2, .c = 5, .h = 3, .w = 1};
// CHECK-NEXT:  const dim4 lw_stride_3 = {.n = 6, .c = 12, .h = 2, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(lw_addr + 96, (x32){.u32 = 0x40200000u}, &lw_shape_3, &lw_stride_3);
// CHECK-NEXT:  const dim4 lw_shape_4 = {.n = 1, .c = 5, .h = 2, .w = 6};
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(lw_addr, (x32){.u32 = 0x40200000u}, &lw_shape_4, &lw_stride);
// CHECK-NEXT:  /* line 39: compute lw, lw */
// CHECK-NEXT:  use(lw_addr, &lw_shape_2, &lw_stride_2, lw_addr, &lw_shape_2, &lw_stride_2);
// CHECK-NEXT:  /* line 41: fill gap */
// CHECK-NEXT:  const dim4 gap_shape = {.n = 2, .c = 2, .h = 3, .w = 2};
// CHECK-NEXT:  const dim4 gap_stride = {.n = 24, .c = 48, .h = 4, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(gap_addr, (x32){.u32 = 0x40200000u}, &gap_shape, &gap_stride);
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(gap_addr + 192, (x32){.u32 = 0x40200000u}, &gap_shape, &gap_stride);
// CHECK-NEXT:  /* line 42: compute gap, gap */
// CHECK-NEXT:  const dim4 gap_shape_2 = {.n = 2, .c = 2, .h = 2, .w = 3};
// CHECK-NEXT:  const dim4 gap_stride_2 = {.n = 24, .c = 24, .h = 12, .w = 2};
// CHECK-NEXT:  use(gap_addr, &gap_shape_2, &gap_stride_2, gap_addr, &gap_shape_2, &gap_stride_2);
// CHECK-NEXT:  /* line 44: fill gaps */
// CHECK-NEXT:  const dim4 gaps_shape = {.n = 2, .c = 3, .h = 3, .w = 1};
// CHECK-NEXT:  const dim4 gaps_stride = {.n = 12, .c = 24, .h = 2, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(gaps_addr, (x32){.u32 = 0x3f000000u}, &gaps_shape, &gaps_stride);
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(gaps_addr + 96, (x32){.u32 = 0x3f000000u}, &gaps_shape, &gaps_stride);
// CHECK-NEXT:  /* line 45: compute gaps, gaps */
// CHECK-NEXT:  const dim4 gaps_shape_2 = {.n = 2, .c = 3, .h = 2, .w = 3};
// CHECK-NEXT:  use(gaps_addr, &gaps_shape_2, &gap_stride_2, gaps_addr, &gaps_shape_2, &gap_stride_2);
// CHECK-NEXT:  /* line 48: copy row to rows */
// CHECK-NEXT:  const dim4 rows_shape = {.n = 2, .c = 1, .h = 3, .w = 1};
// CHECK-NEXT:  const dim4 rows_stride = {.n = 3, .c = 3, .h = 1, .w = 1};
// CHECK-NEXT:  const dim4 row_stride = {.n = 60, .c = 18, .h = 6, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(rows_addr, row_addr, &rows_shape, &rows_stride, &row_stride);
// CHECK-NEXT:  /* line 49: compute rows, rows */
// CHECK-NEXT:  use(rows_addr, &rows_shape, &rows_stride, rows_addr, &rows_shape, &rows_stride);
// CHECK-NEXT:  /* line 55: load part to lb */
// CHECK-NEXT:  const dim4 lb_shape = {.n = 1, .c = 2, .h = 2, .w = 2};
// CHECK-NEXT:  const dim4 lb_stride = {.n = 4, .c = 4, .h = 2, .w = 1};
// CHECK-NEXT:  const dim4 part_stride = {.n = 60, .c = 20, .h = 5, .w = 1};
// CHECK-NEXT:  okk_gdma_8bit_cpy_S2L(lb_addr, a->b + 93, &lb_shape, &lb_stride, &part_stride);
// CHECK-NEXT:  /* line 56: compute lb, lb */
// CHECK-NEXT:  use(lb_addr, &lb_shape, &lb_stride, lb_addr, &lb_shape, &lb_stride);
// CHECK-NEXT:  /* line 57: fill part */
// CHECK-NEXT:  okk_gdma_8bit_set_C_system(a->b + 93, (x8){.u8 = 0xc8u}, &lb_shape, &part_stride);
// CHECK-NEXT:  okk_poll();
