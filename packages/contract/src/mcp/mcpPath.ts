/** Where coding agents reach Assay by the Model Context Protocol. */
export const mcpPath = '/mcp';
