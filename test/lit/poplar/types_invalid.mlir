// RUN: optc %s --split-input-file --verify-diagnostics

// expected-error @below {{Vector takes a scalar, or an edge to a scalar or Vector, but got plain vector [poplar.field-type]}}
func.func private @f(!poplar.in<vec<vec<f32>>>)

// -----

// expected-error @below {{vectors nest at most two levels [poplar.nest-depth]}}
func.func private @f(!poplar.vec<in<vec_list<f16, DELTAN>>>)

// -----

// expected-error @below {{vectors nest at most two levels [poplar.nest-depth]}}
func.func private @f(!poplar.vec<vec<in<vec<f16>>>>)

// -----

// expected-error @below {{unknown vector layout 'SHORT_PAN'; did you mean 'SHORT_SPAN'? [poplar.layout-unknown]}}
func.func private @f(!poplar.in<vec<f32, SHORT_PAN>>)

// -----

// expected-error @below {{unknown element type 'f33'; did you mean 'f32'? [poplar.elem-unknown]}}
func.func private @f(!poplar.in<vec<f33>>)

// -----

// expected-error @below {{alignment 0 is not a power of two [poplar.bad-align]}}
func.func private @f(!poplar.in<vec<f32, align 0>>)

// -----

// expected-error @below {{expected an alignment below 2^31, but got 4294967296 [poplar.bad-align]}}
func.func private @f(!poplar.in<vec<f32, align 4294967296>>)

// -----

// expected-error @below {{expected '>' in poplar type, found ',' [poplar.type-parse]}}
func.func private @f(!poplar.in<vec<f32, align 8, SPAN>>)

// -----

// expected-error @below {{expected ',' in poplar type, found '>' [poplar.type-parse]}}
func.func private @f(!poplar.in<vec_list<f32>>)

// -----

// expected-error @below {{expected an array of 1 to 16777216 elements, but got 0 [poplar.field-type]}}
func.func private @f(!poplar.array<0 x f32>)

// -----

// expected-error @below {{expected a word in tensor type, found '64' [poplar.type-parse]}}
func.func private @f(!poplar.tensor<4x64>)

// -----

// expected-error @below {{a tensor of shape [1000000000 1000000000] has more than 2^48 elements [poplar.view-size]}}
func.func private @f(!poplar.tensor<1000000000x1000000000xf32>)

// -----

// expected-error @below {{expected an element type as memory holds it, but got 'ui16'}}
func.func private @f(!poplar.rows<ui16>)

// -----

// expected-error @below {{unknown  type `inn` in dialect `poplar`}}
// expected-note @below {{did you mean 'in'?}}
func.func private @f(!poplar.inn<f32>)

// -----

// expected-error @below {{unknown architecture 'ipu3'; did you mean 'ipu1'? [poplar.target-unknown]}}
func.func private @f() attributes {t = #poplar.target<ipu3>}

// -----

// expected-error @below {{unknown target field 'tiles' [poplar.target-unknown]}}
func.func private @f() attributes {t = #poplar.target<ipu2, tiles = 5>}

// -----

// expected-error @below {{target field element_bytes = 1000 is not a power of two [poplar.target-bad]}}
func.func private @f() attributes {t = #poplar.target<ipu2, element_bytes = 1000>}

// -----

// expected-error @below {{target field bytes_per_tile = 0x1000000 ends above 2^21, the end of 21 address bits [poplar.target-bad]}}
func.func private @f() attributes {t = #poplar.target<ipu2, bytes_per_tile = 16777216>}

// -----

// expected-error @below {{unknown layout 'SPAM'; did you mean 'SPAN'? [poplar.target-unknown]}}
func.func private @f() attributes {t = #poplar.target<ipu2, layouts = [SPAM]>}

// -----

// expected-error @below {{expected an interval below 2^48, but got 4..2 [poplar.interval-range]}}
func.func private @f() attributes {m = #poplar.mapping<0: 4..2>}

// -----

// expected-error @below {{tile 0 is named twice}}
func.func private @f() attributes {m = #poplar.mapping<0: 0..2; 0: 2..4>}

// -----

// expected-error @below {{expected '..' in mapping, found '-' [poplar.mapping-parse]}}
func.func private @f() attributes {m = #poplar.mapping<0: 0-2>}

// -----

// expected-error @below {{expected an interval in mapping, found the end [poplar.mapping-parse]}}
func.func private @f() attributes {m = #poplar.mapping<0:>}

// -----

// expected-error @below {{expected a value in target, found ',' [poplar.target-parse]}}
func.func private @f() attributes {t = #poplar.target<ipu2, workers = ,>}

// -----

// expected-error @below {{expected an integer in target, found 'many' [poplar.target-parse]}}
func.func private @f() attributes {t = #poplar.target<ipu2, vector_width = {!poplar.half = many}>}

// -----

// expected-error @below {{'func.func' op expects attribute 'poplar.target' only on 'builtin.module'}}
func.func private @f() attributes {poplar.target = #poplar.target<ipu2>}

// -----

// expected-error @below {{'builtin.module' op expected attribute 'poplar.target' to be a poplar target, but got '"ipu2"'}}
module attributes {poplar.target = "ipu2"} {
}

// -----

// expected-error @below {{target field workers is given twice [poplar.target-bad]}}
func.func private @f() attributes {t = #poplar.target<ipu2, workers = 5, workers = 6>}
