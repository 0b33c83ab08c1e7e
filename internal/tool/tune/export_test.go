package tune

// Put keeps a measurement.
func (c *Cache) Put(key string, m *Measurement) { c.put(key, m) }

// Get returns the measurement of a choice, or nil.
func (c *Cache) Get(key string) *Measurement { return c.get(key) }
