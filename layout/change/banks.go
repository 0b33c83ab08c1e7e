package change

import (
	"cmp"
	"slices"
)

// Banks describes memory in which neighbouring words are stored in different banks, in turn,
// and a bank serves one word at a time: the workgroup memory of a GPU, or the elements of
// a tile's memory. Count and Word may be any numbers of banks and of bytes.
type Banks struct {
	Count int64
	Word  int64 // bytes
	// Phases are the accesses in which lanes are not served with their neighbours.
	Phases []Phase
	// Exchange is the price of a shuffle between 32 lanes, in quarters of a step of the banks; 0 is the price of a step for as
	// many lanes as there are banks.
	Exchange int64
}

// exchangeCost returns the cost of a shuffle between as many lanes as there are banks.
func (b Banks) exchangeCost() int64 {
	if b.Exchange == 0 {
		return phaseCost
	}
	return b.Exchange * b.Count / 32
}

// Phase says which lanes are served together in accesses of some bytes on a side: writes before
// a change of layout, or reads after it. A lane goes with the lanes whose numbers are the
// exclusive or of its own and some of Differ.
//
//	Differ 1, 2, 20: the lanes 0 to 3 go with 20 to 23, and 4 to 7 with 16 to 19
type Phase struct {
	Side   Side
	Width  int64 // bytes
	Differ []int64
}

// Request is an access of lanes to memory with banks. Without Lanes, the lanes are 0, 1, ….
type Request struct {
	Side      Side
	Lanes     []int64
	Addresses []int64 // of the first byte, of each lane
	Width     int64   // bytes
}

// lane returns the number of lane i of the list.
func (r *Request) lane(i int) int64 {
	if r.Lanes == nil {
		return int64(i)
	}
	return r.Lanes[i]
}

// Row returns the bytes that the banks serve together.
func (b Banks) Row() int64 { return b.Count * b.Word }

// Lanes returns the number of lanes that are served together if each accesses width bytes.
func (b Banks) Lanes(width int64) int64 { return max(b.Row()/max(width, b.Word), 1) }

// differ returns the numbers of the phase of an access, nil if neighbouring lanes are served
// together.
func (b Banks) differ(side Side, width int64) []int64 {
	for _, p := range b.Phases {
		if p.Side == side && p.Width == width {
			return p.Differ
		}
	}
	return nil
}

// FirstTogether returns the lanes that are served with lane 0 in accesses of width bytes, nil if
// they are its neighbours.
func (b Banks) FirstTogether(side Side, width int64) (lanes []int64) {
	differ := b.differ(side, width)
	if differ == nil {
		return nil
	}
	lanes = []int64{0}
	for _, x := range differ {
		for _, lane := range slices.Clone(lanes) {
			lanes = append(lanes, lane^x)
		}
	}
	slices.Sort(lanes)
	return lanes
}

// firstLane returns the least number that a lane's number becomes by an exclusive or with some of the numbers of differ.
func firstLane(lane int64, differ []int64) int64 {
	for _, x := range slices.Backward(differ) {
		lane = min(lane, lane^x)
	}
	return lane
}

// grouped returns the request with lanes that go together beside each other. Only the lanes of a phase change their
// order.
func (b Banks) grouped(r Request) Request {
	differ := b.differ(r.Side, r.Width)
	if differ == nil {
		return r
	}
	order := upTo(int64(len(r.Addresses)))
	first := func(i int64) int64 { return firstLane(r.lane(int(i)), differ) }
	slices.SortStableFunc(order, func(i, j int64) int { return cmp.Compare(first(i), first(j)) })
	sorted := Request{Side: r.Side, Width: r.Width}
	for _, i := range order {
		sorted.Lanes, sorted.Addresses = append(sorted.Lanes, r.lane(int(i))), append(sorted.Addresses, r.Addresses[i])
	}
	return sorted
}

// groupEnd returns the end of the lanes of a grouped request that go with the one at a position.
func (b Banks) groupEnd(r *Request, from int) int {
	differ := b.differ(r.Side, r.Width)
	if differ == nil {
		return min(from+int(b.Lanes(r.Width)), len(r.Addresses))
	}
	to := from + 1
	for to < len(r.Addresses) && firstLane(r.Lanes[to], differ) == firstLane(r.Lanes[from], differ) {
		to++
	}
	return to
}

// Cycles returns the number of steps in which the banks serve a request. In each step, a bank
// serves one word, to all lanes of those that go together and need it.
func (b Banks) Cycles(r Request) (n int64) {
	var words []int64
	load := make([]int64, b.Count)
	r = b.grouped(r)
	for from, to := 0, 0; from < len(r.Addresses); from = to {
		to = b.groupEnd(&r, from)
		words = words[:0]
		for _, at := range r.Addresses[from:to] {
			for w := at / b.Word; w <= (at+r.Width-1)/b.Word; w++ {
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

// Least returns the steps that a request takes without conflicts: one for lanes that go together.
func (b Banks) Least(r Request) (n int64) {
	r = b.grouped(r)
	for from := 0; from < len(r.Addresses); from = b.groupEnd(&r, from) {
		n++
	}
	return n
}

// Service is a word that a bank serves in a step, and the lanes that need it.
type Service struct {
	Step, Bank int64
	Word       int64 // its number in memory
	Group      int   // of the lanes that are served together
	Lanes      []int64
}

// Serve lists what the banks do in the steps that [Banks.Cycles] counts.
func (b Banks) Serve(r Request) (list []Service) {
	step, number := int64(0), 0
	r = b.grouped(r)
	for from, to := 0, 0; from < len(r.Addresses); from = to {
		to = b.groupEnd(&r, from)
		first := len(list)
		served := map[int64]int{} // word → position in list
		load := make([]int64, b.Count)
		for i := from; i < to; i++ {
			at := r.Addresses[i]
			for w := at / b.Word; w <= (at+r.Width-1)/b.Word; w++ {
				k, ok := served[w]
				if !ok {
					k = len(list)
					served[w] = k
					list = append(list, Service{Step: step + load[w%b.Count], Bank: w % b.Count, Word: w, Group: number})
					load[w%b.Count]++
				}
				list[k].Lanes = append(list[k].Lanes, r.lane(i))
			}
		}
		slices.SortStableFunc(list[first:], func(x, y Service) int { return cmp.Or(cmp.Compare(x.Step, y.Step), cmp.Compare(x.Bank, y.Bank)) })
		step += slices.Max(load)
		number++
	}
	return list
}
