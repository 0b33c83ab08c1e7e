package conformance

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Cache stores answers of the oracle in a file, so that a second run over the same inputs
// needs to run only this project. The file is a sequence of records: the SHA-256 of flags
// and text, the length of the answer in four bytes, little-endian, and the answer as
// JSON. A nil Cache stores nothing.
type Cache struct {
	mu    sync.Mutex
	file  *os.File
	end   int64
	index map[[sha256.Size]byte]int64 // to the length of the answer
}

// OpenCache opens or creates the cache of a tool in a folder. A record that was
// cut off ends it.
func OpenCache(dir string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, Tool+".answers"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	c := &Cache{file: f, index: map[[sha256.Size]byte]int64{}}
	r := bufio.NewReaderSize(f, 1<<20)
	for {
		var key [sha256.Size]byte
		var size [4]byte
		if _, err := io.ReadFull(r, key[:]); err != nil {
			break
		}
		if _, err := io.ReadFull(r, size[:]); err != nil {
			break
		}
		n := int64(binary.LittleEndian.Uint32(size[:]))
		if skipped, _ := io.CopyN(io.Discard, r, n); skipped < n {
			break
		}
		c.index[key] = c.end + sha256.Size
		c.end += sha256.Size + 4 + n
	}
	return c, nil
}

// Close closes the file.
func (c *Cache) Close() error { return c.file.Close() }

func cacheKey(flags []string, text string) [sha256.Size]byte {
	return sha256.Sum256([]byte(strings.Join(flags, "\x00") + "\x00\x00" + text))
}

func (c *Cache) get(flags []string, text string) (a Answer, ok bool) {
	if c == nil {
		return a, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.index[cacheKey(flags, text)]
	if !ok {
		return a, false
	}
	var size [4]byte
	if _, err := c.file.ReadAt(size[:], at); err != nil {
		return a, false
	}
	data := make([]byte, binary.LittleEndian.Uint32(size[:]))
	if _, err := c.file.ReadAt(data, at+4); err != nil {
		return a, false
	}
	return a, json.Unmarshal(data, &a) == nil
}

func (c *Cache) put(flags []string, text string, a Answer) {
	if c == nil {
		return
	}
	key := cacheKey(flags, text)
	data, err := json.Marshal(a)
	if err != nil {
		return
	}
	record := binary.LittleEndian.AppendUint32(key[:], uint32(len(data)))
	record = append(record, data...)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := c.file.WriteAt(record, c.end); err == nil {
		c.index[key] = c.end + sha256.Size
		c.end += int64(len(record))
	}
}
