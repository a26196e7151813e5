import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import { Networks } from '@stellar/stellar-base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Signed, signedBy } from '../test/signed.ts';
import { type Actor, actor } from '../test/world/actor.ts';
import type { StellarPlan } from './bytes/transaction.ts';
import { contextOf } from './context.ts';
import { stellar } from './index.ts';
import { submit } from './submit.ts';

// Broadcasts to the stand-in, which reads envelopes, verifies signatures and checks the rules of the chain by itself.

const xlm = 10_000_000n;
let engine: StellarEngine;
/** The same network, with ledgers of its own. */
let strange: StellarEngine;
/** Another network. */
let foreign: StellarEngine;
beforeAll(async () => {
  engine = await startStellar();
  strange = await startStellar({ bare: true });
  foreign = await startStellar({ chainId: 'stellar-testnet' });
});
afterAll(() => Promise.all([engine?.stop(), strange?.stop(), foreign?.stop()]));
afterEach(async () => {
  engine.intercept(undefined);
  engine.setAsync('on');
  engine.setStale(false);
  engine.setHistoryLag(0);
  engine.setSurge(undefined);
  await engine.setAutomine(true);
  // What still waits would arrive during the next test.
  await engine.closeLedger();
});

let people = 0;

/** Somebody who holds 100 XLM, and has sent nothing. Each test has its own. */
async function somebody(): Promise<Actor> {
  const own = actor(`broadcast ${people++}`);
  await engine.fund(own.address, 100n * xlm);
  return own;
}

const recipient = () => engine.accounts[1]?.address ?? '';
const seconds = () => BigInt(Math.floor(engine.now() / 1_000));

/** A transfer of 1 XLM with the next sequence number. */
function transferOf({ address, privateKey }: Actor, changed: Partial<StellarPlan> = {}): Signed {
  const plan: StellarPlan = {
    source: address,
    fee: 100n,
    sequence: (engine.accountState(address)?.sequence ?? 0n) + 1n,
    maxTime: seconds() + 600n,
    memo: { type: 'none' },
    operation: { type: 'payment', destination: recipient(), asset: undefined, amount: xlm },
    passphrase: Networks.PUBLIC,
    signers: [address],
    ...changed,
  };
  return signedBy(plan, privateKey.slice(2));
}

const endpointsOf = (engines: readonly StellarEngine[]) =>
  engines.map(({ url }, i) => ({ url, name: `horizon ${i}`, kind: 'horizon' as const }));

/** Sends it. Each pause closes a ledger. */
async function send({ signed, plan }: Signed, engines: readonly StellarEngine[] = [engine], wait = true) {
  const options = { endpoints: endpointsOf(engines), oldestBlockMs: 0, now: () => engine.now() };
  const { adapter } = stellar.connect('stellar', options);
  const operation = adapter.upstream.operation();
  const pause = async () => {
    if (wait) for (const each of engines) await each.closeLedger();
  };
  return submit(contextOf('stellar', options), signed, plan, operation, { pause });
}

const refused = (code: string, message = '') => ({ code, message: expect.stringContaining(message) });

describe.each(['on', 'disabled', 'absent'] as const)('a transfer, where answering at once is %s', (state) => {
  it('moves coins once, however often it is sent', async () => {
    engine.setAsync(state);
    const one = transferOf(await somebody());
    const before = await engine.balance(recipient());
    expect([await send(one), await send(one), await send(one)]).toEqual(Array(3).fill(one.signed.hash));
    expect((await engine.balance(recipient())) - before).toBe(xlm);
  });

  it('that fails in a ledger answers its hash: its fee is paid', async () => {
    engine.setAsync(state);
    const account = await somebody();
    const operation = { type: 'payment', destination: recipient(), asset: undefined, amount: 1_000n * xlm } as const;
    const one = transferOf(account, { operation });
    expect([await send(one), await send(one)]).toEqual([one.signed.hash, one.signed.hash]);
    expect(await engine.balance(account.address)).toBe(100n * xlm - 100n);
  });

  it('is refused if the fee takes coins of the reserve', async () => {
    engine.setAsync(state);
    const account = await somebody();
    engine.placeAccount(account.address, { balance: 1n * xlm });
    await expect(send(transferOf(account))).rejects.toMatchObject(refused('broadcast.insufficientFunds'));
  });

  it('is refused once the signers of the account changed', async () => {
    engine.setAsync(state);
    const account = await somebody();
    engine.placeAccount(account.address, {
      signers: [{ key: actor('new signer').address, weight: 1 }],
      thresholds: { master: 0 },
    });
    await expect(send(transferOf(account))).rejects.toMatchObject(refused('broadcast.refused', 'signers'));
  });

  it('whose number another one used is refused with that one', async () => {
    engine.setAsync(state);
    const account = await somebody();
    const [one, two] = [transferOf(account), transferOf(account, { fee: 101n })];
    await send(one);
    await expect(send(two)).rejects.toMatchObject(refused('broadcast.nonceUsed', one.signed.hash));
  });

  it('that is ahead of its turn is refused', async () => {
    engine.setAsync(state);
    const account = await somebody();
    const { sequence } = transferOf(account).plan;
    await expect(send(transferOf(account, { sequence: sequence + 4n }))).rejects.toMatchObject(
      refused('broadcast.nonceGap'),
    );
  });

  it('costs too little while ledgers are full', async () => {
    engine.setAsync(state);
    engine.setSurge(5_000n);
    const account = await somebody();
    await expect(send(transferOf(account))).rejects.toMatchObject(refused('broadcast.feeTooLow'));
    // Without a later ledger nothing is proven.
    await expect(send(transferOf(account), [engine], false)).rejects.toMatchObject(refused('broadcast.uncertain'));
  });

  it('expires', async () => {
    engine.setAsync(state);
    const one = transferOf(await somebody());
    await engine.advance(601);
    await expect(send(one)).rejects.toMatchObject(refused('broadcast.expired'));
    await engine.advance(86_400);
    await expect(send(one)).rejects.toMatchObject(refused('broadcast.expired'));
  });

  it('that was carried out never expires', async () => {
    engine.setAsync(state);
    const one = transferOf(await somebody());
    await send(one);
    await engine.advance(601);
    expect(await send(one)).toBe(one.signed.hash);
  });

  it('is not told to be over while the history is behind', async () => {
    engine.setAsync(state);
    const one = transferOf(await somebody());
    engine.setHistoryLag(3);
    const isAtOnce = state === 'on';
    if (isAtOnce) expect(await send(one)).toBe(one.signed.hash);
    // A server that waits for its history gives up.
    else await expect(send(one)).rejects.toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    // Core says that the number is used, and the history does not have it yet.
    const code = isAtOnce ? 'broadcast.uncertain' : 'upstream.unavailable';
    await expect(send(one, [engine], false)).rejects.toMatchObject({ code, maybeSent: true });
    if (!isAtOnce) await engine.closeLedger(4);
    expect(await send(one)).toBe(one.signed.hash);
  });
});

describe('a broadcast', () => {
  it('waits in the queue, and may be sent again meanwhile', async () => {
    await engine.setAutomine(false);
    const one = transferOf(await somebody());
    expect([await send(one), await send(one)]).toEqual([one.signed.hash, one.signed.hash]);
  });

  it('is to be repeated while another transaction of the account waits', async () => {
    await engine.setAutomine(false);
    const account = await somebody();
    const [one, two] = [transferOf(account), transferOf(account, { fee: 101n })];
    await send(one);
    await expect(send(two, [engine], false)).rejects.toMatchObject(refused('broadcast.chainTooLong'));
    await engine.closeLedger();
    await expect(send(two)).rejects.toMatchObject(refused('broadcast.nonceUsed', one.signed.hash));
  });

  it('without an answer is not told to have failed, and lands later', async () => {
    engine.setAsync('absent');
    const one = transferOf(await somebody());
    const before = await engine.balance(recipient());
    // The same server is asked twice, and both answers come too late.
    for (const _ of [1, 2]) engine.timeoutNext({ lands: true });
    await expect(send(one)).rejects.toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    await engine.closeLedger();
    expect(await send(one)).toBe(one.signed.hash);
    expect((await engine.balance(recipient())) - before).toBe(xlm);
  });

  it('does not reach a server that is behind its core', async () => {
    engine.setStale(true);
    await expect(send(transferOf(await somebody()))).rejects.toMatchObject({
      code: 'upstream.unavailable',
      maybeSent: false,
    });
  });

  it('is taken if one of two servers refuses', async () => {
    const one = transferOf(await somebody());
    expect(await send(one, [strange, engine])).toBe(one.signed.hash);
  });

  it('passes servers of another network over', async () => {
    const one = transferOf(await somebody());
    await expect(send(one, [foreign])).rejects.toMatchObject({ code: 'upstream.unavailable', maybeSent: false });
    expect(await send(one, [foreign, engine])).toBe(one.signed.hash);
    expect(foreign.requests.filter(({ path }) => path.startsWith('/transactions/'))).toEqual([]);
  });

  it('that closes an account answers its hash again', async () => {
    const account = await somebody();
    const operation = { type: 'accountMerge', destination: recipient() } as const;
    // The sequence number of a new account is too high to close it at once.
    engine.setSequence(account.address, 5n);
    const one = transferOf(account, { operation });
    expect([await send(one), await send(one)]).toEqual([one.signed.hash, one.signed.hash]);
    expect(engine.accountState(account.address)).toBeUndefined();
  });

  it('of a frozen account is refused', async () => {
    const account = await somebody();
    engine.freezeKey(account.address);
    await expect(send(transferOf(account))).rejects.toMatchObject(refused('broadcast.refused', 'froze'));
  });
});
