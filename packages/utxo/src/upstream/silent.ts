export { silent } from '@isochain/core/upstream';
