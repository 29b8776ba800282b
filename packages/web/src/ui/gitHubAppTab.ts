/** Where staff see the GitHub App of the installation. */
export const gitHubAppTab = '/employee/git-hub-app';
