// Package layout answers, for every kind of hardware, the two questions about
// data that is spread out: which unit holds a logical element, and where.
package layout
