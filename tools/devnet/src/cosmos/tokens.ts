import { createHash } from 'node:crypto';
import type { Token } from '../engine.ts';
import type { CosmosToken } from './engine.ts';

/** What the bank module knows of a denomination: proto/cosmos/bank/v1beta1/bank.proto of cosmos-sdk, `Metadata`. */
export interface DenomMetadata {
  readonly base: string;
  readonly display: string;
  readonly name: string;
  readonly symbol: string;
  readonly description: string;
  readonly denom_units: readonly { readonly denom: string; readonly exponent: number }[];
}

/** Where a denomination came from: proto/ibc/applications/transfer/v1/token.proto of ibc-go, `Denom`. */
export interface DenomTrace {
  readonly base: string;
  readonly trace: readonly { readonly port_id: 'transfer'; readonly channel_id: string }[];
}

/** The denomination on this chain. If it came over IBC, this is a hash of its trace (ibc-go modules/apps/transfer/types/denom.go, IBCDenom). */
export function denomOf({ denom, ibc, name }: CosmosToken): string {
  if (ibc !== undefined) {
    const hash = createHash('sha256').update(`transfer/${ibc.channel}/${ibc.base}`).digest('hex');
    return `ibc/${hash.toUpperCase()}`;
  }
  if (denom === undefined) throw new TypeError(`The token ${name} has neither \`denom\` nor \`ibc\`.`);
  return denom;
}

/** A token as an engine lists it. */
export function describedToken(token: CosmosToken): Token {
  const { name, ticker, decimals } = token;
  return { id: denomOf(token), name, ticker, decimals };
}

/** A name in lower case for the whole token, and the smallest unit below it: `atom` is 10^6 `uatom`. */
export function metadataOf(
  denom: string,
  { name, ticker, decimals }: Pick<CosmosToken, 'name' | 'ticker' | 'decimals'>,
): DenomMetadata {
  const display = ticker.toLowerCase();
  return {
    base: denom,
    display,
    name,
    symbol: ticker,
    description: `${name}, for development alone`,
    denom_units: [
      { denom, exponent: 0 },
      { denom: display, exponent: decimals },
    ],
  };
}

export function traceOf({ ibc }: CosmosToken): DenomTrace[] {
  return ibc === undefined ? [] : [{ base: ibc.base, trace: [{ port_id: 'transfer', channel_id: ibc.channel }] }];
}

/** `5ibc/ED07…,1000uatom`, in the order that the SDK wants. */
export function coinsText(coins: Readonly<Record<string, bigint>>): string {
  return Object.entries(coins)
    .filter(([, amount]) => amount > 0n)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([denom, amount]) => `${amount}${denom}`)
    .join(',');
}
