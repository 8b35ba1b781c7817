#pragma once

// A variable that is an entry of a table, which the linker makes of a section. On x86-64, compilers align large variables
// as they like unless told otherwise, and the table would have gaps.
#define TABLE_ENTRY(section_name) [[gnu::section(section_name), gnu::used, gnu::aligned(8)]]
