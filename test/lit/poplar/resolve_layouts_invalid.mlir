// RUN: optc %s --poplar-resolve-layouts --split-input-file --verify-diagnostics

// expected-error @below {{'poplar.vertex' op needs a module attribute poplar.target [poplar.target-missing]}}
poplar.vertex @"demo::P" worker {
}

// -----

module attributes {poplar.target = #poplar.target<ipu1>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @n : ui16
    // expected-warning @below {{'poplar.field' op list field rows lies at offset 2, not a multiple of 4 [poplar.DELTAN-offset]}}
    poplar.field @rows : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
  }
}

// -----

// The vertex has no target of its own here, so the passes find the mistakes, one
// per field.
poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.field' op layout SCALED_PTR32 does not exist on ipu2; available: SPAN, SHORT_SPAN, ONE_PTR, SCALED_PTR128 [poplar.layout-target]}}
  poplar.field @a : !poplar.in<vec<f32, SCALED_PTR32>>
  // expected-error @below {{'poplar.field' op alignment 12 is not a power of two [poplar.bad-align]}}
  poplar.field @b : !poplar.in<vec<f32, align 12>>
  // expected-error @below {{'poplar.field' op layout SCALED_PTR128 needs data aligned to 16 bytes, but alignment is 8 [poplar.align-too-small]}}
  // expected-note @below {{alignment = max(MinAlign 8, size of half 2) = 8}}
  poplar.field @c : !poplar.in<vec<f16, SCALED_PTR128, align 8>>
}
poplar.graph @g target(#poplar.target<ipu2>) {
}

// -----

poplar.vertex @"demo::P" worker {
}
poplar.graph @g target(#poplar.target<ipu2>) {
}
// expected-error @below {{'poplar.graph' op expected one target for the vertices of the module, but its graphs have '#poplar.target<ipu2>' and '#poplar.target<ipu1>' [poplar.target-missing]}}
poplar.graph @h target(#poplar.target<ipu1>) {
}

// -----

module attributes {poplar.target = #poplar.target<ipu1>} {
  poplar.vertex @"demo::P" worker {
    poplar.field @a : ui16
    // expected-note @below {{the field is declared here}}
    poplar.field @rows : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
  }
  // expected-error @below {{'poplar.assert_field' op expected layout DELTAN offset 4 size 6, found layout DELTAN offset 2 size 6 [poplar.assert-failed]}}
  poplar.assert_field @"demo::P" @rows layout DELTAN offset 4 size 6
  // expected-error @below {{'poplar.assert_field' op 'demo::P' has no field 'row'; did you mean 'rows'? [poplar.unknown-field]}}
  poplar.assert_field @"demo::P" @row layout DELTAN offset 2 size 6
  // expected-error @below {{'poplar.assert_field' op there is no vertex 'demo::Q'; did you mean 'demo::P'? [poplar.unknown-vertex]}}
  poplar.assert_field @"demo::Q" @rows layout DELTAN offset 2 size 6
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-error @below {{'poplar.graph' op expected a target of architecture ipu2 as the module has, but got ipu1 [poplar.target-bad]}}
  poplar.graph @g target(#poplar.target<ipu1>) {
  }
}

// -----

// Where the state is not defined every field is looked at, too.
poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.field' op layout SCALED_PTR32 does not exist on cpu; available: SPAN, ONE_PTR [poplar.layout-target]}}
  poplar.field @a : !poplar.in<vec<f32, SCALED_PTR32>>
  poplar.field @b : !poplar.in<vec<f32>>
  // expected-error @below {{'poplar.field' op alignment 12 is not a power of two [poplar.bad-align]}}
  poplar.field @c : !poplar.in<vec<f32, align 12>>
}
poplar.graph @g target(#poplar.target<cpu>) {
}
