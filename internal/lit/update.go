package lit

// Update follows.
func (r *Runner) Update(name string) (changed bool, after Result) { return false, r.Run(name) }
