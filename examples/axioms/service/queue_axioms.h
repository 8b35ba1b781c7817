#pragma once

#include <forall/forall.h>

#include "queue.h"

FORALL_AXIOMS(Queue, QueueTests);
