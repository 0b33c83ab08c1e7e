// Package okk makes kernels for Sophon and Sophgo TPUs a family of package
// lower: a kernel whose tensors have addresses becomes the contents of system memory, and
// runs on a simulated device or without one.
//
// It exists so that a wrong layout, address or stride changes the results. The device has
// lanes with their memory and system memory, and finds every byte by the addresses,
// strides and shapes in the lowered text; the plain interpretation has an array for every
// tensor and uses no addresses. Both share the arithmetic of the operations, in the same
// order.
package okk
