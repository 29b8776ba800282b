export type { AutomationStores } from './automationDeps.ts';
export { type Job, startJobs } from './jobs/jobs.ts';
export { mailSamples } from './outbound/mails/mailSamples.ts';
export { type PolicyGroup, policyGroups } from './policyGroups.ts';
export { type Automation, startAutomation } from './startAutomation.ts';
