// 0.5 * input + 2 * left * right of f16, for each batch; products and sums are of f32.
!left = !okk.sys<?x?x1x?xf16, max = [16, 256, 256], continuous>
!right = !okk.sys<?x?x1x?xf16, max = [16, 256, 512], continuous>
!out = !okk.sys<?x?x1x?xf16, max = [16, 256, 512], continuous>
!some = !okk.sys<1x?x1x?xf16, max = [256, 256], continuous>
!batch = !okk.sys<1x?x1x?xf16, max = [256, 512], continuous>
!l = !okk.local<1x?x1x?xf16, max = [256, 256], aligned>
!r = !okk.local<1x?x1x?xf16, max = [256, 512], aligned>
!sum = !okk.local<1x?x1x?xf32, max = [256, 512], aligned>
okk.kernel @baddbmm {
  %batches = okk.param "batches" range [1, 16]
  %m = okk.param "m" range [1, 256]
  %k = okk.param "k" range [1, 256]
  %n = okk.param "n" range [1, 512]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %input = okk.sys_buffer "input" sizes(%batches, %m, %n) : !out
  %left = okk.sys_buffer "left" sizes(%batches, %m, %k) : !left
  %right = okk.sys_buffer "right" sizes(%batches, %k, %n) : !right
  %y = okk.sys_buffer "y" sizes(%batches, %m, %n) : !out
  scf.for %i = %c0 to %batches step %c1 {
    %from = okk.slice %input[%i, 0, 0, 0] sizes(%m, %n) : !out to !batch
    %lefts = okk.slice %left[%i, 0, 0, 0] sizes(%m, %k) : !left to !some
    %rights = okk.slice %right[%i, 0, 0, 0] sizes(%k, %n) : !right to !batch
    %to = okk.slice %y[%i, 0, 0, 0] sizes(%m, %n) : !out to !batch
    %l = okk.alloc sizes(%m, %k) : !l
    %r = okk.alloc sizes(%k, %n) : !r
    %half = okk.alloc sizes(%m, %n) : !r
    %sum = okk.alloc sizes(%m, %n) : !sum
    okk.load %from to %half : !batch to !r
    okk.load %lefts to %l : !some to !l
    okk.load %rights to %r : !batch to !r
    okk.cast %sum, %half : !sum, !r
    okk.eltwise mul %sum, %sum scalar 0.25 : f32 : !sum, !sum
    okk.mm %sum, %l, %r result_add : !sum, !l, !r
    okk.eltwise mul %sum, %sum scalar 2.0 : f32 : !sum, !sum
    okk.cast %half, %sum : !r, !sum
    okk.store %half to %to : !r to !batch
  }
}
