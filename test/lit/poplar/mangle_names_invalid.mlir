// RUN: optc %s --poplar-mangle-names --split-input-file --verify-diagnostics

poplar.vertex @"d::A<d::B<int, 2>, half>" worker external {}
// expected-error @below {{'poplar.vertex' op 'd::A<d::B<int, 2>, half>' and 'd::A<d::B<int>, 2, half>' both mangle to __runCodelet_d__A___d__B___int_2_half [poplar.symbol-collision]}}
poplar.vertex @"d::A<d::B<int>, 2, half>" worker external {}

// -----

// expected-error @below {{'poplar.vertex' op character '-' in 'd::P<-3>' cannot be mangled [poplar.mangle-char]}}
// expected-note @below {{at byte 5}}
poplar.vertex @"d::P<-3>" worker external {}

// -----

// expected-remark @below {{'poplar.vertex' op symbol is __runCodelet_d__a_b; with single-underscore=triple it is __runCodelet_d__a___b}}
poplar.vertex @"d::a_b" worker external {}

// -----

poplar.vertex @"d::P" worker external {}
// expected-error @below {{'poplar.assert_symbol' op expected "__runCodelet_d_P", found "__runCodelet_d__P" [poplar.assert-failed]}}
poplar.assert_symbol @"d::P" "__runCodelet_d_P"
