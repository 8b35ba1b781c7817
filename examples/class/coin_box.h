// The coin box of a vending machine, from Buy, Orso and Pezze, "Automated testing of classes" (2000). A drink costs two
// quarters. The fault: after returnQtrs a drink can still be had.
#pragma once

class CoinBox {
  unsigned totalQtrs;  // that the machine has earned
  unsigned curQtrs;    // of the current customer
  unsigned allowVend;

 public:
  CoinBox() {
    totalQtrs = 0;
    allowVend = 0;
    curQtrs = 0;
  }
  void returnQtrs() {
    curQtrs = 0;
#ifdef COIN_BOX_CORRECTED
    allowVend = 0;
#endif
  }
  void addQtr() {
    curQtrs = curQtrs + 1;
    if (curQtrs > 1) {
      allowVend = 1;
    }
  }
  void vend() {
    if (allowVend) {
      totalQtrs = totalQtrs + curQtrs;
      curQtrs = 0;
      allowVend = 0;
    }
  }
};
