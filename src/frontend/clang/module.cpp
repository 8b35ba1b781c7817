// The exports of libforall_frontend.so.
#include "frontend/functions.h"

extern "C" [[gnu::visibility("default")]] const forall::frontend::Functions forall_frontend_functions;
const forall::frontend::Functions forall_frontend_functions = {
    .parse = &forall::frontend::parse,
    .parse_file = &forall::frontend::parse_file,
    .read_index = &forall::frontend::read_index,
    .read_class = &forall::frontend::read_class,
    .read_flow = &forall::frontend::read_flow,
    .read_classes = &forall::frontend::read_classes,
    .read_concept = &forall::frontend::read_concept,
    .read_tests = &forall::frontend::read_tests,
    .read_flows = &forall::frontend::read_flows,
    .read_function = &forall::frontend::read_function,
    .patch_of = &forall::frontend::patch_of,
    .apply_edits = &forall::frontend::apply_edits,
    .formatted = &forall::frontend::formatted,
};
