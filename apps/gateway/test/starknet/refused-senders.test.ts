import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actor } from '../../../../packages/starknet/test/world/actor.ts';
import { expectRefusal, type Refusal } from '../expect-refusal.ts';
import { type Network, openNetwork } from './network.ts';

// Accounts that one Stark key cannot sign for. They are found out before anything is estimated.

let network: Network;
let recipientAddress: string;

beforeAll(async () => {
  network = await openNetwork();
  recipientAddress = network.engine.accounts[1]?.address ?? '';
});
afterAll(() => network.close());

type Placing = Parameters<Network['engine']['deployAccount']>;

/** Places an account with 10,000 STRK. */
function placed(name: string, kind: Placing[0], options?: Placing[2]): { by: Actor; address: string } {
  const by = actor(name);
  return { by, address: network.engine.deployAccount(kind, by.publicKey, options) };
}

const field = 'senderAddress';
const several = (reason: string): Refusal => ({
  ...{ code: 'sender.severalSignatures', field },
  message: `Account requires several signatures: ${reason}.`,
});
const notWallet = (reason: string): Refusal => ({
  ...{ code: 'sender.notWallet', field },
  message: `The sender cannot sign and pay for transactions: ${reason}.`,
});

const guardian = { publicKey: actor('guardian').publicKey };
const second = { publicKey: actor('second').publicKey };
const unknownClass = '0x123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
const guarded = several('it has a guardian, which has to sign too');
const strong = notWallet('a stronger signer than its Stark key signs for it, such as a device with biometrics');
const otherCurve = notWallet('its owner is a key of another curve than that of Starknet');

/** Each account, and the only error. */
const cases: readonly (readonly [name: string, kind: Placing[0], options: Placing[2], refusal: Refusal])[] = [
  ...(['argent-0.3.0', 'argent-0.3.1', 'argent-0.4.0', 'argent-0.5.0'] as const).map(
    (kind) => [`${kind} with a guardian`, kind, { guardian }, guarded] as const,
  ),
  ...(['argent-0.4.0', 'argent-0.5.0'] as const).flatMap((kind) => [
    [
      `${kind} with a guardian of another curve`,
      ...([kind, { guardian: { ...guardian, kind: 'secp256r1' } }, guarded] as const),
    ] as const,
    ...(['secp256k1', 'secp256r1', 'eip191', 'webauthn'] as const).map(
      (ownerKind) => [`${kind} with an owner of ${ownerKind}`, kind, { ownerKind }, otherCurve] as const,
    ),
  ]),
  [
    'argent-0.5.0 with two owners',
    ...(['argent-0.5.0', { owners: [second] }] as const),
    several('it has several owners, or does not tell its one owner'),
  ],
  ['Braavos with a device', 'braavos', { strongSigner: 'secp256r1' }, strong],
  ['Braavos with a passkey', 'braavos', { strongSigner: 'webauthn' }, strong],
  [
    'Braavos with two signatures',
    ...(['braavos', { strongSigner: 'secp256r1', multisigThreshold: 2 }] as const),
    several('it needs several signatures (multisig)'),
  ],
  [
    'a shared account of Braavos',
    ...(['braavos-moa', {}] as const),
    notWallet('it is a shared account of Braavos (MOA), which needs several signatures'),
  ],
  [
    'a class that nobody knows',
    ...(['openzeppelin-1.0.0', { classHash: unknownClass }] as const),
    notWallet(`the contract there (class ${unknownClass}) is no account that the service knows`),
  ],
];

describe('a sender', () => {
  it.each(cases)('%s', async (name, kind, options, refusal) => {
    const { by, address } = placed(name, kind, options);
    const data = { mode: 'transfer', senderAddress: address, recipientAddress, amount: '10000' };
    const before = network.calls().length;
    await expectRefusal(network, data, refusal);
    await expectRefusal(network, { ...data, amount: undefined, useMaxAmount: true }, refusal);
    // The key of an owner changes nothing, unless it cannot be the owner at all.
    if (options?.ownerKind === undefined)
      await expectRefusal(network, { ...data, senderPubKey: by.publicKey }, refusal);
    const calls = network.calls().slice(before);
    expect(calls.map(({ method }) => method)).not.toContain('starknet_estimateFee');
  });

  it('that is a token', () =>
    expectRefusal(
      network,
      { mode: 'transfer', senderAddress: network.engine.strk, recipientAddress, amount: '10000' },
      {
        ...{ code: 'sender.notWallet', field },
        message:
          /^The sender cannot sign and pay for transactions: the contract there \(class 0x[0-9a-f]+\) is no account/,
      },
    ));

  it('that belongs to another key', async () => {
    const { address } = placed('owner', 'argent-0.4.0');
    await expectRefusal(
      network,
      {
        ...{ mode: 'transfer', senderAddress: address, recipientAddress, amount: '10000' },
        senderPubKey: actor('stranger').publicKey,
      },
      {
        ...{ code: 'sender.notWallet', field: 'senderPubKey' },
        message: 'The sender cannot sign and pay for transactions: its owner is another key than senderPubKey.',
      },
    );
  });
});

describe('a sender that one Stark key signs for', () => {
  it.each([
    ['argent-0.3.0', '2'],
    ['argent-0.3.1', '2'],
    ['argent-0.4.0', '5'],
    ['argent-0.5.0', '5'],
    ['openzeppelin-0.17', '2'],
    ['openzeppelin-1.0.0', '2'],
    ['braavos', '2'],
  ] as const)('%s sends, with a signature of %s felts', async (kind, felts) => {
    const { by, address } = placed(`sends ${kind}`, kind);
    const before = await network.engine.balance(recipientAddress);
    const data = { mode: 'transfer', senderAddress: address, recipientAddress, amount: '10000' };
    const encoded = await network.encoded(data);
    const { status } = await network.broadcast(encoded, network.sign(encoded, by));
    expect(status).toBe(200);
    expect(await network.engine.balance(recipientAddress)).toBe(before + 10_000n);
    const [sent] = network
      .calls()
      .filter(({ method }) => method === 'starknet_addInvokeTransaction')
      .slice(-1);
    expect(sent?.params.invoke_transaction).toMatchObject({ signature: { length: Number(felts) } });
  });

  it('keeps its key when its class is upgraded', async () => {
    const { by, address } = placed('upgraded', 'argent-0.3.1');
    const { engine } = network;
    engine.setClassHash(address, '0x73414441639dcd11d1846f287650a00c60c416b9d3ba45d31c651672125b2c2');
    const data = { mode: 'transfer', senderAddress: address, recipientAddress, amount: '10000' };
    const encoded = await network.encoded(data);
    expect(encoded.data.params).toMatchObject({ account: 'argent-0.5.0' });
    expect((await network.broadcast(encoded, network.sign(encoded, by))).status).toBe(200);
  });
});
