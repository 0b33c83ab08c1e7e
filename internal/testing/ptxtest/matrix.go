package ptxtest

import (
	"errors"
	"fmt"
	"strings"

	"optc/num"
)

// multiply executes the matrix instructions m16n8k8 and m16n8k16 of f16 and bf16 with sums in f32, which are added
// in the order of k (PTX ISA, "Matrix Fragments for mma.m16n8k16").
func multiply(in *Instruction, warp []*thread) error {
	parts := strings.Split(in.Op, ".")
	depth := map[string]int{"m16n8k8": 8, "m16n8k16": 16}[parts[3]]
	typ := parts[7]
	if depth == 0 || typ != "f16" && typ != "bf16" || strings.Join(parts[6:], ".") != "f32."+typ+"."+typ+".f32" || len(warp) != lanes {
		return errors.New("the matrix instruction is not executed")
	}
	// factor returns a number of 16 bits of a lane.
	factor := func(argument, lane, element int) num.Float {
		v := warp[lane].get(in.Arguments[argument].Words[element/2])
		return floatOf(typ, v>>(16*(element%2))&mask(16))
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

// loadMatrices executes ldmatrix of numbers of 16 bits: lane l gives the address of row l mod 8 of matrix l div 8 (PTX ISA, "ldmatrix").
func loadMatrices(in *Instruction, warp []*thread) error {
	if len(warp) != lanes {
		return errors.New("the instruction needs all lanes")
	}
	registers, transposed := in.Arguments[0].Words, strings.Contains(in.Op, ".trans.")
	rows := make([][]byte, 8*len(registers))
	for lane := range rows {
		t, place := warp[lane], in.Arguments[1]
		base, err := t.value(place.word())
		if err != nil {
			return err
		}
		at := (base + uint64(place.Offset)) & mask(32)
		if at%16 != 0 || at+16 > uint64(len(t.shared)) {
			return fmt.Errorf("row %d is at %d of %d in shared memory: not there or not aligned", lane, at, len(t.shared))
		}
		rows[lane] = t.shared[at:][:16]
	}
	for lane, t := range warp {
		for tile, register := range registers {
			var v uint64
			for j := range 2 {
				row, column := lane/4, lane%4*2+j
				if transposed {
					row, column = column, row
				}
				v |= number(rows[8*tile+row][2*column:][:2]) << (16 * j)
			}
			t.set(register, v)
		}
	}
	return nil
}
