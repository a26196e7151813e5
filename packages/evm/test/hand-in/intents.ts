import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';

// Accounts of the development profile.
const evmSender = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
const evmRecipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

export const intents = {
  'evm-transfer': {
    summary: 'EVM, transfer: an amount of the chain’s coin',
    chainId: 'sepolia',
    data: { mode: 'transfer', senderAddress: evmSender, recipientAddress: evmRecipient, amount: '10000000000000000' },
  },
  'evm-transfer-all': {
    summary: 'EVM, transfer: all that there is, with L1 fees',
    chainId: 'base-sepolia',
    data: { mode: 'transfer', senderAddress: evmSender, recipientAddress: evmRecipient, useMaxAmount: true },
  },
  'evm-transferToken': {
    summary: 'EVM, transferToken: an ERC-20 token',
    chainId: 'sepolia',
    data: {
      mode: 'transferToken',
      tokenId: '0xf41DEc33aA7366aE1b626E5da591980B5C2aDd60',
      senderAddress: evmSender,
      recipientAddress: evmRecipient,
      amount: '2500000',
    },
  },
} as const satisfies Examples['intents'];
