import { cleanText } from '@isochain/core/upstream';
import * as z from 'zod';
import { rawAddress } from '../fields.ts';

// Names and decimals of jettons, as the interfaces tell them.

/** What people see of a jetton. */
export interface JettonFacts {
  readonly name: string;
  readonly ticker: string;
  /** One jetton is 10^decimals of its smallest unit. */
  readonly decimals: number;
}

/** A jetton as an index describes it. */
export interface SeenJetton {
  /** Undefined if the index does not know its decimals: guessed ones would show a wrong amount. */
  readonly facts: JettonFacts | undefined;
  /** Whether the index calls it a fraud. */
  readonly isScam: boolean;
}

/** Decimals of a jetton that does not say them (TEP-64). */
const usualDecimals = 9;

/** The longest ticker that is shown. */
const maxTickerLength = 24;

interface Said {
  readonly name?: string | null | undefined;
  readonly symbol?: string | null | undefined;
  /** Digits. */
  readonly decimals?: string | undefined;
  /** Whether all that the jetton says was read, also what lies off the chain. */
  readonly isWhole: boolean;
}

/** @returns Undefined if the decimals are not known, or no number from 0 to 255. */
export function toFacts({ name, symbol, decimals, isWhole }: Said): JettonFacts | undefined {
  const digits = decimals ?? (isWhole ? String(usualDecimals) : '');
  if (!/^\d{1,3}$/.test(digits) || Number(digits) > 255) return undefined;
  const clean = { name: cleanText(name ?? ''), ticker: cleanText(symbol ?? '', maxTickerLength) };
  return {
    name: clean.name || clean.ticker,
    ticker: clean.ticker || clean.name,
    decimals: Number(digits),
  };
}

/** Documents write decimals as a text or as a number. */
const digits = z.union([z.string(), z.int().transform(String)]);

/** A text of others. Anything else is left out. */
const text = z.string().nullish().catch(undefined);

// toncenter v3 (toncenter/ton-indexer, ton-index-go/index/models)

/** Anything else than a boolean tells nothing. */
const flag = z.boolean().nullish().catch(undefined);

const v3TokenInfo = z.object({
  type: text,
  valid: flag,
  name: text,
  symbol: text,
  is_scam: flag,
  extra: z
    .object({ decimals: digits.nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
});

const v3AddressMetadata = z.object({
  is_indexed: flag,
  token_info: z
    .array(z.unknown())
    .nullish()
    .transform((list) => list?.flatMap((raw) => v3TokenInfo.safeParse(raw).data ?? [])),
});

export type V3AddressMetadata = z.output<typeof v3AddressMetadata>;

/** What the index read beside the contracts, by raw address. Makers of tokens write it, so what does not fit tells nothing, and costs only itself. */
export const v3Metadata: z.ZodType<ReadonlyMap<string, V3AddressMetadata>> = z
  .record(z.string(), z.unknown())
  .nullish()
  .catch(undefined)
  .transform(
    (found) =>
      new Map(
        Object.entries(found ?? {}).flatMap(([key, value]): [string, V3AddressMetadata][] => {
          const { data: address } = rawAddress.safeParse(key);
          const { data: told } = v3AddressMetadata.safeParse(value);
          return address === undefined || told === undefined ? [] : [[address, told]];
        }),
      ),
  );

/** What the contract itself holds. */
export const v3Content = z.object({
  name: text,
  symbol: text,
  decimals: digits.nullish().catch(undefined),
  uri: text,
});

/**
 * What v3 says of a jetton.
 *
 * @param content - What the contract holds, if it was asked for. It counts before what documents say (TEP-64).
 * @param found - What the index read of its documents.
 */
export function v3Facts(
  content: z.output<typeof v3Content> | null | undefined,
  found: V3AddressMetadata | undefined,
): SeenJetton {
  const info = found?.token_info?.find(({ type }) => type === 'jetton_masters');
  const hasRead = found?.is_indexed !== false && info !== undefined && info.valid !== false;
  const isOnChain = content !== null && content !== undefined && !content.uri;
  return {
    facts: toFacts({
      name: content?.name ?? info?.name,
      symbol: content?.symbol ?? info?.symbol,
      decimals: content?.decimals ?? info?.extra?.decimals ?? undefined,
      isWhole: isOnChain || hasRead,
    }),
    isScam: info?.is_scam === true,
  };
}

// tonapi (tonkeeper/opentonapi, api/openapi.yml)

/** `blacklist`: tonapi calls it a fraud. */
const verification = z.string().nullish();

/** JettonPreview. It has decimals always: the server puts 9 where nothing is said. Without them, they are not known. */
export const tonapiPreview = z
  .object({
    address: rawAddress,
    name: text,
    symbol: text,
    decimals: digits.nullish().catch(undefined),
    verification: verification.catch(undefined),
  })
  .transform(({ address, verification: said, decimals, ...facts }) =>
    decimals == null
      ? { address, facts: undefined, isScam: said === 'blacklist' }
      : { address, ...tonapiSeen({ ...facts, decimals }, said) },
  );

/** JettonInfo. */
export const tonapiInfo = z
  .object({ metadata: z.object({ address: rawAddress, name: text, symbol: text, decimals: digits }), verification })
  .transform(({ metadata: { address, ...facts }, verification: said }) => ({ address, ...tonapiSeen(facts, said) }));

function tonapiSeen(facts: Omit<Said, 'isWhole'>, said: string | null | undefined): SeenJetton {
  return { facts: toFacts({ ...facts, isWhole: true }), isScam: said === 'blacklist' };
}
