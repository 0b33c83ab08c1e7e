package ptxtest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Launch is a launch of a kernel of a module.
type Launch struct {
	Entry       *Entry
	Grid, Block [3]int
	// Memory holds the bytes of each parameter that is a pointer to global memory, and the bytes of
	// other parameters.
	Memory [][]byte
	// Requested is the number of bytes of shared memory besides those that the kernel declares.
	Requested int
	// Descending makes the threads of a subgroup take turns from the last to the first.
	Descending bool
}

// lanes is the number of threads of a subgroup; garbage is the initial content of registers and
// memory.
const (
	lanes   = 32
	garbage = 0xdeadbeefcafef00d
	spacing = 1 << 32 // between the addresses of arrays
	limit   = 1 << 24 // instructions of a thread
)

// Run executes a kernel: the threads of a workgroup take turns, each running until it has to wait for
// others: in subgroups at shuffles and matrix instructions, and in the workgroup at barriers.
func (l *Launch) Run() error {
	for block := range l.Grid[0] * l.Grid[1] * l.Grid[2] {
		g := &group{Launch: l, block: [3]int{block % l.Grid[0], block / l.Grid[0] % l.Grid[1], block / (l.Grid[0] * l.Grid[1])}}
		for _, v := range l.Entry.Variables {
			if v.Space == "shared" {
				g.shared = append(g.shared, make([]byte, max(0, v.Offset+v.Bytes()-len(g.shared)))...)
			}
		}
		g.shared = append(g.shared, make([]byte, l.Requested)...)
		for i := range g.shared {
			g.shared[i] = 0xa5
		}
		for i := range l.Block[0] * l.Block[1] * l.Block[2] {
			t := &thread{group: g, number: i, registers: map[string]uint64{}, local: make([]byte, 1<<12)}
			g.threads = append(g.threads, t)
		}
		if err := g.run(); err != nil {
			return fmt.Errorf("workgroup %v: %w", g.block, err)
		}
	}
	return nil
}

// group is a workgroup.
type group struct {
	*Launch
	block   [3]int
	shared  []byte
	threads []*thread
}

// thread is a thread, which waits at an instruction that synchronizes it with other threads.
type thread struct {
	*group
	number    int
	registers map[string]uint64
	local     []byte
	at        int // the next instruction
	steps     int
	ended     bool
	groups    [][]copying // groups of copies that have begun
	begun     []copying   // copies that are in no group
}

// run runs all threads until they end.
func (g *group) run() error {
	for {
		for i := range g.threads {
			if g.Descending {
				i = len(g.threads) - 1 - i
			}
			t := g.threads[i]
			if err := t.run(); err != nil {
				in := g.Entry.Code[min(t.at, len(g.Entry.Code)-1)]
				return fmt.Errorf("thread %d, line %d, %s: %w", t.number, in.Line, in.Op, err)
			}
		}
		ended, met, err := g.meet()
		if err != nil || ended {
			return err
		}
		if !met {
			return errors.New("threads wait for threads that wait at other instructions")
		}
	}
}

// together are the instructions that a subgroup executes together.
var together = map[string]func(in *Instruction, warp []*thread) error{"shfl": shuffle, "mma": multiply, "ldmatrix": loadMatrices}

// meet executes the instructions at which threads wait together.
func (g *group) meet() (ended, met bool, err error) {
	ended = true
	barrier := true
	for _, t := range g.threads {
		ended = ended && t.ended
		barrier = barrier && (t.ended || strings.HasPrefix(g.Entry.Code[t.at].Op, "bar"))
	}
	if ended {
		return true, true, nil
	}
	if barrier {
		for _, t := range g.threads {
			t.at++
		}
		return false, true, nil
	}
	for first := 0; first < len(g.threads); first += lanes {
		warp := g.threads[first:min(first+lanes, len(g.threads))]
		in := g.Entry.Code[min(warp[0].at, len(g.Entry.Code)-1)]
		all := !strings.HasPrefix(in.Op, "bar")
		for _, t := range warp {
			all = all && !t.ended && t.at == warp[0].at
		}
		if !all {
			continue
		}
		met = true
		name, _, _ := strings.Cut(in.Op, ".")
		err = together[name](in, warp)
		if err != nil {
			return false, true, err
		}
		for _, t := range warp {
			t.at++
		}
	}
	return false, met, nil
}

// run executes instructions until the thread has to wait for others or ends.
func (t *thread) run() error {
	for !t.ended {
		if t.steps++; t.steps > limit {
			return errors.New("the thread does not end")
		}
		if t.at >= len(t.Entry.Code) {
			return errors.New("the code ends without ret")
		}
		in := t.Entry.Code[t.at]
		if in.Guard != "" && (t.get(in.Guard)&1 == 1) == in.Not {
			t.at++
			continue
		}
		switch name, _, _ := strings.Cut(in.Op, "."); name {
		case "bar", "barrier", "shfl", "mma", "ldmatrix":
			return nil
		case "ret", "exit":
			t.ended = true
			return nil
		case "bra":
			t.at = t.Entry.Labels[in.Arguments[0].word()]
			continue
		case "ld", "st":
			if err := t.access(in); err != nil {
				return err
			}
		case "cp":
			if err := t.async(in); err != nil {
				return err
			}
		default:
			if err := t.compute(in, name); err != nil {
				return err
			}
		}
		t.at++
	}
	return nil
}

// get returns a register, which holds garbage before it is set.
func (t *thread) get(register string) uint64 {
	if v, ok := t.registers[register]; ok {
		return v
	}
	return garbage & mask(widthOf(t.Entry.Registers[register]))
}

func mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// set sets a register, unless the result is not needed.
func (t *thread) set(register string, v uint64) {
	if register != "_" {
		t.registers[register] = v & mask(widthOf(t.Entry.Registers[register]))
	}
}

// value returns a register, a constant, a position or the address of a variable.
func (t *thread) value(word string) (uint64, error) {
	if _, ok := t.Entry.Registers[word]; ok {
		return t.get(word), nil
	}
	if v, ok := t.Entry.Variables[word]; ok {
		return uint64(v.Offset), nil
	}
	switch {
	case strings.HasPrefix(word, "0f"), strings.HasPrefix(word, "0d"):
		return strconv.ParseUint(word[2:], 16, 64)
	case word[0] == '%':
		return t.position(word)
	}
	if n, err := strconv.ParseInt(word, 0, 64); err == nil {
		return uint64(n), nil
	}
	return strconv.ParseUint(word, 0, 64)
}

// position returns a special register.
func (t *thread) position(word string) (uint64, error) {
	switch word {
	case "%laneid":
		return uint64(t.number % lanes), nil
	case "%clock":
		return uint64(t.steps), nil
	}
	name, d, _ := strings.Cut(word, ".")
	k := strings.Index("xyz", d)
	if k < 0 {
		return 0, fmt.Errorf("unknown register %s", word)
	}
	b := t.Block
	switch name {
	case "%tid":
		return uint64([3]int{t.number % b[0], t.number / b[0] % b[1], t.number / (b[0] * b[1])}[k]), nil
	case "%ctaid":
		return uint64(t.block[k]), nil
	case "%ntid":
		return uint64(b[k]), nil
	case "%nctaid":
		return uint64(t.Grid[k]), nil
	}
	return 0, fmt.Errorf("unknown register %s", word)
}

// access loads from memory or stores to it.
func (t *thread) access(in *Instruction) error {
	place, list := in.Arguments[1], in.Arguments[0]
	stores := strings.HasPrefix(in.Op, "st.")
	if stores {
		place, list = list, place
	}
	_, typ := types(in.Op)
	size := widthOf(typ) / 8
	space := spaceOf(in.Op)
	if space == "param" {
		for i, p := range t.Entry.Parameters {
			if p.Name != place.word() {
				continue
			}
			if p.Pointer {
				t.set(list.word(), uint64(i+1)*spacing)
				return nil
			}
			t.set(list.word(), extended(number(t.Memory[i][place.Offset:][:size]), typ))
			return nil
		}
		return fmt.Errorf("unknown parameter %s", place.word())
	}
	base, err := t.value(place.word())
	if err != nil {
		return err
	}
	address := base + uint64(place.Offset)
	memory := t.shared
	switch space {
	case "local":
		memory = t.local
	case "global":
		i := int(address/spacing) - 1
		if i < 0 || i >= len(t.Memory) {
			return fmt.Errorf("address %#x is in no array", address)
		}
		memory, address = t.Memory[i], address%spacing
	default:
		address &= mask(32)
	}
	if n := uint64(size * len(list.Words)); address+n > uint64(len(memory)) || address%n != 0 {
		return fmt.Errorf("%d bytes at %d of %d in %s memory are not there or not aligned", n, address, len(memory), space)
	}
	for k, w := range list.Words {
		part := memory[address+uint64(k*size):][:size]
		if !stores {
			t.set(w, extended(number(part), typ))
			continue
		}
		v, err := t.value(w)
		if err != nil {
			return err
		}
		var all [8]byte
		binary.LittleEndian.PutUint64(all[:], v)
		copy(part, all[:size])
	}
	return nil
}

func number(part []byte) uint64 {
	var all [8]byte
	copy(all[:], part)
	return binary.LittleEndian.Uint64(all[:])
}

// extended returns a number of a type with its sign in the bits above.
func extended(v uint64, typ string) uint64 {
	if w := widthOf(typ); typ[0] == 's' && w < 64 {
		return uint64(int64(v<<(64-w)) >> (64 - w))
	}
	return v & mask(widthOf(typ))
}

// shuffle exchanges numbers between the lanes of a subgroup (PTX ISA, "shfl.sync").
func shuffle(in *Instruction, warp []*thread) error {
	mode := strings.Split(in.Op, ".")[2]
	sent, results, valid := make([]uint64, lanes), make([]uint64, len(warp)), make([]bool, len(warp))
	for i := range sent {
		sent[i] = garbage & mask(32)
	}
	var err error
	for i, t := range warp {
		if sent[i], err = t.value(in.Arguments[1].word()); err != nil {
			return err
		}
	}
	for i, t := range warp {
		b, err1 := t.value(in.Arguments[2].word())
		c, err2 := t.value(in.Arguments[3].word())
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		segment, clamp := int(c>>8&31), int(c&31)
		last := i&segment | clamp&^segment
		from := i
		switch by := int(b & 31); mode {
		case "up":
			from = i - by
			valid[i] = from >= last
		case "down":
			from = i + by
			valid[i] = from <= last
		case "bfly":
			from = i ^ by
			valid[i] = from <= last
		case "idx":
			from = i&segment | by&^segment
			valid[i] = from <= last
		}
		if !valid[i] {
			from = i
		}
		results[i] = sent[from]
	}
	for i, t := range warp {
		t.set(in.Arguments[0].word(), results[i])
		if p := in.Arguments[0].Second; p != "" {
			t.set(p, bit(valid[i]))
		}
	}
	return nil
}

func bit(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}
