// Threads do not inherit their process's TypeScript loader; built processes have a separate file for the thread.
import { register } from 'tsx/esm/api';

register();
await import('./readUploadThread.ts');
