import { agentsArea } from '../features/agents/agentsRoutes.tsx';
import { alertsArea } from '../features/alerts/alertsRoutes.tsx';
import { environmentsArea } from '../features/environments/environmentsRoutes.tsx';
import { projectsArea } from '../features/projects/projectsRoutes.tsx';
import { releasesArea } from '../features/releases/releasesRoutes.tsx';
import { settingsArea } from '../features/settings/settingsRoutes.tsx';
import { testPlansArea } from '../features/testPlans/testPlansRoutes.tsx';
import { dashboardArea } from '../features/testRuns/dashboard/dashboardRoutes.tsx';
import { testRunsArea } from '../features/testRuns/testRunsRoutes.tsx';
import { triggersArea } from '../features/triggers/triggersRoutes.tsx';
import { workflowsArea } from '../features/workflows/workflowsRoutes.tsx';
import type { Area } from '../ui/Area.ts';

/** The areas of an account, in the order of the navigation. */
export const areas: readonly Area[] = [
  dashboardArea,
  projectsArea,
  testPlansArea,
  workflowsArea,
  testRunsArea,
  triggersArea,
  environmentsArea,
  alertsArea,
  releasesArea,
  agentsArea,
  settingsArea,
];
