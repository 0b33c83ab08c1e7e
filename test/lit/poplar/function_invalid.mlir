// RUN: optc %s --split-input-file --verify-diagnostics

// expected-error @below {{'poplar.function' op both own and total stack declared for f [poplar.stack-both]}}
poplar.function @f own_stack(8) total_stack(16)

// -----

// expected-error @below {{'poplar.function' op stack size of f is negative [poplar.stack-negative]}}
poplar.function @f own_stack(-8)

// -----

// expected-error @below {{custom op 'poplar.function' expected kind of a wrapper to be one of: vertex, multi}}
poplar.function @f wrapper(worker)

// -----

// expected-error @below {{'poplar.function' op attribute 'calls' failed to satisfy constraint: array of symbols}}
"poplar.function"() <{sym_name = "f", calls = [1 : i64]}> : () -> ()
