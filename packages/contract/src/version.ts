/** The release: shown by /health, the API's description and `assay --version`, and the start of an agent's version. */
export const version = '0.1.0';
