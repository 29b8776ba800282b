/** The page that a shared link opens; its token is in the fragment, which browsers send to no server. */
export const sharedRunPath = '/shared-run';
