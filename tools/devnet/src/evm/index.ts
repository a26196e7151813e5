export { accounts } from './accounts.ts';
export { type AnvilEngine, startAnvil } from './anvil.ts';
export { installOpStack } from './op-stack.ts';
export { prepareEvm } from './prepare.ts';
export { waitForReceipt } from './receipt.ts';
