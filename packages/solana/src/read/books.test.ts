import { expect, it } from 'vitest';
import { type MinedName, minedNames, recordedTransaction } from '../../test/recordings.ts';
import { accountsOf, atSlot, scriptedNode } from '../../test/scripted-node.ts';
import { wrappedSol } from '../well-known.ts';
import { readTransaction } from './transaction.ts';

// Transactions of the main network and of devnet, with the balances that the chain recorded before and after (fixtures/README.md).

/** Changes by address and token, as "address token". */
type Changes = Map<string, bigint>;

const add = (changes: Changes, key: string, amount: bigint) => changes.set(key, (changes.get(key) ?? 0n) + amount);
const rest = (changes: Changes) => [...changes].filter(([, amount]) => amount !== 0n).sort();

async function shown(name: MinedName): Promise<Changes> {
  const transaction = recordedTransaction(name);
  const node = scriptedNode({
    getTransaction: () => transaction,
    getSignatureStatuses: () => atSlot([null]),
    getSlot: () => transaction.slot + 9,
    getMultipleAccounts: accountsOf({}),
  });
  const { parsed } = (await readTransaction(node.context, transaction.transaction.signatures[0], node.operation)) ?? {};
  const changes: Changes = new Map();
  for (const { address, amount, tokenId } of parsed?.senders ?? [])
    add(changes, `${address} ${tokenId}`, -BigInt(amount));
  for (const { address, amount, tokenId } of parsed?.recipients ?? [])
    add(changes, `${address} ${tokenId}`, BigInt(amount));
  const payer = parsed?.fees?.payer ?? parsed?.senders?.[0]?.address;
  add(changes, `${payer} undefined`, -BigInt(parsed?.fees?.amount ?? 0));
  return changes;
}

function recorded(name: MinedName): Changes {
  const { transaction, meta } = recordedTransaction(name);
  const changes: Changes = new Map();
  const keys: string[] = [
    ...transaction.message.accountKeys,
    ...(meta.loadedAddresses?.writable ?? []),
    ...(meta.loadedAddresses?.readonly ?? []),
  ];
  for (const [i, key] of keys.entries()) {
    add(changes, `${key} undefined`, BigInt(meta.postBalances[i]) - BigInt(meta.preBalances[i]));
  }
  for (const [balances, sign] of [
    [meta.preTokenBalances, -1n],
    [meta.postTokenBalances, 1n],
  ]) {
    for (const { accountIndex, mint, owner, uiTokenAmount } of balances) {
      const amount = sign * BigInt(uiTokenAmount.amount);
      add(changes, `${owner} ${mint}`, amount);
      // The lamports of a wrapped coin are its tokens.
      if (mint === wrappedSol) add(changes, `${keys[accountIndex]} undefined`, -amount);
    }
  }
  return changes;
}

it.each(minedNames)('an entry shows what the balances of all parties gained or lost: %s', async (name) => {
  expect(rest(await shown(name))).toEqual(rest(recorded(name)));
});
