package parser

import (
	"strings"
	"sync/atomic"

	"optc/internal/base/parallel"
	"optc/ir"
)

// numberRun is a long part of a list of numbers that is packed while it is read. The type of a
// constant follows its numbers in the text. Therefore other numbers are stored as tokens until
// then, which takes several times the memory. A literal has at most one run.
type numberRun struct {
	tried bool
	at    int   // number of elements before
	n     int64 // of numbers
	raw   []byte
}

const (
	leastRun = 1 << 12  // numbers that are read before a run is tried
	runPiece = 64 << 10 // bytes of text that a goroutine processes at a time
)

// pack reads numbers from offset from, each with the comma after it, up to a number that is faulty
// or written in an unusual form, and returns where that number begins.
func (r *numberRun) pack(l *literal, from int) (next int) {
	r.tried = true
	p := l.p
	end := p.find(from, '>')
	if end < 0 {
		return from
	}
	t := p.typeAhead(end + 1)
	if t == nil {
		return from
	}
	var put putFunc
	switch e := t.ElementType().(type) {
	case *ir.IntegerType, *ir.IndexType:
		put = l.putInteger(e)
	case *ir.FloatType:
		put = l.putFloat(e)
	default:
		return from
	}
	size := ir.ElementBytes(t.ElementType())
	n, ok := ir.NumElements(t.Shape())
	if !ok {
		return from
	}
	r.at, r.raw = len(l.elems), make([]byte, 0, size*int(min(n, int64(end-from)/2)))
	next = from
	p.windows(from, end, func(lo, hi int) bool {
		var all bool
		next, all = r.window(l, size, put, next, lo, hi)
		return all && !p.ended()
	})
	if p.ended() {
		p.stop()
	}
	r.n = int64(len(r.raw) / size)
	return next
}

// window packs the numbers whose commas are between two offsets; the first begins at offset from.
// It returns where the next number begins, and whether only numbers were between the commas.
func (r *numberRun) window(l *literal, size int, put putFunc, from, lo, hi int) (next int, all bool) {
	text, threads := l.p.text, l.p.cfg.maxThreads()
	piece := func(i int) string { return text[lo+i*runPiece : min(lo+(i+1)*runPiece, hi)] }
	pieces := (hi - lo + runPiece - 1) / runPiece
	counts := make([]int, pieces)
	parallel.Do(threads, pieces, func(_, i int) { counts[i] = strings.Count(piece(i), ",") })
	offsets, n := make([]int, pieces), 0
	for i, count := range counts {
		offsets[i] = len(r.raw) + n*size
		n += count
	}
	begin := len(r.raw)
	if n*size > cap(r.raw)-begin { // more numbers than the type has elements
		return from, false
	}
	raw := r.raw[:begin+n*size]
	var ends atomic.Int64 // the first piece that contains more than numbers
	ends.Store(int64(pieces))
	packed, nexts := make([]int, pieces), make([]int, pieces)
	parallel.Do(threads, pieces, func(_, i int) {
		if counts[i] == 0 || int64(i) > ends.Load() {
			return
		}
		start := from
		if comma := strings.LastIndexByte(text[from:lo+i*runPiece], ','); comma >= 0 {
			start += comma + 1
		}
		packed[i], nexts[i] = l.packNumbers(raw[offsets[i]:], size, put, start, counts[i])
		for last := ends.Load(); packed[i] < counts[i] && int64(i) < last; last = ends.Load() {
			ends.CompareAndSwap(last, int64(i))
		}
	})
	next = from
	for i := range pieces {
		if counts[i] == 0 {
			continue
		}
		begin += packed[i] * size
		next = nexts[i]
		if all = packed[i] == counts[i]; !all {
			break
		}
	}
	r.raw = r.raw[:begin]
	return next, all || n == 0
}

// packNumbers packs up to n numbers from offset from, each with a comma after it. It returns how
// many it packed, and where the next number begins.
func (l *literal) packNumbers(raw []byte, size int, put putFunc, from, n int) (packed, next int) {
	lex := lexer{text: l.p.text}
	for ; packed < n; packed++ {
		i := lex.skipBlanks(from)
		negative := lex.at(i) == '-'
		if negative {
			i++
		}
		if charClass[lex.at(i)]&isDigit == 0 {
			break
		}
		t := lex.number(i)
		if lex.at(t.hi) != ',' || put(raw[packed*size:packed*size:(packed+1)*size], elementOfToken(t, negative)) != "" {
			break
		}
		from = t.hi + 1
	}
	return packed, from
}
