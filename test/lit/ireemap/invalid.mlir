// RUN: optc %s --split-input-file --verify-diagnostics

// expected-error @+1 {{shape leaf values must be positive, got 0}}
func.func private @empty() attributes {a = #iree_map.pack_layout<((2, 0)) : ((0, 1))>}

// -----

// expected-error @+1 {{stride leaf values must be non-negative, got -1}}
func.func private @backwards() attributes {a = #iree_map.pack_map<(2, 4) : (0, -1)>}

// -----

// expected-error @+1 {{shape and stride must be congruent (identical tree structure)}}
func.func private @structure() attributes {a = #iree_map.pack_layout<((2, 4), 8) : ((0, 1), (1, 8))>}

// -----

// expected-error @+1 {{expected a tuple of extents, but got an integer}}
func.func private @integer() attributes {a = #iree_map.pack_layout<8 : 1>}

// -----

// expected-error @+1 {{expected dimension 1 to have less than 2^62 elements and threads}}
func.func private @large() attributes {a = #iree_map.pack_layout<(4, 4611686018427387904) : (1, 4)>}

// -----

func.func @shape(%v: vector<16x32xf32>) {
  // expected-error @+1 {{Vector shape mismatch at dim 1: expected 16, got 32}}
  %0 = iree_vector_ext.to_layout %v to layout(#iree_map.pack_layout<((2, 8), 16) : ((0, 1), 8)>) : vector<16x32xf32>
  return
}

// -----

func.func @rank(%v: vector<16xf32>) {
  // expected-error @+1 {{Rank of vector (1) does not match rank of layout (2).}}
  %0 = iree_vector_ext.to_layout %v to layout(#iree_map.pack_layout<((2, 8), 16) : ((0, 1), 8)>) : vector<16xf32>
  return
}
