import { type Expected, lieRows } from '@isochain/conformance';
import type { EncodedItem } from '@isochain/core';
import { AuthInfo, SignDoc, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { expect } from 'vitest';
import { signedForms } from '../conformance.ts';
import type { Ledger } from '../stand-in/ledger.ts';
import { type StandInMessage, unpackMessage } from '../stand-in/messages.ts';
import { scenes } from './scenes.ts';
import type { CosmosScene } from './upstream.ts';
import { castOf, startWorld } from './world.ts';

// How the catalogue is written: one row for each lie about a field. The chain in memory is the true chain, and judges what encode answered.

/** The result that a lie must have depends on the chain. */
type Outcome = (scene: CosmosScene) => Expected;

/** Lies about one field, told in some scenes. */
export const about = lieRows(scenes);

/** A node's refusal with this gRPC code. */
export const refusal =
  (code: number, message: string, status = code === 5 ? 404 : 500) =>
  () =>
    Response.json({ code, message, details: [] }, { status });

/**
 * Nothing to sign, even with a second, honest node. One of two answers is wrong, and we cannot know which: a node that lags says the same. With the
 * second code, no other answer is required.
 */
export const disputed: Expected = { refused: ['upstream.unavailable', 'nonce.used'] };

interface Data {
  readonly amount?: string;
  readonly fees: string;
  readonly params: { readonly compoundAmount?: string };
}

interface Encoded {
  readonly transaction: { readonly data: Data; readonly encoded: readonly EncodedItem[] };
}

const dataOf = (answer: unknown): Data => (answer as Encoded).transaction.data;

interface Coin {
  readonly denom: string;
  readonly amount: string;
}

function coinsOf(message: StandInMessage): readonly Coin[] {
  if (
    message.kind === 'other' ||
    message.kind === 'claim' ||
    message.kind === 'claimBitcoin' ||
    message.kind === 'registerStake'
  )
    return [];
  return message.kind === 'send' ? message.value.amount : [message.value.amount];
}

/** What is signed, read by cosmjs-types. */
function readOf({ where: { chainId } }: CosmosScene, answer: unknown) {
  const { encoded } = (answer as Encoded).transaction;
  const {
    bodyBytes,
    authInfoBytes,
    chainId: network,
  } = SignDoc.decode(Buffer.from(encoded[0]?.raw?.value ?? '', 'hex'));
  const { messages, memo } = TxBody.decode(bodyBytes);
  const unpacked = messages.map((packed) => unpackMessage(packed, castOf(chainId).chain.wrapsStaking === true));
  const { fee, signerInfos } = AuthInfo.decode(authInfoBytes);
  return { unpacked, memo, network, fee: fee?.amount ?? [], signers: signerInfos.map(({ publicKey }) => publicKey) };
}

/** Everything but amounts. */
function actsOf(scene: CosmosScene, answer: unknown): unknown {
  const { unpacked, memo, network, signers, fee } = readOf(scene, answer);
  const acts = unpacked.map((message) => {
    if (message.kind === 'other') return { type: message.type };
    const denoms = coinsOf(message).map(({ denom }) => denom);
    return { type: message.type, value: { ...message.value, amount: denoms } };
  });
  return { acts, memo, network, signers, feeDenoms: fee.map(({ denom }) => denom) };
}

function holdings(ledger: Ledger, { where: { chainId } }: CosmosScene): unknown {
  const { sender, recipient } = castOf(chainId);
  return [sender, recipient].map(({ address }) => [ledger.balances(address), ledger.delegationsOf(address)]);
}

/** The bytes have the accounts and actions of the request, and move and cost what the client was shown. The amount may be any. */
function expectShown(scene: CosmosScene, answer: unknown, honest: unknown): void {
  expect(actsOf(scene, answer)).toEqual(actsOf(scene, honest));
  const { unpacked, fee } = readOf(scene, answer);
  const { amount, fees, params } = dataOf(answer);
  expect(fee.map((coin) => coin.amount)).toEqual([fees]);
  const moved = unpacked.flatMap(coinsOf).map((coin) => coin.amount);
  const shown = params.compoundAmount ?? amount;
  if (moved.length > 0) expect(moved).toEqual([shown]);
}

/** Signs what was encoded, and sends it to the true chain. */
function carryOut(scene: CosmosScene, answer: unknown) {
  const { chainId, build } = scene.where;
  const { chain, sender } = castOf(chainId);
  const { ledger } = startWorld(chainId, build);
  const before = holdings(ledger, scene);
  const signed = signedForms(chain, (answer as Encoded).transaction.encoded, sender);
  const { code, log } = ledger.send(Buffer.from(signed['the signed transaction in base64'], 'base64'));
  return { code, log, before, after: holdings(ledger, scene), mined: ledger.transactions.at(-1) };
}

/** The chain refuses the transaction, and takes nothing. */
export const chainRefuses =
  (words: RegExp): Outcome =>
  (scene) => ({
    bounded: 'The chain refuses the transaction, and nobody pays anything.',
    holds(answer, honest) {
      expectShown(scene, answer, honest);
      const { code, log, before, after } = carryOut(scene, answer);
      expect(code).not.toBe(0);
      expect(log).toMatch(words);
      expect(after).toEqual(before);
    },
  });

/** The chain takes the transaction. It does what was asked for, and moves and costs what the client was shown. */
export const takes =
  (text: string, mostFees?: bigint, leastFees = 0n): Outcome =>
  (scene) => ({
    bounded: text,
    holds(answer, honest) {
      expectTaken(scene, answer, honest);
      if (mostFees !== undefined) expect(BigInt(dataOf(answer).fees)).toBeLessThanOrEqual(mostFees);
      expect(BigInt(dataOf(answer).fees)).toBeGreaterThanOrEqual(leastFees);
    },
  });

function expectTaken(scene: CosmosScene, answer: unknown, honest: unknown): void {
  expectShown(scene, answer, honest);
  const { code, log, mined } = carryOut(scene, answer);
  expect(log).toBe('');
  expect(code).toBe(0);
  expect(mined?.code).toBe(0);
}

/** With a warning. */
export const takesWith =
  (warned: string): Outcome =>
  (scene) => ({ warned, holds: (answer, honest) => expectTaken(scene, answer, honest) });

/** The transaction is in a block, but it failed: it cost only the fees that the client was shown. */
export const fails =
  (words: RegExp): Outcome =>
  (scene) => ({
    bounded: 'It fails on the chain, and costs the fees that the client was shown.',
    holds(answer, honest) {
      expectShown(scene, answer, honest);
      const { mined } = carryOut(scene, answer);
      expect(mined?.code).not.toBe(0);
      expect(mined?.log).toMatch(words);
    },
  });

/** Only for reads: the answer differs in what only nodes know. */
export const tells = (text: string): Expected => ({ bounded: text, holds: (answer) => expect(answer).toBeDefined() });
