// RUN: optc %s --split-input-file --verify-diagnostics

// expected-error @below {{extent 99999999999999999999 is too large [poplar.view-size]}}
func.func private @f(!poplar.tensor<99999999999999999999xf32>)

// -----

// expected-error @below {{extent 9223372036854775808 is too large [poplar.view-size]}}
func.func private @f(!poplar.tensor<9223372036854775808x?xf32>)

// -----

func.func private @f(!poplar.tensor<281474976710656xf32>)
// expected-error @below {{a tensor of shape [281474976710657] has more than 2^48 elements [poplar.view-size]}}
func.func private @g(!poplar.tensor<281474976710657xf32>)

// -----

func.func private @f(!poplar.tensor<1073741824x?x262144x1xf32>)
// expected-error @below {{a tensor of shape [1073741824 262145] has more than 2^48 elements [poplar.view-size]}}
func.func private @g(!poplar.tensor<1073741824x?x262145xf32>)

// -----

func.func private @f() attributes {m = #poplar.mapping<0: 281474976710655..281474976710656>}
// expected-error @below {{expected an interval below 2^48, but got 0..281474976710657 [poplar.interval-range]}}
// expected-note @below {{this '{' has no '}'}}
func.func private @g() attributes {m = #poplar.mapping<0: 0..281474976710657>}

// -----

func.func private @f() attributes {m = #poplar.mapping<0: 4..4>}
// expected-error @below {{expected a tile from 0 to 16777215, but got 99999999999999999999 [poplar.tile-range]}}
// expected-note @below {{this '{' has no '}'}}
func.func private @g() attributes {m = #poplar.mapping<99999999999999999999: 0..1>}

// -----

// expected-error @below {{expected an interval below 2^48, but got 99999999999999999999..1 [poplar.interval-range]}}
// expected-note @below {{this '{' has no '}'}}
func.func private @f() attributes {m = #poplar.mapping<0: 99999999999999999999..1>}

// -----

// expected-error @below {{expected an interval below 2^48, but got 0..99999999999999999999 [poplar.interval-range]}}
// expected-note @below {{this '{' has no '}'}}
func.func private @f() attributes {m = #poplar.mapping<0: 0..99999999999999999999>}

// -----

// expected-error @below {{tile 1 is named twice}}
// expected-note @below {{this '{' has no '}'}}
func.func private @f() attributes {m = #poplar.mapping<2: 0..1; 1: 0..2; 1: 2..3>}

// -----

// expected-error @below {{target field workers = 99999999999999999999 is too large [poplar.target-bad]}}
func.func private @f() attributes {t = #poplar.target<ipu2, workers = 99999999999999999999>}

// -----

// expected-error @below {{target field vector_width has f16 = 2147483648, which is too large [poplar.target-bad]}}
func.func private @f() attributes {t = #poplar.target<ipu2, vector_width = {f16 = 2147483648}>}

// -----

// expected-error @below {{unknown element type 'f17'; did you mean 'f16'? [poplar.elem-unknown]}}
// expected-note @below {{element types: i1, i8, si8, ui8, quarter, si16, ui16, f16, si32, ui32, long, ulong, f32, si64, ui64}}
func.func private @f() attributes {t = #poplar.target<ipu2, vector_width = {f17 = 2}>}

// -----

// expected-error @below {{expected a template parameter such as $T}}
func.func private @f(!poplar.param<in<$T>>)

// -----

// expected-error @below {{expected an element type as memory holds it, but got 'memref<2xf16>'}}
func.func private @f(!poplar.rows<memref<2xf16>>)

// -----

// expected-error @below {{expected an alignment below 2^31, but got 2147483648 [poplar.bad-align]}}
func.func private @f(!poplar.in<vec<f32, align 2147483648>>)

// -----

// expected-error @below {{expected an array of 1 to 16777216 elements, but got 16777217 [poplar.field-type]}}
func.func private @f(!poplar.array<16777217 x f32>)

// -----

// expected-error @below {{expected an array of 1 to 16777216 elements, but got 9223372036854775807 [poplar.field-type]}}
func.func private @f(!poplar.array<9223372036854775807 x f32>)

// -----

// expected-error @below {{integer 99999999999999999999 is too large [poplar.predicate-parse]}}
func.func private @f(!poplar.array<99999999999999999999 x f32>)
