// Package okk makes kernels for Sophon and Sophgo TPUs a family of package
// lower: a kernel whose tensors have addresses becomes the contents of system memory, and
// runs on a simulated device or without one.
//
// It exists so that a layout, an address or a stride that is wrong shows in the results.
// The device has lanes with their memory and system memory, and finds every byte by the
// addresses, strides and shapes that the lowered text has; the plain interpretation has an
// array for every tensor and knows no addresses. Both share the arithmetic of the
// operations, in the same order.
package okk
