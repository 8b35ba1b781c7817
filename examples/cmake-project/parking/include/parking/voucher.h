// Vouchers of the shops around.
#pragma once

namespace parking {

// The fee without `percent` of it, rounded in favour of the customer.
int discounted(int cents, int percent);

}  // namespace parking
