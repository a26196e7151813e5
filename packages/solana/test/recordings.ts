import encodes from '../fixtures/encoded.json' with { type: 'json' };
import listed from '../fixtures/signatures.json' with { type: 'json' };
import mined from '../fixtures/transactions.json' with { type: 'json' };
import wallet from '../fixtures/wallet.json' with { type: 'json' };

// Facts of recorded answers, spelled as a node does. Their sources are in fixtures/README.md.

interface MinedTransaction {
  readonly signatures: readonly string[];
  readonly slot: number;
  readonly time: number;
  readonly version: string | number;
  readonly blockhash: string;
  readonly fee: number;
  readonly computeUnits: number;
  readonly keys: readonly string[];
  readonly writableFromTables: readonly string[];
  readonly readonlyFromTables: readonly string[];
  readonly lamportsBefore: readonly number[];
  readonly lamportsAfter: readonly number[];
  /** An account that was made has no balance before, and one that was closed has none after. */
  readonly tokens: readonly {
    readonly key: number;
    readonly mint: string;
    readonly owner: string;
    readonly before?: string;
    readonly after?: string;
  }[];
  readonly instructions: readonly {
    readonly program: number;
    readonly accounts: readonly number[];
    readonly data: string;
  }[];
}

export type MinedName = keyof typeof mined.transactions;

export const minedNames = Object.keys(mined.transactions) as MinedName[];

/** A mined transaction, as a node answers getTransaction with `encoding: json`. A new copy, so that a test may change it. */
// biome-ignore lint/suspicious/noExplicitAny: as a node answers
export function recordedTransaction(name: MinedName): any {
  const facts: MinedTransaction = mined.transactions[name];
  const balances = (side: 'before' | 'after') =>
    facts.tokens.flatMap(({ key, mint, owner, [side]: amount }) =>
      amount === undefined ? [] : [{ accountIndex: key, mint, owner, uiTokenAmount: { amount } }],
    );
  return structuredClone({
    slot: facts.slot,
    blockTime: facts.time,
    version: facts.version,
    transaction: {
      signatures: facts.signatures,
      message: {
        accountKeys: facts.keys,
        recentBlockhash: facts.blockhash,
        instructions: facts.instructions.map(({ program, accounts, data }) => ({
          ...{ programIdIndex: program, accounts, data },
        })),
      },
    },
    meta: {
      err: null,
      fee: facts.fee,
      computeUnitsConsumed: facts.computeUnits,
      preBalances: facts.lamportsBefore,
      postBalances: facts.lamportsAfter,
      preTokenBalances: balances('before'),
      postTokenBalances: balances('after'),
      loadedAddresses: { writable: facts.writableFromTables, readonly: facts.readonlyFromTables },
    },
  });
}

/** Entries of getSignaturesForAddress, the newest first. */
export const recordedSignatures = listed.entries.map(({ signature, slot, time, memo }) => ({
  ...{ signature, slot, memo },
  ...{ blockTime: time, err: null, confirmationStatus: 'finalized' },
}));

/** Token accounts of one wallet, by their program. Amounts in smallest units; the decimals are those of the mint. */
export const recordedWallet = { token: wallet.token, token2022: wallet.token2022 };

/** What a public service with the same interface answered: the data, and the item that it encoded. */
export interface RecordedEncode {
  readonly data: Record<string, unknown> & { readonly amount: string; readonly fees: string };
  readonly encoded: readonly { readonly raw: { readonly format: 'BORSH'; readonly value: string } }[];
}

export function recordedEncode(name: string): RecordedEncode {
  const found = Object.entries(encodes.answers).find(([known]) => known === name)?.[1];
  if (found === undefined) throw new Error(`no answer ${name}`);
  return { data: found.data, encoded: [{ raw: { format: 'BORSH', value: found.message } }] };
}
