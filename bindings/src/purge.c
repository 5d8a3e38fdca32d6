// Option of the allocator, which has no safe function for it. The loader calls this when the library is loaded.

#include <mimalloc.h>
#include <stdlib.h>

__attribute__((constructor)) static void return_free_memory(void) {
    // Free memory goes back to the system at once. Else each thread of a burst leaves what it had used.
    if (!getenv("MIMALLOC_PURGE_DELAY")) mi_option_set(mi_option_purge_delay, 0);
}
