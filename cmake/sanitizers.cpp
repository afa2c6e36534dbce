// Settings of the sanitizers for every executable of a build with GPUBUCK_SANITIZE.

/// Libraries stay until the end. OpenGL drivers are loaded and unloaded while the program runs, and
/// keep a few hundred bytes in variables of their own. Once a driver is gone nothing points to
/// those bytes any more and they look like a leak, in a module without a name that no suppression
/// could be for.
extern "C" int dlclose(void*) { return 0; }

/// Up to GCC 13 the search for leaks may crash at exit ("Tracer caught signal 11"): it takes a
/// thread's variables that happen to begin 16 bytes into a page for a block of an old C library,
/// and reads its length from the two words before. It does not crash if calls for such variables
/// are not intercepted.
///
/// The quarantine of freed memory is small: with the default of 256 MB each new array of the tests
/// takes fresh pages, which the system must clear.
///
/// The fuzzer refuses memory in pieces of more than 256 MB. The limit of kept freed memory is even
/// lower, since that memory would look like a leak.
extern "C" const char* __asan_default_options() {
  return "strict_string_checks=1:check_initialization_order=1:detect_stack_use_after_return=1:"
         "intercept_tls_get_addr=0"
#ifdef GPUBUCK_FUZZ
         ":allocator_may_return_null=1:max_allocation_size_mb=256:quarantine_size_mb=16"
#else
         ":quarantine_size_mb=32"
#endif
      ;
}

extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }

/// HDF5 1.10 keeps a buffer of its own (1 KiB, once) after some sequences of reads that it refuses.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5_serial\n"; }
