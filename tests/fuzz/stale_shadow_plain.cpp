// Compiled by an ordinary compiler.
#include <cstring>

static int* remembered = nullptr;
static volatile int sink;

extern "C" {
void plain_store_seven(int* place) { *place = 7; }
void plain_store_zero(int* place) { *place = 0; }
void plain_store_byte(void* place) { static_cast<unsigned char*>(place)[1] = 0x11; }
void plain_remember(int* place) { remembered = place; }
void plain_store_to_remembered(void) { *remembered = 7; }
void plain_read(const int* place) { sink = *place; }
}
