// Package place chooses addresses: it places the allocations of a tile where alignment, range,
// region and the pairs that must be apart allow it. It also checks addresses against these demands,
// with code that is independent of the placer.
//
// It exists so that one package chooses addresses, from demands alone: it knows neither
// vertices nor variables.
package place
