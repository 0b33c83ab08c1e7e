// Package lower is the backend of the compiler: the steps from a lowered program to the
// memory of a device and back to values, for every family of hardware.
//
// A family of hardware declares a value of type [Family]: the operation that is a program, the passes
// that lower it, its targets, the contents of its memories ([Program]), a simulated device and a
// plain interpretation (both are a [Machine]). All the rest follows from that value and is written
// only once: images as text and as binary files, the manifest, the memory map, the commands build and
// run, help and --verify-exec. docs/extending.md shows a whole family.
//
// The example builds a program by hand and prints its images and memory map.
package lower
