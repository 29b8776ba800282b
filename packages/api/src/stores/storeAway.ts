export { isStoreAway } from '@assay/operations';
