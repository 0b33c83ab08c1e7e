package okk

import "optc/diag"

// runErrors explains the codes of running a kernel.
var runErrors = []diag.Doc{
	{
		Code: "sim.parallel-race",
		Text: "Two operations of an okk.parallel use the same bytes and one of them writes them, so that results depend on which one is faster.",
		Fix:  "Move one of them out of okk.parallel, or use another tensor; okk-check-hazards finds it without a run.",
		Example: `okk.kernel @k {
  %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x3x4x5xf32, continuous>
  %t = okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
  okk.parallel {
    okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
    okk.store %t to %y : !okk.local<1x3x4x5xf32, aligned> to !okk.sys<1x3x4x5xf32, continuous>
  }
}`,
		Command: "run --target toy4 --pass-pipeline=builtin.module(okk.kernel(okk-allocate))",
	},
	{
		Code: "sim.value-range",
		Text: "An operation looks up a number that its table does not have.",
		Fix:  "Use integers in [-128, 127], or another conversion.",
		Example: `okk.kernel @k {
  %x = okk.sys_buffer "x" = dense<[[[[127, 128]]]]> : tensor<1x1x1x2xi32> : !okk.sys<1x1x1x2xi32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x1x1x2xf32, continuous>
  %t = okk.alloc : !okk.local<1x1x1x2xi32, aligned>
  %u = okk.alloc : !okk.local<1x1x1x2xf32, aligned>
  okk.load %x to %t : !okk.sys<1x1x1x2xi32, continuous> to !okk.local<1x1x1x2xi32, aligned>
  okk.function int32_to_fp32 %u, %t : !okk.local<1x1x1x2xf32, aligned>, !okk.local<1x1x1x2xi32, aligned>
  okk.store %u to %y : !okk.local<1x1x1x2xf32, aligned> to !okk.sys<1x1x1x2xf32, continuous>
}`,
		Command: "run --target toy4",
	},
}
