package layout

import "slices"

// Banks describes memory in which neighbouring words are stored in different banks, in turn,
// and a bank serves one word at a time: the workgroup memory of a GPU, or the elements of
// a tile's memory. Count and Word may be any numbers of banks and of bytes.
type Banks struct {
	Count int64
	Word  int64 // bytes
}

// Row returns the bytes that the banks serve together.
func (b Banks) Row() int64 { return b.Count * b.Word }

// Lanes returns the number of lanes that are served together if each accesses width bytes.
func (b Banks) Lanes(width int64) int64 { return max(b.Row()/max(width, b.Word), 1) }

// Cycles returns the number of steps in which the banks serve lanes that each access width
// bytes at an address. Lanes that need no more than a word per bank go together, in the order of the
// list; in each step a bank serves one word, to all lanes that need it.
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
