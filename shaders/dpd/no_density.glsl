// A placeholder for force laws that read no density. Reads and writes nothing. Functions.

void noteOwnDensity(int i) {}

void noteNeighbourDensity(int place) {}
