/** The address bar, which tests cannot follow. */
export const browser = {
  leaveFor: (url: string) => window.location.assign(url),
};
