export { nativeAmount } from '@isochain/core';
