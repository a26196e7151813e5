import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { canonicalAddress } from '../../address/address.ts';
import { requirePlausible } from '../../fees/plausible.ts';
import { type ChainConfig, configAccount, readConfig, readConfigAccount } from '../../fees/prices.ts';
import type { Cell } from '../../ton-core.ts';
import { boc64, bocHex } from '../fields.ts';
import { form, type Query } from '../query.ts';
import { v2Answer } from '../refusals.ts';

const address = canonicalAddress(configAccount());

/** The configuration of the chain: its prices, and who is suspended. */
export const chainConfig: Query<ChainConfig> = {
  forms: {
    // v3 has no path for the configuration, nor has toncenter/ton-http-api (v2) one for all of it. Both answer the account that holds it.
    'toncenter-v3': form(
      {
        path: '/accountStates',
        query: { address, include_boc: true },
        maxBytes: largeAnswer,
        schema: z.object({ accounts: z.array(z.object({ data_boc: boc64.nullish() })).length(1) }),
      },
      (answer) => readAll(answer.value.accounts[0]?.data_boc, readConfigAccount),
    ),
    'toncenter-v2': form(
      {
        path: '/getAddressInformation',
        query: { address },
        maxBytes: largeAnswer,
        schema: v2Answer(z.object({ data: boc64 })),
      },
      (answer) => readAll(answer.value.data, readConfigAccount),
    ),
    tonapi: form({ path: '/blockchain/config', maxBytes: largeAnswer, schema: z.object({ raw: bocHex }) }, (answer) =>
      readAll(answer.value.raw, readConfigParams),
    ),
  },
};

/** tonapi writes the address before the dictionary (block.tlb: ConfigParams; tonkeeper/opentonapi pkg/api/blockchain_handlers.go). */
function readConfigParams(cell: Cell): ChainConfig | undefined {
  const [dictionary] = cell.refs;
  return cell.bits.length === 256 && cell.refs.length === 1 && dictionary !== undefined
    ? readConfig(dictionary)
    : readConfig(cell);
}

function readAll(cell: Cell | null | undefined, read: (cell: Cell) => ChainConfig | undefined): ChainConfig {
  const found = cell && read(cell);
  if (!found) throw new RejectedAnswer('its configuration cannot be read');
  requirePlausible(found);
  return found;
}
