export type { AutomationStores } from './automationDeps.ts';
export { type Automation, startAutomation } from './startAutomation.ts';
