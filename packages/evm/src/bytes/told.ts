import type { Told } from '@isochain/core';
import type { Evm } from '../types.ts';

const price = { hidden: 'the bytes hold it, and fees are compared' } as const;
const charge = { never: 'a rollup charges it beside the gas' } as const;

const common = {
  senderAddress: 'told',
  recipientAddress: 'told',
  senderPubKey: { idle: 'the signature shows whose key signs' },
  amount: 'told',
  useMaxAmount: { never: 'the bytes hold the amount that encode found' },
  fees: { sometimes: 'a rollup charges for its data beside the gas', most: true },
  gas: 'told',
  nonce: 'told',
  memo: { never: 'the chain has no memos' },
  'params.type': price,
  'params.maxFeePerGas': price,
  'params.maxPriorityFeePerGas': price,
  'params.gasPrice': price,
  'params.l1Fee': charge,
  'params.operatorFee': charge,
} as const;

/** What the bytes of each mode tell. */
export const told: Told<Evm> = { transfer: common, transferToken: { ...common, tokenId: 'told' } };
