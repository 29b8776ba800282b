/** A topic about one thing, such as `testRun:<id>`. The thing's owner decides who may subscribe. */
export type TopicOfThing = {
  (id: string): string;
  topicName: string;
  /** Category of the thing's stream. */
  of: string;
};

/** `projects`, or a topic that is completed by an id. */
export type CallTopic = string | TopicOfThing;

function topicOfThing(topicName: string, of: string): TopicOfThing {
  return Object.assign((id: string) => `${topicName}:${id}`, { topicName, of });
}

/** Everything a browser can subscribe to. A call names the topic that keeps its answer fresh. */
export const topics = {
  account: 'account',
  payment: 'payment',
  testRuns: 'testRuns',
  testRun: topicOfThing('testRun', 'testRun'),
  testRunTests: topicOfThing('testRunTests', 'testRun'),
  testRunLogs: topicOfThing('testRunLogs', 'testRun'),
  testRunAnalysis: topicOfThing('testRunAnalysis', 'testRun'),
  testRunMessages: topicOfThing('testRunMessages', 'testRun'),
  testRunFollowers: topicOfThing('testRunFollowers', 'testRun'),
  reviews: 'reviews',
  problems: topicOfThing('problems', 'project'),
  projects: 'projects',
  projectTrials: 'projectTrials',
  repository: topicOfThing('repository', 'project'),
  projectTests: topicOfThing('projectTests', 'project'),
  testSuites: 'testSuites',
  testPlans: 'testPlans',
  testPlanRuns: topicOfThing('testPlanRuns', 'testPlan'),
  testDistribution: 'testDistribution',
  triggers: 'triggers',
  authorizations: 'authorizations',
  deployKeys: 'deployKeys',
  alerts: 'alerts',
  alertDeliveries: topicOfThing('alertDeliveries', 'alert'),
  builds: topicOfThing('builds', 'project'),
  deploys: topicOfThing('deploys', 'project'),
  environments: 'environments',
  pipelineStages: 'pipelineStages',
  runnerPools: 'runnerPools',
  agents: 'agents',
  teams: 'teams',
  userRoles: 'userRoles',
  staffAccess: 'staffAccess',
  workflows: 'workflows',
  invitations: 'invitations',
  notices: 'notices',
  insightMarks: 'insightMarks',
  releases: 'releases',
  criteriaTemplates: 'criteriaTemplates',
  trackedIssues: 'trackedIssues',
} as const;
