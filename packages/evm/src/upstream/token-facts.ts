import { fromHex, type Token } from '@isochain/core';
import { cleanReason } from '@isochain/core/upstream';
import { decodeAbiParameters, hexToString } from 'viem/utils';
import { type Address, type Hex, toChecksum } from '../address.ts';
import { callData, type Read, type ReadResult, wordOf } from '../bytes/multicall.ts';

/** What a contract says about itself. */
export interface TokenFacts {
  readonly name: string;
  readonly ticker: string;
  readonly decimals: number;
}

export function factReads(token: Address): Read[] {
  return (['decimals()', 'symbol()', 'name()'] as const).map((signature) => ({
    target: token,
    data: callData(signature),
  }));
}

/** Asks a contract for its ticker alone. */
export function tickerRead(token: Address): Read {
  return { target: token, data: callData('symbol()') };
}

/** @returns Empty if it tells none. */
export function readTicker(result: ReadResult): string {
  return cleanTicker(readText(result));
}

/** @returns Undefined if the contract is not a fungible token: amounts need decimals. */
export function readFacts([decimals, symbol, name]: readonly ReadResult[]): TokenFacts | undefined {
  const places = wordOf(decimals);
  if (places === undefined || places > 255n) return undefined;
  const ticker = readTicker(symbol);
  return { decimals: Number(places), ticker, name: cleanName(readText(name)) || ticker };
}

/** A ticker that is safe to show. It comes from a contract or an explorer, and its maker chose it. */
export function cleanTicker(text: string): string {
  return clean(text, 32);
}

/** The same for a name. */
export function cleanName(text: string): string {
  return clean(text, 128);
}

export function toToken(address: string, facts: TokenFacts): Token {
  const id = toChecksum(address);
  return {
    type: 'ERC20',
    id,
    name: facts.name,
    ticker: facts.ticker,
    decimals: facts.decimals.toString(),
    contractAddress: id,
  };
}

/**
 * Shortens a text and removes what could mislead a reader (text direction, line breaks, invisible letters, halves of characters). The maker of a
 * token chooses its texts.
 */
function clean(text: string, maxLength: number): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '').trim();
  // Cuts by whole characters, as each may be two UTF-16 units.
  return [...visible.slice(0, 2 * maxLength)].slice(0, maxLength).join('').trimEnd();
}

/** A string, or bytes32 from tokens older than the final ERC-20 (MKR). */
function readText(result: ReadResult): string {
  if (result === undefined || result === '0x') return '';
  return result.length === 66 ? fromBytes32(result) : fromString(result);
}

function fromBytes32(word: Hex): string {
  const bytes = fromHex(word)?.filter((byte) => byte !== 0) ?? new Uint8Array();
  return new TextDecoder().decode(bytes);
}

function fromString(data: Hex): string {
  try {
    return decodeAbiParameters([{ type: 'string' }], data)[0];
  } catch {
    return '';
  }
}

/**
 * Why a call reverted, in the contract's own words: Error(string) or Panic(uint256) of Solidity. The contract's author chose them, so they are
 * cleaned before they are shown.
 *
 * @param data - Revert data, if the node gave it.
 * @param message - The node's text, used if there is no data.
 */
export function revertReason(data: unknown, message: string): string {
  const hex = typeof data === 'string' && /^0x(?:[0-9a-f]{2}){4,}$/i.test(data) ? data.toLowerCase() : undefined;
  if (hex === undefined) {
    const text = /revert(?:ed)?[: ]+(.+)/i.exec(message.slice(0, 1_000))?.[1] ?? '';
    const reason = cleanReason(hexToText(text));
    if (reason !== '') return reason;
    // Machines stop for other reasons than a revert, and say so.
    return /revert/i.test(message)
      ? 'the contract reverted without a reason'
      : cleanReason(message) || 'the node gives no reason';
  }
  // Selectors of Error(string) and Panic(uint256), from the Solidity documentation on revert data.
  if (hex.startsWith('0x08c379a0')) return cleanReason(fromString(`0x${hex.slice(10)}`)) || 'the contract reverted';
  if (hex.startsWith('0x4e487b71') && hex.length === 74) {
    return `the contract panicked with code ${BigInt(`0x${hex.slice(10)}`)}`;
  }
  return `the contract reverted with the error ${hex.slice(0, 10)}`;
}

function hexToText(text: string): string {
  return /^0x[0-9a-f]+$/i.test(text) ? hexToString(text as Hex) : text;
}
