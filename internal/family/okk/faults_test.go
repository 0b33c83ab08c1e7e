package okk_test

import (
	"fmt"
	"strings"
	"testing"
)

const (
	row4    = "!okk.local<1x1x1x4xf32, compact>"
	buffer4 = "!okk.sys<1x1x1x4xf32, continuous>"
)

// partsOfRow are views of a tensor %t of four numbers: each number, by its index, and the
// ranges given by first index and length, as %t12 for the numbers 1 and 2.
func partsOfRow() string {
	var b strings.Builder
	fmt.Fprintf(&b, "    %%t = okk.alloc : %s\n    okk.fill %%t, 1.0 : f32 : %s\n", row4, row4)
	for from := range 4 {
		for n := 1; from+n <= 4; n++ {
			fmt.Fprintf(&b, "    %%t%d%d = okk.slice %%t[0, 0, 0, %d] : %s to %s\n", from, n, from, row4, rowOf(n))
		}
	}
	return b.String()
}

func rowOf(n int) string { return fmt.Sprintf("!okk.local<1x1x1x%dxf32, strides[4, 4, 4, 1]>", n) }

// TestRaces: operations of an okk.parallel that access the same byte, which one of them
// writes, on the device and plainly, where parts of an array are lists of places.
func TestRaces(t *testing.T) {
	t.Parallel()
	fill := func(from, n int) string {
		return fmt.Sprintf("okk.fill %%t%d%d, 2.0 : f32 : %s", from, n, rowOf(n))
	}
	read := func(to string, from, n int) string {
		return fmt.Sprintf("okk.eltwise copy %s, %%t%d%d : %s, %s", to, from, n, rowOf(n), rowOf(n))
	}
	for name, c := range map[string]struct {
		body string
		race string // the two operations, and their tensors
	}{
		"writes apart":            {fill(0, 2) + "\n" + fill(2, 2), ""},
		"writes that meet":        {fill(0, 2) + "\n" + fill(1, 2), "'okk.fill' and 'okk.fill': '%t02' and '%t12'"},
		"the later part first":    {fill(2, 2) + "\n" + fill(0, 3), "'okk.fill' and 'okk.fill': '%t03' and '%t22'"},
		"read beside a write":     {read("%u01", 0, 1) + "\n" + fill(1, 3), ""},
		"read of what is written": {read("%u02", 1, 2) + "\n" + fill(2, 1), "'okk.eltwise' and 'okk.fill': '%t12' and '%t21'"},
		"reads that meet":         {read("%u02", 1, 2) + "\n" + read("%u22", 1, 2), ""},
		"in place":                {read("%t12", 1, 2), ""},
		"behind a read within":    {read("%u04", 0, 4) + "\n" + "okk.eltwise copy %u0, %t11 : !okk.local<1x1x1x1xf32, compact>, " + rowOf(1) + "\n" + fill(3, 1), "'okk.eltwise' and 'okk.fill': '%t04' and '%t31'"},
		"another tensor":          {fill(0, 4) + "\n" + "okk.fill %u04, 2.0 : f32 : " + rowOf(4), ""},
		"to a buffer from it":     {"okk.store %t to %b : " + row4 + " to " + buffer4 + "\n okk.load %b to %t : " + buffer4 + " to " + row4, "'okk.store' and 'okk.load': '%t'"},
		"of one buffer":           {"okk.load %b to %t : " + buffer4 + " to " + row4 + "\n okk.sys_copy %b to %c : " + buffer4 + " to " + buffer4, ""},
		"copies to one buffer":    {"okk.sys_copy %b to %c : " + buffer4 + " to " + buffer4 + "\n okk.sys_copy %a to %c : " + buffer4 + " to " + buffer4, "'okk.sys_copy' and 'okk.sys_copy': '%c'"},
	} {
		body := partsOfRow() + strings.NewReplacer("%t", "%u").Replace(partsOfRow()) + "    %u0 = okk.alloc : " + "!okk.local<1x1x1x1xf32, compact>\n"
		for _, b := range []string{"a", "b", "c"} {
			body += "    %" + b + ` = okk.sys_buffer "` + b + `" : ` + buffer4 + "\n"
		}
		text := module("k", body+"    okk.parallel {\n"+c.body+"\n    }\n")
		want := ""
		if c.race != "" {
			want = strings.Replace(c.race, ": ", " run at the same time and one of them writes what the other one uses: ", 1)
		}
		_, plainly := runPlainly(t, text)
		_, onDevice := runCompiled(t, text, "builtin.module(okk.kernel(okk-allocate))")
		for _, err := range []error{plainly, onDevice} {
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q\n%s", name, err, want, text)
			}
		}
	}
}

// TestFaults: errors that stop a kernel while it runs. An error that compiling finds
// occurs only in the plain interpretation.
func TestFaults(t *testing.T) {
	t.Parallel()
	const (
		tensor  = "!okk.local<2x1x1x3xf32, compact>"
		buffer  = "!okk.sys<2x1x1x3xf32, continuous>"
		ints    = "!okk.local<1x1x1x3xi32, compact>"
		whole   = "!okk.sys<1x1x1x3xi32, continuous>"
		numbers = "!okk.local<1x1x1x3xf32, compact>"
	)
	loop := func(from, to int, body string) string {
		return fmt.Sprintf("%%a = arith.constant %d : index\n%%b = arith.constant %d : index\n%%one = arith.constant 1 : index\nscf.for %%i = %%a to %%b step %%one {\n%s\n}\n", from, to, body)
	}
	batch := `%x = okk.sys_buffer "x" : ` + buffer + "\n%t = okk.alloc : " + numbers + "\n"
	part := "%p = okk.slice %x[%i, 0, 0, 0] : " + buffer + " to !okk.sys<1x1x1x3xf32, continuous>\nokk.load %p to %t : !okk.sys<1x1x1x3xf32, continuous> to " + numbers
	halves := "%t = okk.alloc : " + tensor + "\n%p = okk.slice %t[1, 0, 0, 0] : " + tensor + " to !okk.local<1x1x1x2xf32, strides[3, 3, 3, 1]>\n" +
		"okk.fill %p, 1.0 : f32 : !okk.local<1x1x1x2xf32, strides[3, 3, 3, 1]>\n"
	compute := func(body string) string {
		return "%t = okk.alloc : " + ints + "\n%u = okk.alloc : " + ints + "\nokk.fill %t, 40 : i32 : " + ints + "\n" +
			`okk.compute "c"(%t) to (%u) : (` + ints + ") -> " + ints + body +
			"\n" + `%y = okk.sys_buffer "y" : ` + whole + "\nokk.store %u to %y : " + ints + " to " + whole
	}
	table := func(n string) string {
		v := strings.TrimPrefix(n, "-")
		return strings.NewReplacer("%", "%_"+v).Replace("%t = okk.alloc : !okk.local<1x1x1x2xi32, aligned>\n%u = okk.alloc : !okk.local<1x1x1x2xf32, aligned>\n" +
			"okk.fill %t, " + n + " : i32 : !okk.local<1x1x1x2xi32, aligned>\nokk.function int32_to_fp32 %u, %t : !okk.local<1x1x1x2xf32, aligned>, !okk.local<1x1x1x2xi32, aligned>\n" +
			"%y = okk.sys_buffer \"y" + v + "\" : !okk.sys<1x1x1x2xf32, continuous>\nokk.store %u to %y : !okk.local<1x1x1x2xf32, aligned> to !okk.sys<1x1x1x2xf32, continuous>\n")
	}
	for name, c := range map[string]struct {
		body     string
		want     string
		compiled string // set if the passes before the device report another error
	}{
		"nothing": {halves, "", ""},
		"half is written": {halves + "okk.eltwise neg %t, %t : " + tensor + ", " + tensor,
			"element (0, 0, 0, 0) of '%t' is read before it is written", ""},
		"the last one is not": {"%t = okk.alloc : " + tensor + "\n%p = okk.slice %t[0, 0, 0, 0] : " + tensor + " to !okk.local<2x1x1x2xf32, strides[3, 3, 3, 1]>\n" +
			"okk.fill %p, 1.0 : f32 : !okk.local<2x1x1x2xf32, strides[3, 3, 3, 1]>\n%q = okk.slice %t[1, 0, 0, 1] : " + tensor + " to !okk.local<1x1x1x2xf32, strides[3, 3, 3, 1]>\n" +
			"okk.eltwise neg %q, %q : !okk.local<1x1x1x2xf32, strides[3, 3, 3, 1]>, !okk.local<1x1x1x2xf32, strides[3, 3, 3, 1]>",
			"element (0, 0, 0, 1) of '%q' is read before it is written", ""},
		"all batches":         {batch + loop(0, 2, part), "", ""},
		"at no place":         {batch + "%i = ub.poison : index\n" + part, "poison", "'ub.poison' op must be gone before a kernel is complete"},
		"behind the last":     {batch + loop(1, 3, part), "slice [2, 3) is out of bounds of dimension 0 of extent 2", "slice [2, 3) is out of bounds of dimension 0 of extent 2"},
		"before the first":    {batch + loop(-1, 1, part), "slice [-1, 0) is out of bounds of dimension 0 of extent 2", "slice [-1, 0) is out of bounds of dimension 0 of extent 2"},
		"no code":             {compute(""), "'c' has no code to run", ""},
		"a shift by the word": {compute(" {\n^bb0(%x: i32):\n%y = arith.shli %x, %x : i32\nokk.yield %y : i32\n}"), "poison", ""},
		"the table":           {table("-128") + table("127"), "", ""},
		"below the table":     {table("-129"), "element (0, 0, 0, 0) is -129; the table has [-128, 127]", ""},
		"above the table":     {table("128"), "element (0, 0, 0, 0) is 128; the table has [-128, 127]", ""},
		"a shift":             {compute(" {\n^bb0(%x: i32):\n%c = arith.constant 3 : i32\n%y = arith.shli %x, %c : i32\nokk.yield %y : i32\n}"), "", ""},
	} {
		text := module("k", c.body+"\n")
		if _, err := runPlainly(t, text); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, plainly: %v, want %q\n%s", name, err, c.want, text)
		}
		if c.compiled == "" {
			c.compiled = c.want
		}
		if _, err := runCompiled(t, text, "builtin.module(okk)"); (err == nil) != (c.compiled == "") || err != nil && !strings.Contains(err.Error(), c.compiled) {
			t.Errorf("%s, compiled: %v, want %q\n%s", name, err, c.compiled, text)
		}
	}
}

// TestUnwritten: unwritten elements make elements unwritten when they are copied over
// them.
func TestUnwritten(t *testing.T) {
	t.Parallel()
	const plain, packed = "!okk.local<4x1x1x3xf32, compact>", "!okk.local<4x1x1x3xf32, mode = ic2, compact>"
	const tensors = "%t = okk.alloc : " + plain + "\n%p = okk.alloc : " + packed + "\nokk.fill %t, 1.0 : f32 : " + plain + "\nokk.fill %p, 1.0 : f32 : " + packed +
		"\n%u = okk.alloc : " + plain + "\n%q = okk.alloc : " + packed + "\n%half = okk.slice %u[0, 0, 0, 0] : " + plain + " to !okk.local<2x1x1x3xf32, strides[3, 3, 3, 1]>\n" +
		"okk.fill %half, 2.0 : f32 : !okk.local<2x1x1x3xf32, strides[3, 3, 3, 1]>\n"
	for name, c := range map[string]struct{ body, want string }{
		"nothing is copied": {"okk.eltwise neg %t, %t : " + plain + ", " + plain + "\nokk.eltwise copy %p, %p : " + packed + ", " + packed, ""},
		"copied":            {"okk.copy %u to %t : " + plain + " to " + plain + "\nokk.eltwise neg %t, %t : " + plain + ", " + plain, "element (2, 0, 0, 0) of '%t'"},
		"packed":            {"okk.pack %u to %p : " + plain + " to " + packed + "\nokk.eltwise neg %p, %p : " + packed + ", " + packed, "element (2, 0, 0, 0) of '%p'"},
		"unpacked":          {"okk.unpack %q to %t : " + packed + " to " + plain + "\nokk.eltwise neg %t, %t : " + plain + ", " + plain, "element (0, 0, 0, 0) of '%t'"},
	} {
		text := module("k", tensors+c.body+"\n")
		_, plainly := runPlainly(t, text)
		_, onDevice := runCompiled(t, text, "builtin.module(okk.kernel(okk-allocate{policy=linear}))")
		for _, err := range []error{plainly, onDevice} {
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want+" is read before it is written") {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
		}
	}
}
