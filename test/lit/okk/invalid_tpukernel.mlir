// RUN: optc %s --verify-diagnostics --split-input-file

// What chips with TPUKernel do not have.
!f = !okk.local<1x1x1x4xf32, aligned>
!h = !okk.local<1x1x1x4xf16, aligned>
!b = !okk.local<1x1x1x4xbf16, aligned>
!i = !okk.local<1x1x1x4xi32, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k0 {
    %b = okk.alloc : !b
    %h = okk.alloc : !h
    // expected-error @+2 {{'okk.cast' op expected a conversion that the chip has, but got bf16 to f16 [okk.bad-op]}}
    // expected-note @below {{convert to f32 first}}
    okk.cast %h, %b : !h, !b
  }
  okk.kernel @k1 {
    %f = okk.alloc : !f
    %i = okk.alloc : !i
    // expected-error @+2 {{'okk.cast' op expected a rounding from f32 to i32 that the chip has, but got 'half_up' [okk.bad-op]}}
    // expected-note @below {{it has even, away, zero, down and up}}
    okk.cast %i, %f rounding half_up : !i, !f
  }
  okk.kernel @k2 {
    %f = okk.alloc : !f
    // expected-error @below {{'okk.cast' op expected two types, but got f32 twice [okk.bad-op]}}
    okk.cast %f, %f : !f, !f
  }
  okk.kernel @k3 {
    %f = okk.alloc : !f
    // expected-error @+2 {{'okk.function' op expected an operation of machine bm1684x, but no rules are known for 'taylor_exp' on it [okk.unknown-rules]}}
    // expected-note @below {{kernels for bm1684x are written with TPUKernel (tpu_*) and PPL (ppl::*)}}
    okk.function taylor_exp %f, %f series 9 : !f, !f
  }
  okk.kernel @k4 {
    // expected-note @below {{operand #0 is defined here, as !okk.local<1x1x1x4xi32, aligned>}}
    %i = okk.alloc : !i
    // expected-error @below {{'okk.eltwise' op expected elements of type f32 or f16 or bf16 for operand #0 of 'add', but got i32 [okk.dtype-mismatch]}}
    okk.eltwise add %i, %i, %i : !i, !i, !i
  }
  okk.kernel @k5 {
    %f = okk.alloc : !f
    // expected-error @+2 {{'okk.select' op expected an operation of machine bm1684x, but no rules are known for 'select less_equal' on it [okk.unknown-rules]}}
    // expected-note @below {{kernels for bm1684x are written with TPUKernel (tpu_*) and PPL (ppl::*)}}
    okk.select less_equal %f, %f, %f, 1.0 : f32, 2.0 : f32 : !f, !f, !f
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @k {
    %f = okk.alloc : !okk.local<1x1x1x4xf32, aligned>
    %h = okk.alloc : !okk.local<1x1x1x4xf16, aligned>
    // expected-error @+2 {{'okk.cast' op expected an operation of machine toy4k, but no rules are known for 'cast' on it [okk.unknown-rules]}}
    // expected-note @below {{kernels for toy4k are written with OKKernel (okk_*)}}
    okk.cast %h, %f : !okk.local<1x1x1x4xf16, aligned>, !okk.local<1x1x1x4xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @product_of_types {
    %l = okk.alloc : !okk.local<1x5x1x7xf16, aligned>
    %r = okk.alloc : !okk.local<1x7x1x9xbf16, aligned>
    %y = okk.alloc : !okk.local<1x5x1x9xf32, aligned>
    // expected-error @below {{'okk.mm' op expected factors of one type, but got f16 and bf16 [okk.bad-op]}}
    okk.mm %y, %l, %r : !okk.local<1x5x1x9xf32, aligned>, !okk.local<1x5x1x7xf16, aligned>, !okk.local<1x7x1x9xbf16, aligned>
  }
  okk.kernel @product_to {
    %l = okk.alloc : !okk.local<1x5x1x7xf16, aligned>
    %r = okk.alloc : !okk.local<1x9x1x7xf16, aligned>
    %y = okk.alloc : !okk.local<1x5x1x9xbf16, aligned>
    // expected-error @below {{'okk.mm_transposed' op expected a destination of f32 or f16, but got bf16 [okk.bad-op]}}
    okk.mm_transposed %y, %l, %r : !okk.local<1x5x1x9xbf16, aligned>, !okk.local<1x5x1x7xf16, aligned>, !okk.local<1x9x1x7xf16, aligned>
  }
  okk.kernel @product_added {
    %l = okk.alloc : !okk.local<1x5x1x7xf16, aligned>
    %r = okk.alloc : !okk.local<1x7x1x9xf16, aligned>
    %y = okk.alloc : !okk.local<1x5x1x9xf16, aligned>
    // expected-error @below {{'okk.mm' op expected a destination of f32 for 'result_add', but got f16 [okk.bad-op]}}
    okk.mm %y, %l, %r result_add : !okk.local<1x5x1x9xf16, aligned>, !okk.local<1x5x1x7xf16, aligned>, !okk.local<1x7x1x9xf16, aligned>
  }
  okk.kernel @product_shape {
    %l = okk.alloc : !okk.local<1x5x1x7xf16, aligned>
    %r = okk.alloc : !okk.local<1x9x1x7xf16, aligned>
    %y = okk.alloc : !okk.local<1x5x1x9xf32, aligned>
    // expected-error @+2 {{'okk.mm' op expected shapes of 'mm' that go together, but got (1,5,1,9) from (1,5,1,7), (1,9,1,7) [okk.shape-mismatch]}}
    // expected-note @+1 {{expected (1, M, 1, N) from (1, M, 1, K) and (1, K, 1, N)}}
    okk.mm %y, %l, %r : !okk.local<1x5x1x9xf32, aligned>, !okk.local<1x5x1x7xf16, aligned>, !okk.local<1x9x1x7xf16, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<bm1684>} {
  okk.kernel @product_elsewhere {
    %l = okk.alloc : !okk.local<1x5x1x7xf16, aligned>
    %r = okk.alloc : !okk.local<1x7x1x9xf16, aligned>
    %y = okk.alloc : !okk.local<1x5x1x9xf32, aligned>
    // expected-error @+2 {{'okk.mm' op expected an operation of machine bm1684, but no rules are known for 'mm' on it [okk.unknown-rules]}}
    // expected-note @+1 {{kernels for bm1684 are written with OKKernel (okk_*)}}
    okk.mm %y, %l, %r : !okk.local<1x5x1x9xf32, aligned>, !okk.local<1x5x1x7xf16, aligned>, !okk.local<1x7x1x9xf16, aligned>
  }
}

// -----

// Types, places and layouts that the chip does not take.
!f = !okk.local<1x3x1x4xf32, aligned>
!h = !okk.local<1x3x1x4xf16, aligned>
!i = !okk.local<1x3x1x4xi32, aligned>
!u = !okk.local<1x3x1x4xui32, aligned>
!s = !okk.local<1x3x1x4xi16, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @compared0 {
    %f = okk.alloc : !f
    %h = okk.alloc : !h
    // expected-error @below {{'okk.select' op expected choices as wide as the compared numbers, but got f16 for f32 [okk.dtype-mismatch]}}
    okk.select greater %h, %f, %f, %h, %h : !h, !f, !f, !h, !h
  }
  okk.kernel @compared1 {
    %f = okk.alloc : !f
    %h = okk.alloc : !h
    // expected-error @below {{'okk.select' op expected a choice that is not wider than the compared numbers, but got f32 for f16 [okk.dtype-mismatch]}}
    okk.select greater %f, %h, %h, 1.0 : f32 : !f, !h, !h
  }
  okk.kernel @compared2 {
    %i = okk.alloc : !i
    %u = okk.alloc : !u
    // expected-error @+2 {{'okk.select' op expected integers and a choice that are both signed or both unsigned, but got ui32 for i32 [okk.dtype-mismatch]}}
    // expected-note @+1 {{the chip takes the sign of the second tensor from the type of the destination}}
    okk.select greater %u, %i, %i, 1 : ui32 : !u, !i, !i
  }
  okk.kernel @computed0 {
    %u = okk.alloc : !u
    // expected-error @+2 {{'okk.integer' op expected a signed destination of 'sub', but got ui32 [okk.dtype-mismatch]}}
    // expected-note @+1 {{a difference is signed, and another result is signed if a source is}}
    okk.integer sub %u, %u, %u : !u, !u, !u
  }
  okk.kernel @computed1 {
    %i = okk.alloc : !i
    %u = okk.alloc : !u
    // expected-error @+2 {{'okk.integer' op expected an unsigned destination of unsigned integers, but got i32 [okk.dtype-mismatch]}}
    // expected-note @+1 {{a difference is signed, and another result is signed if a source is}}
    okk.integer mul %i, %u, %u : !i, !u, !u
  }
  okk.kernel @computed2 {
    %s = okk.alloc : !s
    // expected-error @below {{'okk.integer' op expected a shift in [-32, 31], but got 40 [okk.value-range]}}
    okk.integer add %s, %s, %s shift 40 : !s, !s, !s
  }
  okk.kernel @computed3 {
    %i = okk.alloc : !i
    %s = okk.alloc : !s
    // expected-error @below {{'okk.integer' op expected a number of type i16, but got '1 : i32' [okk.dtype-mismatch]}}
    okk.integer add %i, %s scalar 1 : i32 : !i, !s
  }
  okk.kernel @moved0 {
    %one = okk.alloc : !okk.local<1x1x1x4xf32, aligned>
    %many = okk.alloc : !okk.local<1x65x1x4xf32, aligned>
    // expected-error @below {{'okk.spread' op expected at most a channel for each of the 64 lanes, but got 65 [okk.dim-limit]}}
    okk.spread %many, %one : !okk.local<1x65x1x4xf32, aligned>, !okk.local<1x1x1x4xf32, aligned>
  }
  okk.kernel @moved1 {
    %f = okk.alloc : !f
    %h = okk.alloc : !h
    %list = okk.alloc : !okk.local<1x4x1x1xui16, compact>
    // expected-error @below {{'okk.gather' op expected elements of one type, but got f16 from f32 [okk.dtype-mismatch]}}
    okk.gather %h, %f, %list : !h, !f, !okk.local<1x4x1x1xui16, compact>
  }
  okk.kernel @moved2 {
    %ints = okk.alloc : !okk.local<1x3x1x4xi32, aligned>
    // expected-error @below {{'okk.arange' op expected one column for integers along c, but got 4 [okk.shape-mismatch]}}
    okk.arange c %ints : !okk.local<1x3x1x4xi32, aligned>
  }
  okk.kernel @tables0 {
    %f = okk.alloc : !f
    %g = okk.alloc : !f
    %w = okk.alloc : !f
    %c = okk.alloc : !okk.local<1x64x1x32xf32, aligned>
    okk.table exp_coeff %c : !okk.local<1x64x1x32xf32, aligned>
    // expected-error @below {{'okk.math' op expected a tensor that 'okk.table log_coeff' loads as table #0 of 'log' [okk.bad-op]}}
    okk.math log %g, %f tables %c work %w : !f, !f tables !okk.local<1x64x1x32xf32, aligned> work !f
  }
  okk.kernel @tables1 {
    %f = okk.alloc : !f
    %g = okk.alloc : !f
    %w = okk.alloc : !f
    %c = okk.alloc : !okk.local<1x64x1x32xf32, aligned>
    okk.table exp_coeff %c : !okk.local<1x64x1x32xf32, aligned>
    // expected-error @below {{'okk.math' op expected 2 work buffers of 'exp', but got 1 [okk.bad-op]}}
    okk.math exp %g, %f tables %c, %c work %w : !f, !f tables !okk.local<1x64x1x32xf32, aligned>, !okk.local<1x64x1x32xf32, aligned> work !f
  }
  okk.kernel @tables2 {
    %f = okk.alloc : !f
    // expected-error @below {{'okk.table' op expected a tensor of shape (1,64,1,32) for 'sin_coeff', but got (1,3,1,4) [okk.shape-mismatch]}}
    okk.table sin_coeff %f : !f
  }
  okk.kernel @used_table {
    %c = okk.alloc : !okk.local<1x64x1x32xf32, aligned>
    // expected-error @below {{'okk.table' op expected a tensor that only okk.math reads, but 'okk.eltwise' uses it [okk.bad-op]}}
    okk.table exp_coeff %c : !okk.local<1x64x1x32xf32, aligned>
    // expected-note @below {{it is used here}}
    okk.eltwise add %c, %c, %c : !okk.local<1x64x1x32xf32, aligned>, !okk.local<1x64x1x32xf32, aligned>, !okk.local<1x64x1x32xf32, aligned>
  }
  okk.kernel @weights {
    %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
    %w = okk.alloc : !okk.local<3x70x3x3xf32, compact>
    %y = okk.alloc : !okk.local<1x70x6x6xf32, aligned>
    // expected-error @+2 {{'okk.conv2d' op expected weights in compact layout for at most 64 output channels, or with the strides (9,27,3,1) [okk.layout-required]}}
    // expected-note @+1 {{the chip reads the numbers of all input channels one after the other for each output channel}}
    okk.conv2d %y, %x, %w : !okk.local<1x70x6x6xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>, !okk.local<3x70x3x3xf32, compact>
  }
  okk.kernel @slope {
    %f = okk.alloc : !f
    // expected-error @+2 {{'okk.eltwise' op expected an operation of machine bm1684x, but no rules are known for 'prelu' on it [okk.unknown-rules]}}
    // expected-note @below {{kernels for bm1684x are written with TPUKernel (tpu_*) and PPL (ppl::*)}}
    okk.eltwise prelu %f, %f, %f : !f, !f, !f
  }
  okk.kernel @base {
    %f = okk.alloc : !f
    %g = okk.alloc : !f
    %w = okk.alloc : !f
    %c = okk.alloc : !okk.local<1x64x1x32xf32, aligned>
    okk.table log_coeff %c : !okk.local<1x64x1x32xf32, aligned>
    // expected-error @below {{'okk.math' op expected a positive base of 'log_base' other than 1, but got 1 [okk.bad-op]}}
    okk.math log_base %g, %f scalar 1.0 : f32 tables %c work %w : !f, !f tables !okk.local<1x64x1x32xf32, aligned> work !f
  }
}
