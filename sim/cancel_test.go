package sim_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"optc/sim"
)

// ending is a context that ends when it has been checked the given number of times, and
// counts the checks.
type ending struct {
	context.Context
	left, asked int
}

func (e *ending) Err() error {
	if e.asked++; e.asked > e.left {
		return context.Canceled
	}
	return nil
}

// One operation on many elements checks the context as often as many operations, and
// stops when the context has ended.
func TestOneLargeOperationStops(t *testing.T) {
	t.Parallel()
	const n = 1 << 17
	for name, code := range map[string]string{
		"transfer_write":  "vector.transfer_write %v, %m[%i] : vector<Nxi8>, memref<Nxi8>",
		"transfer_read":   "%0 = vector.transfer_read %t[%i], %e : tensor<Nxi8>, vector<Nxi8>",
		"extract_slice":   "%0 = tensor.extract_slice %t[0] [N] [1] : tensor<Nxi8> to tensor<Nxi8>",
		"insert_slice":    "%0 = tensor.insert_slice %t into %t[0] [N] [1] : tensor<Nxi8> into tensor<Nxi8>",
		"concat":          "%0 = tensor.concat dim(0) %t, %t : (tensor<Nxi8>, tensor<Nxi8>) -> tensor<?xi8>",
		"create_mask":     "%0 = vector.create_mask %i : vector<Nxi1>",
		"gather":          "%k = vector.create_mask %i : vector<Nxi1>\n%0 = vector.gather %t[%i] [%v], %k, %v : tensor<Nxi8>, vector<Nxi8>, vector<Nxi1>, vector<Nxi8> into vector<Nxi8>",
		"copy":            "memref.copy %m, %m : memref<Nxi8> to memref<Nxi8>",
		"addi":            "%0 = arith.addi %v, %v : vector<Nxi8>",
		"reduction":       "%0 = vector.reduction <add>, %v : vector<Nxi8> into i8",
		"multi_reduction": "%0 = vector.multi_reduction <add>, %v, %e [0] : vector<Nxi8> to i8",
		"outerproduct":    "%o = arith.constant dense<1> : vector<1xi8>\n%0 = vector.outerproduct %v, %o : vector<Nxi8>, vector<1xi8>",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const operands = "%v = arith.constant dense<1> : vector<Nxi8>\n%t = arith.constant dense<1> : tensor<Nxi8>\n" +
				"%m = memref.alloc() : memref<Nxi8>\n%i = arith.constant 0 : index\n%e = arith.constant 0 : i8\n"
			text := strings.ReplaceAll("func.func @f() {\n"+operands+code+"\nreturn\n}", "N", fmt.Sprint(n))
			_, m := parse(t, text)
			run := func(left int) (int, error) {
				ctx := &ending{Context: t.Context(), left: left}
				_, err := sim.New(m, nil).Call(ctx, "f")
				return ctx.asked, err
			}
			asks, err := run(math.MaxInt)
			if err != nil || asks < n/2048 {
				t.Fatalf("asked %d times for %d elements, error %v", asks, n, err)
			}
			asked, err := run(asks / 2)
			if !errors.Is(err, context.Canceled) || asked > asks/2+2 {
				t.Errorf("asked %d times after the end, error %v", asked-asks/2, err)
			}
		})
	}
}
