// Calls of library functions for which a model would not help: those that print, and those that query the environment.
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>

#include <optional>

#include "instrument/instrumenter.h"

namespace forall::instrument {

namespace {

// A function that prints memory: the parameter that points to it, and those whose product is its size; none for a text.
struct Printed {
  llvm::StringLiteral function;
  unsigned memory;
  llvm::SmallVector<unsigned, 2> sizes;
};
const Printed kPrinted[] = {
    {"puts", 0, {}},           {"fputs", 0, {}},
    {"fputs_unlocked", 0, {}}, {"perror", 0, {}},
    {"fwrite", 0, {1, 2}},     {"fwrite_unlocked", 0, {1, 2}},
    {"write", 1, {2}},         {"_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE6xsputnEPKcl", 1, {2}}};

// A function of formatted printing, and the parameter that is the format.
struct Formatted {
  llvm::StringLiteral function;
  unsigned format;
};
constexpr Formatted kFormatted[] = {{"printf", 0},        {"__printf_chk", 1}, {"fprintf", 1},
                                    {"__fprintf_chk", 2}, {"dprintf", 1},      {"__dprintf_chk", 2}};

// A conversion of a format: which of its arguments are its width, its precision and what it converts, counted from the
// first.
struct FormatConversion {
  char kind;
  bool is_wide;
  std::optional<unsigned> precision_argument;
  std::optional<std::uint64_t> precision;
  unsigned argument;
};

// Empty if the format is not one of C, or numbers its arguments.
std::optional<llvm::SmallVector<FormatConversion, 4>> readFormat(llvm::StringRef format) {
  llvm::SmallVector<FormatConversion, 4> result;
  unsigned next = 0;
  while (true) {
    format = format.drop_until([](char c) { return c == '%'; });
    if (format.empty()) return result;
    format = format.drop_front().drop_while([](char c) { return llvm::StringRef("-+ #0'I").contains(c); });
    FormatConversion conversion{};
    if (format.consume_front("*")) ++next;
    format = format.drop_while(llvm::isDigit);
    if (format.starts_with("$")) return std::nullopt;
    if (format.consume_front(".")) {
      if (format.consume_front("*")) {
        conversion.precision_argument = next++;
      } else {
        std::uint64_t precision = 0;
        format.take_while(llvm::isDigit).getAsInteger(10, precision);
        conversion.precision = precision;
        format = format.drop_while(llvm::isDigit);
      }
    }
    conversion.is_wide = format.starts_with("l");
    format = format.drop_while([](char c) { return llvm::StringRef("hlqjztL").contains(c); });
    if (format.empty()) return std::nullopt;
    conversion.kind = format.front();
    format = format.drop_front();
    if (conversion.kind == '%' || conversion.kind == 'm') continue;
    conversion.argument = next++;
    result.push_back(conversion);
  }
}

// Does a format store the number of characters written so far (%n)?
bool storesLength(llvm::StringRef format) {
  for (std::size_t at = format.find('%'); at != llvm::StringRef::npos; at = format.find('%', at)) {
    at = format.find_first_not_of("0123456789$*.-+ #'Ihlqjzt", at + 1);
    if (at == llvm::StringRef::npos) return false;
    if (format[at] == 'n') return true;
    ++at;
  }
  return false;
}

bool isStandardStream(const llvm::Value* stream) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(stream);
  const auto* global = load != nullptr ? llvm::dyn_cast<llvm::GlobalVariable>(load->getPointerOperand()) : nullptr;
  return global != nullptr && (global->getName() == "stdout" || global->getName() == "stderr");
}

// Whether the program cannot read the text: it goes to a standard stream, and the format is known and stores nothing.
bool isOnlyOutput(const llvm::CallBase& call) {
  const llvm::FunctionType* type = call.getFunctionType();
  const llvm::StringRef name = calledFunction(call)->getName();
  const bool to_stream = name != "printf" && name != "__printf_chk" && name != "puts" && name != "putchar" &&
                         name != "putchar_unlocked" && name != "perror" && name != "fflush";
  if (to_stream && llvm::none_of(call.args(), [](const llvm::Use& use) { return isStandardStream(use.get()); }))
    return false;
  if (!type->isVarArg()) return true;
  llvm::StringRef format;
  return llvm::getConstantStringInfo(call.getArgOperand(type->getNumParams() - 1), format) && !storesLength(format);
}

}  // namespace

// Numbers are printed as they are in this run. Pointers and lengths are decided. A result that depends on what was printed
// costs a ledger line.
void FunctionInstrumenter::callOutput(llvm::CallBase& call, llvm::Function& callee) {
  if (!isOnlyOutput(call)) return callProtocol(call, CalleeKind::Unknown, &callee);
  llvm::SmallVector<llvm::Value*, 8> symbolic;
  for (llvm::Value* argument : call.args()) {
    const LeafList& leaves = context_.leaves.of(argument->getType());
    const Ids argument_ids = ids(argument);
    llvm::append_range(symbolic, argument_ids);
    if (leaves.size() != 1) continue;
    const bool is_pointer = argument->getType()->isPointerTy();
    const bool is_length = argument->getType()->isIntegerTy(64) && !callee.isVarArg();
    if (is_pointer || is_length) decide(call, argument, argument_ids[0], abi::SiteKind::Call);
  }
  if (call.use_empty()) return;
  symbolic.push_back(symbolicBytes(call));
  concretize(call, symbolic, abi::LedgerKind::ConcretizedCall, callee.getName(), abi::SiteKind::Call);
}

void FunctionInstrumenter::checkPrinted(llvm::CallBase& call, const llvm::Function& callee) {
  const auto is_named = [&](const auto& each) { return each.function == callee.getName(); };
  if (const auto* formatted = llvm::find_if(kFormatted, is_named); formatted != std::end(kFormatted)) {
    if (callee.isVarArg() && call.arg_size() > formatted->format) checkFormat(call, formatted->format);
    return;
  }
  const auto* printed = llvm::find_if(kPrinted, is_named);
  if (printed == std::end(kPrinted) || call.arg_size() <= printed->memory) return;
  llvm::Value* memory = call.getArgOperand(printed->memory);
  const unsigned last = printed->sizes.empty() ? 0 : printed->sizes.back();
  if (!memory->getType()->isPointerTy() || call.arg_size() <= last) return;
  decide(call, memory, id(memory), abi::SiteKind::Call);
  llvm::SmallVector<llvm::Value*, 4> arguments{memory};
  for (const unsigned parameter : printed->sizes) {
    llvm::Value* size = call.getArgOperand(parameter);
    if (!size->getType()->isIntegerTy(64)) return;
    decide(call, size, id(size), abi::SiteKind::Call);
    arguments.push_back(size);
  }
  if (printed->sizes.size() == 1) arguments.push_back(u64(1));
  llvm::Value* site = context_.sites.place(call, abi::SiteKind::Memory);
  llvm::IRBuilder<> builder(&call);
  if (!printed->sizes.empty()) {
    arguments.push_back(site);
    context_.runtime.emit(builder, RuntimeCall::call_prints_bytes, arguments);
    return;
  }
  // For perror, null is no text.
  llvm::Value* is_text = callee.getName() == "perror" ? builder.CreateIsNotNull(memory) : builder.getTrue();
  when(is_text, call, [&](llvm::IRBuilder<>& cold) {
    context_.runtime.emit(cold, RuntimeCall::call_prints_text, {memory, u64(~0ull), cold.getFalse(), site});
  });
}

// Each text that a conversion prints is read up to its end, or up to the precision.
void FunctionInstrumenter::checkFormat(llvm::CallBase& call, unsigned format_parameter) {
  llvm::Value* site = context_.sites.place(call, abi::SiteKind::Memory);
  llvm::StringRef format;
  const bool is_known = llvm::getConstantStringInfo(call.getArgOperand(format_parameter), format);
  const auto conversions = is_known ? readFormat(format) : std::nullopt;
  const auto is_wide_text = [](const FormatConversion& each) {
    return each.kind == 'S' || (each.kind == 's' && each.is_wide);
  };
  if (!conversions || llvm::any_of(*conversions, is_wide_text)) {
    llvm::IRBuilder<> builder(&call);
    emitConcretize(builder, site, abi::LedgerKind::UnsupportedCode, "the memory that a format reads");
    return;
  }
  const unsigned first = format_parameter + 1;
  for (const FormatConversion& conversion : *conversions) {
    if (conversion.kind != 's' || first + conversion.argument >= call.arg_size()) continue;
    llvm::Value* text = call.getArgOperand(first + conversion.argument);
    if (!text->getType()->isPointerTy()) continue;
    decide(call, text, id(text), abi::SiteKind::Call);
    llvm::Value* most = u64(conversion.precision.value_or(~0ull));
    if (conversion.precision_argument) {
      llvm::Value* precision = call.getArgOperand(first + *conversion.precision_argument);
      if (!precision->getType()->isIntegerTy(32)) continue;
      decide(call, precision, id(precision), abi::SiteKind::Call);
      most = llvm::IRBuilder<>(&call).CreateSExt(precision, most->getType());  // a negative one is none
    }
    llvm::IRBuilder<> builder(&call);
    context_.runtime.emit(builder, RuntimeCall::call_prints_text, {text, most, builder.getTrue(), site});
  }
}

void FunctionInstrumenter::callEnvironment(llvm::CallBase& call, llvm::Function& callee) {
  llvm::IRBuilder<> builder(&call);
  emitConcretize(builder, context_.sites.place(call, abi::SiteKind::Call), abi::LedgerKind::Environment,
                 llvm::demangle(callee.getName()));
  callProtocol(call, CalleeKind::Unknown, &callee);
}

llvm::Value* FunctionInstrumenter::symbolicBytes(llvm::Instruction& before) {
  llvm::IRBuilder<> builder(&before);
  return builder.CreateLoad(builder.getInt32Ty(), context_.runtime.field(offsetof(abi::TargetState, symbolic_bytes)));
}

}  // namespace forall::instrument
