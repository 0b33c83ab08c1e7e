// Package all lists the dialects of a complete optc. It is the only package that imports
// all of them; embedders who want fewer dialects create a context with a list of their
// own.
package all

import (
	"optc/dialect/affine"
	"optc/dialect/amdgpu"
	"optc/dialect/arith"
	"optc/dialect/bufferization"
	"optc/dialect/cf"
	"optc/dialect/complex"
	"optc/dialect/dlti"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/index"
	"optc/dialect/iree/ireecheck"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/ireelinalgext"
	"optc/dialect/iree/ireemap"
	"optc/dialect/iree/ireeutil"
	"optc/dialect/linalg"
	"optc/dialect/math"
	"optc/dialect/memref"
	"optc/dialect/mlprogram"
	"optc/dialect/nvgpu"
	"optc/dialect/okk"
	"optc/dialect/poplar"
	"optc/dialect/scf"
	"optc/dialect/tensor"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
)

//go:generate go run optc/cmd/opgen optc/dialect/internal/generate

// Dialects returns all dialects except builtin, which every context has, in the order of
// registration.
func Dialects() []*ir.Dialect {
	return []*ir.Dialect{
		affine.Dialect,
		arith.Dialect,
		cf.Dialect,
		fn.Dialect,
		gpu.Dialect,
		memref.Dialect,
		okk.Dialect,
		poplar.Dialect,
		scf.Dialect,
		tensor.Dialect,
		math.Dialect,
		ub.Dialect,
		vector.Dialect,
		vectorext.Dialect,
		amdgpu.Dialect,
		bufferization.Dialect,
		complex.Dialect,
		dlti.Dialect,
		index.Dialect,
		ireecheck.Dialect,
		ireecodegen.Dialect,
		ireegpu.Dialect,
		ireelinalgext.Dialect,
		ireemap.Dialect,
		ireeutil.Dialect,
		linalg.Dialect,
		mlprogram.Dialect,
		nvgpu.Dialect,
	}
}

// Context returns a context that knows all dialects.
func Context() *ir.Context { return ir.NewContext(Dialects()...) }
