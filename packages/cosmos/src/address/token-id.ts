import type { Parsed } from '@isochain/core';
import { fromBech32 } from '@isochain/core/bytes';
import type { NamedChain } from '../chains.ts';
import { type Address, checkAccount } from './address.ts';

/** What a token is: a denomination of the module `bank`, or a contract (CW20 of CosmWasm). */
export type Token = { readonly denom: string } | { readonly contract: Address };

/** The pattern of `ValidateDenom` in cosmos-sdk types/coin.go. */
export const denomPattern: RegExp = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/;

/** Explorers put it before the address of a contract. */
const contractMark = 'cw20:';

/**
 * Checks a token id: a denomination (`ibc/...`, `factory/...`, `erc20/...` and any other), or the address of a contract, with or without `cw20:`.
 * The hash in `ibc/...` may be in lower case; the rest stays as it is written, since denominations differ by case.
 */
export function checkTokenId(named: NamedChain, text: string): Parsed<Token> {
  const { denom: native, prefix } = named.chain;
  if (text === native) return { ok: false, reason: 'it stands for the native coin', native: true };
  const isMarked = text.startsWith(contractMark);
  // bech32 may be in upper case. A text with a right checksum is an address, perhaps of another chain, and not a denomination.
  if (isMarked || text.toLowerCase().startsWith(`${prefix}1`) || fromBech32(text) !== undefined) {
    const contract = checkAccount(named, isMarked ? text.slice(contractMark.length) : text);
    return contract.ok ? { ...contract, value: { contract: contract.value } } : contract;
  }
  if (/^ibc\//i.test(text)) {
    if (!/^ibc\/[0-9a-f]{64}$/i.test(text)) {
      return { ok: false, reason: 'its hash is not 64 hexadecimal digits: expected ibc/ and SHA-256 of path and base' };
    }
    const denom = `ibc/${text.slice(4).toUpperCase()}`;
    return { ok: true, canonical: denom, value: { denom } };
  }
  if (!denomPattern.test(text)) {
    return { ok: false, reason: 'it is neither a denomination nor the address of a contract of this chain' };
  }
  return { ok: true, canonical: text, value: { denom: text } };
}
