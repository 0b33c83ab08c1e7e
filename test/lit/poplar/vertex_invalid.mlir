// RUN: optc %s --split-input-file --verify-diagnostics

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Q" worker {
    // expected-error @below {{'poplar.field' op layout SCALED_PTR32 does not exist on ipu2; available: SPAN, SHORT_SPAN, ONE_PTR, SCALED_PTR128 [poplar.layout-target]}}
    poplar.field @p : !poplar.in<vec<f32, SCALED_PTR32>>
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Q" worker {
    // expected-error @below {{'poplar.field' op alignment 12 is not a power of two [poplar.bad-align]}}
    poplar.field @p : !poplar.in<vec<f32, align 12>>
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Q" worker {
    // expected-error @below {{'poplar.field' op layout SCALED_PTR128 needs data aligned to 16 bytes, but alignment is 8 [poplar.align-too-small]}}
    // expected-note @below {{alignment = max(MinAlign 8, size of half 2) = 8}}
    poplar.field @q : !poplar.in<vec<f16, SCALED_PTR128, align 8>>
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Q" worker {
    // expected-error @below {{'poplar.field' op layout DELTAN does not exist on ipu2; available: DELTANELEMENTS [poplar.layout-target]}}
    poplar.field @l : !poplar.in<vec_list<f16, DELTAN>>
  }
}

// -----

// expected-error @below {{'poplar.vertex' op 'demo::P<unsigned>' is not canonical; expected 'demo::P<unsigned int>' [poplar.name-form]}}
poplar.vertex @"demo::P<unsigned>" worker {
}

// -----

// expected-error @below {{'poplar.vertex' op expected '>' in vertex name, found the end [poplar.name-parse]}}
// expected-note @below {{at byte 8 of 'demo::P<'}}
poplar.vertex @"demo::P<" worker {
}

// -----

// expected-error @below {{'poplar.vertex' op supervisor vertex 'demo::P' must be external or have code [poplar.supervisor-compiled]}}
poplar.vertex @"demo::P" supervisor {
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{integer constant out of range for attribute}}
  poplar.field @x : ui8 = 256
  poplar.field @x : ui8
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-note @below {{the first one is here}}
  poplar.field @x : ui8
  // expected-error @below {{'poplar.field' op expected different field names, but 'x' is declared twice [poplar.field-twice]}}
  poplar.field @x : ui16
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.field' op expected a plain field to have a value, but it is a scalar edge [poplar.connect-type]}}
  poplar.field @x : !poplar.in<f32> = 1.0
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.field' op 3 values exceed the 2 that the field holds [poplar.count-overflow]}}
  poplar.field @x : !poplar.array<2 x ui8> = [1, 2, 3]
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.field' op expected a number, but got '"text" : ui8' [poplar.value-type]}}
  poplar.field @x : ui8 = "text"
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.field' op unknown element type 'i7'; did you mean 'i1'? [poplar.elem-unknown]}}
  // expected-note @below {{element types: i1, i8,}}
  poplar.field @x : i7
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.field' op unknown element type 'i16'; did you mean 'si16'? [poplar.elem-unknown]}}
  // expected-note @below {{element types: i1, i8,}}
  // expected-note @below {{integers of a field have a sign or none: 'si16' or 'ui16'; code in poplar.compute sees 'i16'}}
  poplar.field @x : i16
}

// -----

"poplar.vertex"() <{kind = "worker", sym_name = "demo::P"}> ({
  // expected-error @below {{'poplar.field' op unknown element type 'i32'; did you mean 'si32'? [poplar.elem-unknown]}}
  // expected-note @below {{element types: i1, i8,}}
  // expected-note @below {{integers of a field have a sign or none: 'si32' or 'ui32'; code in poplar.compute sees 'i32'}}
  "poplar.field"() <{sym_name = "x", type = i32}> : () -> ()
}) : () -> ()

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.field' op attribute 'type' failed to satisfy constraint: type of a vertex field}}
  poplar.field @x : !poplar.vec_list<f16, DELTANELEMENTS>
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  // expected-error @below {{'poplar.constraint' op expected at most 1 '*' before 'in' in constraint, found 2 [poplar.constraint-depth]}}
  // expected-note @below {{in is a vector edge: Input<Vector<float>>}}
  poplar.constraint "elem( **in )!=elem(*out)"
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  // expected-error @below {{'poplar.constraint' op expected elem on both sides of constraint, found elem and region [poplar.constraint-kind]}}
  poplar.constraint "elem(*in) != region(*out)"
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  // expected-error @below {{'poplar.constraint' op expected '!=' in constraint, found '==' [poplar.constraint-op]}}
  // expected-note @below {{in 'elem(*in) == elem(*out)'}}
  poplar.constraint "elem(*in) == elem(*out)"
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  // expected-error @below {{'poplar.constraint' op expected two different terms in constraint, found *in twice [poplar.constraint-self]}}
  poplar.constraint "elem(*in) != elem(*in)"
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  // expected-error @below {{'poplar.constraint' op constraint names 'ot', which is no field; did you mean 'out'? [poplar.constraint-field]}}
  poplar.constraint "elem(*in) != elem(*ot)"
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  // expected-error @below {{'poplar.constraint' op expected elem or region in constraint, found the end [poplar.constraint-parse]}}
  // expected-note @below {{at byte 12 of 'elem(*in) !='}}
  poplar.constraint "elem(*in) !="
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  // expected-error @below {{'poplar.constraint' op expected elem or region in constraint, found 'bank' [poplar.constraint-kind]}}
  poplar.constraint "bank(*in) != bank(*out)"
}

// -----

poplar.vertex @"demo::P" multi {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  // expected-error @below {{'poplar.split' op cannot split: grain 0 is not positive [poplar.split-bad]}}
  poplar.split @out contiguous grain 0
}

// -----

poplar.vertex @"demo::P" multi {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  // expected-error @below {{'poplar.split' op expected an output to split, but 'in' is of type Input<Vector<float>> [poplar.split-bad]}}
  poplar.split @in strided
}

// -----

poplar.vertex @"demo::P" multi {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  // expected-error @below {{'poplar.split' op 'demo::P' has no field 'oud'; did you mean 'out'? [poplar.unknown-field]}}
  poplar.split @oud strided
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @out : !poplar.out<vec<f32>>
  // expected-error @below {{'poplar.split' op expected a multi vertex, but 'demo::P' is a worker vertex [poplar.split-bad]}}
  poplar.split @out strided
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.field' op expected a type without template parameter, but got '!poplar.param<T>' [poplar.template-param]}}
  poplar.field @x : !poplar.param<T>
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.field' op expected 'when' only in a template [poplar.template-param]}}
  poplar.field @x : ui8 when(true)
}

// -----

// expected-error @below {{'poplar.field' op expects parent op to be one of 'poplar.vertex, poplar.vertex_template'}}
poplar.field @x : ui8

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.graph' op symbol's parent must have the SymbolTable trait}}
  poplar.graph @g {
  }
}

// -----

// expected-error @below {{custom op 'poplar.vertex' expected string or keyword containing one of the following enum values for attribute 'kind' [worker, multi, supervisor]}}
poplar.vertex @"demo::P" workr {
}
