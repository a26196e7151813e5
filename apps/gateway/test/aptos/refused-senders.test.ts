import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Actor,
  actor,
  newcomer,
  recipient,
  sender,
  singleKey,
  stranger,
} from '../../../../packages/aptos/test/world/actor.ts';
import { errorsOf } from '../chain-network.ts';
import { expectRefusal } from '../expect-refusal.ts';
import { type Network, openNetwork } from './network.ts';

// Who may send: the key must be known, and must control the account.

const apt = 100_000_000n;
let network: Network;
let count = 0;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

/** An account with coins, and a key of its own. */
async function fresh(octas = 5n * apt): Promise<Actor> {
  count += 1;
  const by = actor(`sender ${count}`);
  if (octas > 0n) await network.engine.fund(by.address, octas);
  return by;
}

/** In the stand-in, with all digits of its address. */
const plainCoin = '0x0dec0de15c4a1f00dec0de15c4a1f00dec0de15c4a1f00dec0de15c4a1f00dec::plain::Coin';
const transfer = { mode: 'transfer', recipientAddress: recipient.address, amount: '1000' };
const from = ({ address }: Pick<Actor, 'address'>, key?: string) => ({
  ...transfer,
  senderAddress: address,
  ...(key === undefined ? {} : { senderPubKey: key }),
});

/** Encodes, signs and sends. Answers who is paid how much more. */
async function send(data: Readonly<Record<string, unknown>>, by: Actor): Promise<void> {
  const before = await network.engine.balance(recipient.address);
  const encoded = await network.encoded(data);
  expect((await network.broadcast(encoded, network.sign(encoded, by))).status).toBe(200);
  expect(await network.engine.balance(recipient.address)).toBe(before + 1_000n);
}

describe('the key of the sender', () => {
  it('is required where the chain does not know it', async () => {
    const by = await fresh();
    await expectRefusal(network, from(by), {
      code: 'publicKey.required',
      field: 'senderPubKey',
      message: /its key cannot be found on the chain/,
    });
  });

  it('is found on the chain after the first transaction', async () => {
    const by = await fresh();
    await send(from(by, by.publicKey), by);
    await send(from(by), by);
  });

  it('is found for an account with a single key too', async () => {
    await send(from(singleKey, singleKey.publicKey), singleKey);
    await send(from(singleKey), singleKey);
  });

  it.each([
    ['as it is', (key: string) => key],
    ['with 0x', (key: string) => `0x${key}`],
    ['as AIP-80 writes it', (key: string) => `ed25519-pub-0x${key}`],
  ])('is taken %s', async (_, form) => {
    const { data } = await network.encoded(from(sender, form(sender.publicKey)));
    expect(data.params).toMatchObject({ publicKey: sender.publicKey, scheme: 'ed25519' });
  });

  it('of another account is refused: it would sign, and not control the account', async () => {
    const before = network.asked.length;
    await expectRefusal(network, from(sender, stranger.publicKey), {
      code: 'sender.notWallet',
      field: 'senderPubKey',
      message: new RegExp(`the public key does not control the account, whose authentication key is ${sender.address}`),
    });
    // Nothing is simulated with it.
    expect(network.asked.slice(before).some(({ path }) => path.includes('simulate'))).toBe(false);
  });

  it('of another account is refused in every mode', async () => {
    const own = { senderAddress: sender.address, senderPubKey: stranger.publicKey };
    const [pool] = network.engine.validators();
    const validatorAddress = pool?.address;
    for (const data of [
      { ...from(sender), mode: 'transferToken', tokenId: network.engine.tokenIds.demo, ...own },
      { mode: 'stake', ...own, targetValidatorAddress: validatorAddress, amount: '1100000000' },
      { mode: 'unstake', ...own, validatorAddress, amount: '1100000000' },
      { mode: 'withdraw', ...own, validatorAddress },
      {
        ...{ mode: 'enableToken', senderAddress: sender.address, tokenId: plainCoin },
        params: { publicKey: stranger.publicKey },
      },
    ]) {
      const answer = await network.encode(data);
      expect(errorsOf(answer).errors.map(({ code }) => code)).toContain('sender.notWallet');
      expect(answer.body.transaction).toMatchObject({ encoded: [] });
    }
  });

  it('that was rotated away is refused, and the new one signs', async () => {
    const [old, next] = [await fresh(), actor('the next key')];
    network.engine.rotate(old.address, next.address);
    await expectRefusal(network, from(old, old.publicKey), {
      code: 'sender.notWallet',
      field: 'senderPubKey',
      message: new RegExp(`the account has another key now \\(its authentication key is ${next.address}\\)`),
    });
    await send(from(old, next.publicKey), next);
  });

  it('that the chain tells is not taken for one that was rotated away', async () => {
    const [old, next] = [await fresh(), actor('the key after')];
    await send(from(old, old.publicKey), old);
    network.engine.rotate(old.address, next.address);
    await expectRefusal(network, from(old), { code: 'publicKey.required', field: 'senderPubKey', message: /./ });
  });
});

describe('accounts that one ed25519 key does not control', () => {
  it.each(['multi-key', 'keyless', 'secp256k1'])('%s', async (kind) => {
    const by = await fresh();
    network.engine.placeAccount(by.address, { authenticationKey: actor(kind).address, sequenceNumber: 3n });
    await expectRefusal(network, from(by, by.publicKey), {
      code: 'sender.notWallet',
      field: 'senderPubKey',
      message: /authentication key/,
    });
    expect(errorsOf(await network.encode(from(by))).errors).toHaveLength(1);
  });
});

describe('coins of the sender', () => {
  it('are missing altogether', async () => {
    const by = await fresh(0n);
    const { errors } = errorsOf(await network.encode({ ...from(by, by.publicKey), amount: '1' }));
    expect(errors).toMatchObject([
      { code: 'balance.insufficient', message: expect.stringMatching(/the account holds 0 APT/) },
    ]);
  });

  it('pay for the amount, and not for the fees', async () => {
    const by = await fresh(2n * apt);
    await expectRefusal(
      network,
      { ...from(by, by.publicKey), amount: String(2n * apt) },
      { code: 'balance.insufficient', field: 'amount', message: /the account holds 2 APT/ },
    );
  });

  it('do not pay for the creation of the account, which the first transaction needs', async () => {
    const by = await fresh(400_000n);
    await expectRefusal(network, from(by, by.publicKey), {
      code: 'balance.insufficientForFees',
      field: 'senderAddress',
      // 5,210 gas units at 100 octas (aptos-labs/aptos-core, aptos-vm gas.rs).
      message: /0\.00521 APT/,
    });
  });

  it('and nothing else, are a maximum that is below the fees', async () => {
    const by = await fresh(100n);
    await expectRefusal(
      network,
      { ...from(by, by.publicKey), amount: undefined, useMaxAmount: true },
      { code: 'balance.nothingToSend', field: 'amount', message: /the account holds 0\.000001 APT/ },
    );
  });

  it('of an account that was never used are sent like others', async () => {
    network.engine.setBehaviour({ absentAccounts: 'not_found' });
    await send(from(newcomer, newcomer.publicKey), newcomer);
    network.engine.setBehaviour({ absentAccounts: 'default' });
  });
});

describe('an account that pays for another', () => {
  const sponsored = (feePayer: object) => ({ ...from(sender, sender.publicKey), params: { feePayer } });
  const field = 'params.feePayer';

  it('is not the sender', () =>
    expectRefusal(network, sponsored({ address: sender.address, publicKey: sender.publicKey }), {
      code: 'wish.invalid',
      field,
      message: /it is the sender/,
    }));

  it('has a key that controls it', () =>
    expectRefusal(network, sponsored({ address: stranger.address, publicKey: recipient.publicKey }), {
      code: 'wish.invalid',
      field,
      message: /does not control/,
    }));

  it('has a key that is known', async () => {
    const payer = await fresh();
    await expectRefusal(network, sponsored({ address: payer.address }), {
      code: 'wish.invalid',
      field,
      message: /its key cannot be found on the chain.*: name it as publicKey beside the address/,
    });
  });

  it('has coins', async () => {
    const payer = await fresh(100n);
    await expectRefusal(network, sponsored({ address: payer.address, publicKey: payer.publicKey }), {
      code: 'balance.insufficientForFees',
      field,
      message: /has 0\.000001 APT/,
    });
  });

  it('must sign as well', async () => {
    const encoded = await network.encoded(sponsored({ address: stranger.address, publicKey: stranger.publicKey }));
    expect(encoded.data.fees).toBe('0');
    const own = network.sign(encoded, sender);
    const sent = network.broadcasts();
    for (const signature of [own, `${own},${own}`, `${own},${network.sign(encoded, recipient)}`]) {
      const { status, errors } = errorsOf(await network.broadcast(encoded, signature));
      expect([status, errors[0]?.code]).toEqual([400, expect.stringMatching(/^signature\./)]);
    }
    expect(network.broadcasts()).toBe(sent);
    const before = await network.engine.balance(stranger.address);
    const held = await network.engine.balance(sender.address);
    expect((await network.broadcast(encoded, `${own},${network.sign(encoded, stranger)}`)).status).toBe(200);
    expect(await network.engine.balance(stranger.address)).toBeLessThan(before);
    expect(await network.engine.balance(sender.address)).toBe(held - 1_000n);
  });
});
