poplar.vertex @"lib::More" worker external {
  poplar.field @x : !poplar.in<vec<f32>>
}
