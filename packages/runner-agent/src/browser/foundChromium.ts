/** A Chromium on this machine, and the arguments it is started with. */
export type FoundChromium = { executable: string; args: string[] };
