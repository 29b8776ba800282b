/** A session ended, so every process closes its sockets. Browsers cannot subscribe to a name with a dollar sign. */
export const sessionEndedTopic = '$sessionEnded';
/** There may be work to claim. */
export const workTopic = 'work';
