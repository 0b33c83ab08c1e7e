// Package probe writes programs that measure the workgroup memory of a card, and print a row with its
// figures: `optc export --probe sm_90`.
package probe
