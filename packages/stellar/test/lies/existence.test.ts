import type { Family } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { stellar } from '../../src/index.ts';
import { creation, type Intent, token, transfer } from '../recorded/asking.ts';
import { exchange, newcomer, now, recipient, sender, untrusting } from '../world/cast.ts';
import { honestEndpoints, honestFetch } from '../world/honest.ts';
import { carryOut } from './upstream.ts';

// Lies about accounts that are not there, or that take no plain payments. The truth gives nothing to sign, so the catalogue has no place for them.

const family: Family = stellar;
type Account = Readonly<Record<string, unknown>>;

/** A server that tells something false of one account. */
function lying(about: string, tell: (likeness: Account) => Account): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    if (url.pathname !== `/accounts/${about}`) return honestFetch(input, init);
    const answer = await honestFetch(input, init);
    if (answer.ok) return Response.json(tell((await answer.json()) as Account));
    const likeness = (await (await honestFetch(`${url.origin}/accounts/${recipient.address}`, init)).json()) as Account;
    const balances = (likeness.balances as { asset_type: string }[]).filter(({ asset_type: t }) => t === 'native');
    const signers = [{ key: about, weight: 1, type: 'ed25519_public_key' }];
    return Response.json(tell({ ...likeness, id: about, account_id: about, signers, balances }));
  };
}

async function encodedBy(fetch: typeof globalThis.fetch, intent: Intent) {
  const chain = family.connect('stellar', { endpoints: honestEndpoints, fetch, now: () => now });
  const { transaction, status } = await chain.encode(intent as never);
  return { transaction, errors: status.errors, carried: await carryOut([sender], transaction) };
}

const as = <T>(value: T) => value;
const bid = 1_000_000n;

describe('a recipient', () => {
  it('that is said to exist gets nothing, and the sender pays the fee at most', async () => {
    const { errors, carried } = await encodedBy(lying(newcomer.address, as), creation);
    expect([errors, carried?.failed]).toEqual([[], 'tx_failed op_no_destination']);
    expect(-(carried?.change[sender.address] ?? 0n)).toBeLessThanOrEqual(bid);
    expect(carried?.change[newcomer.address]).toBe(0n);
  });

  it('that is said to hold a token gets nothing, and the sender pays the fee at most', async () => {
    const trustline = {
      ...{ asset_type: 'credit_alphanum4', asset_code: 'DEMO', asset_issuer: String(token.tokenId).split(':')[1] },
      ...{ balance: '0.0000000', limit: '922337203685.4775807', is_authorized: true },
    };
    const tell = (told: Account) => ({ ...told, balances: [...(told.balances as object[]), trustline] });
    const intent = { ...token, recipientAddress: untrusting.address };
    const { errors, carried } = await encodedBy(lying(untrusting.address, tell), intent);
    expect([errors, carried?.failed]).toEqual([[], 'tx_failed op_no_trust']);
    expect(-(carried?.change[sender.address] ?? 0n)).toBeLessThanOrEqual(bid);
    expect([carried?.tokens[sender.address], carried?.tokens[untrusting.address]]).toEqual([0n, 0n]);
  });

  // Only its data says that an account demands memos: a server that hides it cannot be found out. The coins still reach this account and no other.
  it('that is said to demand no memo gets the coins without one', async () => {
    const intent: Intent = { ...transfer, recipientAddress: exchange.address };
    const honest = await encodedBy(honestFetch, intent);
    expect(honest.errors.map(({ code }) => code)).toEqual(['recipient.memoRequired']);
    const { errors, carried } = await encodedBy(
      lying(exchange.address, (told) => ({ ...told, data: {} })),
      intent,
    );
    expect([errors, carried?.failed]).toEqual([[], undefined]);
    expect(carried?.change[exchange.address]).toBe(BigInt(String(intent.amount)));
    expect(-(carried?.change[sender.address] ?? 0n)).toBeLessThanOrEqual(BigInt(String(intent.amount)) + bid);
  });
});
