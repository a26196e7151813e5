import { TronWeb, utils } from 'tronweb';
import type { Json } from './scripted-history.ts';

// Transactions that tronweb writes, as nodes and TronGrid list them.

/** The time of the block in scripts, in milliseconds since 1970. */
export const blockTime: number = Date.UTC(2026, 10, 22);
export const blockNumber = 77_000_000;

/** An address by two hex digits. */
export function account(digits: string): { readonly hex: string; readonly text: string; readonly word: string } {
  const hex = `41${digits.repeat(20)}`;
  return { hex, text: TronWeb.address.fromHex(hex), word: `${'0'.repeat(24)}${digits.repeat(20)}` };
}

interface Extra {
  readonly memo?: string;
  readonly expiration?: number;
}

/** @param value - As in the JSON of nodes. */
export function made(type: string, value: Json, { memo, expiration = blockTime + 60_000 }: Extra = {}) {
  const raw_data = {
    contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
    ...(memo === undefined ? {} : { data: memo }),
    ref_block_bytes: 'ab12',
    ref_block_hash: '0011223344556677',
    expiration,
    timestamp: blockTime - 5_000,
    ...(type === 'TriggerSmartContract' ? { fee_limit: 100_000_000 } : {}),
  };
  const written = utils.transaction.txJsonToPb({ raw_data } as Json);
  return {
    txID: utils.transaction.txPbToTxID(written).replace(/^0x/, ''),
    raw_data,
    raw_data_hex: utils.transaction.txPbToRawDataHex(written).toLowerCase(),
    signature: ['00'.repeat(65)],
  };
}

/** The data of a TRC-20 transfer. */
export function transferData(recipientWord: string, amount: bigint): string {
  return `a9059cbb${recipientWord}${amount.toString(16).padStart(64, '0')}`;
}

/** A Transfer event as nodes write it. */
export function transferLog(contract: string, fromWord: string, toWord: string, amount: bigint) {
  return {
    address: contract.slice(2),
    topics: ['ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', fromWord, toWord],
    data: amount.toString(16).padStart(64, '0'),
  };
}
