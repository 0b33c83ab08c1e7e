package linear_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"optc/num/linear"
)

// Two positions in a table with rows of 8 elements are 3 elements apart in every row.
func Example() {
	row, column := linear.Of("row"), linear.Of("column")
	at := row.Times(8).Plus(column)
	next := at.Plus(linear.Sum[string]{Constant: 3})
	fmt.Println(at.Terms, next.Minus(at))
	quotient, rest := next.Plus(linear.Sum[string]{Constant: 18}).Divide(8)
	fmt.Println(quotient, rest)
	// Output:
	// [{row 8} {column 1}] {3 []}
	// {2 [{row 1}]} {5 [{column 1}]}
}

// TestValues compares each operation on sums with the operation on their values.
func TestValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sum := func() (s linear.Sum[int]) {
		s = linear.Sum[int]{Constant: int64(r.IntN(41) - 20)}
		for v := range 4 {
			if f := int64(r.IntN(9) - 4); f != 0 && r.IntN(3) > 0 {
				s.Terms = append(s.Terms, linear.Term[int]{Value: v, Factor: f})
			}
		}
		return s
	}
	var values [4]int64
	value := func(s linear.Sum[int]) int64 {
		n := s.Constant
		for _, term := range s.Terms {
			if term.Factor == 0 {
				t.Errorf("%v has a factor 0", s)
			}
			n += term.Factor * values[term.Value]
		}
		return n
	}
	for range 2000 {
		for i := range values {
			values[i] = int64(r.IntN(201) - 100)
		}
		a, b := sum(), sum()
		x, y, n := int64(r.IntN(9)-4), int64(r.IntN(9)-4), int64(r.IntN(7)+1)
		if got, want := value(linear.Combine(x, a, y, b)), x*value(a)+y*value(b); got != want {
			t.Fatalf("%d·%v + %d·%v is %d, expected %d", x, a, y, b, got, want)
		}
		if got, want := value(a.Minus(b).Plus(b.Times(n))), value(a)-value(b)+n*value(b); got != want {
			t.Fatalf("%v - %v + %d times that is %d, expected %d", a, b, n, got, want)
		}
		q, rest := a.Divide(n)
		if value(q)*n+value(rest) != value(a) || rest.Constant < 0 || rest.Constant >= n {
			t.Fatalf("%v divided by %d is %v, rest %v", a, n, q, rest)
		}
		if got, want := int8(value(a.Wrap(8))), int8(value(a)); got != want {
			t.Fatalf("%v in 8 bits is %d, expected %d", a, got, want)
		}
		if a.Within(n) != (max(a.Constant, -a.Constant) <= n && a.Wrap(64).Within(n)) {
			t.Fatalf("%v within %d is wrong", a, n)
		}
	}
}
