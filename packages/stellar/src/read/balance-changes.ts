import { StrKey } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { checkAccount } from '../address/address.ts';
import { checkTokenId } from '../address/token-id.ts';
import { decimals } from '../bytes/stroops.ts';
import type { Leg } from './legs.ts';

// What a contract moved of XLM and of issued assets, by the word of the server (stellar/go, protocols/horizon/operations/main.go: AssetContractBalanceChange).

const party = z.string().refine((text) => StrKey.isValidContract(text) || checkAccount(text).ok);

/** Amounts of contracts have 128 bits. */
const amount = z
  .string()
  .regex(/^\d{1,39}(?:\.\d{1,7})?$/)
  .transform((text) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(decimals, '0'));
  });

const change = z.object({
  asset_type: z.string(),
  asset_code: z.string().optional(),
  asset_issuer: z.string().optional(),
  from: party.optional().catch(undefined),
  to: party.optional().catch(undefined),
  amount,
});

/** What accounts and contracts gave and got. Undefined if a change cannot be read. */
export function changedBalances(changes: readonly unknown[]): Leg[] | undefined {
  const read = z.array(change).safeParse(changes);
  if (!read.success) return undefined;
  const legs = read.data.map((each): Leg[] | undefined => {
    const asset =
      each.asset_type === 'native' ? undefined : checkTokenId(`${each.asset_code ?? ''}:${each.asset_issuer ?? ''}`);
    if (asset?.ok === false) return undefined;
    const piece = { amount: each.amount, token: asset?.value };
    return [
      ...(each.from === undefined ? [] : [{ way: 'out' as const, account: each.from, ...piece }]),
      ...(each.to === undefined ? [] : [{ way: 'in' as const, account: each.to, ...piece }]),
    ];
  });
  return legs.includes(undefined) ? undefined : legs.flatMap((each) => each ?? []);
}
