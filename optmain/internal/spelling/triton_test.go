package spelling

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestTriton compares layouts of Triton with the linear layouts that Triton's tests print
// (unittest/Dialect/TritonGPU/LinearLayoutConversionsTest.cpp; the names are the names there). Bits are listed as
// register, lane, warp and block.
func TestTriton(t *testing.T) {
	t.Parallel()
	blocked := func(size, threads, warps, order string) string {
		return fmt.Sprintf("#ttg.blocked<{sizePerThread = [%s], threadsPerWarp = [%s], warpsPerCTA = [%s], order = [%s]}>", size, threads, warps, order)
	}
	cga := func(size, threads, warps, order, ctas, split, ctaOrder string) string {
		return fmt.Sprintf("#ttg.blocked<{sizePerThread = [%s], threadsPerWarp = [%s], warpsPerCTA = [%s], order = [%s], CTAsPerCGA = [%s], CTASplitNum = [%s], CTAOrder = [%s]}>",
			size, threads, warps, order, ctas, split, ctaOrder)
	}
	mma := func(version int, instr, warps, more string) string {
		return fmt.Sprintf("#ttg.nvidia_mma<{versionMajor = %d, versionMinor = 0, warpsPerCTA = [%s]%s, instrShape = [%s]}>", version, warps, more, instr)
	}
	mfma := func(size int, warps string, transposed bool) string {
		return fmt.Sprintf("#ttg.amd_mfma<{version = 2, warpsPerCTA = [%s], instrShape = [%d, %d], isTransposed = %t}>", warps, size, size, transposed)
	}
	tiled := func(size int, transposed bool) string {
		return fmt.Sprintf("#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [%d, %d, 8], isTransposed = %t, tilesPerWarp = [2, 2]}>", size, size, transposed)
	}
	double := "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 4], isTransposed = false, elementBitWidth = 64}>"
	wmma := func(version int, warps string, transposed bool) string {
		return fmt.Sprintf("#ttg.amd_wmma<{version = %d, isTranspose = %t, warpsPerCTA = [%s]}>", version, transposed, warps)
	}
	dot := func(parent string, index, width int) string {
		return fmt.Sprintf("#ttg.dot_op<{opIdx = %d, parent = %s, kWidth = %d}>", index, parent, width)
	}
	slice := func(parent string, dim int) string {
		return fmt.Sprintf("#ttg.slice<{dim = %d, parent = %s}>", dim, parent)
	}
	divided := cga("2, 4", "4, 2", "2, 2", "1, 0", "2, 2", "2, 2", "1, 0")
	legacy2, legacy4 := mma(3, "16, 32, 16", "4, 2", ""), mma(3, "16, 16, 8", "4, 4", "")
	const mmaLane, mma3Lane = "0,2 0,4 1,0 2,0 4,0", "0,0,2 0,0,4 0,1,0 0,2,0 0,4,0"
	const mfmaLane, mfmaLaneT = "0,1 0,2 0,4 0,8 0,16 4,0", "1,0 2,0 4,0 8,0 16,0 0,4"
	const mfma3Lane, mfma3LaneT = "0,0,1 0,0,2 0,0,4 0,0,8 0,0,16 0,4,0", "0,1,0 0,2,0 0,4,0 0,8,0 0,16,0 0,0,4"
	for _, test := range []struct {
		name, text string // the name ends with the shape of the tensor
		want       string // bits of registers / lanes / warps / blocks
	}{
		{"SimpleBlocked 16", blocked("1", "4", "4", "0"), "/1 2/4 8/"},
		{"CTADuplication 32", cga("1", "4", "4", "0", "4", "2", "0"), "/1 2/4 8/16 0"},
		{"CTABroadcast 64x128", cga("8, 1", "8, 4", "1, 4", "0, 1", "1, 2", "1, 2", "1, 0"), "1,0 2,0 4,0 0,16 0,32/8,0 16,0 32,0 0,1 0,2/0,4 0,8/0,64"},
		{"ShapeLargerThanLayout 128", blocked("1", "4", "4", "0"), "16 32 64/1 2/4 8/"},
		{"ShapeLargerThanLayout2DDegenerate 128x1", blocked("1, 1", "4, 1", "4, 1", "0, 1"), "16,0 32,0 64,0/1,0 2,0/4,0 8,0/"},
		{"ShapeSmallerThanLayout 8", blocked("4", "4", "4", "0"), "1 2/4 0/0 0/"},
		{"ReversedOrder 1x64", blocked("1, 1", "32, 1", "1, 8", "0, 1"), "0,8 0,16 0,32/0,0 0,0 0,0 0,0 0,0/0,1 0,2 0,4/"},
		{"ReplicateInRegisterDim 32", blocked("2", "4", "1", "0"), "1 8 16/2 4//"},
		{"OneDimTooLargeAnotherTooSmall 128x16", cga("1, 4", "8, 4", "4, 1", "1, 0", "2, 2", "2, 1", "1, 0"), "0,1 0,2 32,0/0,4 0,8 1,0 2,0 4,0/8,0 16,0/0,0 64,0"},
		{"RepeatInCTGDimFirst 4", cga("1", "1", "4", "0", "2", "2", "0"), "//1 0/2"},
		{"SmallerThanCTALayout 2", cga("1", "1", "1", "0", "4", "4", "0"), "///1 0"},
		{"Skinny 64x1", cga("8, 1", "8, 4", "1, 4", "0, 1", "1, 2", "1, 2", "0, 1"), "1,0 2,0 4,0/8,0 16,0 32,0 0,0 0,0/0,0 0,0/0,0"},
		{"BlockedOrder 1024x128", cga("2, 2", "4, 8", "2, 2", "1, 0", "2, 2", "2, 2", "1, 0"),
			"0,1 1,0 0,32 16,0 32,0 64,0 128,0 256,0/0,2 0,4 0,8 2,0 4,0/0,16 8,0/0,64 512,0"},
		{"Blocked4D 2x1x1x1", blocked("1, 1, 1, 4", "2, 1, 1, 16", "1, 2, 4, 1", "3, 0, 1, 2"),
			"0,0,0,0 0,0,0,0/0,0,0,0 0,0,0,0 0,0,0,0 0,0,0,0 1,0,0,0/0,0,0,0 0,0,0,0 0,0,0,0/"},
		{"MMAv2_32x32 32x32", mma(2, "16, 8", "1, 1", ""), "0,1 8,0 0,8 0,16 16,0/" + mmaLane + "//"},
		{"MMAv2_ExtendDim2 16x128", mma(2, "16, 8", "1, 1", ""), "0,1 8,0 0,8 0,16 0,32 0,64/" + mmaLane + "//"},
		{"MMAv2_Cga 64x128x128", mma(2, "1, 16, 8", "16, 1, 1", ", CTAsPerCGA = [4, 2, 2], CTASplitNum = [4, 2, 1], CTAOrder = [2, 1, 0]"),
			"0,0,1 0,8,0 0,0,8 0,0,16 0,0,32 0,0,64 0,16,0 0,32,0/" + mma3Lane + "/1,0,0 2,0,0 4,0,0 8,0,0/0,0,0 0,64,0 16,0,0 32,0,0"},
		{"MMAv2_Small3D 1x128x128", mma(2, "1, 16, 8", "16, 1, 1", ", CTAsPerCGA = [4, 2, 2], CTASplitNum = [4, 2, 1], CTAOrder = [2, 1, 0]"),
			"0,0,1 0,8,0 0,0,8 0,0,16 0,0,32 0,0,64 0,16,0 0,32,0/" + mma3Lane + "/0,0,0 0,0,0 0,0,0 0,0,0/0,0,0 0,64,0 0,0,0 0,0,0"},
		{"MMAv3_64x16 64x16", mma(3, "16, 16, 8", "4, 1", ""), "0,1 8,0 0,8/" + mmaLane + "/16,0 32,0/"},
		{"MMAv3_64x16, 16x8x8 64x16", mma(3, "16, 8, 8", "4, 1", ""), "0,1 8,0 0,8/" + mmaLane + "/16,0 32,0/"},
		{"MMAv3_128x16 128x16", mma(3, "16, 16, 8", "4, 1", ""), "0,1 8,0 0,8 64,0/" + mmaLane + "/16,0 32,0/"},
		{"MMAv3_1024x1024 1024x1024", mma(3, "16, 16, 8", "4, 1", ""),
			"0,1 8,0 0,8 0,16 0,32 0,64 0,128 0,256 0,512 64,0 128,0 256,0 512,0/" + mmaLane + "/16,0 32,0/"},
		{"MMAv3_4x2Warps 64x32", legacy2, "0,1 8,0 0,8 0,16/" + mmaLane + "/16,0 32,0 0,0/"},
		{"MMAv3_4x2Warps 64x64", legacy2, "0,1 8,0 0,8 0,16/" + mmaLane + "/16,0 32,0 0,32/"},
		{"MMAv3_4x2Warps 128x64", legacy2, "0,1 8,0 0,8 0,16 64,0/" + mmaLane + "/16,0 32,0 0,32/"},
		{"MMAv3_4x2Warps 256x64", legacy2, "0,1 8,0 0,8 0,16 64,0 128,0/" + mmaLane + "/16,0 32,0 0,32/"},
		{"MMAv3_4x4Warps 16x16", legacy4, "0,1 8,0 0,8/" + mmaLane + "/0,0 0,0 0,0 0,0/"},
		{"MMAv3_4x4Warps 32x16", legacy4, "0,1 8,0 0,8/" + mmaLane + "/16,0 0,0 0,0 0,0/"},
		{"MMAv3_4x4Warps 64x16", legacy4, "0,1 8,0 0,8/" + mmaLane + "/16,0 32,0 0,0 0,0/"},
		{"MMAv3_4x4Warps 128x16", legacy4, "0,1 8,0 0,8 64,0/" + mmaLane + "/16,0 32,0 0,0 0,0/"},
		{"MMAv3_4x4Warps 32x32", legacy4, "0,1 8,0 0,8/" + mmaLane + "/16,0 0,0 0,16 0,0/"},
		{"MMAv3_4x4Warps 64x32", legacy4, "0,1 8,0 0,8/" + mmaLane + "/16,0 32,0 0,16 0,0/"},
		{"MFMA32_2x4Warps 32x32", mfma(32, "2, 4", false), "1,0 2,0 8,0 16,0/" + mfmaLane + "/0,0 0,0 0,0/"},
		{"MFMA32_2x4Warps 64x32", mfma(32, "2, 4", false), "1,0 2,0 8,0 16,0/" + mfmaLane + "/0,0 0,0 32,0/"},
		{"MFMA32_2x4Warps 128x128", mfma(32, "2, 4", false), "1,0 2,0 8,0 16,0 64,0/" + mfmaLane + "/0,32 0,64 32,0/"},
		{"MFMA32_2x4Warps T 32x32", mfma(32, "2, 4", true), "0,1 0,2 0,8 0,16/" + mfmaLaneT + "/0,0 0,0 0,0/"},
		{"MFMA32_2x4Warps T 64x32", mfma(32, "2, 4", true), "0,1 0,2 0,8 0,16/" + mfmaLaneT + "/0,0 0,0 32,0/"},
		{"MFMA32_2x4Warps T 128x128", mfma(32, "2, 4", true), "0,1 0,2 0,8 0,16 64,0/" + mfmaLaneT + "/0,32 0,64 32,0/"},
		{"MFMA16_2x4Warps 16x16", mfma(16, "2, 4", false), "1,0 2,0/0,1 0,2 0,4 0,8 4,0 8,0/0,0 0,0 0,0/"},
		{"MFMA16_2x4Warps_F64 16x16", double, "4,0 8,0/0,1 0,2 0,4 0,8 1,0 2,0/0,0 0,0 0,0/"},
		{"MFMA32_2x4Warps_tpw_2_2 32x32", tiled(32, false), "1,0 2,0 8,0 16,0 0,0 0,0/" + mfmaLane + "/0,0 0,0 0,0/"},
		{"MFMA32_2x4Warps_tpw_2_2 128x128", tiled(32, false), "1,0 2,0 8,0 16,0 0,32 32,0/" + mfmaLane + "/0,64 0,0 64,0/"},
		{"MFMA32_2x4Warps_tpw_2_2 256x256", tiled(32, false), "1,0 2,0 8,0 16,0 0,32 32,0 128,0/" + mfmaLane + "/0,64 0,128 64,0/"},
		{"MFMA32_2x4Warps_tpw_2_2 T 32x32", tiled(32, true), "0,1 0,2 0,8 0,16 0,0 0,0/" + mfmaLaneT + "/0,0 0,0 0,0/"},
		{"MFMA32_2x4Warps_tpw_2_2 T 128x128", tiled(32, true), "0,1 0,2 0,8 0,16 0,32 32,0/" + mfmaLaneT + "/0,64 0,0 64,0/"},
		{"MFMA32_2x4Warps_tpw_2_2 T 256x256", tiled(32, true), "0,1 0,2 0,8 0,16 0,32 32,0 128,0/" + mfmaLaneT + "/0,64 0,128 64,0/"},
		{"MFMA16_2x4Warps_tpw_2_2 32x32", tiled(16, false), "1,0 2,0 0,16 16,0/0,1 0,2 0,4 0,8 4,0 8,0/0,0 0,0 0,0/"},
		{"MFMA16_2x4Warps_tpw_2_2 128x128", tiled(16, false), "1,0 2,0 0,16 16,0 64,0/0,1 0,2 0,4 0,8 4,0 8,0/0,32 0,64 32,0/"},
		{"MFMA16_2x4Warps_tpw_2_2 256x256", tiled(16, false), "1,0 2,0 0,16 0,128 16,0 64,0 128,0/0,1 0,2 0,4 0,8 4,0 8,0/0,32 0,64 32,0/"},
		{"MFMA16_2x4Warps_tpw_2_2 T 256x256", tiled(16, true), "0,1 0,2 0,16 0,128 16,0 64,0 128,0/1,0 2,0 4,0 8,0 0,4 0,8/0,32 0,64 32,0/"},
		{"MFMA32_2x4x1Warps 1x128x128", mfma(32, "2, 4, 1", false), "0,1,0 0,2,0 0,8,0 0,16,0 0,0,32 0,0,64/" + mfma3Lane + "/0,32,0 0,64,0 0,0,0/"},
		{"MFMA32_2x4x1Warps 2x32x32", mfma(32, "2, 4, 1", false), "0,1,0 0,2,0 0,8,0 0,16,0/" + mfma3Lane + "/0,0,0 0,0,0 1,0,0/"},
		{"MFMA32_2x4x1Warps 2x64x32", mfma(32, "2, 4, 1", false), "0,1,0 0,2,0 0,8,0 0,16,0/" + mfma3Lane + "/0,32,0 0,0,0 1,0,0/"},
		{"MFMA32_2x4x1Warps T 1x128x128", mfma(32, "2, 4, 1", true), "0,0,1 0,0,2 0,0,8 0,0,16 0,0,32 0,0,64/" + mfma3LaneT + "/0,32,0 0,64,0 0,0,0/"},
		{"MFMA32_2x4x1Warps T 2x32x32", mfma(32, "2, 4, 1", true), "0,0,1 0,0,2 0,0,8 0,0,16/" + mfma3LaneT + "/0,0,0 0,0,0 1,0,0/"},
		{"MFMA32_2x4x1Warps T 2x64x32", mfma(32, "2, 4, 1", true), "0,0,1 0,0,2 0,0,8 0,0,16/" + mfma3LaneT + "/0,32,0 0,0,0 1,0,0/"},
		{"WMMA_v2_2x4Warps 16x16", wmma(2, "2, 4", false), "1,0 2,0 4,0/0,1 0,2 0,4 0,8 8,0/0,0 0,0 0,0/"},
		{"WMMA_v2_2x4Warps 32x16", wmma(2, "2, 4", false), "1,0 2,0 4,0/0,1 0,2 0,4 0,8 8,0/0,0 0,0 16,0/"},
		{"WMMA_v1 16x16", wmma(1, "1, 1", false), "2,0 4,0 8,0/0,1 0,2 0,4 0,8 1,0//"},
		{"WMMA_v1 T 16x16", wmma(1, "1, 1", true), "0,2 0,4 0,8/1,0 2,0 4,0 8,0 0,1//"},
		{"wmmaOperandK8 2x64x16", dot(wmma(2, "2, 4, 1", false), 1, 8), "0,1,0 0,2,0 0,4,0 0,16,0 0,32,0/0,0,1 0,0,2 0,0,4 0,0,8 0,8,0/0,0,0 0,0,0 1,0,0/"},
		{"wmmaOperandK8 4x128x32", dot(wmma(2, "2, 4, 1", false), 1, 8), "0,1,0 0,2,0 0,4,0 0,16,0 0,32,0 0,64,0 0,0,16 2,0,0/0,0,1 0,0,2 0,0,4 0,0,8 0,8,0/0,0,0 0,0,0 1,0,0/"},
		{"wmmaOperand 4x128x32", dot(wmma(1, "2, 4, 1", false), 1, 16), "0,1,0 0,2,0 0,4,0 0,8,0 0,16,0 0,32,0 0,64,0 0,0,16 2,0,0/0,0,1 0,0,2 0,0,4 0,0,8 0,0,0/0,0,0 0,0,0 1,0,0/"},
		{"DotMMAv2_tile_kwidth8 16x64", dot(mma(2, "16, 8", "1, 1", ""), 0, 8), "0,1 0,2 0,4 8,0 0,32/0,8 0,16 1,0 2,0 4,0//"},
		{"DotMMAv2_tile_kwidth8 64x8", dot(mma(2, "16, 8", "1, 1", ""), 1, 8), "1,0 2,0 4,0 32,0/8,0 16,0 0,1 0,2 0,4//"},
		{"SliceDot v2 16", slice(dot(mma(2, "16, 8", "1, 1", ""), 0, 8), 1), "8/0 0 1 2 4//"},
		{"SliceDot v3 16", slice(dot(mma(3, "16, 16, 8", "4, 1", ""), 0, 2), 0), "1 8/2 4 0 0 0/0 0/"},
		{"SliceOfBlocked 128", slice(divided, 0), "1 2 16 32/4 0 0/8 0/64 0"},
		{"SliceOfBlocked, other dimension 128", slice(divided, 1), "1 16 32/0 2 4/0 8/0 64"},
	} {
		l, err := Read(test.text, Options{Shape: shapeOf(t, test.name)})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		want := linearText(test.want)
		linear, err := Lookup("ttg.linear")
		if err != nil {
			t.Fatal(err)
		}
		got, err := linear.Write(l, Options{})
		if err != nil || got != want {
			t.Errorf("%s: %s, want %s; %v", test.name, got, want, err)
		}
	}
}

// TestTritonShared compares shared encodings of Triton with the linear layouts that Triton's tests print. A linear layout
// gives the element of each bit of an offset.
func TestTritonShared(t *testing.T) {
	t.Parallel()
	shared := func(vec, perPhase, maxPhase int, order string) string {
		return fmt.Sprintf("#ttg.swizzled_shared<{vec = %d, perPhase = %d, maxPhase = %d, order = [%s]}>", vec, perPhase, maxPhase, order)
	}
	nvmma := func(bytes, bits int, transposed bool) string {
		return fmt.Sprintf("#ttg.nvmma_shared<{swizzlingByteWidth = %d, transposed = %t, elementBitWidth = %d}>", bytes, transposed, bits)
	}
	identity := func(n, dim, rank int) (bits []string) {
		for bit := 1; bit < n; bit *= 2 {
			at := make([]int64, rank)
			at[dim] = int64(bit)
			bits = append(bits, join(at))
		}
		return bits
	}
	for _, test := range []struct {
		name, text string // the name ends with the shape of the tensor
		want       string
	}{
		{"SharedSimple1D 1024", shared(1, 1, 1, "0"), strings.Join(identity(1024, 0, 1), " ")},
		{"SharedSimple2D 128x128", shared(1, 1, 1, "1, 0"), strings.Join(append(identity(128, 1, 2), identity(128, 0, 2)...), " ")},
		{"SharedSimple2D_Order01 128x128", shared(1, 1, 1, "0, 1"), strings.Join(append(identity(128, 0, 2), identity(128, 1, 2)...), " ")},
		{"SharedSwizzled2D_MaxPhaseOnly 32x32", shared(1, 1, 4, "1, 0"), "0,1 0,2 0,4 0,8 0,16 1,1 2,2 4,0 8,0 16,0"},
		{"SharedSwizzled2D_PerPhaseMaxPhase 32x32", shared(1, 2, 4, "1, 0"), "0,1 0,2 0,4 0,8 0,16 1,0 2,1 4,2 8,0 16,0"},
		{"SharedSwizzled2D_Vec 4x8", shared(2, 1, 4, "1, 0"), "0,1 0,2 0,4 1,2 2,4"},
		{"SharedSwizzled2D_PerPhaseMaxPhaseVec 32x32", shared(2, 2, 4, "1, 0"), "0,1 0,2 0,4 0,8 0,16 1,0 2,2 4,4 8,0 16,0"},
		{"SharedSwizzled4D 2x4x32x32", shared(2, 2, 4, "3, 2, 1, 0"),
			"0,0,0,1 0,0,0,2 0,0,0,4 0,0,0,8 0,0,0,16 0,0,1,0 0,0,2,2 0,0,4,4 0,0,8,0 0,0,16,0 0,1,0,0 0,2,0,0 1,0,0,0"},
		{"SharedSwizzled2D_Order01 4x8", shared(1, 1, 4, "0, 1"), "1,0 2,0 1,1 2,2 0,4"},
		{"LeadingOffset_8x16_4_2 8x16", shared(8, 4, 2, "1, 0"), "0,1 0,2 0,4 0,8 1,0 2,0 4,8"},
		{"LeadingOffset_128x16_4_2 128x16", shared(8, 4, 2, "1, 0"), "0,1 0,2 0,4 0,8 1,0 2,0 4,8 8,0 16,0 32,0 64,0"},
		{"LeadingOffset_8x32_2_4 8x32", shared(8, 2, 4, "1, 0"), "0,1 0,2 0,4 0,8 0,16 1,0 2,8 4,16"},
		{"LeadingOffset_8x64_1_8 8x64", shared(8, 1, 8, "1, 0"), "0,1 0,2 0,4 0,8 0,16 0,32 1,8 2,16 4,32"},
		{"LeadingOffset_8x16_4_2 in bytes 8x16", nvmma(32, 16, false), "0,1 0,2 0,4 0,8 1,0 2,0 4,8"},
		{"LeadingOffset_128x16_4_2 in bytes 128x16", nvmma(32, 16, false), "0,1 0,2 0,4 0,8 1,0 2,0 4,8 8,0 16,0 32,0 64,0"},
		{"LeadingOffset_8x32_2_4 in bytes 8x32", nvmma(64, 16, false), "0,1 0,2 0,4 0,8 0,16 1,0 2,8 4,16"},
		{"LeadingOffset_8x64_1_8 in bytes 8x64", nvmma(128, 16, false), "0,1 0,2 0,4 0,8 0,16 0,32 1,8 2,16 4,32"},
		{"more columns than a row of the swizzle 16x64", nvmma(32, 16, false), "0,1 0,2 0,4 0,8 1,0 2,0 4,8 8,0 0,16 0,32"},
		{"transposed 16x16", nvmma(32, 16, true), "1,0 2,0 4,0 8,0 0,1 0,2 8,4 0,8"},
		{"bits of the offset 2x4", "#shared = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 2]], block = []}, alignment = 16>", "0,1 0,2 1,2"},
		{"an earlier name 4x8", "#triton_gpu.shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>", "0,1 0,2 0,4 1,2 2,4"},
		{"Shared1DSwizzle 64x1", shared(2, 2, 4, "1, 0"), strings.Join(identity(64, 0, 2), " ")},
	} {
		l, err := Read(test.text, Options{Shape: shapeOf(t, test.name)})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		inverse, ok := l.Map.Inverse()
		if !ok {
			t.Errorf("%s has no inverse", test.name)
			continue
		}
		var got []string
		for offset := int64(1); offset < l.Map.Count(); offset *= 2 {
			at, _ := inverse.Locate([]int64{0, offset})
			got = append(got, join(l.coord(at.Offset)))
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: %s, want %s", test.name, text, test.want)
		}
	}
}

// linearText writes bits of registers / lanes / warps / blocks as a linear encoding.
func linearText(bits string) string {
	var parts []string
	for i, list := range strings.Split(bits, "/") {
		var at []string
		for _, coord := range strings.Fields(list) {
			at = append(at, "["+strings.ReplaceAll(coord, ",", ", ")+"]")
		}
		parts = append(parts, linearAxes[i].name+" = ["+strings.Join(at, ", ")+"]")
	}
	return "#ttg.linear<{" + strings.Join(parts, ", ") + "}>"
}

// shapeOf reads the shape, such as 16x8, at the end of a text.
func shapeOf(t *testing.T, text string) (shape []int64) {
	t.Helper()
	for part := range strings.SplitSeq(text[strings.LastIndexByte(text, ' ')+1:], "x") {
		var n int64
		if _, err := fmt.Sscan(part, &n); err != nil {
			t.Fatal(err)
		}
		shape = append(shape, n)
	}
	return slices.Clip(shape)
}

// TestTilesOfWMMA: ctaLayout gives the tiles of warps and registers one by one (Triton LinearLayoutConversions.cpp,
// AMDWmmaEncodingAttr::toLinearLayout and wmmaDotOperandToLinearLayout: tiles along the sums are copies, or no registers).
func TestTilesOfWMMA(t *testing.T) {
	t.Parallel()
	const byWarps, byTiles = "#ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = [2, 4]}>", "#ttg.amd_wmma<{version = 2, isTranspose = false, ctaLayout = {warp = [[0, 1], [0, 2], [1, 0]]}}>"
	const more = "#ttg.amd_wmma<{version = 2, isTranspose = false, ctaLayout = {register = [[0, 1]], warp = [[0, 2], [1, 0]]}}>"
	operand := func(index int, parent string) string {
		return fmt.Sprintf("#ttg.dot_op<{opIdx = %d, parent = %s, kWidth = 8}>", index, parent)
	}
	for _, test := range []struct{ text, want, shape string }{
		{byTiles, byWarps, "32x64"},
		{byTiles, byWarps, "128x64"},
		{operand(0, byTiles), operand(0, byWarps), "32x16"},
		{operand(1, byTiles), operand(1, byWarps), "16x128"},
		{more, "#ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [0, 16]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [8, 0]], warp = [[0, 32], [16, 0]], block = []}>", "32x64"},
		{operand(0, more), "#ttg.linear<{register = [[0, 1], [0, 2], [0, 4]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 8]], warp = [[0, 0], [16, 0]], block = []}>", "32x16"},
		{operand(1, more), "#ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [0, 16]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [8, 0]], warp = [[0, 32], [0, 0]], block = []}>", "16x64"},
	} {
		o := Options{Context: newContext(), Shape: shapeOf(t, test.shape)}
		got, err1 := Read(test.text, o)
		want, err2 := Read(test.want, o)
		if err1 != nil || err2 != nil {
			t.Errorf("%s: %v, %v", test.text, err1, err2)
		} else if how := want.differs(got); how != "" {
			t.Errorf("%s of %s: %s", test.text, test.shape, how)
		}
	}
}

// TestMistakes: a wrong text is reported with its place, and with a suggestion.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"#ttg.dot_op<{opIdx = 2, parent = #ttg.blocked<{}>, kWidth = 2}>":                                                           "1:22: error: expected 0 or 1 as 'opIdx'",
		"#ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>":                                                                       "1:34: error: the text does not say which layout '#mma' is; write the layout in its place",
		"#ttg.dot_op<{opIdx = 0, parent = #ttg.linear<{}>, kWidth = 2}>":                                                            "1:34: error: expected the layout of a result as 'parent'",
		"#ttg.dot_op<{opIdx = 0, parent = 3, kWidth = 2}>":                                                                          "1:34: error: expected an attribute as 'parent'",
		"#ttg.dot_op<{opIdx = 0, kWidht = 2}>":                                                                                      "did you mean 'kWidth'?",
		"#ttg.slice<{dim = 4, parent = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [4], warpsPerCTA = [1], order = [0]}>}>": "1:19: error: expected a dimension below 1, but got 4",
		"#ttg.slice<{dim = 0, parent = #ttg.padded_shared<[4:+4] {order = [0]}>}>":                                                  "expected a layout of threads as 'parent'",
		"#ttg.nvmma_shared<{swizzlingByteWidth = 48, transposed = false, elementBitWidth = 16}>":                                    "1:41: error: expected 0, 32, 64 or 128",
		"#ttg.amd_wmma<{version = 4, warpsPerCTA = [1, 1]}>":                                                                        "1:26: error: expected a version from 1 to 3",
		"#ttg.amd_wmma<{version = 2, ctaLayout = {warp = [[1, 1]]}}>":                                                               "1:50: error: expected one power of two, and zeros, in an entry of the ctaLayout of ttg.amd_wmma, but got [1, 1]",
		"#ttg.amd_wmma<{version = 2, ctaLayout = {wrap = [[0, 1]]}}>":                                                               "did you mean 'warp'?",
		"#ttg.amd_wmma<{version = 2, ctaLayout = [1, 1]}>":                                                                          "1:41: error: expected {register = […], warp = […]} as 'ctaLayout'",
		"#triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>":                        "write it as #ttg.nvmma_shared",
		"#ttg.shared_linear<{offset = [[0, 1]]}, align = 4>":                                                                        "expected 'alignment = '",
		"(_4,_8:(_1,_4)":             "1:7: error: expected ',' or ')', but got ':(1,4)'",
		"ziped_divide((8,8), (2,2))": "did you mean 'zipped_divide'?",
		"#ttg.nvma_shared<{}>":       "did you mean 'ttg.nvmma_shared'?",
	} {
		_, err := Read(text, Options{Context: newContext()})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	deep := "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [4], warpsPerCTA = [1], order = [0]}>"
	for range 100 {
		deep = "#ttg.slice<{dim = 0, parent = " + deep + "}>"
	}
	if _, err := Read(deep, Options{}); err == nil || !strings.Contains(err.Error(), "nested more than") {
		t.Errorf("%v", err)
	}
}
