// The fluid of an invocation. There is only one fluid, unless the prologue includes batch.glsl. Function.

#ifndef BATCH
/// Makes the fluid of particle i the fluid of the invocation.
void enterFluid(int i) {}
#endif
