// RUN: optc %s --poplar-expand-loops --poplar-map-tensors --poplar-expand-tiles --split-input-file --verify-diagnostics

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %n = poplar.choose_offset [4]
  // expected-error @below {{expected bounds that are known before tensors are mapped [poplar.not-constant]}}
  poplar.for %i = 0 to %n {
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  // expected-error @below {{expected at most 4194304 iterations of all loops of the graph, but got 333333333335000 [poplar.loop-size]}}
  // expected-note @below {{1000 iterations of 333333333334 iterations}}
  poplar.for %i = 0 to 1000 {
    // expected-note @below {{333333333334 iterations}}
    poplar.for %k = 0 to 1000000000000 step 3 {
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  poplar.for %i = 0 to 3 {
    // expected-error @below {{[poplar.slice-range]}}
    %row = poplar.index %x %i dim 0
    poplar.map_linear %row
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  poplar.for %i = 0 to 2 {
    // expected-error @below {{there are two variables 'x' [poplar.duplicate-variable]}}
    // expected-note @below {{the other one is here}}
    // expected-note @below {{in a loop, a name ends in the index: "x"[%i]}}
    %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  // expected-error @below {{expected at least one iteration of a loop with results [poplar.loop-size]}}
  %y = poplar.for %i = 2 to 2 concat dim 0 {
    poplar.yield %x : !poplar.tensor<2x8xf32>
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  poplar.for %i = 2 to 3 {
    // expected-error @below {{[poplar.index-value]}}
    %row = poplar.index %x %i * 9223372036854775807 dim 0
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  poplar.set_tile_mapping %x #poplar.mapping<0: 0..12; 1: 12..16>
  poplar.compute_set @cs {
    poplar.each_tile (%xs, %tile) of (%x) {
      // expected-error @below {{the elements on tile 0 are not all elements of some neighbouring indices of dimension 0 [poplar.not-whole]}}
      // expected-note @below {{the tensor of shape [2 8] has elements [[0,12)] there}}
      %lo, %hi = poplar.tile_range %x dim 0 on %tile
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  poplar.set_tile_mapping %x on 0
  poplar.compute_set @cs {
    poplar.each_tile (%xs, %tile) of (%x) {
      // expected-error @below {{expected a tile below 4, but got 5 [poplar.tile-range]}}
      %lo, %hi = poplar.tile_range %x dim 0 on %tile + 5
    }
  }
}

// -----

// The operations are counted before any loop is expanded.
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  // expected-error @below {{expected at most 1048576 operations of all loops of the graph, but got 12000000 [poplar.loop-size]}}
  // expected-note @below {{2000 iterations of 6000 operations}}
  poplar.for %i = 0 to 2000 {
    // expected-note @below {{2000 iterations of 3 operations}}
    poplar.for %k = 0 to 2000 {
      %y = poplar.slice %x from 0 to 1 dim 0
      %z = poplar.slice %x from 1 to 2 dim 0
      poplar.set_tile_mapping %z on 0
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  // expected-error @below {{expected at most 68719476736 bytes of variables of all loops of the graph, but got 268435456000 [poplar.loop-size]}}
  // expected-note @below {{1000 iterations of 1 operations with 268435456 bytes of variables}}
  poplar.for %i = 0 to 1000 {
    %x = poplar.variable "x"[%i] : !poplar.tensor<4096x4096x4xf32>
  }
}

// -----

// The product is 2^64.
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  // expected-error @below {{expected at most 1048576 operations of all loops of the graph, but got more than 9 * 10^18 [poplar.loop-size]}}
  // expected-note @below {{65536 iterations of 281474976710656 operations}}
  poplar.for %i = 0 to 65536 {
    // expected-note @below {{65536 iterations of 4294967296 operations}}
    poplar.for %j = 0 to 65536 {
      // expected-note @below {{65536 iterations of 65536 operations}}
      poplar.for %k = 0 to 65536 {
        // expected-note @below {{65536 iterations of 1 operations}}
        poplar.for %l = 0 to 65536 {
          poplar.set_tile_mapping %x on 0
        }
      }
    }
  }
}

// -----

// The bounds depend on the tile.
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  poplar.set_tile_mapping %x on 1
  poplar.compute_set @cs {
    poplar.each_tile (%xs, %tile) of (%x) {
      // expected-error @below {{expected at most 4194304 iterations of all loops of the graph [poplar.loop-size]}}
      // expected-note @below {{this loop is from 0 to 1000000000000, in steps of 3}}
      poplar.for %k = 0 to %tile * 1000000000000 step 3 {
      }
    }
  }
}

// -----

// The bounds of the inner loop depend on the outer loop.
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  // expected-error @below {{expected at most 4194304 iterations of all loops of the graph, but got more than 9 * 10^18}}
  // expected-note @below {{more than 9 * 10^18 iterations}}
  poplar.for %i = 0 to 9223372036854775807 {
    poplar.for %k = 0 to %i {
      poplar.set_tile_mapping %x on %k
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  poplar.for %i = 0 to 2 {
    // expected-note @below {{the other one is here}}
    // expected-error @below {{there are two compute sets 'cs' [poplar.duplicate-set]}}
    poplar.compute_set @cs {
    }
  }
}

// -----

// How many operations become of a condition is not known, but the comparisons are.
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{expected at most 1048576 operations of all loops of the graph, but got at least 4000000000 [poplar.loop-size]}}
  // expected-note @below {{4000000000 iterations of at least 1 operations}}
  poplar.for %i = 0 to 4000000000 {
    %never = arith.cmpi slt, %i, %c0 : index
    scf.if %never {
      %x = poplar.variable "x"[%i] : !poplar.tensor<4xf32>
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  // expected-error @below {{expected at most 4194304 iterations of all loops of the graph, but got at least 4000000000 [poplar.loop-size]}}
  // expected-note @below {{4000000000 iterations}}
  poplar.for %i = 0 to 4000000000 {
    poplar.for %j = %i to 0 {
      %x = poplar.variable "x"[%i, %j] : !poplar.tensor<4xf32>
    }
  }
}

// -----

// The iterations differ, and are counted one by one.
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  %c60000 = arith.constant 60000 : index
  // expected-error @below {{expected at most 1048576 operations of all loops of the graph, but got at least 1048577 [poplar.loop-size]}}
  // expected-note @below {{928577 of 1000000 iterations, which differ}}
  poplar.for %i = 0 to 1000000 {
    %some = arith.cmpi slt, %i, %c60000 : index
    scf.if %some {
      poplar.set_tile_mapping %x on 0
    }
  }
}

// -----

// Forty loops of one iteration each.
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  %c0 = arith.constant 0 : index
  poplar.for %i0 = 0 to 1 {
    poplar.for %i1 = 0 to 1 {
      poplar.for %i2 = 0 to 1 {
        poplar.for %i3 = 0 to 1 {
          poplar.for %i4 = 0 to 1 {
            poplar.for %i5 = 0 to 1 {
              poplar.for %i6 = 0 to 1 {
                poplar.for %i7 = 0 to 1 {
                  poplar.for %i8 = 0 to 1 {
                    poplar.for %i9 = 0 to 1 {
                      poplar.for %i10 = 0 to 1 {
                        poplar.for %i11 = 0 to 1 {
                          poplar.for %i12 = 0 to 1 {
                            poplar.for %i13 = 0 to 1 {
                              poplar.for %i14 = 0 to 1 {
                                poplar.for %i15 = 0 to 1 {
                                  poplar.for %i16 = 0 to 1 {
                                    poplar.for %i17 = 0 to 1 {
                                      poplar.for %i18 = 0 to 1 {
                                        poplar.for %i19 = 0 to 1 {
                                          poplar.for %i20 = 0 to 1 {
                                            poplar.for %i21 = 0 to 1 {
                                              poplar.for %i22 = 0 to 1 {
                                                poplar.for %i23 = 0 to 1 {
                                                  poplar.for %i24 = 0 to 1 {
                                                    poplar.for %i25 = 0 to 1 {
                                                      poplar.for %i26 = 0 to 1 {
                                                        poplar.for %i27 = 0 to 1 {
                                                          poplar.for %i28 = 0 to 1 {
                                                            poplar.for %i29 = 0 to 1 {
                                                              poplar.for %i30 = 0 to 1 {
                                                                poplar.for %i31 = 0 to 1 {
                                                                  poplar.for %i32 = 0 to 1 {
                                                                    poplar.for %i33 = 0 to 1 {
                                                                      poplar.for %i34 = 0 to 1 {
                                                                        poplar.for %i35 = 0 to 1 {
                                                                          poplar.for %i36 = 0 to 1 {
                                                                            poplar.for %i37 = 0 to 1 {
                                                                              poplar.for %i38 = 0 to 1 {
                                                                                poplar.for %i39 = 0 to 1 {
                                                                                  %even = arith.cmpi eq, %i39, %c0 : index
                                                                                  scf.if %even {
                                                                                    // expected-error @below {{[poplar.slice-range]}}
                                                                                    %y = poplar.slice %x from 3 to 5 dim 0
                                                                                  }
                                                                                }
                                                                              }
                                                                            }
                                                                          }
                                                                        }
                                                                      }
                                                                    }
                                                                  }
                                                                }
                                                              }
                                                            }
                                                          }
                                                        }
                                                      }
                                                    }
                                                  }
                                                }
                                              }
                                            }
                                          }
                                        }
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
