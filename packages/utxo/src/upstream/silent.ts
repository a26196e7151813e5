export { silent } from '@isochain/core';
