import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';

// Accounts of the development profile.
const solanaSender = '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp';
const solanaRecipient = 'CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k';
const solanaValidator = '3BUguuzRrgPvow6Do3qWLhMQGudLkBmdct2JVefxDmvc';

export const intents = {
  'solana-transfer': {
    summary: 'Solana, transfer with a memo',
    chainId: 'solana',
    data: {
      mode: 'transfer',
      senderAddress: solanaSender,
      recipientAddress: solanaRecipient,
      amount: '10000000',
      memo: 'invoice 2026-117',
    },
  },
  'solana-transferToken': {
    summary: 'Solana, transferToken',
    chainId: 'solana',
    data: {
      mode: 'transferToken',
      tokenId: 'H1guMGrs9oL5PTVUwCR5is96MhhxeXrtiEaKoWZCgVEv',
      senderAddress: solanaSender,
      recipientAddress: solanaRecipient,
      amount: '2500000',
    },
  },
  'solana-enableToken': {
    summary: 'Solana, enableToken: an account for a token that the sender does not have yet',
    chainId: 'solana',
    data: { mode: 'enableToken', tokenId: 'So11111111111111111111111111111111111111112', senderAddress: solanaSender },
  },
  'solana-stake': {
    summary: 'Solana, stake',
    chainId: 'solana',
    data: {
      mode: 'stake',
      senderAddress: solanaSender,
      targetValidatorAddress: solanaValidator,
      amount: '3000000000',
    },
  },
  'solana-unstake': {
    summary: 'Solana, unstake: all that is staked with a validator',
    chainId: 'solana',
    data: { mode: 'unstake', senderAddress: solanaSender, validatorAddress: solanaValidator, useMaxAmount: true },
  },
  'solana-withdraw': {
    summary: 'Solana, withdraw: what was unstaked',
    chainId: 'solana',
    data: { mode: 'withdraw', senderAddress: solanaSender, validatorAddress: solanaValidator },
  },
} as const satisfies Examples['intents'];
