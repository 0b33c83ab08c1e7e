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
    // expected-error @+2 {{'okk.eltwise' op expected an operation of machine bm1684x, but no rules are known for 'div' on it [okk.unknown-rules]}}
    // expected-note @below {{kernels for bm1684x are written with TPUKernel (tpu_*) and PPL (ppl::*)}}
    okk.eltwise div %f, %f, %f : !f, !f, !f
  }
  okk.kernel @k4 {
    // expected-note @below {{operand #0 is defined here, as !okk.local<1x1x1x4xi32, aligned>}}
    %i = okk.alloc : !i
    // expected-error @below {{'okk.eltwise' op expected elements of type f32 or f16 or bf16 for operand #0 of 'add', but got i32 [okk.dtype-mismatch]}}
    okk.eltwise add %i, %i, %i : !i, !i, !i
  }
  okk.kernel @k5 {
    %f = okk.alloc : !f
    // expected-error @+2 {{'okk.pool2d' op expected an operation of machine bm1684x, but no rules are known for 'pool2d' on it [okk.unknown-rules]}}
    // expected-note @below {{kernels for bm1684x are written with TPUKernel (tpu_*) and PPL (ppl::*)}}
    okk.pool2d max %f, %f kernel [1, 1] : !f, !f
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
