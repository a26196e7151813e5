import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';
import { Address } from '@ton/core';

// Accounts and the demo jetton of the local engine.
const sender = 'UQDY4X7kHilDkAveOlPd8Ig0VAe3EUiZvqBgTHWKPNYVjC1U';
const senderPubKey = 'ec01d0566e2a32be8be90c1be5373f86da628623f2b01c27a28145ebdf16917c';
const recipient = 'UQAQ113dWkP2MOfXN2uv0qPFB-097flcLBhyv0_lhgXEUhwz';
const jetton = 'EQBJAcVPyqviH0N9kN4EMpk6fuA8dqUJWD8RCkgIjlPQLpoj';

// Pools of the local engine: one of nominators, and the one of Tonstakers.
const nominators = Address.parse('-1:aa21db3716c4388099db7c6dc83dc15f3412c021d12ecb3342da7b35d8daa77b').toString();
const liquid = 'EQCkWxfyhAkim3g2DjKQQg8T5P4g-Q1-K_jErGcDJZ4i-vqR';

const chainId = 'ton';
const needs = 'the setting that serves `ton` locally';
const by = { senderAddress: sender, senderPubKey };

export const intents = {
  'ton-transfer': {
    summary: 'TON, transfer with a comment',
    chainId,
    needs,
    data: { mode: 'transfer', ...by, recipientAddress: recipient, amount: '1500000000', memo: 'invoice 2026-117' },
  },
  'ton-transferToken': {
    summary: 'TON, transferToken: a jetton',
    chainId,
    needs,
    data: { mode: 'transferToken', ...by, tokenId: jetton, recipientAddress: recipient, amount: '2500000' },
  },
  'ton-stake': {
    summary: 'TON, stake: with a pool of nominators',
    chainId,
    needs,
    data: { mode: 'stake', ...by, targetValidatorAddress: nominators, amount: '150000000000' },
  },
  'ton-stake-liquid': {
    summary: 'TON, stake: liquid staking',
    chainId,
    needs,
    data: { mode: 'stake', ...by, targetValidatorAddress: liquid, amount: '20000000000' },
  },
  'ton-unstake': {
    summary: 'TON, unstake: a part of what is staked with a liquid pool',
    chainId,
    needs,
    data: { mode: 'unstake', ...by, validatorAddress: liquid, amount: '5000000000' },
  },
  'ton-withdraw': {
    summary: 'TON, withdraw: asks once more for a stake that a pool of nominators did not pay',
    chainId,
    needs: 'the real network',
    data: { mode: 'withdraw', ...by, validatorAddress: nominators },
  },
} as const satisfies Examples['intents'];
