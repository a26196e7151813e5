import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';

// An account of the stand-in, which the test beside the pages sends these to. USDT and the super representative are those of the main network.
const senderAddress = 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6';
const recipientAddress = 'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogL';
/** USDT (tether.to/en/supported-protocols). */
const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** A representative of a recorded vote: captures/tron/trongrid-v1-account-with-votes.json. */
const representative = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';

const chainId = 'tron';
// No node of Tron can be installed. The model of one, which the development profile starts on request, does not have all of these.
const needs = 'the real network';

export const intents = {
  'tron-transfer': {
    summary: 'Tron, transfer with a memo',
    chainId,
    needs,
    data: { mode: 'transfer', senderAddress, recipientAddress, amount: '1500000', memo: 'invoice 2026-117' },
  },
  'tron-transferToken': {
    summary: 'Tron, transferToken: TRC-20',
    chainId,
    needs,
    data: { mode: 'transferToken', senderAddress, tokenId: usdt, recipientAddress, amount: '2500000' },
  },
  'tron-transferToken-trc10': {
    summary: 'Tron, transferToken: TRC-10',
    chainId,
    needs,
    data: { mode: 'transferToken', senderAddress, tokenId: '1002000', recipientAddress, amount: '1000000' },
  },
  'tron-stake': {
    summary: 'Tron, stake: freezes coins, or votes with coins that are frozen',
    chainId,
    needs,
    data: { mode: 'stake', senderAddress, targetValidatorAddress: representative, amount: '100000000' },
  },
  'tron-unstake': {
    summary: 'Tron, unstake: the coins come back after 14 days',
    chainId,
    needs,
    data: { mode: 'unstake', senderAddress, validatorAddress: representative, amount: '40000000' },
  },
  'tron-withdraw': {
    summary: 'Tron, withdraw: takes unfrozen coins that are due',
    chainId,
    needs,
    data: { mode: 'withdraw', senderAddress, validatorAddress: representative },
  },
  'tron-claimRewards': {
    summary: 'Tron, claimRewards: the rewards of all votes',
    chainId,
    needs,
    data: { mode: 'claimRewards', senderAddress, validatorAddress: representative },
  },
} as const satisfies Examples['intents'];
