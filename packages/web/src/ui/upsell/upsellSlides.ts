import type { PlanFeature } from '@assay/contract';

/** One thing that a plan includes. `rows`: what its screen shows, small. */
export type Slide = {
  feature: PlanFeature;
  /** As in the navigation. */
  label: string;
  title: string;
  text: string;
  rows: readonly { shape: 'pass' | 'fail' | 'flaky' | 'running' | 'pending'; name: string; detail: string }[];
};

export const slides: readonly Slide[] = [
  {
    feature: 'ownRunners',
    label: 'Timeline',
    title: 'Runs on your own runners',
    text: 'Start and rerun tests from here, on up to 30 runners at once. The timeline shows where the time goes.',
    rows: [
      { shape: 'pass', name: 'Runner 1', detail: '42 tests, 1m 48s' },
      { shape: 'running', name: 'Runner 2', detail: '37 tests so far' },
      { shape: 'pass', name: 'Runner 3', detail: '40 tests, 1m 51s' },
    ],
  },
  {
    feature: 'triggers',
    label: 'Test Triggers',
    title: 'Tests that start on their own',
    text: 'On a schedule or after a deploy. What could not start says why, and how to fix it.',
    rows: [
      { shape: 'pass', name: 'Nightly', detail: 'every day at 02:30' },
      { shape: 'running', name: 'After each deploy', detail: 'checkout-web to Staging' },
      { shape: 'pass', name: 'Hourly smoke test', detail: 'next in 12 min' },
    ],
  },
  {
    feature: 'alerts',
    label: 'Alerts',
    title: 'A message when it matters',
    text: 'Slack, Teams, email or webhook, by project, branch and stage. Before saving, you see what last month would have sent.',
    rows: [
      { shape: 'fail', name: 'Test run fails', detail: '#checkout-alerts' },
      { shape: 'flaky', name: 'Test run is flaky', detail: 'Payments' },
      { shape: 'pass', name: 'Test run passes', detail: 'release@example.com' },
    ],
  },
  {
    feature: 'recordings',
    label: 'Videos',
    title: 'Videos of tests',
    text: 'See what the browser showed when a test failed, next to its steps and its error.',
    rows: [
      { shape: 'fail', name: 'pays by card', detail: 'video, 0m 21s' },
      { shape: 'pass', name: 'pays by card, retry 1', detail: 'video, 0m 18s' },
      { shape: 'pass', name: 'adds to the cart', detail: 'video, 0m 7s' },
    ],
  },
  {
    feature: 'testPlans',
    label: 'Test Plans',
    title: 'Stages, and one verdict',
    text: 'Suites of several projects in order: a stage starts when the one before it passes. What failed runs again alone.',
    rows: [
      { shape: 'pass', name: 'Smoke', detail: '2 of 2 stages pass' },
      { shape: 'running', name: 'Acceptance', detail: '2 of 3 pass so far' },
      { shape: 'pending', name: 'Production', detail: 'waits for Acceptance' },
    ],
  },
  {
    feature: 'workflows',
    label: 'Quality Workflows',
    title: 'How your team works on quality',
    text: 'Draw the steps from a failed test to a fix, and see where work waits.',
    rows: [
      { shape: 'fail', name: 'Failed test', detail: 'assigned to its owner' },
      { shape: 'flaky', name: 'Quarantine', detail: 'until it is fixed' },
      { shape: 'pass', name: 'Release', detail: 'criteria met' },
    ],
  },
];
