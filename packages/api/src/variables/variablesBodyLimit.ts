/** Room for 200 variables of which some are files. */
export const variablesBodyLimit = 4 * 1024 * 1024;
