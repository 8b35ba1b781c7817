#include "parking/voucher.h"

#include "parking/tariff.h"

namespace parking {

int after_voucher(int cents, int hours) {
  const int rest = cents - hours * kCentsPerHour;
  return rest < 0 ? 0 : rest;
}

}  // namespace parking
