/** What can be reserved. The event's schema takes any word, so that this list can grow. */
export type ReservationKind =
  | 'accountName'
  | 'email'
  | 'projectName'
  | 'projectKey'
  | 'environmentName'
  | 'environmentKey'
  | 'testSuiteName'
  | 'runnerPoolName'
  | 'pipelineStageName'
  | 'uploadedContent';
