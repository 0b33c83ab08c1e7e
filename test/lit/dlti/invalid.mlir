// RUN: optc %s --split-input-file --allow-unregistered-dialect --verify-diagnostics -o /dev/null

// expected-error @+1 {{attribute 'dlti.unknown' not supported by dialect}}
"test.op"() {dlti.unknown} : () -> ()

// -----

// expected-error @+1 {{'dlti.map' is expected to be a #dlti.map attribute}}
"test.op"() {dlti.map = 42} : () -> ()

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
"test.op"() {a = #dlti.map<4 = 4>} : () -> ()

// -----

// expected-error @+1 {{expected a type or a quoted string}}
"test.op"() {a = #dlti.dl_entry<42, 42>} : () -> ()

// -----

// expected-error @+1 {{repeated DLTI key: "k"}}
"test.op"() {a = #dlti.map<"k" = 42, "k" = 4>} : () -> ()

// -----

// expected-error @+1 {{empty string as DLTI key is not allowed}}
"test.op"() {a = #dlti.map<"" = 42>} : () -> ()

// -----

// expected-error @+1 {{no DLTI entries provided}}
"test.op"() {a = #dlti.target_device_spec<>} : () -> ()

// -----

// expected-error @+1 {{type as DLTI key is not allowed}}
"test.op"() {a = #dlti.target_device_spec<#dlti.dl_entry<i32, 1>>} : () -> ()

// -----

// expected-error @+1 {{value associated with key "CPU" is not a DLTI device spec}}
"test.op"() {a = #dlti.target_system_spec<"CPU" = 4>} : () -> ()

// -----

// expected-error @+1 {{repeated device ID in dlti.target_system_spec: "CPU"}}
"test.op"() {a = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"a" = 1>, "CPU" = #dlti.target_device_spec<"a" = 1>>} : () -> ()

// -----

// expected-error @+2 {{integer value too large}}
// expected-error @+1 {{failed to parse DLTI_FunctionPointerAlignmentAttr parameter 'function_dependent' which is to be a `bool`}}
"test.op"() {a = #dlti.function_pointer_alignment<4, function_dependent = 2>} : () -> ()

// -----

// expected-error @+1 {{'dlti.endianness' data layout entry is expected to be either 'big' or 'little'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "some">} {}

// -----

// expected-error @+1 {{unknown data layout entry name: dlti.unknown}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.unknown" = 4>} {}

// -----

// expected-error @+2 {{unknown data layout entry name: dlti.endianess}}
// expected-note @+1 {{did you mean 'dlti.endianness'?}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianess" = "big">} {}

// -----

// expected-error @+1 {{the 'builtin' dialect does not support identifier data layout entries}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"builtin.a" = 1>} {}

// -----

// expected-error @+1 {{unexpected data layout for a built-in type}}
module attributes {dlti.dl_spec = #dlti.dl_spec<tensor<f32> = 4>} {}

// -----

// expected-error @+1 {{data layout specified for a type that does not support it}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!gpu.async.token = 4>} {}

// -----

// expected-error @+1 {{expected a dense i64 elements attribute in the data layout entry #dlti.dl_entry<i32, 4 : i64>}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = 4>} {}

// -----

// expected-error @+1 {{expected 1 or 2 elements in the data layout entry}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<32> : vector<3xi64>>} {}

// -----

// expected-error @+1 {{preferred alignment is expected to be greater than or equal to the abi alignment in data layout entry}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<[64, 32]> : vector<2xi64>>} {}

// -----

// expected-error @+1 {{expected integer attribute in the data layout entry for 'index'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<index = "x">} {}

// -----

// expected-note @+1 {{enclosing op with data layout}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"unknown.x" = 33>} {
  // expected-error @+1 {{data layout does not combine with layouts of enclosing ops}}
  gpu.module @m attributes {dlti.dl_spec = #dlti.dl_spec<"unknown.x" = 32>} {}
}
