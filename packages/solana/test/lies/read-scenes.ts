import type { LieScene } from '@isochain/conformance';
import { getBase58Decoder, getU32Encoder, getU64Encoder } from '@solana/kit';
import { someSignature } from '../addresses.ts';
import { atSlot, type Script } from '../scripted-node.ts';
import { scene, slot } from './upstream.ts';
import { alice, bob, cent, gold, now, programs, senderGold, sol, staked } from './world.ts';

// What clients read: states, tokens, validators, transactions and histories.

const base58 = (...parts: Iterable<number>[]) =>
  getBase58Decoder().decode(Uint8Array.from(parts.flatMap((part) => [...part])));
const u32 = (value: number) => getU32Encoder().encode(value) as Uint8Array;
const u64 = (value: bigint) => getU64Encoder().encode(value) as Uint8Array;

interface Shape {
  readonly id: string;
  readonly keys: readonly string[];
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: string;
  readonly changes?: readonly bigint[];
  readonly tokens?: { readonly pre: readonly object[]; readonly post: readonly object[] };
  readonly at?: number;
}

/** A transaction of one instruction, as nodes answer it. */
function transactionOf({ id, keys, program, accounts, data, changes = [], tokens, at = slot - 10 }: Shape) {
  const before = keys.map(() => 3n * sol);
  return {
    slot: at,
    blockTime: Math.floor(now / 1000) - 5,
    transaction: {
      signatures: [id],
      message: {
        accountKeys: keys,
        recentBlockhash: programs.system,
        instructions: [{ programIdIndex: program, accounts, data }],
      },
    },
    meta: {
      err: null,
      fee: 5000,
      preBalances: before,
      postBalances: before.map((lamports, i) => lamports + (changes[i] ?? 0n) - (i === 0 ? 5000n : 0n)),
      preTokenBalances: tokens?.pre ?? [],
      postTokenBalances: tokens?.post ?? [],
      loadedAddresses: { writable: [], readonly: [] },
      computeUnitsConsumed: 150,
    },
  };
}

export const paidId = someSignature(1);
const paid = transactionOf({
  id: paidId,
  keys: [alice.address, bob, programs.system],
  ...{ program: 2, accounts: [0, 1], data: base58(u32(2), u64(sol)), changes: [-sol, sol] },
});

/** Somebody pays gold to the sender. The transaction names only the sender's token account. */
const receivedId = someSignature(2);
const bobGold = 'Ac7YW6ktKRNX9aEFFes2NBsgYtz77PJX3CZg5KK7gx3B';
const goldBalance = (accountIndex: number, owner: string, amount: string) => ({
  ...{ accountIndex, mint: gold, owner, programId: programs.token },
  uiTokenAmount: { amount, decimals: 6, uiAmount: null, uiAmountString: amount },
});
const received = transactionOf({
  id: receivedId,
  keys: [bob, bobGold, senderGold, programs.token],
  ...{ program: 3, accounts: [1, 2, 0], data: base58([3], u64(77n)), at: slot - 20 },
  tokens: {
    pre: [goldBalance(1, bob, '1077'), goldBalance(2, alice.address, '4999923')],
    post: [goldBalance(1, bob, '1000'), goldBalance(2, alice.address, '5000000')],
  },
});

const unstakedId = someSignature(3);
const unstaked = transactionOf({
  id: unstakedId,
  keys: [alice.address, staked, programs.stake],
  ...{ program: 2, accounts: [1, 0, 0], data: base58(u32(5)), at: slot - 30 },
});

const byId: Readonly<Record<string, unknown>> = {
  [paidId]: paid,
  [receivedId]: received,
  [unstakedId]: unstaked,
};

const info = ({ slot: at, blockTime }: typeof paid, signature: string) => ({
  ...{ signature, slot: at, err: null, memo: null, blockTime, confirmationStatus: 'finalized', transactionIndex: 7 },
});

const lists: Readonly<Record<string, readonly unknown[]>> = {
  [alice.address]: [info(paid, paidId), info(unstaked, unstakedId)],
  [senderGold]: [info(received, receivedId)],
};

const chronicle: Script = {
  getTransaction: ([id]) => byId[id as string] ?? null,
  getSignatureStatuses: ([[id]]) =>
    atSlot([{ slot: (byId[id as string] as typeof paid).slot, err: null, confirmationStatus: 'finalized' }]),
  getSignaturesForAddress: ([of, { limit, before }]) => {
    const all = lists[of as string] ?? [];
    const index = all.findIndex((entry) => (entry as { signature: string }).signature === before);
    return all.slice(index + 1, index + 1 + limit);
  },
};

/** A node that knows the status and no more. */
const forgetful: Script = { ...chronicle, getTransaction: () => null };

const reading = (name: string, id: string, script: Script = chronicle): LieScene =>
  scene(name, { script }, (chain) => chain.transaction(id));

export const readScenes: readonly LieScene[] = [
  scene('state', {}, (chain) => chain.accountState(alice.address)),
  scene('token', {}, (chain) => chain.token(gold)),
  scene('token of Token-2022', {}, (chain) => chain.token(cent)),
  scene('validators', {}, (chain) => chain.validators()),
  reading('transaction', paidId),
  reading('token transaction', receivedId),
  reading('unstake transaction', unstakedId),
  reading('status', paidId, forgetful),
  scene('history', { script: chronicle }, (chain) => chain.history(alice.address)),
];
