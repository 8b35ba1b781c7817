#include "cli/application.h"

int main(int argc, char** argv) { return forall::cli::run(argc, argv); }
