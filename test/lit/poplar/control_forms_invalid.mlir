// RUN: optc %s --split-input-file --verify-diagnostics

poplar.graph @g {
  poplar.program {
    // expected-error @below {{'poplar.if' op expected either a predicate or an element of a variable}}
    "poplar.if"() <{variable = "x"}> ({
    ^bb0:
    }, {
    ^bb0:
    }) : () -> ()
  }
}

// -----

poplar.graph @g {
  poplar.program {
    // expected-error @below {{'poplar.if' op expected either a predicate or an element of a variable}}
    "poplar.if"() <{element = 0 : i64}> ({
    ^bb0:
    }, {
    ^bb0:
    }) : () -> ()
  }
}

// -----

poplar.graph @g {
  poplar.program {
    // expected-error @below {{'poplar.repeat_while' op expected either a predicate or an element of a variable}}
    "poplar.repeat_while"() ({
    ^bb0:
    }, {
    ^bb0:
    }) : () -> ()
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<1xui32>
  poplar.program {
    // expected-error @below {{'poplar.if' op expected either a predicate or an element of a variable}}
    "poplar.if"(%x) <{element = 0 : i64, variable = "x"}> ({
    ^bb0:
    }, {
    ^bb0:
    }) : (!poplar.tensor<1xui32>) -> ()
  }
}

// -----

poplar.graph @g {
  poplar.program {
    poplar.if element 0 of "x" {
    } else {
    }
    // expected-error @below {{'poplar.if' op expected element of at least 0, but got -1}}
    poplar.if element -1 of "x" {
    } else {
    }
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<1x1xi1>
  %y = poplar.variable "y" : !poplar.tensor<f16>
  poplar.program {
    poplar.if %x {
    } else {
    }
    // expected-error @below {{'poplar.if' op expected a predicate of integers, but got '!poplar.tensor<f16>' [poplar.type-mismatch]}}
    poplar.if %y {
    } else {
    }
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<!poplar.quarter>
  poplar.program {
    // expected-error @below {{'poplar.if' op expected a predicate of integers, but got '!poplar.tensor<quarter>' [poplar.type-mismatch]}}
    poplar.if %x {
    } else {
    }
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<0xui8>
  poplar.program {
    // expected-error @below {{'poplar.if' op expected a predicate of one element, but got 0 [poplar.shape-mismatch]}}
    poplar.if %x {
    } else {
    }
  }
}

// -----

poplar.graph @g {
  poplar.program {
    poplar.repeat 0 {
    }
    // expected-error @below {{'poplar.call' op there is no function of the graph 'none' [poplar.unknown-symbol]}}
    poplar.call @none
  }
}

// -----

// A size that only the evaluation tells is compared there.
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<10xui32>
  poplar.map_linear %x
  %c, %s, %d = poplar.create_ipu_copy %x ipu 0 : !poplar.tensor<10xui32>, !poplar.tensor<?xui32>, !poplar.tensor<?xui32>
  %y = poplar.variable "y" : !poplar.tensor<2x5xui32>
  %z = poplar.variable "z" : !poplar.tensor<9xui32>
  poplar.program {
    poplar.copy %s to %d
    poplar.copy %s to %z
    poplar.copy %z to %d
    poplar.copy %x to %y
    poplar.if %s {
    } else {
    }
    // expected-error @below {{'poplar.copy' op expected a source of 9 elements, but got 10 [poplar.shape-mismatch]}}
    poplar.copy %x to %z
  }
}

// -----

poplar.graph @g {
  // expected-error @below {{'poplar.if' op expects parent op to be one of 'poplar.program, poplar.sequence, poplar.repeat, poplar.repeat_while, poplar.if, poplar.graph_function'}}
  poplar.if element 0 of "x" {
  } else {
  }
}

// -----

poplar.graph @g {
  poplar.program {
    // expected-error @below {{'poplar.host_moves' op attribute 'type' failed to satisfy constraint: static poplar tensor type}}
    poplar.host_moves from "in" : !poplar.tensor<?xf32> {
    }
  }
}
