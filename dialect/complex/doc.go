// Package complex is the complex dialect: numbers with a real and an imaginary part, which are floats
// of one format. A number is made of its parts, and is taken apart again; arithmetic and functions
// follow the usual definitions, with the branch cuts of C.
package complex
