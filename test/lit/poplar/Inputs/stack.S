#include "poplibs_support/TileConstants.hpp"

#define SYMBOL __runCodelet_demo__Copy___half
#define FRAME 8

DEF_STACK_USAGE (FRAME + 8) .text.SYMBOL

SYMBOL: # it's hand-written
  add $sp, $sp, -FRAME

.macro INSTANCE type
DEF_STACK_SIZE_OWN FRAME other_\type
.endm

DEF_STACK_SIZE_OWN 24 other
