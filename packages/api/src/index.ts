export { createAccountWithAdmin, type NewAccount } from './accounts/createAccountWithAdmin.ts';
export type { ApiConfig, ApiDeps } from './apiDeps.ts';
export { type AttachTo, buildApp } from './app.ts';
export { routeTable } from './routeTable.ts';
export { openStores, readModelDatabase, type Stores } from './stores/openStores.ts';
