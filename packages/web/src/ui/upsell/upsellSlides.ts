import type { PicturedFeature } from './UpsellPicture.tsx';

/** One thing that a plan includes. */
export type Slide = {
  feature: PicturedFeature;
  /** As in the navigation. */
  label: string;
  title: string;
  text: string;
};

export const slides: readonly Slide[] = [
  {
    feature: 'ownRunners',
    label: 'Timeline',
    title: 'Runs on your own runners',
    text: 'Start and rerun tests from here, on up to 30 runners at once. The timeline shows where the time goes.',
  },
  {
    feature: 'triggers',
    label: 'Test Triggers',
    title: 'Tests that start on their own',
    text: 'On a schedule or after a deploy. What could not start says why, and how to fix it.',
  },
  {
    feature: 'alerts',
    label: 'Alerts',
    title: 'A message when it matters',
    text: 'Slack, Teams, email or webhook, by project, branch and stage. Before saving, you see what last month would have sent.',
  },
  {
    feature: 'recordings',
    label: 'Videos',
    title: 'Videos of tests',
    text: 'See what the browser showed when a test failed, next to its steps and its error.',
  },
  {
    feature: 'testPlans',
    label: 'Test Plans',
    title: 'Stages, and one verdict',
    text: 'Suites of several projects in order: a stage starts when the one before it passes. What failed runs again alone.',
  },
  {
    feature: 'workflows',
    label: 'Quality Workflows',
    title: 'How your team works on quality',
    text: 'Draw the steps from a failed test to a fix, and see where work waits.',
  },
];
