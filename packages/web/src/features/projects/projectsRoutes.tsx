import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';
import { IconBox } from '../../ui/icons/icons.ts';

const loadProjectList = async () => ({
  default: (await import('./ProjectListScreen.tsx')).ProjectListScreen,
});
const ProjectListScreen = lazy(loadProjectList);
const NewProjectScreen = lazy(async () => ({ default: (await import('./NewProjectScreen.tsx')).NewProjectScreen }));
const ProjectScreen = lazy(async () => ({ default: (await import('./ProjectScreen.tsx')).ProjectScreen }));
const QuarantinePreviewScreen = lazy(async () => ({
  default: (await import('./quarantine/QuarantinePreviewScreen.tsx')).QuarantinePreviewScreen,
}));
const FlakyRulesScreen = lazy(async () => ({
  default: (await import('./flakyRules/FlakyRulesScreen.tsx')).FlakyRulesScreen,
}));
const ProjectAuditScreen = lazy(async () => ({
  default: (await import('./audit/ProjectAuditScreen.tsx')).ProjectAuditScreen,
}));
const BuildScreen = lazy(async () => ({ default: (await import('./BuildScreen.tsx')).BuildScreen }));
const SuiteScreen = lazy(async () => ({ default: (await import('./suites/SuiteScreen.tsx')).SuiteScreen }));

export const projectsArea: Area = {
  path: 'projects',
  label: 'Projects',
  icon: IconBox,
  load: loadProjectList,
  routes: (
    <>
      <Route path="projects" element={<ProjectListScreen />} />
      <Route path="projects/new" element={<NewProjectScreen />} />
      <Route path="projects/:projectKey" element={<ProjectScreen />} />
      <Route path="projects/:projectKey/quarantine-preview" element={<QuarantinePreviewScreen />} />
      <Route path="projects/:projectKey/flaky-rules" element={<FlakyRulesScreen />} />
      <Route path="projects/:projectKey/audit-log" element={<ProjectAuditScreen />} />
      <Route path="projects/:projectKey/:tab" element={<ProjectScreen />} />
      <Route path="projects/:projectKey/:tab/new" element={<ProjectScreen />} />
      <Route path="projects/:projectKey/builds/:buildId" element={<BuildScreen />} />
      <Route path="projects/:projectKey/test-suites/new" element={<SuiteScreen />} />
      <Route path="projects/:projectKey/test-suites/:testSuiteId" element={<SuiteScreen />} />
    </>
  ),
};
