package tune

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"optc/internal/base/output"
)

// Cache keeps the measurements of a problem in files, for other runs. Each run writes the
// measurements that it adds into its own file, so that runs which share a folder lose nothing
// of each other. The name of a file has a digest of everything that a measurement depends on, and a
// digest of the contents: a damaged file counts as absent. A nil Cache keeps nothing.
type Cache struct {
	prefix string // of the names of the files
	mu     sync.Mutex
	known  map[string]*Measurement
	added  map[string]*Measurement // since the cache was opened
}

// OpenCache reads the measurements of the problem with the given parts, such as the version of the
// tool, the target and the program.
func OpenCache(folder string, parts ...[]byte) *Cache {
	h := sha256.New()
	for _, part := range parts {
		sum := sha256.Sum256(part)
		h.Write(sum[:])
	}
	c := &Cache{
		prefix: filepath.Join(folder, hex.EncodeToString(h.Sum(nil)[:digestBytes])), known: map[string]*Measurement{}, added: map[string]*Measurement{},
	}
	entries, _ := os.ReadDir(folder) // none in a folder that does not exist yet
	for _, e := range entries {
		c.read(filepath.Join(folder, e.Name()))
	}
	return c
}

// digestBytes is the length of a digest in the name of a file.
const digestBytes = 16

// read adds the measurements of a file of the problem.
func (c *Cache) read(file string) {
	if !strings.HasPrefix(file, c.prefix+"-") {
		return
	}
	content, err := os.ReadFile(file)
	known := map[string]*Measurement{}
	if err == nil && file == c.nameOf(content) && json.Unmarshal(content, &known) == nil {
		maps.Copy(c.known, known)
	}
}

// nameOf returns the name of the file with some content.
func (c *Cache) nameOf(content []byte) string {
	sum := sha256.Sum256(content)
	return c.prefix + "-" + hex.EncodeToString(sum[:digestBytes]) + ".tune"
}

// get returns the measurement of a choice, or nil.
func (c *Cache) get(key string) *Measurement {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[key]
}

// put keeps a measurement.
func (c *Cache) put(key string, m *Measurement) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known[key] == nil {
		c.known[key], c.added[key] = m, m
	}
}

// Save writes the measurements that were added to a file.
func (c *Cache) Save() error {
	if c == nil || len(c.added) == 0 {
		return nil
	}
	content, err := json.Marshal(c.added)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.prefix), 0o777); err != nil {
		return err
	}
	return output.WriteFile(c.nameOf(content), content)
}
