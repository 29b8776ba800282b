// Threads do not take over how their process reads TypeScript; built processes have the thread in a file of its own.
import { register } from 'tsx/esm/api';

register();
await import('./readUploadThread.ts');
