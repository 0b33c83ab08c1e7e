// Package target describes devices. Every figure of a chip is a field of a
// [Target]: the number and size of tiles, where memory begins, which memory is
// interleaved, how wide an address is, which vector and vector-list layouts exist.
//
// Only this package contains figures of chips. Code that lays out state, maps tensors,
// places and runs takes a target and queries it. A field is declared once, in the table
// in fields.go, which reads, checks, prints and documents it. The bits of the layouts are
// in layouts.go.
//
// Addresses are absolute tile addresses in bytes, sizes and alignments are bytes.
package target
