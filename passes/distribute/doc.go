// Package distribute turns code on whole vectors into code for one thread of a workgroup, or
// one worker of a tile. Every vector has a layout, which assigns its elements to threads (package
// optc/passes/layouts finds it), and the distributed code computes the elements of one
// thread:
//
//	%r = arith.addf %a, %b : vector<8xf32>             // 4 threads with 2 elements each
//	→ %r = arith.addf %p, %q : vector<1x1x2xf32>       // the part of one thread
//
// If an operation needs elements of other threads, as reductions and changes of layout do, the
// threads exchange them: in registers, by shuffles, or through shared memory. Package
// [optc/layout/threads] is the interface by which an operation declares its distribution; models.go
// lists the rules of upstream's operations.
package distribute
