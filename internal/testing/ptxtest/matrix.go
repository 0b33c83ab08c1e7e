package ptxtest

import (
	"errors"
	"strings"

	"optc/num"
)

// multiply executes the matrix instructions m16n8k8 and m16n8k16 of f16 with sums in f32, which are added
// in the order of k (PTX ISA, "Matrix Fragments for mma.m16n8k16").
func multiply(in *Instruction, warp []*thread) error {
	parts := strings.Split(in.Op, ".")
	depth := map[string]int{"m16n8k8": 8, "m16n8k16": 16}[parts[3]]
	if depth == 0 || strings.Join(parts[6:], ".") != "f32.f16.f16.f32" || len(warp) != lanes {
		return errors.New("the matrix instruction is not executed")
	}
	// factor returns a number of 16 bits of a lane.
	factor := func(argument, lane, element int) num.Float {
		v := warp[lane].get(in.Arguments[argument].Words[element/2])
		return floatOf("f16", v>>(16*(element%2))&mask(16))
	}
	results := make([][4]uint64, lanes)
	for lane, t := range warp {
		for j := range 4 {
			row, column := lane/4+j/2*8, lane%4*2+j%2
			sum := floatOf("f32", t.get(in.Arguments[3].Words[j]))
			for k := range depth {
				from := k % 8 / 2
				a := factor(1, row%8*4+from, row/8*2+k%2+k/8*4)
				b := factor(2, column*4+from, k%2+k/8*2)
				x, _ := a.Convert(num.F32, num.NearestEven)
				y, _ := b.Convert(num.F32, num.NearestEven)
				sum = sum.Add(x.Mul(y, num.NearestEven), num.NearestEven)
			}
			results[lane][j] = bitsOf(sum)
		}
	}
	for lane, t := range warp {
		for j, w := range in.Arguments[0].Words {
			t.set(w, results[lane][j])
		}
	}
	return nil
}
