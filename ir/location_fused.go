package ir

import "sync"

// fusion is the list of the locations that a location consists of. The attribute is made only when
// it is needed, because rewrites fuse locations that are fused already: in a chain of n operations,
// the attributes together have n²/2 parts.
type fusion struct {
	ctx   *Context
	parts []Location // known, the first two of them different
	once  sync.Once
	made  LocationAttr
}

// FusedAt returns the location of an operation that is made from operations at the given locations,
// which are in the order of the attribute. Its attribute is Context.FusedLoc's without metadata.
func FusedAt(c *Context, locs ...Location) Location {
	var parts []Location
	for _, l := range locs {
		if l.IsKnown() && (len(parts) != 1 || parts[0] != l) {
			parts = append(parts, l)
		}
	}
	switch len(parts) {
	case 0:
		return LocationOf(c.unknownLoc)
	case 1:
		return parts[0]
	}
	made := &struct {
		origin
		fusion
	}{fusion: fusion{ctx: c, parts: parts}}
	made.origin.fused = &made.fusion
	return Location{from: &made.origin}
}

// attr returns the attribute. Parts that are fused themselves are merged into one list, so that
// none of their attributes is made. It is not recursive: chains are long.
func (f *fusion) attr() LocationAttr {
	f.once.Do(func() {
		var locs []LocationAttr
		seen := map[*fusion]bool{f: true}
		open := [][]Location{f.parts} // the rest of each list that is being read
		for len(open) > 0 {
			rest := &open[len(open)-1]
			if len(*rest) == 0 {
				open = open[:len(open)-1]
				continue
			}
			l := (*rest)[0]
			*rest = (*rest)[1:]
			switch inner := l.from.fused; {
			case inner == nil:
				locs = append(locs, l.Attr(f.ctx))
			case !seen[inner]:
				seen[inner] = true
				open = append(open, inner.parts)
			}
		}
		f.made = f.ctx.FusedLoc(locs, nil)
	})
	return f.made
}
