// Package tensors holds passes on tensor programs, some of which upstream offers only as transform operations:
// operations on tensors become operations on vectors, get layouts, and lose slices that a loop carries.
package tensors
