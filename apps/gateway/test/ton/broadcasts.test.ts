import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../packages/ton/test/world/actor.ts';
import { coin, fifth, newcomer, recipient, sender, stranger } from '../../../../packages/ton/test/world/cast.ts';
import { post } from '../../../../packages/ton/test/world/world.ts';
import { type Behaviour, type Encoded, errorsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// What becomes of signed transactions: taken once, or refused by the wallet with an exit code.

let network: Network;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

const transferOf = (by: Actor) => ({
  ...{ mode: 'transfer', senderAddress: by.address, senderPubKey: by.publicKey },
  ...{ recipientAddress: recipient.address, amount: String(coin) },
});

const balance = async ({ address }: Actor) => (await network.world.engine.state(address)).balance;

/** Encodes and signs. */
async function prepared(by: Actor, more: object = {}): Promise<{ encoded: Encoded; signature: string }> {
  const encoded = await network.encoded({ ...transferOf(by), ...more });
  return { encoded, signature: network.sign(encoded, by).signature };
}

const send = ({ encoded, signature }: Awaited<ReturnType<typeof prepared>>, over = network) =>
  over.broadcast(encoded, signature);

describe('two transactions with one sequence number', () => {
  it('the first is carried out, and the other is refused with its hash', async () => {
    const first = await prepared(sender);
    const second = await prepared(sender, { amount: String(2n * coin) });
    const sent = await send(first);
    expect(sent.status).toBe(200);
    const before = await balance(recipient);
    expect(errorsOf(await send(second))).toMatchObject({
      status: 409,
      errors: [
        {
          code: 'broadcast.nonceUsed',
          message: expect.stringContaining(String(sent.body.hash)),
          context: { nonce: first.encoded.data.nonce },
        },
      ],
    });
    expect(await balance(recipient)).toBe(before);
  });

  it('the same one twice moves coins once, and answers the same hash', async () => {
    const prepaid = await prepared(fifth);
    const [first, second] = [await send(prepaid), await send(prepaid)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.hash).toBe(first.body.hash);
    expect((await network.world.engine.state(fifth.address)).balance).toBeGreaterThan(98n * coin);
  });
});

describe('a transaction that comes too late', () => {
  it('is refused', async () => {
    const late = await prepared(recipient, {
      recipientAddress: sender.address,
      params: { timeout: Math.floor(Date.now() / 1000) + 60 },
    });
    network.world.engine.advance(120);
    expect(errorsOf(await send(late))).toMatchObject({ status: 409, errors: [{ code: 'broadcast.expired' }] });
  });
});

describe('an account that was emptied', () => {
  it('is not paid from again by an old transaction', async () => {
    const by = stranger;
    const old = await prepared(by);
    const [first] = [await send(old)];
    expect(first?.status).toBe(200);
    const all = await prepared(by, { amount: undefined, useMaxAmount: true });
    expect((await send(all)).status).toBe(200);
    expect(await balance(by)).toBe(0n);
    expect((await network.world.engine.state(by.address)).status).toBe('active');
    await network.world.engine.fund(by.address, 10n * coin);
    const before = await balance(by);
    // Both are known: the same hash, and nothing moves.
    expect((await send(old)).body.hash).toBe(first?.body.hash);
    expect(errorsOf(await send(all))).toEqual({ status: 200, errors: [] });
    // A node that knows no history takes none of them either: the account still exists, with its sequence number.
    const { message } = network.sign(old.encoded, by);
    expect((await post(network.world.engine, message)).status).toBe(500);
    expect(await balance(by)).toBe(before);
  });

  it('cannot pay for the next one', async () => {
    const all = await prepared(newcomer, { amount: undefined, useMaxAmount: true });
    expect((await send(all)).status).toBe(200);
    expect(await balance(newcomer)).toBe(0n);
    expect(errorsOf(await network.encode(transferOf(newcomer)))).toMatchObject({
      status: 200,
      errors: [{ code: 'balance.insufficient' }],
    });
  });
});

/** An endpoint that answers each message with what a node says about this exit code (toncenter/ton-http-api#144). */
function exits(code: number): Behaviour {
  const error = [
    'LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted',
    `Cannot run message on account: inbound external message rejected by transaction ${'A'.repeat(64)}:`,
    `exitcode=${code}, steps=23, gas_used=0`,
    'VM Log (truncated):',
  ].join('\n');
  return (asked, forward) =>
    asked.method === 'POST' && asked.path === '/message' ? Response.json({ error }, { status: 500 }) : forward();
}

describe('exit codes of wallets', () => {
  it.each([
    ['v4r2: 34', recipient, 34, 400, 'broadcast.invalid', /^The node refused the transaction as invalid\.$/],
    ['v4r2: 35', recipient, 35, 400, 'broadcast.invalid', /^The node refused the transaction as invalid\.$/],
    ['v5r1: 132', fifth, 132, 400, 'broadcast.refused', /takes no signatures any more/],
    ['v5r1: 134', fifth, 134, 400, 'broadcast.invalid', /^The node refused the transaction as invalid\.$/],
    ['v5r1: 135', fifth, 135, 400, 'broadcast.invalid', /^The node refused the transaction as invalid\.$/],
    ['v5r1: 137', fifth, 137, 400, 'broadcast.invalid', /^The node refused the transaction as invalid\.$/],
    ['v4r2: 9', recipient, 9, 400, 'broadcast.refused', /exit code 9/],
  ] as const)('of %s', async (_, by, exitCode, status, code, message) => {
    const one = await prepared(by);
    const refusing = await openNetwork({ nodes: { node: { behaves: exits(exitCode) } } }, network.world);
    const answer = await send(one, refusing);
    expect(errorsOf(answer)).toMatchObject({ status, errors: [{ code, message: expect.stringMatching(message) }] });
    await refusing.close();
  });

  it.each([
    ['v4r2: 33', recipient, 33],
    ['v5r1: 133', fifth, 133],
  ] as const)(
    'that a sequence number is used are not believed without the transaction that used it: %s',
    async (_, by, exitCode) => {
      const one = await prepared(by);
      const refusing = await openNetwork({ nodes: { node: { behaves: exits(exitCode) } } }, network.world);
      expect(errorsOf(await send(one, refusing))).toMatchObject({
        status: 502,
        errors: [{ code: 'broadcast.uncertain' }],
      });
      await refusing.close();
    },
  );

  it.each([
    ['v4r2: 36', recipient, 36],
    ['v5r1: 136', fifth, 136],
  ] as const)(
    'that time is over are not believed while our own clock says that it is not: %s',
    async (_, by, exitCode) => {
      const one = await prepared(by);
      const refusing = await openNetwork({ nodes: { node: { behaves: exits(exitCode) } } }, network.world);
      expect(errorsOf(await send(one, refusing))).toMatchObject({
        status: 502,
        errors: [{ code: 'broadcast.uncertain', context: { maybeSent: true } }],
      });
      await refusing.close();
    },
  );
});
