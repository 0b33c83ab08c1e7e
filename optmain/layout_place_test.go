package optmain

import (
	"strings"
	"testing"
)

// TestElementAt: an element is found in every spelling, and a place has its elements.
func TestElementAt(t *testing.T) {
	t.Parallel()
	const blocked = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>"
	for _, test := range []struct {
		args string // separated by two spaces
		want string
	}{
		{blocked + "  --element-at  5,6", "\nthread 41 (lane 9 of subgroup 1), register 2\n"},
		{blocked + "  --held-by  subgroup=1,lane=9", "\nthread 41 (lane 9 of subgroup 1): (5,4) (5,5) (5,6) (5,7)\n"},
		{blocked + "  --held-by  thread=41,register=2", "\nthread 41 (lane 9 of subgroup 1): (5,6)\n"},
		{blocked + "  --held-by  lane=9", "\nthread 9 (lane 9 of subgroup 0): (1,4) (1,5) (1,6) (1,7)\nthread 41 (lane 9 of subgroup 1): (5,4)"},
		{"#ttg.slice<{dim = 1, parent = " + blocked + "}>  --element-at  5", "\nthread 40 (lane 8 of subgroup 1), register 0\nthread 41 "},
		{"#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>  --element-at  8,3", "\nthread 1, register 3\n"},
		{"#iree_gpu.mma_layout<NV_MMA_SYNC_F32_16x8x16_F16> acc  --element-at  8,3", "\nthread 1, register 3\n"},
		{"((4,8),(2,2)):((32,1),(16,8))  --shape  16x8  --element-at  8,3", "\nthread 1, register 3\n"},
		{"Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1)  --element  f16  --element-at  4,0", "\ncell 72, which is byte 144 as f16 and bank 4\n"},
		{"#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>  --held-by  cell=10", "\ncell 10, which is byte 40 as f32 and bank 10: (1,0)\n"},
		{"(8,8):(9,1)  --held-by  bank=3", "bank 3: (0,3)\ncell 67, which is byte 268 as f32 and bank 3: (7,4)\n"},
		{"#poplar.mapping<0: 0..8; 1: 8..16>  --element-at  12", "\ntile 1, cell 4"},
		{"#poplar.mapping<0: 0..8; 1: 8..16>  --held-by  tile=1", "\ntile 1: (8) (9) (10)"},
		{"(4,4)  --held-by  cell=99", "\nNo element is there.\n"},
	} {
		code, stdout, stderr := in(t.TempDir(), append([]string{"layout"}, strings.Split(test.args, "  ")...)...)
		if code != 0 || !strings.Contains(stdout, test.want) {
			t.Errorf("%s: exit code %d, no %q in\n%s%s", test.args, code, test.want, stdout, stderr)
		}
	}
	for args, want := range map[string]string{
		blocked + "  --element-at  5":                      "expected 2 coordinates for a tensor of 8x32, but got '5'",
		blocked + "  --element-at  8,0":                    "expected a number from 0 to 7 along dimension 0, but got '8'",
		blocked + "  --element-at  0,0  --held-by  lane=1": "are two questions; ask one",
		blocked + "  --held-by  lan=1":                     "there is no axis 'lan'; did you mean 'lane'?",
		blocked + "  --held-by  lane=32":                   "expected a lane from 0 to 31, but got 32",
		blocked + "  --held-by  thread=64":                 "expected a thread from 0 to 63, but got 64",
		blocked + "  --held-by  thread=3,lane=4":           "no place has all of these coordinates",
		blocked + "  --held-by  lane":                      "expected a place such as thread=7, but got 'lane'",
		blocked + "  " + blocked + "  --element-at  0,0":   "expected one layout for a place or an element, but got 2",
		"(8,8)  --buffer":                                  "is a layout of memory, but flag '--buffer' takes layouts of threads",
		"#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>  --buffer": "is for a memory of rows",
		blocked + "  --buffer  --target  ipu2": "which ipu2 does not have",
	} {
		if code, _, stderr := in(t.TempDir(), append([]string{"layout"}, strings.Split(args, "  ")...)...); code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, no %q in\n%s", args, code, want, stderr)
		}
	}
}

// TestBuffer: rows that 64 threads write and columns that they read go through a swizzle without conflicts, and the swizzle is
// proposed where a memory without it has conflicts.
func TestBuffer(t *testing.T) {
	t.Parallel()
	const rows = "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>"
	const columns = "#ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [0, 1]}>"
	code, stdout, stderr := in(t.TempDir(), "layout", rows, columns, "--buffer", "--element", "f16", "--shape", "64x64")
	for _, want := range []string{
		"The best, swizzle, takes 192 cycles, without conflicts:\nSwizzle<3,3,6> o 0 o (64,64):(64,1)\n#ttg.swizzled_shared<{vec = 8, perPhase = 8, maxPhase = 8, order = [1, 0]}>\n#iree_codegen.xor_shuffle<64, 8, 64, 8>\n",
		"The runner-up, padding, takes ", "The last, rows as they are, takes 1088 cycles:\n",
	} {
		if code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("exit code %d, no %q in\n%s%s", code, want, stdout, stderr)
		}
	}
	code, stdout, stderr = in(t.TempDir(), "layout", columns, "(64,64):(64,1)", "--shape", "64x64", "--element", "f16")
	if want := "with a swizzle, the accesses take 128 cycles:\nSwizzle<"; code != 0 || !strings.Contains(stdout, want) {
		t.Errorf("exit code %d, no %q in\n%s%s", code, want, stdout, stderr)
	}
	// A proposed layout takes as many cycles as the proposal states.
	code, stdout, stderr = in(t.TempDir(), "layout", columns, "Swizzle<3,3,6> o 0 o (64,64):(64,1)", "--element", "f16", "--shape", "64x64")
	if want := "take 128 cycles, the least"; code != 0 || !strings.Contains(stdout, want) || strings.Contains(stdout, "with a ") {
		t.Errorf("exit code %d, no %q in\n%s%s", code, want, stdout, stderr)
	}
	// Rows of any extent are padded, and a layout that is used once needs no second one.
	code, stdout, stderr = in(t.TempDir(), "layout", columns, "--buffer", "--shape", "64x24")
	if want := "The best, padding, takes "; code != 0 || !strings.Contains(stdout, want) || strings.Contains(stdout, "wizzle") {
		t.Errorf("exit code %d, no %q in\n%s%s", code, want, stdout, stderr)
	}
}
