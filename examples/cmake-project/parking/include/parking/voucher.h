// Vouchers of the shops around.
#pragma once

namespace parking {

// What is left to pay of a fee with a voucher for some hours.
int after_voucher(int cents, int hours);

}  // namespace parking
