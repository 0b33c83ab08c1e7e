package parser

import "optc/ir"

// setProperties sets inherent attributes from a properties attribute.
func (p *parser) setProperties(st *ir.OpState, props ir.Attribute) {
	if props == nil || p.failed {
		return
	}
	if err := st.SetProperties(props); err != nil {
		p.reportDiagnostic(ir.Errorf(st.Loc, "invalid properties %s for op %s: %v", props, st.Def.Name(), err))
	}
}

const (
	operandSegments = "operandSegmentSizes"
	resultSegments  = "resultSegmentSizes"
)
