// RUN: optc %s --split-input-file --allow-unregistered-dialect | optc --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64, f64 = dense<[32, 64]> : vector<2xi64>, "dlti.endianness" = "big">}
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32, f64 = dense<[32, 64]> : vector<2xi64>, #dlti.dl_entry<"dlti.endianness", "big">>} {}

// -----

// CHECK: dlti.map = #dlti.map<"cache" = #dlti.map<"L1" = 65536 : i32>, i8 = "scalar">
module attributes {dlti.map = #dlti.map<"cache" = #dlti.map<"L1" = 65536 : i32>, i8 = "scalar">} {}

// -----

// CHECK: #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"width" = 64 : ui32>, "GPU" = #dlti.target_device_spec<"width" = 128 : ui32>>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"width" = 64 : ui32>,
    "GPU" = #dlti.target_device_spec<"width" = 128 : ui32>>} {}

// -----

// CHECK: #dlti.dl_entry<"dlti.function_pointer_alignment", #dlti.function_pointer_alignment<64, function_dependent = true>>
"test.op"() {a = #dlti.dl_entry<"dlti.function_pointer_alignment", #dlti.function_pointer_alignment<64, function_dependent = true>>} : () -> ()

// -----

// Equal facts of an enclosing module combine, and an operation that is no scope keeps any layout.
// CHECK: "dlti.stack_alignment" = 16 : i32
// CHECK: "dlti.endianness" = "middle"
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} {
  module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big", "dlti.stack_alignment" = 16 : i32>} {}
  "test.op"() {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "middle">} : () -> ()
}
