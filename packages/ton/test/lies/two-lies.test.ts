import type { Chain } from '@isochain/core';
import { Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import type { TonKind } from '../../src/options.ts';
import type { Actor } from '../world/actor.ts';
import { coin, rawOf, recipient, sender, thief, third } from '../world/cast.ts';
import { pools, poolWallet, withPools } from '../world/pools.ts';
import { type Build, type Carried, token, wallet } from '../world/world.ts';
import { codecs } from './codecs.ts';
import { nameOfRequest } from './names.ts';
import { carryOut, honestUpstream, scene } from './upstream.ts';

// One endpoint says twice that the sender's jetton wallet is a contract of its own: in the name of the master, and in that of the wallet. Nothing
// contradicts it. It gets the coins that travel with the transaction, and no jettons.

/** The thief's contract keeps what it gets: it has no instructions, so it never fails. */
const keeping: Build = async (world) => {
  await withPools(world);
  await world.engine.setContract(thief, { code: Cell.EMPTY, data: Cell.EMPTY, balance: coin });
};

const raw = rawOf(thief);

/** Answers by name, each with what becomes of it. */
type Changes = Readonly<Record<string, (told: never) => unknown>>;

function lying(changes: Changes): typeof fetch {
  return async (input, init) => {
    const body = init?.body instanceof Uint8Array ? Buffer.from(init.body).toString() : String(init?.body ?? '');
    const name = nameOfRequest(new URL(String(input)), body);
    const kind = name.startsWith('v3') ? 'toncenter-v3' : name.startsWith('v2') ? 'toncenter-v2' : 'tonapi';
    // What the thief's contract would be asked is asked of the true wallet.
    const asked = String(body).replace(thief, owner.wallet);
    const url = String(input).replace(thief, owner.wallet);
    const answer = await honestUpstream(kind, keeping).fetch(url, body === '' ? init : { ...init, body: asked });
    const change = changes[nameOfRequest(new URL(url), asked)];
    if (change === undefined || !answer.ok) return answer;
    const codec = codecs[nameOfRequest(new URL(url), asked)];
    const told = (await answer.json()) as never;
    return Response.json(
      codec === undefined ? change(told) : codec.encode(change(codec.decode(told, undefined) as never), undefined),
    );
  };
}

const owner = { wallet: '' };

const stackOf = (change: Readonly<Record<string, unknown>>) => (told: { stack: object }) => ({
  ...told,
  stack: { ...told.stack, ...change },
});

const wordOfMaster: Changes = {
  'v3/runGetMethod token get_wallet_address': stackOf({ address0: raw }),
  'v2/runGetMethod token get_wallet_address': stackOf({ address0: raw }),
  'tonapi/blockchain/accounts/token/methods/get_wallet_address': stackOf({ address0: raw }),
  'v3/jetton/wallets': (told: { jetton_wallets: object[] }) => ({
    ...told,
    jetton_wallets: told.jetton_wallets.map((row) => ({ ...row, address: raw })),
  }),
  'tonapi/accounts/sender/jettons/token': (told: object) => ({ ...told, wallet_address: { address: raw } }),
};

async function stolen(
  by: Actor,
  kind: TonKind,
  intent: object,
  wallet: string,
): Promise<{ answer: never; carried: Carried }> {
  owner.wallet = wallet;
  const options = { nominatorPoolCodes: [pools.code] };
  const played = scene('two lies', { kind, build: keeping, options }, async (chain: Chain) => {
    const answer = await chain.encode({ senderAddress: by.address, ...intent } as never);
    return { answer, carried: await carryOut(by, keeping, answer) };
  });
  const { endpoints } = played.upstream();
  return (await played.run(played.connect({ endpoints, fetch: lying(wordOfMaster) }))) as never;
}

/** What travels with a transfer of jettons, and with the end of a liquid stake. The thief's contract pays gas out of it. */
const worth = { tokens: 50_000_000n, stake: 1_050_000_000n };
const gas = 1_000_000n;

interface Shown {
  readonly transaction: { readonly data: { readonly fees: string } };
}

function expectStolen({ address }: Actor, most: bigint, { answer, carried }: Awaited<ReturnType<typeof stolen>>): void {
  const got = carried.change[thief] ?? 0n;
  expect(got).toBeLessThanOrEqual(most);
  expect(got).toBeGreaterThan(most - gas);
  // The fees in the answer say so.
  expect(-(carried.change[address] ?? 0n)).toBeLessThanOrEqual(BigInt((answer as Shown).transaction.data.fees));
  expect(carried.jettons[address]).toBe(0n);
}

describe('two lies of one endpoint take the coins that travel along', () => {
  it.each(['toncenter-v3', 'toncenter-v2', 'tonapi'] as const)('with jettons, 0.05: over %s', async (kind) => {
    const intent = { mode: 'transferToken', tokenId: token, recipientAddress: recipient.address, amount: '1234567' };
    expectStolen(sender, worth.tokens, await stolen(sender, kind, intent, wallet));
  });

  it.each(['toncenter-v3', 'tonapi'] as const)('with the end of a liquid stake, 1.05: over %s', async (kind) => {
    const intent = { mode: 'unstake', validatorAddress: pools.liquid, amount: String(3n * coin) };
    expectStolen(third, worth.stake, await stolen(third, kind, intent, poolWallet));
  });
});
