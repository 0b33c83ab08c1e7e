poplar.include "include_itself.mlir"
