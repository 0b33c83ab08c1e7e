// Package tensors has passes of tensor programs, among them those that upstream reaches by transform operations
// only: operations on tensors become operations on vectors, get layouts, and lose slices that a loop
// carries.
package tensors
