/** A session ended: its sockets, on whatever process, are to be closed. No browser can subscribe to a name with a dollar sign. */
export const sessionEndedTopic = '$sessionEnded';
/** There may be work to claim. */
export const workTopic = 'work';
