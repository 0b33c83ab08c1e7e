package parallel_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"optc/internal/base/parallel"
)

func ExampleDo() {
	squares := make([]int, 5)
	parallel.Do(2, len(squares), func(_, i int) { squares[i] = i * i })
	fmt.Println(squares)
	// Output: [0 1 4 9 16]
}

func TestEveryNumberOnce(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{-1, 0, 1, 2, 7, 100} {
		for _, n := range []int{0, 1, 2, 50} {
			calls := make([]atomic.Int64, n)
			parallel.Do(workers, n, func(worker, i int) {
				if worker < 0 || worker >= max(1, workers) {
					t.Errorf("%d workers: got number %d", workers, worker)
				}
				calls[i].Add(1)
			})
			for i := range calls {
				if c := calls[i].Load(); c != 1 {
					t.Errorf("%d workers, n = %d: %d calls for %d", workers, n, c, i)
				}
			}
		}
	}
}

func TestSmallestPanic(t *testing.T) {
	t.Parallel()
	for range 20 {
		func() {
			defer func() {
				p, ok := recover().(*parallel.Panic)
				if !ok || p.Value != "at 3" || !strings.Contains(string(p.Stack), "TestSmallestPanic") {
					t.Errorf("got %v", p)
				}
			}()
			parallel.Do(3, 20, func(_, i int) {
				if i >= 3 {
					panic(fmt.Sprint("at ", i))
				}
			})
		}()
	}
}
