export type { ApiConfig, ApiDeps } from './apiDeps.ts';
export { type AttachTo, buildApp } from './app.ts';
export { routeTable } from './routeTable.ts';
