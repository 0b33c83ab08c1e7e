REQUIRES: true, (no-such-feature || !other-feature) && {{tr.e}}
UNSUPPORTED: no-such-feature
XFAIL: *
RUN: echo a | FileCheck %s
CHECK: b
