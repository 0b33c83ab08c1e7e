package tune

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"optc/internal/output"
)

// Cache keeps the measurements of a problem in a file, for other runs. The file is named after a
// digest of everything that a measurement depends on. It is replaced as a whole, and begins with a
// digest of its contents: a damaged file counts as absent. A nil Cache keeps nothing.
type Cache struct {
	file  string
	mu    sync.Mutex
	known map[string]*Measurement
	added bool
}

// OpenCache reads the measurements of the problem with the given parts, such as the version of the
// tool, the target and the program.
func OpenCache(folder string, parts ...[]byte) *Cache {
	h := sha256.New()
	for _, part := range parts {
		sum := sha256.Sum256(part)
		h.Write(sum[:])
	}
	c := &Cache{file: filepath.Join(folder, hex.EncodeToString(h.Sum(nil))+".tune")}
	c.known = c.read()
	return c
}

// read returns the measurements of the file.
func (c *Cache) read() map[string]*Measurement {
	known := map[string]*Measurement{}
	data, err := os.ReadFile(c.file)
	if err != nil {
		return known
	}
	digest, content, _ := bytes.Cut(data, []byte("\n"))
	if string(digest) != digestOf(content) || json.Unmarshal(content, &known) != nil {
		return map[string]*Measurement{}
	}
	return known
}

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
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
		c.known[key], c.added = m, true
	}
}

// Save writes new measurements to the file, beside the measurements that another run has written
// in the meantime.
func (c *Cache) Save() error {
	if c == nil || !c.added {
		return nil
	}
	all := c.read()
	maps.Copy(all, c.known)
	content, err := json.Marshal(all)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.file), 0o777); err != nil {
		return err
	}
	return output.WriteFile(c.file, append([]byte(digestOf(content)+"\n"), content...))
}
