import { type AptosAccount, type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, publicKeyOf } from '../test/keys.ts';
import { type Signed, signedBy } from '../test/signed.ts';
import type { Address } from './address/address.ts';
import { transferCall } from './bytes/calls.ts';
import type { AptosPlan } from './bytes/transaction.ts';
import { aptos } from './index.ts';

// Broadcasts to the stand-in, which reads bytes, verifies signatures and checks the rules of the chain by itself.

const apt = 100_000_000n;
let engine: AptosEngine;
beforeAll(async () => {
  engine = await startAptos();
});
afterAll(() => engine?.stop());
afterEach(async () => {
  engine.intercept(undefined);
  engine.setMempoolCapacity(1_000);
  await engine.setAutomine(true);
  // What still waits would arrive during the next test.
  await engine.mine();
});

let people = 1;

/** Somebody who holds 100 APT, and has sent nothing. Each test has its own. */
async function somebody(): Promise<AptosAccount> {
  const account = engine.accounts[0] as AptosAccount;
  const seed = `5${(people++).toString(16).padStart(63, '0')}`;
  const own = { ...account, address: addressOf(seed), publicKey: publicKeyOf(seed), privateKey: `0x${seed}` };
  await engine.fund(own.address, 100n * apt);
  engine.placeAccount(own.address);
  return own;
}

const seconds = () => BigInt(Math.floor(engine.now() / 1_000));
const recipient = `0x${'9'.repeat(64)}` as Address;

/** A transfer of 1 APT with the next sequence number. */
function transferOf({ address, publicKey, privateKey }: AptosAccount, changed: Partial<AptosPlan> = {}): Signed {
  const plan: AptosPlan = {
    sender: address as Address,
    call: transferCall(recipient, apt),
    replay: { sequenceNumber: engine.sequenceNumber(address) },
    maxGasAmount: 10_000n,
    gasUnitPrice: 100n,
    expiration: seconds() + 600n,
    chainId: 1,
    signer: { publicKey: publicKey.replace(/^0x/, ''), scheme: 'ed25519' },
    ...changed,
  };
  return signedBy(plan, privateKey.replace(/^0x/, ''));
}

function submit({ signed, plan }: Signed): Promise<string> {
  const endpoints = engine.settings.endpoints.map(({ url, name, kind }) => ({ url, name, kind }));
  const { adapter } = aptos.connect('aptos', { endpoints, oldestBlockMs: 0, now: () => engine.now() });
  return adapter.submit(signed, plan, adapter.upstream.operation());
}

const refused = (code: string, message = '') => ({ code, message: expect.stringContaining(message) });

describe('a transfer', () => {
  it('moves coins once, however often it is sent', async () => {
    const one = transferOf(await somebody());
    const before = await engine.balance(recipient);
    expect([await submit(one), await submit(one), await submit(one)]).toEqual(Array(3).fill(one.signed.hash));
    expect((await engine.balance(recipient)) - before).toBe(apt);
  });

  it('that fails on the chain answers its hash: its fee is paid', async () => {
    const account = await somebody();
    const one = transferOf(account, { call: transferCall(recipient, 1_000n * apt) });
    expect([await submit(one), await submit(one)]).toEqual([one.signed.hash, one.signed.hash]);
    expect(await engine.balance(account.address)).toBeLessThan(100n * apt);
    expect(engine.sequenceNumber(account.address)).toBe(1n);
  });

  it('may be sent again while it waits, and after the mempool forgot it', async () => {
    await engine.setAutomine(false);
    const one = transferOf(await somebody());
    expect([await submit(one), await submit(one)]).toEqual([one.signed.hash, one.signed.hash]);
    engine.drop(one.signed.hash);
    expect(await submit(one)).toBe(one.signed.hash);
    engine.drop(one.signed.hash);
  });

  it('waits for its turn', async () => {
    const account = await somebody();
    const second = transferOf(account, { replay: { sequenceNumber: 1n } });
    const before = await engine.balance(recipient);
    expect(await submit(second)).toBe(second.signed.hash);
    expect(await engine.balance(recipient)).toBe(before);
    await submit(transferOf(account));
    expect((await engine.balance(recipient)) - before).toBe(2n * apt);
  });

  it('may have a nonce of its own, a single key, and another account that pays', async () => {
    const account = await somebody();
    const orderless = transferOf(account, { replay: { nonce: 5n }, expiration: seconds() + 60n });
    expect([await submit(orderless), await submit(orderless)]).toEqual(Array(2).fill(orderless.signed.hash));
    const single = engine.singleKeyAccount;
    const publicKey = single.publicKey.replace(/^0x/, '');
    expect(await submit(transferOf(single, { signer: { publicKey, scheme: 'single_key' } }))).toMatch(/^0x/);
  });
});

describe('a refusal', () => {
  it('names the transaction that used the sequence number', async () => {
    const account = await somebody();
    const [one, other] = [transferOf(account), transferOf(account, { call: transferCall(recipient, 2n * apt) })];
    await submit(one);
    await expect(submit(other)).rejects.toMatchObject(refused('broadcast.nonceUsed', one.signed.hash));
  });

  it('says that another transaction waits with the same sequence number', async () => {
    await engine.setAutomine(false);
    const account = await somebody();
    await submit(transferOf(account));
    const other = transferOf(account, { call: transferCall(recipient, 2n * apt) });
    await expect(submit(other)).rejects.toMatchObject(refused('broadcast.nonceTaken', other.signed.hash));
  });

  it('is uncertain about a nonce that is used: it does not show by what', async () => {
    const account = await somebody();
    const orderless = { replay: { nonce: 5n }, expiration: seconds() + 60n };
    await submit(transferOf(account, orderless));
    const other = transferOf(account, { ...orderless, call: transferCall(recipient, 2n * apt) });
    await expect(submit(other)).rejects.toMatchObject(refused('broadcast.uncertain', 'NONCE_ALREADY_USED'));
    await engine.advance(61);
    await expect(submit(other)).rejects.toMatchObject(refused('broadcast.expired'));
  });

  it.each([
    ['broadcast.gasRefused', '', { maxGasAmount: 20_000_001n }],
    ['broadcast.gasRefused', '', { maxGasAmount: 27n }],
    ['broadcast.feeTooLow', '', { gasUnitPrice: 99n }],
    ['broadcast.refused', 'gas price is higher', { gasUnitPrice: 10_000_000_001n }],
    ['broadcast.insufficientFunds', '', { maxGasAmount: 20_000_000n, gasUnitPrice: 1_000n }],
    ['broadcast.invalid', '', { replay: { sequenceNumber: 2n ** 63n } }],
  ] as const)('has the code %s %s', async (code, message, changed) => {
    await expect(submit(transferOf(await somebody(), changed))).rejects.toMatchObject(refused(code, message));
  });

  it('tells a key that was changed since encode', async () => {
    const account = await somebody();
    const one = transferOf(account);
    engine.rotate(account.address, `0x${'12'.repeat(32)}`);
    await expect(submit(one)).rejects.toMatchObject(refused('broadcast.refused', 'another key now'));
  });

  it('tells a time that is too far ahead for a transaction without a sequence number', async () => {
    const one = transferOf(await somebody(), { replay: { nonce: 5n }, expiration: seconds() + 600n });
    await expect(submit(one)).rejects.toMatchObject(refused('broadcast.notFinal', 'too far ahead'));
  });

  it('tells that a node is full, and that an account has too much waiting', async () => {
    await engine.setAutomine(false);
    const account = await somebody();
    engine.setMempoolCapacity(0);
    await expect(submit(transferOf(account))).rejects.toMatchObject(refused('broadcast.congested'));
    engine.setMempoolCapacity(1_000);
    const at = (number: number) => transferOf(account, { replay: { sequenceNumber: BigInt(number) } });
    await Promise.all(Array.from({ length: 100 }, (_, number) => submit(at(number))));
    await expect(submit(at(100))).rejects.toMatchObject(refused('broadcast.chainTooLong', 'Capacity per account: 100'));
  });

  it('of bytes for another chain is none', async () => {
    await expect(submit(transferOf(await somebody(), { chainId: 2 }))).rejects.toMatchObject({
      code: 'upstream.unavailable',
      attempts: [{ detail: 'it serves another chain' }],
    });
  });
});

describe('a transaction whose time is over', () => {
  it('was not carried out', async () => {
    const one = transferOf(await somebody());
    await engine.advance(601);
    await expect(submit(one)).rejects.toMatchObject(refused('broadcast.expired'));
  });

  it('waited in vain', async () => {
    await engine.setAutomine(false);
    const one = transferOf(await somebody());
    await submit(one);
    engine.drop(one.signed.hash);
    await engine.setAutomine(true);
    await engine.advance(601);
    await expect(submit(one)).rejects.toMatchObject(refused('broadcast.expired'));
  });

  it('answers its hash if it was carried out in time', async () => {
    const one = transferOf(await somebody());
    await submit(one);
    await engine.advance(601);
    expect(await submit(one)).toBe(one.signed.hash);
  });

  it('is uncertain if its number is used, and the node forgot by what', async () => {
    const one = transferOf(await somebody());
    await submit(one);
    await engine.rehearse(async () => {
      await engine.advance(601);
      engine.prune();
      await expect(submit(one)).rejects.toMatchObject({ code: 'broadcast.uncertain', maybeSent: true });
    });
  });
});

describe('an answer that is lost', () => {
  it('does not make a second payment, and does not look like a failure', async () => {
    const one = transferOf(await somebody());
    const before = await engine.balance(recipient);
    engine.intercept(async ({ path, method }, answer) => {
      if (method !== 'POST' || path !== '/v1/transactions') return undefined;
      await answer();
      return { status: 503, body: '' };
    });
    expect(await submit(one)).toBe(one.signed.hash);
    expect((await engine.balance(recipient)) - before).toBe(apt);
  });

  it('of a request that arrives late says that it may have been sent', async () => {
    const one = transferOf(await somebody());
    engine.intercept(({ path, method }) =>
      method === 'POST' && path === '/v1/transactions' ? { status: 504, body: '' } : undefined,
    );
    await expect(submit(one)).rejects.toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    engine.intercept(undefined);
    expect(await submit(one)).toBe(one.signed.hash);
  });
});
