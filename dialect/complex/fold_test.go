package complex_test

import (
	"testing"

	"optc/internal/testing/irtest"
	"optc/ir"
)

// Sums, products and functions that may be rounded fold to an operand where flags allow the difference.
func TestFoldsWithFlags(t *testing.T) {
	_, module := irtest.Parse(t, `
func.func @f(%a: complex<f32>, %b: complex<f32>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %0 = complex.sub %a, %b fastmath<reassoc> : complex<f32>
  %1 = complex.add %0, %b fastmath<fast> {folds} : complex<f32>
  %2 = complex.add %0, %b : complex<f32>
  %3 = complex.add %a, %zero fastmath<nsz> {folds} : complex<f32>
  %4 = complex.add %a, %zero : complex<f32>
  %5 = complex.mul %a, %one fastmath<nnan,ninf,nsz> {folds} : complex<f32>
  %6 = complex.mul %a, %one fastmath<nsz> : complex<f32>
  %7 = complex.div %a, %one fastmath<nnan,ninf,nsz> {folds} : complex<f32>
  %8 = complex.exp %a : complex<f32>
  %9 = complex.log %8 fastmath<fast> {folds} : complex<f32>
  %10 = complex.log %8 : complex<f32>
  return
}`)
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if op.NumOperands() > 0 && op.NumResults() == 1 {
			if got, want := len(ir.Fold(op).Results) > 0, op.Attr("folds") != nil; got != want {
				t.Errorf("%s folds: %v, want %v", op, got, want)
			}
		}
		return ir.Advance
	})
}
