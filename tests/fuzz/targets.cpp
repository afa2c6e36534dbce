#include "fuzz/targets.h"

#include "fuzz/target.h"

namespace gpubuck::fuzz {

const std::vector<Target> kTargets{{"scenario", scenario},
                                   {"overrides", overrides},
                                   {"dl_meso", dlMeso},
                                   {"dl_meso_config", dlMesoConfig},
                                   {"bucket_ids", bucketIds},
                                   {"points_csv", pointsCsv},
                                   {"npy", npy},
                                   {"xyz", xyz},
                                   {"gsd", gsd},
                                   {"lammps_data", lammpsData},
                                   {"checkpoint", checkpoint},
                                   {"run_files", runFiles},
                                   {"words", words},
                                   {"shaders", shaders}};

}  // namespace gpubuck::fuzz
