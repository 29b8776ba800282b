// Threads do not inherit their process's TypeScript loader; built processes have files of their own for threads.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData);
