// RUN: not optc build -o %t %s 2>&1 | FileCheck %s
// RUN: not optc export %s 2>&1 | FileCheck %s --check-prefix=EXPORT

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
    // CHECK: [[#@LINE+3]]:10: error: 'okk.sys_buffer' op is the second buffer 'x' [okk.duplicate-name]
    // CHECK: [[#@LINE-2]]:10: note: the first one is here
    // EXPORT: error: 'okk.sys_buffer' op is the second buffer 'x' [okk.duplicate-name]
    %y = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
  }
}
