// RUN: optc %s --split-input-file --verify-diagnostics
//
// The chip is an attribute of this project: the graphs, which mlir-opt-22 does not know, keep these modules from a comparison with it.

// expected-error @+1 {{has a row of a chip in 'gpu.chip' that has no 'write16'}}
module attributes {gpu.chip = "sm_80 banks=32 read4=1 read8=1 read16=1 write4=1 write8=1 exchange=4"} {
  poplar.graph @main {
  }
}

// -----

// expected-error @+1 {{has a row of a chip in 'gpu.chip' that has 'reads=1', but expected one of banks, read4, read8, read16, write4, write8, write16, exchange with numbers}}
module attributes {gpu.chip = "sm_80 reads=1"} {
  poplar.graph @main {
  }
}

// -----

// expected-error @+1 {{has a row of a chip in 'gpu.chip' that has 'read4=1,x', but expected positive numbers}}
module attributes {gpu.chip = "sm_80 read4=1,x"} {
  poplar.graph @main {
  }
}

// -----

// expected-error @+1 {{has a row of a chip in 'gpu.chip' that has 'banks' twice}}
module attributes {gpu.chip = "sm_80 banks=32 banks=32"} {
  poplar.graph @main {
  }
}

// -----

// expected-error @+1 {{has a row of a chip in 'gpu.chip' that has 0 numbers of 'exchange', but expected one}}
module attributes {gpu.chip = "sm_80 banks=32 read4=1 read8=1 read16=1 write4=1 write8=1 write16=1 exchange="} {
  poplar.graph @main {
  }
}

// -----

// expected-error @+1 {{has a row of a chip in 'gpu.chip' that has 'read8' with the number 64, but a subgroup has at most 64 lanes}}
module attributes {gpu.chip = "sm_80 banks=32 read4=1 read8=64 read16=1 write4=1 write8=1 write16=1 exchange=4"} {
  poplar.graph @main {
  }
}

// -----

// expected-error @+1 {{expected 'gpu.chip' to be a string, but got 80 : i64}}
module attributes {gpu.chip = 80} {
  poplar.graph @main {
  }
}
