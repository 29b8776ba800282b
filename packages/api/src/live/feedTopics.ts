/** Notices of the change feed that are the service's own; no browser can subscribe to a name with a dollar sign. */
export const sessionEndedTopic = '$sessionEnded';
/** The read models have come so far. */
export const projectedTopic = '$projected';
/** There may be work to claim. */
export const workTopic = 'work';
/** A read model was built anew and switched to: whatever was fetched may differ. */
export const readModelsTopic = 'readModels';
