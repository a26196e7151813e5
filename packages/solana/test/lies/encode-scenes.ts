import type { LieScene } from '@isochain/conformance';
import { accountsOf, type Script } from '../scripted-node.ts';
import { scene, type Where } from './upstream.ts';
import {
  account,
  accounts,
  alice,
  bob,
  carol,
  cent,
  dave,
  ended,
  gold,
  nonceAccount,
  programs,
  sol,
  staked,
  till,
  validator,
} from './world.ts';

// What clients have encoded: each mode, for every way that a node's answers get into the bytes.

const from = { senderAddress: alice.address };
const parties = { ...from, recipientAddress: bob };

const amount = sol;
const tokenAmount = 1_000_000n;
/** More than the first of the sender's token accounts holds. */
export const largeTokenAmount = 6_000_000n;
/** Of a stake of 5 SOL. */
const part = 2n * sol;

export const transfer = { mode: 'transfer', ...parties, amount: String(amount) };
const tokens = { mode: 'transferToken', ...parties, tokenId: gold, amount: String(tokenAmount) };
const unstake = { mode: 'unstake', ...from, validatorAddress: validator };
const withdraw = { mode: 'withdraw', ...from, validatorAddress: validator };

const encoding = (name: string, intent: Record<string, unknown>, where: Where = {}): LieScene =>
  scene(name, where, (chain) => chain.encode(intent));

/** The sender has 0.01 SOL. */
const poor: Script = {
  getMultipleAccounts: accountsOf({ ...accounts, [alice.address]: account(programs.system, '', sol / 100n) }),
};

export const encodeScenes: readonly LieScene[] = [
  encoding('transfer', transfer),
  encoding('maximum', { mode: 'transfer', ...parties, useMaxAmount: true }),
  encoding('to nobody yet', { ...transfer, recipientAddress: dave }),
  encoding('priority', transfer, { options: { priority: 'high' } }),
  encoding('with a nonce', { ...transfer, params: { nonceAccount } }),
  encoding('tokens', tokens),
  encoding('tokens with much gas', { ...tokens, gas: '1400000' }, { options: { priority: 'high' }, script: poor }),
  encoding('all tokens', { ...tokens, amount: undefined, useMaxAmount: true }),
  encoding('tokens to a new account', { ...tokens, recipientAddress: carol }),
  encoding('tokens from another account', { ...tokens, amount: String(largeTokenAmount) }),
  encoding('tokens between other accounts', { ...tokens, recipientAddress: till, amount: String(largeTokenAmount) }),
  encoding('tokens with a fee', { ...tokens, tokenId: cent }),
  encoding('tokens with a fee to a new account', { ...tokens, tokenId: cent, recipientAddress: carol }),
  encoding('enabling a token', { mode: 'enableToken', ...from, senderAddress: carol, tokenId: gold }),
  encoding('stake', { mode: 'stake', ...from, targetValidatorAddress: validator, amount: String(3n * sol) }),
  encoding('stake of everything', { mode: 'stake', ...from, targetValidatorAddress: validator, useMaxAmount: true }),
  encoding('unstake', { ...unstake, useMaxAmount: true }),
  encoding('unstake of a part', { ...unstake, stakeId: staked, amount: String(part) }),
  encoding('withdraw', withdraw),
  encoding('withdraw of a position', { ...withdraw, stakeId: ended }),
];
