import { fromHex } from '@isochain/core';
import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { TokenFacts } from '../../tokens/token-facts.ts';
import { cleanFacts } from '../../tokens/token-facts.ts';
import { hex } from '../fields.ts';
import { nodeQuery, type Query } from '../query.ts';

/** AssetIssueContract of tronprotocol/protocol, core/contract/asset_issue_contract.proto. AssetIssueActuator of java-tron takes 0 to 6 decimals. */
const schema = z.object({
  id: z.string().optional(),
  name: hex.default(''),
  abbr: hex.default(''),
  precision: z.int().min(0).max(6).default(0),
});

/**
 * What the chain knows of a TRC-10 token.
 *
 * @param id - Its number.
 * @returns Undefined if there is none.
 */
export function asset(id: string): Query<TokenFacts | undefined> {
  return nodeQuery({
    path: '/wallet/getassetissuebyid',
    body: { value: id, visible: false },
    schema,
    read: (raw) => {
      if (raw.id === undefined) return undefined;
      if (raw.id !== id) throw new RejectedAnswer('it answers with another token');
      return cleanFacts({ name: textOf(raw.name), ticker: textOf(raw.abbr), decimals: raw.precision });
    },
  });
}

function textOf(bytes: string): string {
  return new TextDecoder().decode(fromHex(bytes) ?? new Uint8Array());
}
