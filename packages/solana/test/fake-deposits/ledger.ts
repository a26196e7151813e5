import type { FakeTelling } from '@isochain/conformance';
import { getAddressEncoder, getBase58Decoder } from '@solana/kit';
import type { Address } from '../../src/address/address.ts';
import { metaplexMetadataAddress } from '../../src/address/pda.ts';
import { solana } from '../../src/index.ts';
import { programs } from '../../src/well-known.ts';
import { someAddress, someSignature } from '../addresses.ts';
import { account as accountOf, accountsOf, atSlot, scriptedFetch } from '../scripted-node.ts';

// Transactions of a thief, as a node tells them.

const at = (number: number) => someAddress(number, 21) as Address;

/** Signs and pays the fee. */
export const thief: Address = at(1);
/** The account that looks richer. */
export const account: Address = at(2);
/** Token accounts of the thief and of the account. */
export const [thiefStore, store]: readonly [Address, Address] = [at(3), at(4)];
/** Holds what a program pays out. It does not sign. */
export const vault: Address = at(5);
/** A program that nobody knows. */
export const program: Address = at(6);
export const mint: Address = at(7);

const keys: readonly Address[] = [
  ...[thief, account, thiefStore, store, vault, program, mint],
  ...[programs.system, programs.token, programs.associatedToken, programs.memo],
];
const fee = 5_000;
const before = 10_000_000;
const id = someSignature(77);

export interface Instruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: string;
}

export function call(of: Address, accounts: readonly Address[], data: Iterable<number>): Instruction {
  return {
    programIdIndex: keys.indexOf(of),
    accounts: accounts.map((each) => keys.indexOf(each)),
    data: getBase58Decoder().decode(Uint8Array.from(data)),
  };
}

const little = (value: bigint, width = 8) =>
  Array.from({ length: width }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));

/** A transfer of coins as the system program reads it, or as another program gets it. */
export const pay = (from: Address, to: Address, lamports: bigint, of: Address = programs.system): Instruction =>
  call(of, [from, to], [2, 0, 0, 0, ...little(lamports)]);

export const payToken = (
  from: Address,
  to: Address,
  amount: bigint,
  by: Address = thief,
  of: Address = programs.token,
): Instruction => call(of, [from, to, by], [3, ...little(amount)]);

export const memo = (text: string): Instruction => call(programs.memo, [], new TextEncoder().encode(text));

/** Changes of balances in lamports, by account. The fee comes on top. */
type Changes = Readonly<Record<string, number>>;

export interface Made {
  readonly instructions: readonly Instruction[];
  readonly inner?: readonly Instruction[];
  readonly coins?: Changes;
  /** Balances of token accounts, before and after. */
  readonly tokens?: readonly (readonly [holder: Address, owner: Address, before: number, after: number])[];
  readonly fails?: boolean;
  readonly logs?: readonly string[];
  /** How the mint calls itself. */
  readonly symbol?: string;
  /** No block has it for sure. */
  readonly waits?: boolean;
}

type Told = Partial<Omit<FakeTelling, 'chain' | 'id'>>;

export function tell(made: Made, told: Told = {}): FakeTelling {
  const { waits = false, fails = false, symbol = 'GLD' } = made;
  const err = fails ? { InstructionError: [0, { Custom: 1 }] } : null;
  const status = { slot: 100, err, confirmationStatus: waits ? 'processed' : 'finalized' };
  const fetch = scriptedFetch([
    {
      // Nodes tell contents, and list transactions, from the commitment `confirmed` on.
      getTransaction: () => (waits ? null : transactionOf(made, err)),
      getSignaturesForAddress: ([of]) =>
        waits || of !== account ? [] : [{ ...status, signature: id, memo: null, blockTime: 1_700_000_000 }],
      getSignatureStatuses: () => atSlot([status]),
      getSlot: () => 109,
      getTokenAccountsByOwner: () => atSlot([]),
      getMultipleAccounts: accountsOf(namedMint(symbol)),
    },
  ]);
  const chain = solana.connect('solana', {
    endpoints: [{ url: 'https://node0.example', maxBatch: 100 }],
    oldestBlockMs: 0,
    fetch,
  });
  return { chain, account, id, isListed: !waits, ...told };
}

function transactionOf({ instructions, inner = [], coins = {}, tokens = [], logs = [] }: Made, err: unknown): unknown {
  const changeOf = (key: Address) => (coins[key] ?? 0) - (key === thief ? fee : 0);
  const held = (which: 2 | 3) =>
    tokens.map((each) => ({
      ...{ accountIndex: keys.indexOf(each[0]), owner: each[1], mint, programId: programs.token },
      uiTokenAmount: { amount: String(each[which]), decimals: 6 },
    }));
  return {
    ...{ slot: 100, blockTime: 1_700_000_000, version: 'legacy' },
    transaction: {
      signatures: [id],
      message: { header: { numRequiredSignatures: 1 }, accountKeys: keys, instructions },
    },
    meta: {
      ...{ err, fee, computeUnitsConsumed: 150, logMessages: logs },
      preBalances: keys.map(() => before),
      postBalances: keys.map((key) => before + changeOf(key)),
      preTokenBalances: held(2),
      postTokenBalances: held(3),
      innerInstructions: inner.length === 0 ? [] : [{ index: 0, instructions: inner }],
    },
  };
}

/** The mint with its name, as Metaplex keeps it. */
function namedMint(symbol: string): Record<string, unknown> {
  const data = new Uint8Array(82);
  data.set([6, 1], 44);
  data.set([255, 255, 255, 1], 36);
  const key = (address: Address) => getAddressEncoder().encode(address as never);
  const text = (value: string, length: number) => {
    const bytes = new TextEncoder().encode(value);
    return [length, 0, 0, 0, ...bytes, ...new Uint8Array(length - bytes.length)];
  };
  const metadata = [4, ...key(thief), ...key(mint), ...text('Coin', 32), ...text(symbol, 10), ...text('', 200)];
  return {
    [mint]: accountOf(programs.token, data),
    [metaplexMetadataAddress(mint)]: accountOf(
      programs.metaplexMetadata,
      Uint8Array.from([...metadata, 0, 0, 0, 0, 0]),
    ),
  };
}
