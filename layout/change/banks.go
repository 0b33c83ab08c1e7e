package change

import (
	"cmp"
	"slices"
)

// Banks describes memory that stores neighbouring words in different banks, in turn; a bank serves
// one word at a time. Examples are the workgroup memory of a GPU and the elements of a tile's
// memory. Count and Word may be any numbers of banks and of bytes.
type Banks struct {
	Count int64
	Word  int64 // bytes
}

// Row returns the bytes that the banks serve together.
func (b Banks) Row() int64 { return b.Count * b.Word }

// Cycles returns the number of steps that the banks need to serve lanes each of which accesses width bytes at an address.
func (b Banks) Lanes(width int64) int64 { return max(b.Row()/max(width, b.Word), 1) }

// Cycles returns the number of steps in which the banks serve lanes that each access width
// bytes at an address. Lanes that need no more than a word per bank go together, in the order of
// the list; in each step a bank serves one word, to all lanes that need it.
func (b Banks) Cycles(addresses []int64, width int64) (n int64) {
	var words []int64
	load := make([]int64, b.Count)
	for group := range slices.Chunk(addresses, int(b.Lanes(width))) {
		words = words[:0]
		for _, at := range group {
			for w := at / b.Word; w <= (at+width-1)/b.Word; w++ {
				words = append(words, w)
			}
		}
		slices.Sort(words)
		clear(load)
		most := int64(0)
		for _, w := range slices.Compact(words) {
			load[w%b.Count]++
			most = max(most, load[w%b.Count])
		}
		n += most
	}
	return n
}

// Service is a word that a bank serves in a step, and the lanes that need it.
type Service struct {
	Step, Bank int64
	Word       int64 // its number in memory
	Group      int   // number of the group of lanes that are served together
	Lanes      []int64
}

// Serve lists the services of the banks in the steps that [Banks.Cycles] counts.
func (b Banks) Serve(lanes, addresses []int64, width int64) (list []Service) {
	step := int64(0)
	n := int(b.Lanes(width))
	for group := 0; len(lanes) > 0; group++ {
		n = min(n, len(lanes))
		first := len(list)
		served := map[int64]int{} // word → position in list
		load := make([]int64, b.Count)
		for i, lane := range lanes[:n] {
			for w := addresses[i] / b.Word; w <= (addresses[i]+width-1)/b.Word; w++ {
				k, ok := served[w]
				if !ok {
					k = len(list)
					served[w] = k
					list = append(list, Service{Step: step + load[w%b.Count], Bank: w % b.Count, Word: w, Group: group})
					load[w%b.Count]++
				}
				list[k].Lanes = append(list[k].Lanes, lane)
			}
		}
		slices.SortStableFunc(list[first:], func(x, y Service) int { return cmp.Or(cmp.Compare(x.Step, y.Step), cmp.Compare(x.Bank, y.Bank)) })
		step += slices.Max(load)
		lanes, addresses = lanes[n:], addresses[n:]
	}
	return list
}
