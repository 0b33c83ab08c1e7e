// Package lower turns a lowered module into what a tile holds and what a host
// needs to run it: images, manifest, memory map.
//
// A module that went through the pipeline `tile` has addresses and bytes in its
// poplar.tile operations. Images reads them; Program.Device loads them into
// simulated tiles; Files and WriteDir put them on disk and ReadDir and Load bring
// them back. The example compiles and runs a vertex without touching the file system.
package lower
