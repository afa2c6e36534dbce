#include "support/gpu_test.h"

int main(int argc, char** argv) { return gpubuck::test::runGpuTests(argc, argv); }
