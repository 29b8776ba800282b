// Installs everything that is missing, for scripts that would not do it themselves.
import { prepareToCheck } from './prepare.mjs';

await prepareToCheck();
