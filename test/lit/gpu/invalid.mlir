// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f() {
  // expected-error @+1 {{expected ::mlir::gpu::Dimension to be one of: x, y, z}}
  %0 = gpu.thread_id w
}

// -----

func.func @f(%i: i32, %f: f32) {
  // expected-error @+1 {{expected ::mlir::gpu::ShuffleMode to be one of: xor, up, down, idx}}
  %0:2 = gpu.shuffle left %f, %i, %i : f32
}

// -----

func.func @f(%v: vector<2x2xf32>, %i: i32) {
  // expected-error @+1 {{operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'vector<2x2xf32>'}}
  %0:2 = gpu.shuffle up %v, %i, %i : vector<2x2xf32>
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{`and` reduction operation is not compatible with type 'f32'}}
  %0 = gpu.subgroup_reduce and %f : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{cluster size 3 is not a power of two}}
  %0 = gpu.subgroup_reduce add %f cluster(size = 3) : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{invalid op kind}}
  %0 = gpu.all_reduce sum %f {} : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{expected either an op attribute or a non-empty body}}
  %0 = gpu.all_reduce %f {} : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{incorrect region argument type}}
  %0 = gpu.all_reduce %f {
  ^bb0(%a: f64, %b: f32):
    gpu.yield %b : f32
  } : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{offset must be in the range [0, 4)}}
  %0:2 = gpu.rotate %f, 4, 4 : f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{lane must be specified for `specific_lane` broadcast}}
  %0 = gpu.subgroup_broadcast %f, specific_lane : f32
  return
}

// -----

// expected-error @+1 {{'gpu.func' op expects parent op 'gpu.module'}}
gpu.func @f() {
  gpu.return
}

// -----

gpu.module @m {
  // expected-error @+1 {{gpu.func requires named arguments}}
  gpu.func @f(f32) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{expected void return type for kernel function}}
  gpu.func @f(%a: f32) -> f32 kernel {
    gpu.return %a : f32
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{expected memory space workgroup in attribution}}
  gpu.func @f() workgroup(%a: memref<4xf32, #gpu.address_space<private>>) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-note @+1 {{return type declared here}}
  gpu.func @f() {
    %c = arith.constant 1 : i32
    // expected-error @+1 {{expected 0 result operands}}
    gpu.return %c : i32
  }
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{expected the closest surrounding module to have the 'gpu.container_module' attribute}}
  gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
}

// -----

module attributes {gpu.container_module} {
  func.func @f(%n: index) {
    // expected-error @+1 {{kernel container 'm' is undefined}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    // expected-error @+1 {{kernel function is missing the 'gpu.kernel' attribute}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    // expected-error @+1 {{got 0 kernel operands but expected 1}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

func.func @f(%n: index) {
  // expected-note @+1 {{in 'gpu.launch' body region}}
  gpu.launch blocks(%x, %y, %z) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    // expected-error @+1 {{expected 'gpu.terminator' or a terminator with successors}}
    "test.end"() : () -> ()
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{needs to be named when marked 'async'}}
  gpu.wait async
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = gpu.alloc (%n) : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error @+1 {{arguments have incompatible shape}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<5xf32>
  return
}

// -----

func.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error @+1 {{operands must be in the order AOp, BOp, COp}}
  %0 = gpu.subgroup_mma_compute %a, %a, %a : !gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// -----

// expected-error @+1 {{operand expected to be one of AOp, BOp or COp}}
func.func private @f(!gpu.mma_matrix<4x4xf32, "DOp">)

// -----

// expected-error @+1 {{the object index must be positive}}
func.func private @f() attributes {a = #gpu.select_object<-1>}

// -----

// expected-error @+1 {{expected all kernels to be uniquely named}}
func.func private @f() attributes {a = #gpu.kernel_table<[#gpu.kernel_metadata<"k", () -> ()>, #gpu.kernel_metadata<"k", (i32) -> ()>]>}

// -----

// expected-error @+1 {{gpu.known_block_size must contain exactly 3 elements}}
func.func private @f() attributes {gpu.known_block_size = array<i32: 1>}

// -----

func.func @f(%l: index, %v: vector<1xf32>) {
  // expected-error @+1 {{incompatible distribution dimensions from 'vector<64xf32>' to 'vector<1xf32>' with warp size = 32}}
  gpu.warp_execute_on_lane_0(%l)[32] args(%v : vector<1xf32>) {
  ^bb0(%w: vector<64xf32>):
    gpu.yield
  }
  return
}

// -----

// expected-error @+1 {{expected attribute value}}
gpu.module @without_handler <> {
}

// -----

// A gpu.func is never a declaration.
gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected body with at least one block}}
  "gpu.func"() <{function_type = () -> ()}> ({
  }) {sym_name = "kernel"} : () -> ()
}

// -----

func.func @subgroup() {
  // expected-error @+1 {{custom op 'gpu.subgroup_id' invalid kind of type specified: expected builtin.index, but found 'i32'}}
  %0 = gpu.subgroup_id : i32
  return
}

// -----

func.func @f(%a: memref<*xf32>, %x: f32) {
  // expected-error @+1 {{'gpu.memset' op operand #0 must be memref of any type values, but got 'memref<*xf32>'}}
  "gpu.memset"(%a, %x) : (memref<*xf32>, f32) -> ()
  return
}

// -----

// expected-error @+1 {{'gpu.binary' op attribute 'offloadingHandler' failed to satisfy constraint: any attribute with the `OffloadingTranslationAttrTrait` trait.}}
"gpu.binary"() <{objects = [#gpu.object<#nvvm.target, "abc">], offloadingHandler = #unknown.handler, sym_name = "b"}> : () -> ()
