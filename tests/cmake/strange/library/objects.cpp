int objects() {
  return []<typename T>(T x) { return x; }(1);
}
