// Settings of the sanitizers for every executable of a build with GPUBUCK_SANITIZE.

/// Keeps libraries loaded until the end. OpenGL drivers are loaded and unloaded while the program
/// runs, and each driver has a few hundred bytes of memory to which its variables point. When a
/// driver is unloaded, nothing points to these bytes any more, and they look like a leak. A
/// suppression cannot name the driver, since the report has no name for an unloaded library.
extern "C" int dlclose(void*) { return 0; }

/// Up to GCC 13 the search for leaks may crash at exit ("Tracer caught signal 11"). If a thread's
/// variables happen to begin 16 bytes after the begin of a page, the search mistakes them for a
/// block that an old C library has allocated, and reads the length of the block from the two words
/// before them. The search does not crash if calls of __tls_get_addr() are not intercepted.
///
/// The quarantine of freed memory is small: with the default of 256 MB, each new array of the tests
/// takes fresh pages, which the system has to clear.
///
/// In the fuzzer, allocations of more than 256 MB fail. The quarantine is even smaller there, since
/// freed memory in it would look like a leak.
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

/// HDF5 1.10 does not free a buffer of 1 KiB after some sequences of reads that fail.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5_serial\n"; }
