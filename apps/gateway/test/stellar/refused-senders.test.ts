import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Actor,
  actor,
  muxed,
  recipient,
  sender,
  stranger,
} from '../../../../packages/stellar/test/world/actor.ts';
import { errorsOf } from '../chain-network.ts';
import { expectRefusal } from '../expect-refusal.ts';
import { type Network, openNetwork } from './network.ts';

// Who may send: the keys must be signers of the account, and their weights must reach its thresholds.

type Fields = Readonly<Record<string, unknown>>;

const xlm = 10_000_000n;
let network: Network;
let count = 0;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

/** An account with 50 XLM, and further keys. */
async function shared(
  thresholds: { master: number; low: number; med: number; high: number },
  weights: readonly number[],
): Promise<{ readonly account: Actor; readonly keys: readonly Actor[] }> {
  count += 1;
  const account = actor(`shared ${count}`);
  const keys = weights.map((_, i) => actor(`shared ${count} by ${i}`));
  await network.engine.fund(account.address, 50n * xlm);
  const signers = weights.map((weight, i) => ({ key: keys[i]?.address ?? '', weight }));
  network.engine.placeAccount(account.address, { thresholds, signers });
  return { account, keys };
}

const from = ({ address }: Actor, more: Fields = {}) => ({
  ...{ mode: 'transfer', senderAddress: address, recipientAddress: recipient.address, amount: '10000', ...more },
});
const field = 'senderAddress';

/** Encodes, signs with all the keys and sends. */
async function arrives(data: Fields, by: readonly Actor[]): Promise<void> {
  const before = await network.engine.balance(recipient.address);
  const encoded = await network.encoded(data);
  const signature = by.map((one) => network.sign(encoded, one)).join(',');
  const answer = await network.broadcast(encoded, signature);
  expect(errorsOf(answer)).toEqual({ status: 200, errors: [] });
  expect(await network.engine.balance(recipient.address)).toBe(before + 10_000n);
}

describe('the key of the sender', () => {
  it('is found in its address', () => arrives(from(sender), [sender]));

  it.each([
    ['in hex', ({ publicKey }: Actor) => publicKey],
    ['with 0x', ({ publicKey }: Actor) => `0x${publicKey}`],
    ['as an account', ({ address }: Actor) => address],
  ])('is taken %s', (_, form) => arrives(from(sender, { senderPubKey: form(sender) }), [sender]));

  it('with a number in the address of the account', () =>
    arrives({ ...from(sender), senderAddress: muxed(sender, 7n) }, [sender]));

  it('of somebody else is refused', () =>
    expectRefusal(network, from(sender, { senderPubKey: stranger.publicKey }), {
      ...{ code: 'publicKey.mismatch', field: 'senderPubKey', status: 400 },
      message: `senderPubKey belongs to ${stranger.address}, not to senderAddress.`,
    }));

  it('that has no weight any more is refused: fraudsters show such accounts as bait', async () => {
    const { account } = await shared({ master: 0, low: 1, med: 1, high: 1 }, [1]);
    await expectRefusal(network, from(account), {
      ...{ code: 'sender.notWallet', field },
      message: /its own key has weight 0, and G[A-Z2-7]{55} \(1\) can sign alone in its place/,
    });
  });

  it('of another signer signs alone, if its weight suffices', async () => {
    const { account, keys } = await shared({ master: 0, low: 1, med: 1, high: 1 }, [1]);
    await arrives(from(account, { senderPubKey: keys[0]?.publicKey }), keys);
  });
});

describe('an account with several keys', () => {
  const two = { master: 1, low: 1, med: 2, high: 3 };

  it('says what one signature cannot do, and what it can', async () => {
    const { account, keys } = await shared(two, [1, 1]);
    await expectRefusal(network, from(account), {
      ...{ code: 'sender.severalSignatures', field },
      message:
        /^Account requires several signatures: the key has weight 1: that suffices for .*, and this transaction needs 2\. These keys could complete it: /,
    });
    const { errors } = errorsOf(await network.encode(from(account)));
    for (const { address } of keys) expect(errors[0]?.message).toContain(`${address} (1)`);
  });

  it('sends with the signatures of all who were named', async () => {
    const { account, keys } = await shared(two, [1, 1]);
    const [first, second] = keys as [Actor, Actor];
    await arrives(from(account, { params: { signers: [account.address, first.address] } }), [first, account]);
    await arrives(from(account, { params: { signers: [first.publicKey, second.address] } }), [first, second]);
  });

  it('needs the high threshold to be closed', async () => {
    const { account, keys } = await shared(two, [1, 1]);
    const [first, second] = keys as [Actor, Actor];
    const close = (...signers: readonly Actor[]) => ({
      ...from(account, { amount: undefined, useMaxAmount: true }),
      params: { closeAccount: true, signers: signers.map(({ address }) => address) },
    });
    await expectRefusal(network, close(account, first), {
      ...{ code: 'wish.invalid', field: 'params.signers', message: /their weight is 2 together, and 3 is needed/ },
    });
    expect(errorsOf(await network.encode(close(account, first, second))).errors).toEqual([]);
  });

  it.each<readonly [string, (account: Actor, keys: readonly Actor[]) => readonly (string | undefined)[], RegExp]>([
    ['a stranger', ({ address }) => [address, stranger.address], /is no signer of the account/],
    ['a key twice', ({ address }) => [address, address], /it names G[A-Z2-7]{55} twice/],
    ['too few', ({ address }) => [address], /their weight is 1 together, and 2 is needed/],
    [
      'more than are needed',
      ({ address }, keys) => [address, ...keys.map((key) => key.address)],
      /the chain refuses signatures that it does not need/,
    ],
  ])('refuses %s', async (_, name, message) => {
    const { account, keys } = await shared(two, [1, 1]);
    await expectRefusal(network, from(account, { params: { signers: name(account, keys) } }), {
      ...{ code: 'wish.invalid', field: 'params.signers', message },
    });
  });

  it('sends nothing before all have signed', async () => {
    const { account, keys } = await shared(two, [1, 1]);
    const [first, second] = keys as [Actor, Actor];
    const encoded = await network.encoded(from(account, { params: { signers: [account.address, first.address] } }));
    const own = network.sign(encoded, account);
    const sent = network.broadcasts();
    for (const signature of [own, `${own},${own}`, `${own},${network.sign(encoded, second)}`]) {
      const { status, errors } = errorsOf(await network.broadcast(encoded, signature));
      expect([status, errors[0]?.code]).toEqual([400, expect.stringMatching(/^signature\./)]);
    }
    expect(network.broadcasts()).toBe(sent);
  });
});

describe('an account that nobody can move', () => {
  it.each([
    ['without a key', { master: 0, low: 0, med: 0, high: 0 }, []],
    ['with keys that are too light', { master: 1, low: 3, med: 3, high: 3 }, [1]],
  ] as const)('%s', async (_, thresholds, weights) => {
    const { account } = await shared(thresholds, weights);
    await expectRefusal(network, from(account), {
      ...{ code: 'sender.notWallet', field, message: /Nobody can ever move what it holds/ },
    });
  });
});

it.each(['transferToken', 'enableToken'])('%s needs the keys too', async (mode) => {
  const { account } = await shared({ master: 1, low: 1, med: 2, high: 2 }, [1]);
  const { demo, usdc } = network.engine.tokenIds;
  network.engine.placeTrustline(account.address, demo, { balance: 50_000n });
  const data = mode === 'enableToken' ? { mode, senderAddress: account.address, tokenId: usdc } : from(account);
  await expectRefusal(network, mode === 'enableToken' ? data : { ...data, mode, tokenId: demo }, {
    ...{ code: 'sender.severalSignatures', field, message: /./ },
  });
});
