poplar.vertex @V worker external {
  poplar.field @x : !poplar.in<vec<f33>>
}
