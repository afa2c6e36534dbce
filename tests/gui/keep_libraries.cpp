// Preloaded into a gpubuck that is built with the address sanitizer: libraries stay until the end.
//
// OpenGL drivers are loaded and unloaded while the program runs, and keep a few hundred bytes in
// variables of their own. Once a driver is gone nothing points to those bytes any more and they
// look like a leak, in a module without a name that no suppression could be for.
extern "C" int dlclose(void*) { return 0; }
