export type { AutomationDeps } from './automationDeps.ts';
export { type Automation, startAutomation } from './startAutomation.ts';
