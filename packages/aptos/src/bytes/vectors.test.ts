import { createHash } from 'node:crypto';
import { toHex } from '@isochain/core';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { mined, walletCore } from '../../test/fixtures.ts';
import { dataOfMade, itemsOfData, type Made, madeOf, senderKey, signedOfData } from '../../test/made.ts';
import { judged, testKey } from '../../test/sdk.ts';
import { type Address, readAddress } from '../address/address.ts';
import { authenticationKey } from '../address/public-key.ts';
import { namedChain } from '../chains.ts';
import { readStructTag } from '../move/type-tag.ts';
import { assemble } from './assemble.ts';
import { type EntryFunction, functionText, transferAssetCall, transferCall, transferCoinsCall } from './calls.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { transactionAuthenticator } from './layout.ts';
import { longestRaw, rawBytes, readRawBytes } from './raw-transaction.ts';
import { transactionId } from './signed-transaction.ts';
import { signingMessage } from './signing-message.ts';
import type { AptosPlan, RawTransaction } from './transaction.ts';
import { isSignatureOf } from './verify.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

function address(text: unknown): Address {
  const read = readAddress(String(text));
  if (read === undefined) throw new Error(`${String(text)} is not an address`);
  return read;
}

type Facts = (typeof walletCore)[number];

/** The call of a transaction, where encode makes such a call. */
function callOf({ function: name, typeArguments, arguments: values }: Facts): EntryFunction | undefined {
  const at = (i: number) => address(values[i]);
  const amount = BigInt(String(values.at(-1)).replace(/\D/g, '') || 0);
  if (name === '0x1::aptos_account::transfer') return transferCall(at(0), amount);
  if (name === '0x1::primary_fungible_store::transfer')
    return transferAssetCall(address((values[0] as { readonly inner?: string }).inner ?? values[0]), at(1), amount);
  const type = readStructTag(typeArguments[0] ?? '');
  return name === '0x1::aptos_account::transfer_coins' && type ? transferCoinsCall(type, at(0), amount) : undefined;
}

describe('transactions of Trust Wallet Core', () => {
  it('are fifteen, and explorers show thirteen of them', () => {
    expect(walletCore).toHaveLength(15);
    expect(walletCore.filter(({ id }) => id !== undefined)).toHaveLength(13);
  });

  it.each(walletCore.map((facts) => [facts.name, facts] as const))('%s: raw, signed and id', (_, facts) => {
    const { key, publicKey, sender, raw, signature } = facts;
    expect(toHex(ed25519.getPublicKey(bytesOf(key)))).toBe(publicKey);
    const read = readRawBytes(bytesOf(raw));
    if (read === undefined) throw new Error('the bytes were not read');
    expect(read).toMatchObject({
      sender,
      chainId: facts.chainId,
      replay: { sequenceNumber: BigInt(facts.sequenceNumber) },
      maxGasAmount: BigInt(facts.maxGasAmount),
      gasUnitPrice: BigInt(facts.gasUnitPrice),
      expiration: BigInt(facts.expiration),
    });
    expect(functionText(read.call)).toBe(facts.function);
    const plan: AptosPlan = { ...read, signer: { publicKey, scheme: 'ed25519' } };
    const { items, unsigned } = assemble(plan);
    expect(toHex(unsigned.raw)).toBe(raw);
    // The signer takes what encode answers, as it is.
    expect(toHex(ed25519.sign(bytesOf(items[0]?.raw?.value ?? ''), bytesOf(key)))).toBe(signature);
    const signed = finalize(plan, unsigned, signature);
    expect(signed.raw).toBe(`${raw}0020${publicKey}40${signature}`);
    expect(signed.hash).toBe(facts.id ?? transactionId(bytesOf(`${raw}0020${publicKey}40${signature}`)));
  });

  const made = walletCore.filter((facts) => callOf(facts) !== undefined);

  it('have three calls that encode makes', () => {
    expect(made.map(({ function: name }) => name)).toEqual([
      '0x1::aptos_account::transfer',
      '0x1::primary_fungible_store::transfer',
      '0x1::aptos_account::transfer_coins',
    ]);
  });

  it.each(made.map((facts) => [facts.name, facts] as const))('%s: made from its fields', (_, facts) => {
    const transaction: RawTransaction = {
      sender: address(facts.sender),
      call: callOf(facts) as EntryFunction,
      replay: { sequenceNumber: BigInt(facts.sequenceNumber) },
      maxGasAmount: BigInt(facts.maxGasAmount),
      gasUnitPrice: BigInt(facts.gasUnitPrice),
      expiration: BigInt(facts.expiration),
      chainId: facts.chainId,
    };
    expect(toHex(rawBytes(transaction))).toBe(facts.raw);
  });

  it.each(walletCore.filter((facts) => callOf(facts) === undefined).map((facts) => [facts.name, facts] as const))(
    '%s: what encode never makes is explained as unknown',
    (_, { raw }) => {
      const value = toHex(signingMessage(bytesOf(raw), undefined));
      expect(explain(namedChain('aptos'), [{ raw: { format: 'BCS', value } }])).toMatchObject({
        data: { mode: 'unknown' },
        errors: [{ code: 'request.invalid' }],
      });
    },
  );

  it.each([
    ['sign_fungible_asset_transfer', 'asset'],
    ['implicit_aptos_sign_coin_transfer', 'coin'],
  ] as const)('%s: from completed data to the id of the explorer', async (name, kind) => {
    const facts = walletCore.find((each) => each.name === name);
    if (facts === undefined) throw new Error(`there is no ${name}`);
    const to = address(facts.arguments.at(-2));
    const data = dataOfMade(
      madeOf(kind, {
        sender: facts.sender,
        signer: { publicKey: facts.publicKey, scheme: 'ed25519' },
        recipient: to,
        ...(kind === 'coin' ? { coin: facts.typeArguments[0] ?? '' } : { metadata: address(facts.arguments[0]) }),
        amount: BigInt(String(facts.arguments.at(-1))),
        nonce: BigInt(facts.sequenceNumber),
        gas: BigInt(facts.maxGasAmount),
        price: BigInt(facts.gasUnitPrice),
        expiration: BigInt(facts.expiration),
      }),
    );
    expect((await signedOfData(data, facts.signature)).hash).toBe(facts.id);
  });
});

/** The proofs behind a transaction, and where they begin. */
function splitSigned(signed: Uint8Array) {
  for (let at = 100; at < signed.length; at++) {
    try {
      const tail = transactionAuthenticator.parse(signed.subarray(at));
      if (toHex(transactionAuthenticator.serialize(tail).toBytes()) === toHex(signed.subarray(at)))
        return { raw: signed.slice(0, at), tail };
    } catch {
      // It begins further behind.
    }
  }
  throw new Error('there is no authenticator');
}

describe('mined transactions', () => {
  it('are seven, and one of them has a fee payer', () => {
    expect(mined).toHaveLength(7);
    const payers = mined.map(({ signed }) => splitSigned(bytesOf(signed)).tail.FeePayer?.feePayer);
    expect(payers.filter((each) => each !== undefined)).toHaveLength(1);
  });

  it.each(mined.map((each) => [`${each.what} ${each.id}`, each] as const))('%s', (_, { id, signed }) => {
    const bytes = bytesOf(signed);
    expect(transactionId(bytes)).toBe(id);
    const { raw, tail } = splitSigned(bytes);
    const sponsored = tail.FeePayer;
    const message = signingMessage(raw, sponsored?.feePayer);
    if (sponsored !== undefined) {
      for (const account of [sponsored.sender, sponsored.feePayerSigner]) {
        const { publicKey, signature } = account.Ed25519 as NonNullable<typeof account.Ed25519>;
        expect(isSignatureOf(signature, message, publicKey)).toBe(true);
      }
      // Its payload is of the new kind and has no nonce: encode makes none.
      expect(readRawBytes(raw)).toBeUndefined();
      return;
    }
    const read = readRawBytes(raw);
    if (read === undefined) throw new Error('the bytes were not read');
    const { SingleSender: single, Ed25519: legacy = single?.Ed25519 } = tail;
    const publicKey = legacy?.publicKey ?? single?.SingleKey?.publicKey.Ed25519 ?? new Uint8Array();
    const signature = legacy?.signature ?? single?.SingleKey?.signature.Ed25519 ?? new Uint8Array();
    const scheme = legacy === undefined ? 'single_key' : 'ed25519';
    const plan: AptosPlan = { ...read, signer: { publicKey: toHex(publicKey), scheme } };
    expect(finalize(plan, { raw, message }, toHex(signature))).toEqual({ raw: signed, hash: id });
  });

  it.each(mined.filter(({ what }) => what.includes('delegation_pool')).map((each) => [each.what, each] as const))(
    '%s is explained',
    (what, { signed }) => {
      const { raw } = splitSigned(bytesOf(signed));
      const value = toHex(signingMessage(raw, undefined));
      const { data, errors } = explain(namedChain('aptos'), [{ raw: { format: 'BCS', value } }]);
      const expected = {
        '0x1::delegation_pool::add_stake': {
          mode: 'stake',
          targetValidatorAddress: '0xd081e2f4a2f162e04214acb3723f81d279e70ae67096883ee8ec353c772e2a8e',
          amount: '2100000000',
          nonce: '617',
          gas: '2000000',
          fees: '248000000',
        },
        '0x1::delegation_pool::unlock': {
          mode: 'unstake',
          // Nodes write this pool with 62 digits.
          validatorAddress: '0x001232f58b963938486a11f88c1c36d61d82738b1828625a95a1e85b4c8d1282',
          amount: '2322495300',
          nonce: '45',
          gas: '1489',
          fees: '148900',
        },
        '0x1::delegation_pool::withdraw': {
          mode: 'withdraw',
          validatorAddress: '0xe7fb0815dbe9d687a911ef6950f4ad53fed1980a99569e589e42a25f55c72ad2',
          amount: '1442697999999998',
          nonce: '30',
          gas: '91',
          fees: '9100',
        },
      }[what];
      expect(errors).toEqual([]);
      expect(data).toMatchObject(expected ?? {});
    },
  );
});

// Bytes of aptos-labs/aptos-ts-sdk 7.3.0, checked by hand against specifications/transaction-formats of aptos-labs/aptos-core.
describe('bytes by the specification', () => {
  const sender = 'cc405722b15c00a19d37e51d9a756de1e61b780ad0935f3363bc7fce64edbdad';
  const framework = `${'0'.repeat(63)}1`;
  const terms = 'd007000000000000640000000000000000d2496b0000000001';
  const messageOf = (made: Made) => itemsOfData(dataOfMade(made))[0]?.raw?.value;
  const prefix = 'b5e97db07fa0bd0e5598aa3643a9bc6f6693bddc1a9fec9e674a461eaa00b193';
  const sponsoredPrefix = '5efa3c4f02f83a0f4b2d69fc95c607cc02825cc4e7be536ef0992df050d9e67c';
  const entry =
    `${framework}0d6170746f735f6163636f756e74087472616e736665720002` + `20${'ab'.repeat(32)}083930000000000000`;

  it('a transfer with a sequence number', () => {
    expect(messageOf(madeOf('transfer', { amount: 12_345n }))).toBe(
      `${prefix}${sender}050000000000000002${entry}${terms}`,
    );
  });

  it('an orderless transfer', () => {
    const made = madeOf('transfer', { amount: 12_345n, isOrderless: true, nonce: 0xdeadbeefcafen });
    expect(messageOf(made)).toBe(`${prefix}${sender}${'ff'.repeat(8)}040001${entry}000001fecaefbeadde0000${terms}`);
  });

  it('a transfer that another account pays for', () => {
    const payer = { address: `0x${'5a'.repeat(32)}`, publicKey: senderKey.publicKey, scheme: 'ed25519' } as const;
    expect(messageOf(madeOf('transfer', { amount: 12_345n, payer }))).toBe(
      `${sponsoredPrefix}01${sender}050000000000000002${entry}${terms}00${'5a'.repeat(32)}`,
    );
  });

  it.each([
    ['stake', '096164645f7374616b65'],
    ['unstake', '06756e6c6f636b'],
    ['reactivate', '10726561637469766174655f7374616b65'],
    ['withdraw', '087769746864726177'],
  ] as const)('11 APT of a delegation pool: %s', (kind, name) => {
    const call = `${framework}0f64656c65676174696f6e5f706f6f6c${name}000220${'ef'.repeat(32)}0800ab904100000000`;
    expect(messageOf(madeOf(kind))).toBe(`${prefix}${sender}050000000000000002${call}${terms}`);
  });

  // The specification names a seed, and beside it a public key that belongs to another one. The key of the seed is that of aptos-labs/aptos-ts-sdk,
  // tests/unit/helper.ts.
  it('the seed of the specification signs under both schemes', async () => {
    const seed = bytesOf('9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f');
    const publicKey = 'b9c6ee1630ef3e711144a648db06bbb2284f7274cfbee53ffcee503cc1a49200';
    expect(toHex(ed25519.getPublicKey(seed))).toBe(publicKey);
    for (const scheme of ['ed25519', 'single_key'] as const) {
      const made = madeOf('transfer', { sender: authenticationKey(publicKey, scheme), signer: { publicKey, scheme } });
      const { raw, message } = judged(made);
      const signature = toHex(ed25519.sign(bytesOf(message), seed));
      const tail = { ed25519: `0020${publicKey}40${signature}`, single_key: `04020020${publicKey}0040${signature}` };
      expect((await signedOfData(dataOfMade(made), signature)).raw).toBe(`${raw}${tail[scheme]}`);
    }
  });

  it('an authentication key is the hash of the key and the number of the scheme', () => {
    const publicKey = 'de19e5d1880cac87d57484ce9ed2e84cf0f9c1a9436a30593a9a23a1768a6105';
    const hash = (hex: string) => `0x${createHash('sha3-256').update(bytesOf(hex)).digest('hex')}`;
    expect(authenticationKey(publicKey, 'ed25519')).toBe(hash(`${publicKey}00`));
    expect(authenticationKey(publicKey, 'single_key')).toBe(hash(`0020${publicKey}02`));
  });

  it('behind a transaction that another account pays for stand both signatures', async () => {
    const key = testKey(8);
    const address = `0x${'5a'.repeat(32)}`;
    const made = madeOf('transfer', { payer: { address, publicKey: key.publicKey, scheme: 'single_key' } });
    const { raw, message } = judged(made);
    const [own, theirs] = [senderKey.sign(message), key.sign(message)];
    expect((await signedOfData(dataOfMade(made), `${own},${theirs}`)).raw).toBe(
      `${raw}030020${senderKey.publicKey}40${own}0000${'5a'.repeat(32)}020020${key.publicKey}0040${theirs}`,
    );
  });

  it('the longest type fits among what is read', () => {
    const part = '0x1::a::A';
    const coin = `${part}<${Array(Math.floor((1_024 - 11) / 11))
      .fill(part)
      .join(', ')}>`;
    const raw = bytesOf(judged(madeOf('coin', { coin })).raw);
    expect(raw.length * 2).toBeLessThan(longestRaw);
    expect(readRawBytes(raw)).toBeDefined();
    // Without spaces there is room for a few more.
    const dense = coin.replaceAll(', ', ',').replace('>', `${`,${part}`.repeat(8)}>`);
    expect(dense.length).toBeLessThanOrEqual(1_024);
    expect(messageOf(madeOf('coin', { coin: readStructTag(dense) ? coin : '' }))).toBeDefined();
  });
});
