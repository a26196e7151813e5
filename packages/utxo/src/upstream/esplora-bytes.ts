import { attempt } from '@isochain/core';
import * as z from 'zod';
import { bytesOf } from '../bytes/byte-arrays.ts';
import { writeTransaction } from '../bytes/transaction-bytes.ts';
import { transactionId } from '../bytes/unsigned.ts';
import type { ChainTransaction } from './backend.ts';
import { hashSchema, hexSchema, outputIndexSchema } from './common-schemas.ts';
import { amountSchema } from './esplora-schemas.ts';

const uint32 = z
  .int()
  .min(-(2 ** 31))
  .max(2 ** 32 - 1);
const shape = z.object({
  version: uint32,
  locktime: uint32,
  vin: z.array(z.object({ txid: hashSchema, vout: outputIndexSchema, scriptsig: hexSchema, sequence: uint32 })).min(1),
  vout: z.array(z.object({ scriptpubkey: hexSchema, value: amountSchema(undefined) })).min(1),
});

/**
 * The bytes that hash to the id of a transaction, put together from Esplora's JSON, so that no request has to be made for them.
 *
 * @returns Without witness; undefined unless they hash to the id. Litecoin's with MWEB parts do not.
 */
export function bytesShown({ txid, raw }: ChainTransaction): Uint8Array | undefined {
  const { data } = shape.safeParse(raw);
  const bytes = data && attempt(() => write(data));
  return bytes !== undefined && transactionId(bytes) === txid ? bytes : undefined;
}

function write({ version, locktime, vin, vout }: z.output<typeof shape>): Uint8Array {
  return writeTransaction({
    // A signed number, but some servers write it as unsigned.
    version: version | 0,
    inputs: vin.map(({ txid, vout: index, scriptsig, sequence }) => ({
      txid: bytesOf(txid),
      index,
      finalScriptSig: bytesOf(scriptsig),
      sequence,
    })),
    outputs: vout.map(({ scriptpubkey, value }) => ({ amount: value, script: bytesOf(scriptpubkey) })),
    lockTime: locktime,
  });
}
