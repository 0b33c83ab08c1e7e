package okk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestChips: the figures of every chip (libsophon and tpu-mlir, chip headers). Only unusual
// limits are listed.
func TestChips(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, name := range MachineNames() {
		m, err := LookupMachine(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s:", name)
		for _, f := range m.Fields() {
			if usual := map[string]int64{"batch_max": 65535, "dim_max": 65535, "chan_max": 4095, "matrix_cols_max": 65535}[f.Name]; f.Value != usual {
				fmt.Fprintf(&b, " %s %d", f.Name, f.Value)
			}
		}
		if m.Modes != onlyN1 {
			b.WriteString(" packs")
		}
		if m.Compute != allDTypes {
			fmt.Fprintf(&b, " computes on %s", m.Compute)
		}
		if !m.Rules {
			b.WriteString(" without rules")
		}
		for _, s := range m.Spaces {
			fmt.Fprintf(&b, " %s %#x+%d", s.Name, s.Base, s.Bytes)
		}
		b.WriteByte('\n')
	}
	if diff := cmp.Diff(`bm1682: npus 64 npu_bytes 262144 align 128 banks 8 without rules global 0x0+4294967296
bm1684: npus 64 npu_bytes 524288 align 128 banks 8 base 134217728 packs computes on f32 or i32 or ui32 or i16 or ui16 or i8 or ui8 dtcm 0x2000000+524288 l2 0x10000000+4194304 global 0x100000000+12884901888
bm1684x: npus 64 npu_bytes 262144 align 64 banks 16 base 134217728 chan_max 65535 global 0x0+4294967296
bm1684x2: npus 16 npu_bytes 262144 align 32 banks 16 chan_max 65535 without rules l2 0x26d20000+1048576 global 0x1000000000+4294967296
bm1688: npus 32 npu_bytes 131072 align 16 banks 16 chan_max 65535 without rules global 0x0+4294967296
bm1690: npus 64 npu_bytes 262144 align 64 banks 16 chan_max 65535 without rules l2 0x6980000000+134217728 global 0x0+4294967296
bm1690e: npus 64 npu_bytes 262144 align 64 banks 16 chan_max 65535 without rules l2 0x6980000000+16777216 global 0x0+4294967296
bm1822: npus 8 npu_bytes 32768 align 16 banks 8 base 201326592 batch_max 4095 dim_max 4063 without rules global 0x0+4294967296
bm1880: npus 32 npu_bytes 65536 align 64 banks 8 without rules global 0x0+4294967296
bm1880v2: npus 32 npu_bytes 32768 align 16 banks 8 batch_max 4095 dim_max 4063 without rules global 0x0+4294967296
cv180x: npus 2 npu_bytes 32768 align 16 banks 8 base 201326592 batch_max 4095 dim_max 4063 without rules global 0x0+4294967296
cv181x: npus 8 npu_bytes 32768 align 16 banks 8 base 201326592 batch_max 4095 dim_max 4063 without rules global 0x0+4294967296
cv182x: npus 8 npu_bytes 32768 align 16 banks 8 base 201326592 batch_max 4095 dim_max 4063 without rules global 0x0+4294967296
cv183x: npus 32 npu_bytes 32768 align 16 banks 8 batch_max 4095 dim_max 4063 without rules global 0x0+4294967296
cv184x: npus 8 npu_bytes 65536 align 16 banks 16 chan_max 65535 without rules global 0x80000000+4294967296
cv186x: npus 32 npu_bytes 131072 align 16 banks 16 chan_max 65535 without rules global 0x0+4294967296
odd7: npus 7 npu_bytes 1792 align 128 banks 7 packs global 0x0+4294967296
sg2260: npus 64 npu_bytes 262144 align 64 banks 16 chan_max 65535 without rules l2 0x6980000000+134217728 global 0x0+4294967296
sg2380: npus 32 npu_bytes 131072 align 16 banks 16 chan_max 65535 without rules global 0x0+4294967296
sgtpuv8: npus 8 npu_bytes 65536 align 16 banks 16 chan_max 65535 without rules global 0x0+4294967296
toy4: npus 4 npu_bytes 1024 align 128 banks 8 packs global 0x0+4294967296
toy4k: npus 4 npu_bytes 4096 align 128 banks 8 packs global 0x0+4294967296
toy4n1: npus 4 npu_bytes 4096 align 128 banks 8 global 0x0+4294967296
toy8: npus 8 npu_bytes 2048 align 128 banks 8 packs global 0x0+4294967296
`, b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
