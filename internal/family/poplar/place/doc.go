// Package place chooses addresses: it places the allocations of a tile where their
// alignment, range, region and the pairs that must be apart allow. It also checks
// addresses against these demands independently of the placer's algorithm.
//
// It exists so that one package chooses addresses, from demands alone: it knows neither
// vertices nor variables.
package place
