#include "parking/voucher.h"

namespace parking {

int discounted(int cents, int percent) { return cents * (100 - percent) / 100; }

}  // namespace parking
