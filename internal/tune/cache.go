package tune

// Cache keeps measurements.
type Cache struct{}

// Get returns the measurement of a choice, or nil.
func (c *Cache) Get(key string) *Measurement { return nil }

// Put keeps a measurement.
func (c *Cache) Put(key string, m *Measurement) {}
