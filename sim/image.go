package sim

import "math/bits"

// Image is the initial content of memories. Memories share its bytes: a memory copies a page of
// them when it stores there, so that it takes the room of the pages that it changes.
type Image struct {
	all  part // bytes from address 0; all of them are written
	page int64
}

// leastPage is the least number of bytes of a page of an image. A large image has larger pages, so that
// there are at most mostPages of them.
const (
	leastPage = 1 << 12
	mostPages = 1 << 14
)

// NewImage returns an image of bytes, which must not change any more.
func NewImage(data []byte) *Image {
	im := &Image{all: part{bytes: data, init: make([]uint64, (len(data)+63)/64)}, page: leastPage}
	for i := range im.all.init {
		im.all.init[i] = ^uint64(0)
	}
	if n := len(data); n > leastPage*mostPages {
		im.page = 1 << bits.Len(uint(n-1)/mostPages)
	}
	return im
}

// Bytes returns the bytes of the image, which the caller must not change.
func (im *Image) Bytes() []byte { return im.all.bytes }

// NewSharedMemory returns a memory at address 0 with the contents of an image.
func NewSharedMemory(name string, im *Image) *Memory {
	return &Memory{Name: name, size: int64(len(im.all.bytes)), image: im}
}

// Changed returns the address ranges, ascending, that may differ from the memory's image; bytes outside
// of them equal the image's. The image is nil if the memory has none.
func (m *Memory) Changed() (im *Image, changed []Range) {
	for i := range m.parts {
		changed = append(changed, Range{m.parts[i].base, m.parts[i].end()})
	}
	return m.image, changed
}

// source returns the part of the memory or of its image that holds all of size bytes, or nil. Stores to
// the memory do not change the image, so that a part of it must not be kept.
func (m *Memory) source(addr int64, size int) *part {
	if p := m.part(addr, size); p != nil || m.image == nil {
		return p
	}
	if p, n := m.piece(addr, size); p == nil && n == size {
		return &m.image.all
	}
	return nil
}

// granule returns the least number of bytes of a part that a store makes, if there is room for it.
func (m *Memory) granule() int64 {
	if m.image != nil {
		return m.image.page
	}
	return leastPart
}

// newPart returns a part of the memory, which is empty or has the contents of the image.
func (m *Memory) newPart(base, size int64) part {
	p := newPart(base, size)
	if m.image != nil {
		copy(p.bytes, m.image.all.bytes[base:])
		copy(p.init, m.image.all.init)
	}
	return p
}
