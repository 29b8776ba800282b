// Loaded before a process of the bench's installation: on SIGUSR2 it collects all garbage and writes the live memory to
// `<folder>/<pid>.json`. Without the signal it does nothing.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const folder = process.env.ASSAY_BENCH_PROBE_DIR;

if (folder) {
  process.on('SIGUSR2', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    // Twice: objects freed by the first collection may hold external buffers.
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    const file = join(folder, `${process.pid}.json`);
    writeFileSync(`${file}.part`, JSON.stringify({ heapUsed, external }));
    renameSync(`${file}.part`, file);
  });
}
