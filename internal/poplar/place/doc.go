// Package place decides addresses: it puts the allocations of a tile where their
// alignment, range, region and the pairs that must lie apart allow, and checks
// addresses against these demands without the reasoning of the placer.
//
// It exists so that one package chooses addresses, from demands alone: it knows neither
// vertices nor variables.
package place
