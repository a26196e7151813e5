import type { ParsedTransaction, Party } from '../schema/transaction-record.ts';

/** What one account gave or got. */
export interface Leg<Token = string> {
  readonly way: 'in' | 'out';
  /** As answers spell it. */
  readonly address: string;
  /** In the smallest unit. */
  readonly amount: bigint;
  /** Undefined for the chain's coin. */
  readonly token?: Token | undefined;
}

/** How answers name what moved. */
export interface Asset {
  readonly ticker: string;
  /** Undefined for the chain's coin. */
  readonly tokenId?: string | undefined;
}

/** @param token - Undefined for the chain's coin. */
export type AssetOf<Token = string> = (token: Token | undefined) => Asset;

/** One account gives what the other gets. */
export function pair<Token = string>(from: string, to: string, amount: bigint, token?: Token): Leg<Token>[] {
  return [
    { way: 'out', address: from, amount, token },
    { way: 'in', address: to, amount, token },
  ];
}

/** @param amount - In the smallest unit. */
export function partyOf(address: string, amount: bigint, { ticker, tokenId }: Asset): Party {
  return { address, amount: amount.toString(), ticker, ...(tokenId === undefined ? {} : { tokenId }) };
}

/**
 * Senders and recipients: what each gave and got, added up by asset, in order of first appearance. Two tokens with one ticker stay apart.
 *
 * @param idle - Shown as sender of 0 coins if nothing left anybody. Undefined to show no sender then.
 */
export function partiesOf<Token>(
  legs: readonly Leg<Token>[],
  idle: string | undefined,
  assetOf: AssetOf<Token>,
): Pick<ParsedTransaction, 'senders' | 'recipients'> {
  const sums = new Map<string, { way: Leg['way']; address: string; asset: Asset; amount: bigint }>();
  for (const { way, address, amount, token } of legs) {
    const asset = assetOf(token);
    const key = `${way} ${address} ${asset.tokenId}`;
    sums.set(key, { way, address, asset, amount: (sums.get(key)?.amount ?? 0n) + amount });
  }
  const list = (wanted: Leg['way']) =>
    [...sums.values()].flatMap(({ way, address, asset, amount }) =>
      way === wanted ? [partyOf(address, amount, asset)] : [],
    );
  const [out, recipients] = [list('out'), list('in')];
  const senders = out.length > 0 || idle === undefined ? out : [partyOf(idle, 0n, assetOf(undefined))];
  return {
    ...(senders.length > 0 ? { senders } : {}),
    ...(recipients.length > 0 ? { recipients } : {}),
  };
}

/**
 * The fees of an entry.
 *
 * @param amount - What was paid, in the smallest unit.
 * @param payer - Who paid. Undefined if nobody knows.
 * @param senders - Those of the entry: the first one is who paid, unless `payer` says otherwise.
 * @param asset - In what they were paid.
 */
export function feesOf(
  amount: bigint,
  payer: string | undefined,
  senders: readonly Party[] | undefined,
  { ticker, tokenId }: Asset,
): Pick<ParsedTransaction, 'fees'> {
  return {
    fees: {
      amount: amount.toString(),
      ticker,
      ...(tokenId === undefined ? {} : { tokenId }),
      ...(payer === undefined || payer === senders?.[0]?.address ? {} : { payer }),
    },
  };
}
