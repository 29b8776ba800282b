/** Shown by /health and the API's description. */
export const version = '0.1.0';
