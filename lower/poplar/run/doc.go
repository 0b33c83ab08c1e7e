// Package run executes a program: [Device] on simulated tiles, where operands are
// found only by decoding vertex state in tile memory, and [Plain] without tiles,
// addresses and layouts, as what the first is compared with.
package run
