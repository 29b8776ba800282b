// Loaded before a process of the bench's installation: on SIGUSR2 it collects all garbage and says what is left, in
// `<folder>/<pid>.json`. A process that is not asked does nothing of the kind.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const folder = process.env.ASSAY_BENCH_PROBE_DIR;

if (folder) {
  process.on('SIGUSR2', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    // Twice: what the first collection lets go of may hold buffers outside of the heap.
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    const file = join(folder, `${process.pid}.json`);
    writeFileSync(`${file}.part`, JSON.stringify({ heapUsed, external }));
    renameSync(`${file}.part`, file);
  });
}
