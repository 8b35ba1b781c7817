// What the pass leaves in an object about its code: for each function and variable of the module a hash of its contents
// and what it refers to. The linker puts the blocks of all modules one after the other; zeros may lie between them.
//
//   CodeBlock
//   u64 keys[symbols]            of all symbols that are defined or referred to; those of the records first
//   u64 hashes[records]          of contents
//   per tag:    text             a PUT's tag, "Suite_Name_Forall"
//   per record: flags            CodeFlag
//               text             its name, if flags has kNamed
//               count, indices   of tags, if flags has kTagged
//               count, indices   of the symbols it refers to, ascending, each as the distance from the one before
//
// Numbers after the hashes are LEB128; a text is its length and its characters. Symbols are the same in all modules if
// their keys are: the key is a hash of the name, with the module's source file in front if no other module can see it.
#pragma once

#include <cstdint>

namespace forall::abi {

inline constexpr char kCodeSection[] = "forall_code";
inline constexpr std::uint64_t kCodeMagic = 0x3145444f434c4c46;  // "FLLCODE1"

struct CodeBlock {
  std::uint64_t magic = kCodeMagic;
  std::uint32_t bytes = 0;  // of the whole block, this header included
  std::uint32_t symbols = 0;
  std::uint32_t records = 0;
  std::uint32_t tags = 0;
};
static_assert(sizeof(CodeBlock) == 24);
inline constexpr std::uint64_t kCodeAlignment = 8;  // of a block

// Defined in a program whose linker was told to give names another meaning: all of the program counts for every PUT.
inline constexpr char kRelinkedSymbol[] = "__forall_relinked";

enum CodeFlag : std::uint32_t {
  kNamed = 1,    // the user wrote it
  kTagged = 2,   // it belongs to PUTs
  kInitial = 4,  // counts for every PUT: it runs before main, or libraries call it
  kPlainC = 8,   // libraries may call it if nothing else does
  kOpaque = 16,  // it has assembly, which may include files or name other code: all of the program counts
};

}  // namespace forall::abi
