package sim_test

import (
	"strings"
	"testing"

	"optc/sim"
)

// Every function gets the tensors %t = [100, …, 111] and %m = [[0, 1, 2], [3, 4, 5]],
// and returns one value.
func TestTensorOps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, typ, body, want string }{
		{name: "empty and dim", typ: "index", body: `%e = tensor.empty(%c3) : tensor<2x?xi8>
			%r = tensor.dim %e, %c1 : tensor<2x?xi8>`, want: "3"},
		{name: "empty elements", typ: "tensor<2xi8>", body: "%r = tensor.empty() : tensor<2xi8>", want: "[undef, undef]"},
		{name: "splat", typ: "tensor<2x?xindex>", body: "%r = tensor.splat %c3[%c2] : tensor<2x?xindex>",
			want: "[[3, 3], [3, 3]]"},
		{name: "generate", typ: "tensor<?x2xindex>", body: `%r = tensor.generate %c2 {
			^bb0(%i: index, %j: index):
				%s = arith.addi %i, %j : index
				tensor.yield %s : index
			} : tensor<?x2xindex>`, want: "[[0, 1], [1, 2]]"},
		{name: "rank", typ: "index",
			body: "%u = tensor.cast %m : tensor<2x3xindex> to tensor<*xindex>\n %r = tensor.rank %u : tensor<*xindex>",
			want: "2"},
		{name: "bitcast", typ: "tensor<1xi32>", body: `%f = arith.constant dense<1.0> : tensor<1xf32>
			%r = tensor.bitcast %f : tensor<1xf32> to tensor<1xi32>`, want: "[1065353216]"},
		{name: "extract", typ: "index", body: "%r = tensor.extract %m[%c1, %c2] : tensor<2x3xindex>", want: "5"},
		{name: "insert leaves its operand", typ: "tensor<3xindex>", body: `%a = tensor.from_elements %c1, %c2, %c3 : tensor<3xindex>
			%b = tensor.insert %c0 into %a[%c1] : tensor<3xindex>
			%r = arith.addi %a, %b : tensor<3xindex>`, want: "[2, 2, 6]"},
		{name: "reshape", typ: "tensor<3x?xindex>", body: `%s = tensor.from_elements %c3, %c2 : tensor<2xindex>
			%r = tensor.reshape %m(%s) : (tensor<2x3xindex>, tensor<2xindex>) -> tensor<3x?xindex>`, want: "[[0, 1], [2, 3], [4, 5]]"},
		{name: "expand", typ: "tensor<2x?x3xindex>", body: `%u = tensor.cast %m : tensor<2x3xindex> to tensor<?x3xindex>
			%r = tensor.expand_shape %u [[0, 1], [2]] output_shape [2, %c1, 3] : tensor<?x3xindex> into tensor<2x?x3xindex>`,
			want: "[[[0, 1, 2]], [[3, 4, 5]]]"},
		{name: "collapse", typ: "tensor<6xindex>",
			body: "%r = tensor.collapse_shape %m [[0, 1]] : tensor<2x3xindex> into tensor<6xindex>",
			want: "[0, 1, 2, 3, 4, 5]"},
		{name: "slice", typ: "tensor<?xindex>",
			body: "%r = tensor.extract_slice %t[%c1] [%c3] [%c2] : tensor<12xindex> to tensor<?xindex>",
			want: "[101, 103, 105]"},
		{name: "backward slice", typ: "tensor<3xindex>",
			body: "%s = arith.constant -2 : index\n %r = tensor.extract_slice %t[10] [3] [%s] : tensor<12xindex> to tensor<3xindex>",
			want: "[110, 108, 106]"},
		{name: "reduced slice", typ: "tensor<2xindex>",
			body: "%r = tensor.extract_slice %m[0, %c1] [2, 1] [1, 1] : tensor<2x3xindex> to tensor<2xindex>",
			want: "[1, 4]"},
		{name: "insert slice", typ: "tensor<2x3xindex>", body: `%p = tensor.from_elements %c3, %c3 : tensor<2xindex>
			%r = tensor.insert_slice %p into %m[0, %c2] [2, 1] [1, 1] : tensor<2xindex> into tensor<2x3xindex>`, want: "[[0, 1, 3], [3, 4, 3]]"},
		{name: "forall", typ: "tensor<2x3xindex>", body: `%r = scf.forall (%i) in (%c2) shared_outs(%o = %m) -> (tensor<2x3xindex>) {
				%x = tensor.extract %o[%c1, %c1] : tensor<2x3xindex>
				%y = arith.addi %x, %i : index
				%p = tensor.from_elements %y : tensor<1xindex>
				scf.forall.in_parallel {
					tensor.parallel_insert_slice %p into %o[%i, 1] [1, 1] [1, 1] : tensor<1xindex> into tensor<2x3xindex>
				}
			}`, want: "[[0, 4, 2], [3, 5, 5]]"},
		{name: "pad", typ: "tensor<3x?xindex>", body: `%r = tensor.pad %m low[0, %c1] high[1, 0] {
			^bb0(%i: index, %j: index):
				%k = arith.constant 10 : index
				%x = arith.muli %i, %k : index
				%y = arith.addi %x, %j : index
				tensor.yield %y : index
			} : tensor<2x3xindex> to tensor<3x?xindex>`, want: "[[0, 0, 1, 2], [10, 3, 4, 5], [20, 21, 22, 23]]"},
		{name: "concat", typ: "tensor<2x4xindex>", body: `%p = tensor.extract_slice %m[0, 0] [2, 1] [1, 1] : tensor<2x3xindex> to tensor<2x1xindex>
			%r = tensor.concat dim(1) %m, %p : (tensor<2x3xindex>, tensor<2x1xindex>) -> tensor<2x4xindex>`, want: "[[0, 1, 2, 0], [3, 4, 5, 3]]"},
		{name: "concat of rows", typ: "tensor<4x2xindex>", body: `%a = tensor.extract_slice %m[0, 0] [1, 2] [1, 1] : tensor<2x3xindex> to tensor<1x2xindex>
			%b = tensor.extract_slice %m[0, 1] [2, 2] [1, 1] : tensor<2x3xindex> to tensor<2x2xindex>
			%r = tensor.concat dim(0) %a, %b, %a : (tensor<1x2xindex>, tensor<2x2xindex>, tensor<1x2xindex>) -> tensor<4x2xindex>`, want: "[[0, 1], [1, 2], [4, 5], [0, 1]]"},
		{name: "gather of elements", typ: "tensor<3xindex>", body: `%i = arith.constant dense<[[1, 2], [0, 1], [1, 0]]> : tensor<3x2xi32>
			%r = tensor.gather %m[%i] gather_dims([0, 1]) : (tensor<2x3xindex>, tensor<3x2xi32>) -> tensor<3xindex>`, want: "[5, 1, 3]"},
		{name: "empty slice", typ: "tensor<0xindex>",
			body: "%c12 = arith.constant 12 : index\n %r = tensor.extract_slice %t[%c12] [0] [1] : tensor<12xindex> to tensor<0xindex>",
			want: "[]"},
		{name: "slice of the whole", typ: "tensor<12xindex>",
			body: "%r = tensor.extract_slice %t[0] [12] [1] : tensor<12xindex> to tensor<12xindex>",
			want: "[100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111]"},
		{name: "expand to nothing", typ: "tensor<?x2xindex>", body: `%e = tensor.empty(%c0) : tensor<?xindex>
			%r = tensor.expand_shape %e [[0, 1]] output_shape [%c0, 2] : tensor<?xindex> into tensor<?x2xindex>`, want: "[]"},
		{name: "reshape to nothing", typ: "tensor<?x?xindex>", body: `%e = tensor.empty(%c0) : tensor<?xindex>
			%s = tensor.from_elements %c2, %c0 : tensor<2xindex>
			%r = tensor.reshape %e(%s) : (tensor<?xindex>, tensor<2xindex>) -> tensor<?x?xindex>`, want: "[[], []]"},
		{name: "pad on both sides", typ: "tensor<7xindex>", body: `%r = tensor.pad %first low[1] high[2] {
			^bb0(%i: index):
				tensor.yield %i : index
			} : tensor<4xindex> to tensor<7xindex>`, want: "[0, 100, 101, 102, 103, 5, 6]"},
		{name: "stored by maps", typ: "tensor<4xindex>", body: `%v = vector.from_elements %c1, %c2 : vector<2xindex>
			%s = iree_linalg_ext.map_store %v into %first {
			^bb0(%i: index):
				%two = arith.muli %i, %c2 : index
				%on = arith.constant true
				iree_linalg_ext.yield %two, %on : index, i1
			} : vector<2xindex> into tensor<4xindex> -> tensor<4xindex>
			%r = arith.addi %s, %first : tensor<4xindex>`, want: "[101, 202, 104, 206]"},
		{name: "written", typ: "tensor<4xindex>", body: `%v = vector.from_elements %c1, %c2 : vector<2xindex>
			%s = vector.transfer_write %v, %first[%c1] : vector<2xindex>, tensor<4xindex>
			%r = arith.addi %s, %first : tensor<4xindex>`, want: "[200, 102, 104, 206]"},
		{name: "gather", typ: "tensor<2x2x1xindex>", body: `%i = arith.constant dense<[[2], [0]]> : tensor<2x1xi32>
			%r = tensor.gather %m[%i] gather_dims([1]) : (tensor<2x3xindex>, tensor<2x1xi32>) -> tensor<2x2x1xindex>`, want: "[[[2], [5]], [[0], [3]]]"},
		{name: "scatter", typ: "tensor<2x3xindex>", body: `%i = arith.constant dense<[[2], [0]]> : tensor<2x1xi32>
			%s = tensor.expand_shape %first [[0, 1]] output_shape [2, 2] : tensor<4xindex> into tensor<2x2xindex>
			%r = tensor.scatter %s into %m[%i] scatter_dims([1]) unique : (tensor<2x2xindex>, tensor<2x3xindex>, tensor<2x1xi32>) -> tensor<2x3xindex>`,
			want: "[[102, 1, 100], [103, 4, 101]]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := runTensor(t, c.typ, c.body)
			if err != nil || got != c.want {
				t.Errorf("got %s, %v; want %s", got, err, c.want)
			}
		})
	}
}

func TestTensorErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, typ, body, want string }{
		{name: "empty", typ: "tensor<?xi8>", body: "%n = arith.constant -1 : index\n %r = tensor.empty(%n) : tensor<?xi8>",
			want: "extent 0 of a tensor is negative: -1"},
		{name: "large", typ: "tensor<?x?xi8>",
			body: "%n = arith.constant 100000 : index\n %r = tensor.empty(%n, %n) : tensor<?x?xi8>",
			want: "a tensor of extents [100000, 100000] has more than"},
		{name: "cast", typ: "tensor<3xindex>",
			body: "%u = tensor.cast %t : tensor<12xindex> to tensor<?xindex>\n %r = tensor.cast %u : tensor<?xindex> to tensor<3xindex>",
			want: "extent 0 is 12, but the result type has 3"},
		{name: "extract", typ: "index", body: "%r = tensor.extract %m[%c2, %c0] : tensor<2x3xindex>",
			want: "index 2 of dimension 0 is outside its extent 2"},
		{name: "insert", typ: "tensor<2x3xindex>", body: "%r = tensor.insert %c0 into %m[%c0, %c3] : tensor<2x3xindex>",
			want: "index 3 of dimension 1 is outside its extent 3"},
		{name: "slice", typ: "tensor<?xindex>",
			body: "%r = tensor.extract_slice %t[11] [%c2] [1] : tensor<12xindex> to tensor<?xindex>",
			want: "slice [11, 12] of dimension 0 leaves its extent 12"},
		{name: "slice before", typ: "tensor<2xindex>",
			body: "%n = arith.constant -1 : index\n %r = tensor.extract_slice %t[%n] [2] [1] : tensor<12xindex> to tensor<2xindex>",
			want: "slice [-1, 0] of dimension 0 leaves its extent 12"},
		{name: "backward slice", typ: "tensor<2xindex>",
			body: "%n = arith.constant -1 : index\n %r = tensor.extract_slice %t[0] [2] [%n] : tensor<12xindex> to tensor<2xindex>",
			want: "slice [0, -1] of dimension 0 leaves its extent 12"},
		{name: "empty slice behind", typ: "tensor<0xindex>",
			body: "%n = arith.constant 13 : index\n %r = tensor.extract_slice %t[%n] [0] [1] : tensor<12xindex> to tensor<0xindex>",
			want: "slice of dimension 0 begins at 13 outside its extent 12"},
		{name: "empty slice before", typ: "tensor<0xindex>",
			body: "%n = arith.constant -1 : index\n %r = tensor.extract_slice %t[%n] [0] [1] : tensor<12xindex> to tensor<0xindex>",
			want: "slice of dimension 0 begins at -1 outside its extent 12"},
		{name: "negative slice", typ: "tensor<?xindex>",
			body: "%n = arith.constant -1 : index\n %r = tensor.extract_slice %t[0] [%n] [1] : tensor<12xindex> to tensor<?xindex>",
			want: "size 0 of the slice is negative: -1"},
		{name: "negative reshape", typ: "tensor<?x?xindex>",
			body: "%a = arith.constant -3 : index\n %b = arith.constant -4 : index\n %s = tensor.from_elements %a, %b : tensor<2xindex>\n %r = tensor.reshape %t(%s) : (tensor<12xindex>, tensor<2xindex>) -> tensor<?x?xindex>",
			want: "cannot reshape extents [12] to [-3, -4]"},
		{name: "negative expand", typ: "tensor<?x?xindex>", body: "%a = arith.constant -3 : index\n %b = arith.constant -4 : index\n %u = tensor.cast %t : tensor<12xindex> to tensor<?xindex>\n %r = tensor.expand_shape %u [[0, 1]] output_shape [%a, %b] : tensor<?xindex> into tensor<?x?xindex>",
			want: "expected extents [-3, -4] to have the 12 elements of dimension 0"},
		{name: "negative pad above", typ: "tensor<?xindex>", body: "%n = arith.constant -1 : index\n %r = tensor.pad %t low[0] high[%n] {\n^bb0(%i: index):\n tensor.yield %i : index\n} : tensor<12xindex> to tensor<?xindex>",
			want: "the padding of dimension 0 is negative: 0 and -1"},
		{name: "poison coordinate", typ: "tensor<1xindex>", body: "%p = ub.poison : index\n %i = tensor.from_elements %c0, %p : tensor<2xindex>\n %j = tensor.expand_shape %i [[0, 1]] output_shape [1, 2] : tensor<2xindex> into tensor<1x2xindex>\n %r = tensor.gather %m[%j] gather_dims([0, 1]) : (tensor<2x3xindex>, tensor<1x2xindex>) -> tensor<1xindex>",
			want: "behaviour depends on a poison value"},
		{name: "negative coordinate", typ: "tensor<1x2xindex>", body: "%i = arith.constant dense<-1> : tensor<1x1xi32>\n %r = tensor.gather %m[%i] gather_dims([1]) : (tensor<2x3xindex>, tensor<1x1xi32>) -> tensor<1x2xindex>",
			want: "coordinate -1 of dimension 1 is outside its extent 3"},
		{name: "source", typ: "tensor<12xindex>", body: "%u = tensor.empty(%c2) : tensor<?xindex>\n %r = tensor.insert_slice %u into %t[0] [%c3] [1] : tensor<?xindex> into tensor<12xindex>",
			want: "expected a source of extents [3], but got [2]"},
		{name: "expand", typ: "tensor<?x?xindex>", body: "%u = tensor.cast %t : tensor<12xindex> to tensor<?xindex>\n %r = tensor.expand_shape %u [[0, 1]] output_shape [%c2, %c3] : tensor<?xindex> into tensor<?x?xindex>",
			want: "expected extents [2, 3] to have the 12 elements of dimension 0"},
		{name: "pad", typ: "tensor<?xindex>", body: "%n = arith.constant -1 : index\n %r = tensor.pad %t low[%n] high[0] {\n^bb0(%i: index):\n tensor.yield %i : index\n} : tensor<12xindex> to tensor<?xindex>",
			want: "the padding of dimension 0 is negative: -1 and 0"},
		{name: "gather", typ: "tensor<1x2xindex>", body: "%i = arith.constant dense<3> : tensor<1x1xi32>\n %r = tensor.gather %m[%i] gather_dims([1]) : (tensor<2x3xindex>, tensor<1x1xi32>) -> tensor<1x2xindex>",
			want: "coordinate 3 of dimension 1 is outside its extent 3"},
		{name: "scatter", typ: "tensor<2x3xindex>", body: `%i = arith.constant dense<1> : tensor<2x1xi32>
			%s = tensor.expand_shape %first [[0, 1]] output_shape [2, 2] : tensor<4xindex> into tensor<2x2xindex>
			%r = tensor.scatter %s into %m[%i] scatter_dims([1]) unique : (tensor<2x2xindex>, tensor<2x3xindex>, tensor<2x1xi32>) -> tensor<2x3xindex>`,
			want: "coordinate 1 of the scatter occurs twice"},
		{name: "slice size", typ: "tensor<3xindex>", body: "%r = tensor.extract_slice %t[0] [3] [%c3] : tensor<12xindex> to tensor<3xindex>\n %n = arith.constant 70000000 : index\n %u = tensor.cast %t : tensor<12xindex> to tensor<?xindex>\n %s = tensor.extract_slice %u[0] [%n] [%c0] : tensor<?xindex> to tensor<?xindex>",
			want: "a tensor of extents [70000000] has more than"},
		{name: "large pad", typ: "tensor<?xindex>", body: "%n = arith.constant 70000000 : index\n %r = tensor.pad %t low[0] high[%n] {\n^bb0(%i: index):\n tensor.yield %i : index\n} : tensor<12xindex> to tensor<?xindex>",
			want: "has more than"},
		{name: "large concat", typ: "tensor<?xindex>", body: "%n = arith.constant 40000000 : index\n %e = tensor.empty(%n) : tensor<?xindex>\n %r = tensor.concat dim(0) %e, %e : (tensor<?xindex>, tensor<?xindex>) -> tensor<?xindex>",
			want: "has more than"},
		{name: "concat", typ: "tensor<?x?xindex>", body: "%a = tensor.empty(%c1, %c2) : tensor<?x?xindex>\n %b = tensor.empty(%c1, %c3) : tensor<?x?xindex>\n %r = tensor.concat dim(0) %a, %b : (tensor<?x?xindex>, tensor<?x?xindex>) -> tensor<?x?xindex>",
			want: "expected operands of extent 2 in dimension 1, but got 3"},
		{name: "scatter shape", typ: "tensor<2x3xindex>", body: `%i = arith.constant dense<1> : tensor<1x1xi32>
			%d = tensor.cast %m : tensor<2x3xindex> to tensor<?x3xindex>
			%s = tensor.empty(%c3) : tensor<1x?x1xindex>
			%q = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<1x?x1xindex>, tensor<?x3xindex>, tensor<1x1xi32>) -> tensor<?x3xindex>
			%r = tensor.cast %q : tensor<?x3xindex> to tensor<2x3xindex>`,
			want: "expected a source of extents [1, 2, 1], but got [1, 3, 1]"},
		{name: "parallel insert", typ: "tensor<12xindex>", body: `%u = tensor.empty(%c2) : tensor<?xindex>
			%r = scf.forall (%i) in (1) shared_outs(%o = %t) -> (tensor<12xindex>) {
				scf.forall.in_parallel {
					tensor.parallel_insert_slice %u into %o[11] [%c2] [1] : tensor<?xindex> into tensor<12xindex>
				}
			}`, want: "slice [11, 12] of dimension 0 leaves its extent 12"},
		{name: "select", typ: "tensor<?xindex>", body: "%a = tensor.cast %t : tensor<12xindex> to tensor<?xindex>\n %b = tensor.cast %first : tensor<4xindex> to tensor<?xindex>\n %on = arith.cmpi ult, %a, %a : tensor<?xindex>\n %r = arith.select %on, %a, %b : tensor<?xi1>, tensor<?xindex>",
			want: "the operands have the extents [12] and [4]"},
		{name: "elementwise", typ: "tensor<?xindex>", body: "%a = tensor.cast %t : tensor<12xindex> to tensor<?xindex>\n %b = tensor.cast %first : tensor<4xindex> to tensor<?xindex>\n %r = arith.addi %a, %b : tensor<?xindex>",
			want: "the operands have the extents [12] and [4]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got, err := runTensor(t, c.typ, c.body); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %s, %v; want %s", got, err, c.want)
			}
		})
	}
}

func runTensor(t *testing.T, typ, body string) (string, error) {
	t.Helper()
	ctx, module := parse(t, `func.func @f(%t: tensor<12xindex>, %m: tensor<2x3xindex>) -> `+typ+` {
		%c0 = arith.constant 0 : index
		%c1 = arith.constant 1 : index
		%c2 = arith.constant 2 : index
		%c3 = arith.constant 3 : index
		%first = tensor.extract_slice %t[0] [4] [1] : tensor<12xindex> to tensor<4xindex>
		`+body+`
		return %r : `+typ+`
	}`)
	x, m := sim.NewVector([]int64{12}, ctx.Index()), sim.NewVector([]int64{2, 3}, ctx.Index())
	for i := range x.Len() {
		x.SetBits(i, uint64(100+i))
	}
	for i := range m.Len() {
		m.SetBits(i, uint64(i))
	}
	vs, err := sim.New(module, nil).Call(t.Context(), "f", sim.Value{Ref: x}, sim.Value{Ref: m})
	if err != nil {
		return "", err
	}
	return sim.Format(module.Body().Front().Body().Back().Operand(0).Type(), vs[0]), nil
}
