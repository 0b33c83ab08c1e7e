#include "../recorder.hpp"
