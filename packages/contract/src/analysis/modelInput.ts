/** A root cause, and what shows why its tests failed. All of it may be written by tests but for the id and the count. */
export type CauseExamples = {
  rootCauseId: string;
  name: string;
  template: string;
  testCount: number;
  facts: readonly string[];
  /** Lines that a model may cite; `source`: what the text is, for people, such as the error of a test. */
  examples: readonly { source: string; text: string }[];
};

/** Exactly what is sent to a model, masked and bounded. */
export type OutgoingText = {
  instructions: string;
  text: string;
  /** Of both. */
  characters: number;
  promptVersion: number;
  /** SHA-256 of both, in hexadecimal: equal for the same question. */
  inputHash: string;
};
