import type { Token } from '@isochain/core';
import { cleanText, type RpcCall, shortAddress } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { metaplexMetadataAddress } from '../address/pda.ts';
import {
  decodeMetaplexMetadata,
  decodeMint,
  type MetaplexMetadata,
  type Mint,
  type TokenStandard,
} from '../layouts/index.ts';
import { programs, wrappedSol } from '../well-known.ts';
import { chunksOf } from './chunks.ts';
import { type Account, accountsPerCall, rpc } from './rpc.ts';

// Reads what the chain itself says about a token: decimals and supply in its mint, and its name in the mint (Token-2022) or in an account of
// Metaplex.
//
// A node gives at most 100 accounts for one call. Decimals are read for every token, as amounts need them. Names double the accounts and need a
// derived address each, so only the first `maxNames` are read. Other tokens are shown by their address.

export interface TokenFacts {
  readonly type: 'SPL' | 'SPL2022';
  readonly name: string;
  readonly ticker: string;
  readonly decimals: number;
  /** False for a collectible. */
  readonly isFungible: boolean;
}

/** How many names are looked up for one answer. To derive the address of a name takes a quarter of a millisecond. */
export const maxNames = 500;

/** Known without a look-up, as private clusters often lack this mint. */
export const wrappedSolFacts: TokenFacts = {
  type: 'SPL',
  name: 'Wrapped SOL',
  ticker: 'WSOL',
  decimals: 9,
  isFungible: true,
};

/** Reads of mints and names, prepared as JSON-RPC calls to be asked together with others. */
export interface TokenPlan {
  readonly questions: Readonly<Record<string, RpcCall<(Account | null)[]>>>;
  /** Facts by mint. An address that is no mint has no entry. */
  facts(answers: Readonly<Record<string, unknown>>): Map<string, TokenFacts>;
}

/** @param mints - Without duplicates. The most important names come first. */
export function planTokenReads(mints: readonly string[]): TokenPlan {
  const unknown = mints.filter((mint) => mint !== wrappedSol);
  const chunks = [
    ...chunksOf(unknown.slice(0, maxNames), accountsPerCall / 2).map((part) => ({ mints: part, named: true })),
    ...chunksOf(unknown.slice(maxNames), accountsPerCall).map((part) => ({ mints: part, named: false })),
  ];
  const keysOf = ({ mints: part, named }: (typeof chunks)[number]) =>
    named ? [...part, ...part.map(metaplexMetadataAddress)] : part;
  return {
    questions: Object.fromEntries(chunks.map((chunk, i) => [`tokens${i}`, rpc.readableAccounts(keysOf(chunk))])),
    facts(answers) {
      const facts = new Map<string, TokenFacts>();
      if (mints.includes(wrappedSol)) facts.set(wrappedSol, wrappedSolFacts);
      chunks.forEach(({ mints: part }, i) => {
        // The answer to our own question. It may be missing.
        const accounts = (answers[`tokens${i}`] ?? []) as readonly (Account | null)[];
        part.forEach((mint, k) => {
          const found = readTokenFacts(mint, accounts[k], accounts[part.length + k]);
          if (found !== undefined) facts.set(mint, found);
        });
      });
      return facts;
    },
  };
}

/**
 * @param account - The mint's account.
 * @param metaplex - The account of its Metaplex metadata, if it was asked for.
 * @returns Undefined if it is no mint.
 */
export function readTokenFacts(
  address: string,
  account: Account | null | undefined,
  metaplex: Account | null | undefined,
): TokenFacts | undefined {
  const type = tokenTypeOf(account);
  const mint = account === null || account === undefined ? undefined : decodeMint(account.data);
  if (type === undefined || mint === undefined) return undefined;
  const metadata = readMetaplex(address, metaplex);
  return {
    type,
    ...nameOf(address, mint, metadata),
    decimals: mint.decimals,
    isFungible: !isCollectible(mint, metadata),
  };
}

/** The kind of token, from the program that owns the account. Undefined if it is not of a token program. */
export function tokenTypeOf(account: Account | null | undefined): TokenFacts['type'] | undefined {
  if (account?.owner === programs.token) return 'SPL';
  return account?.owner === programs.token2022 ? 'SPL2022' : undefined;
}

function readMetaplex(mint: string, account: Account | null | undefined): MetaplexMetadata | undefined {
  if (account?.owner !== programs.metaplexMetadata) return undefined;
  const metadata = decodeMetaplexMetadata(account.data);
  return metadata?.mint === mint ? metadata : undefined;
}

/** A mint that points to itself holds its name. A name in a mint that does not point to itself does not count. */
function nameOf(
  address: string,
  { extensions }: Mint,
  metaplex: MetaplexMetadata | undefined,
): { name: string; ticker: string } {
  const own = extensions.metadataPointer === address ? extensions.metadata : undefined;
  const ticker = cleanText(own?.symbol ?? metaplex?.symbol ?? '', maxTickerLength) || shortAddress(address);
  return { name: cleanText(own?.name ?? metaplex?.name ?? '') || ticker, ticker };
}

/** The longest ticker that we show. */
const maxTickerLength = 32;

const collectibles: readonly (TokenStandard | undefined)[] = [
  'nonFungible',
  'nonFungibleEdition',
  'programmableNonFungible',
  'programmableNonFungibleEdition',
];

/** A single indivisible piece, or a token that Metaplex calls non-fungible. Its editions are mints of their own. */
function isCollectible({ decimals, supply }: Mint, metaplex: MetaplexMetadata | undefined): boolean {
  return (decimals === 0 && supply === 1n) || collectibles.includes(metaplex?.tokenStandard);
}

export function toToken(mint: Address | string, { type, name, ticker, decimals }: TokenFacts): Token {
  return { type, id: mint, name, ticker, decimals: decimals.toString(), contractAddress: mint };
}
