import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';
import { registrationOf } from '../registration.ts';

// Accounts, token and validators of the development profile.
const sender = 'cosmos164cy6j05j3kaqlzqgzn9mjz95vqjhxmh6uzja3';
const senderPubKey = '031eb026ce9288fda6756591a2cf7b0d127ac711f3f47fa100899b48dcefd7c503';
const recipient = 'cosmos18el2mdgsjwvzezu5cjsyuyx0uru4zrm2e84pjy';
const validator = 'cosmosvaloper1za29eu4hrxufm5rd8nmu5tf6u29qzv9sulm7fm';
const otherValidator = 'cosmosvaloper1z4ekcquux8jledgdz09mk0w6undckguqxnd5ze';
const token = 'factory/cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7/demo';

const chainId = 'cosmoshub-testnet';
const needs = 'the Cosmos node of `npm run build:engine`';
/** The same account on Babylon. */
const staker = 'bbn164cy6j05j3kaqlzqgzn9mjz95vqjhxmhdznrzg';

const by = { senderAddress: sender, senderPubKey };

export const intents = {
  'cosmos-transfer': {
    summary: 'Cosmos Hub Testnet, transfer with a memo',
    chainId,
    needs,
    data: { mode: 'transfer', ...by, recipientAddress: recipient, amount: '1500000', memo: 'invoice 2026-117' },
  },
  'cosmos-transferToken': {
    summary: 'Cosmos Hub Testnet, transferToken: any denomination of the chain, or a contract',
    chainId,
    needs,
    data: { mode: 'transferToken', ...by, tokenId: token, recipientAddress: recipient, amount: '2500000' },
  },
  'cosmos-stake': {
    summary: 'Cosmos Hub Testnet, stake',
    chainId,
    needs,
    data: { mode: 'stake', ...by, targetValidatorAddress: validator, amount: '20000000' },
  },
  'cosmos-redelegate': {
    summary: 'Cosmos Hub Testnet, stake: from one validator to another',
    chainId,
    needs,
    data: {
      ...{ mode: 'stake', ...by, sourceValidatorAddress: validator, targetValidatorAddress: otherValidator },
      amount: '5000000',
    },
  },
  'cosmos-claimRewards': {
    summary: 'Cosmos Hub Testnet, claimRewards: what one validator owes',
    chainId,
    needs,
    data: { mode: 'claimRewards', ...by, validatorAddress: validator },
  },
  'cosmos-unstake': {
    summary: 'Cosmos Hub Testnet, unstake: all that is staked with a validator',
    chainId,
    needs,
    data: { mode: 'unstake', ...by, validatorAddress: otherValidator, useMaxAmount: true },
  },
  'babylon-registerStake': {
    summary: 'Babylon Testnet, registerStake: with the documents that encode answered on bitcoin-signet',
    chainId: 'babylon-testnet',
    needs: 'the real network',
    data: { ...registrationOf(staker), senderPubKey },
  },
} as const satisfies Examples['intents'];
