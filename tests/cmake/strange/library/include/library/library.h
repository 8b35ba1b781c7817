#pragma once

extern "C" int plain(int);
int archive(int);
int seen_from_the_circle(int);
int circle(int);
