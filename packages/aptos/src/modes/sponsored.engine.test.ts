import {
  Account,
  AccountAddress,
  Deserializer,
  Ed25519PrivateKey,
  generateSignedTransaction,
  generateSigningMessageForTransaction,
  generateUserTransactionHash,
  RawTransaction,
  SimpleTransaction,
} from '@aptos-labs/ts-sdk';
import { toHex } from '@isochain/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Encoded, type MoneyRig, type Person, person, signatureBy, startMoneyRig } from '../../test/money-rig.ts';

// Another account pays the fees (AIP-39). The official SDK makes the same transactions, and signs them.

let rig: MoneyRig;
beforeAll(async () => {
  rig = await startMoneyRig();
  // Each of them has sent before: a first transaction costs more.
  for (const sender of [rig.alice, rig.carol, rig.single])
    await rig.send(await rig.by(sender, { amount: '1' }), sender);
});
afterAll(() => rig?.engine.stop());

const apt = 100_000_000n;
const payerField = 'transaction.data.params.feePayer';
const paying = (payer: Person, more: object = {}) => ({
  params: { feePayer: { address: payer.address, publicKey: payer.publicKey }, ...more },
});
const balanceOf = ({ address }: Person) => rig.engine.balance(address);

/** The same transaction as the official SDK reads it from the bytes that are signed. */
function readAgain({ message = '' }: Encoded, payer: Person) {
  const raw = Buffer.from(message, 'hex').subarray(33, -33);
  const transaction = RawTransaction.deserialize(new Deserializer(raw));
  return new SimpleTransaction(transaction, AccountAddress.from(payer.address));
}

function accountOf({ privateKey, address }: Person, legacy = true) {
  const key = { privateKey: new Ed25519PrivateKey(privateKey, false), address };
  return legacy ? Account.fromPrivateKey({ ...key, legacy: true }) : Account.fromPrivateKey({ ...key, legacy: false });
}

describe('fees that another account pays', () => {
  it('cost the sender nothing, and the other account what the chain charges', async () => {
    const [before, paid] = [await balanceOf(rig.alice), await balanceOf(rig.carol)];
    const encoded = await rig.by(rig.alice, { amount: '12345', ...paying(rig.carol) });
    const most = BigInt(String(encoded.data.gas)) * 100n;
    expect(encoded).toMatchObject({
      errors: [],
      data: {
        fees: '0',
        params: { feePayer: { address: rig.carol.address, publicKey: rig.carol.publicKey, scheme: 'ed25519' } },
      },
    });
    expect(encoded.warnings.filter(({ code }) => code === 'fee.paidByOther')).toEqual([
      {
        code: 'fee.paidByOther',
        message: `Account ${rig.carol.address} pays the network fees, up to ${Number(most) / 1e8} APT: the sender pays none`,
        field: payerField,
        context: { payer: rig.carol.address, fees: most.toString() },
      },
    ]);
    const done = await rig.send(encoded, rig.alice, rig.carol);
    expect(done).toMatchObject({ success: true, refusal: undefined });
    expect(before - (await balanceOf(rig.alice))).toBe(12_345n);
    expect(paid - (await balanceOf(rig.carol))).toBe(done.fee);
    expect(done.fee).toBeLessThanOrEqual(most);
  });

  it('are signed as the official SDK signs them, in each form', async () => {
    const [sender, payer] = [rig.alice, rig.single];
    const encoded = await rig.by(sender, { amount: '7', ...paying(payer) });
    const { message = '' } = encoded;
    const transaction = readAgain(encoded, payer);
    expect(toHex(generateSigningMessageForTransaction(transaction))).toBe(message);
    const senderAuthenticator = accountOf(sender).signTransactionWithAuthenticator(transaction);
    const feePayerAuthenticator = accountOf(payer, false).signTransactionWithAuthenticator(transaction);
    const signed = generateSignedTransaction({ transaction, senderAuthenticator, feePayerAuthenticator });
    const hash = generateUserTransactionHash({ transaction, senderAuthenticator, feePayerAuthenticator });
    const [own, other] = [signatureBy(sender, message), signatureBy(payer, message)];
    const forms = [
      `${own},${other}`,
      ` 0x${own} , 0x${other} `,
      own + other,
      `${senderAuthenticator.bcsToHex()},${feePayerAuthenticator.bcsToHex()}`,
      toHex(signed),
    ];
    for (const form of forms) expect(await rig.join(encoded, form)).toEqual({ raw: toHex(signed), hash });
    expect(await rig.post(signed)).toEqual({ status: 202, refusal: undefined });
    expect(await rig.resultOf(hash)).toMatchObject({ success: true });
  });

  it('need both signatures, each in its place', async () => {
    const encoded = await rig.by(rig.alice, { amount: '7', ...paying(rig.carol) });
    const [own, other, wrong] = [rig.alice, rig.carol, rig.bob].map((each) => signatureBy(each, encoded.message ?? ''));
    await expect(rig.join(encoded, own ?? '')).rejects.toMatchObject({ problems: [{ code: 'signature.malformed' }] });
    for (const text of [`${other},${own}`, `${own},${wrong}`, `${wrong},${other}`, `${own},${own}`])
      await expect(rig.join(encoded, text)).rejects.toMatchObject({
        problems: expect.arrayContaining([expect.objectContaining({ code: 'signature.mismatch' })]),
      });
  });

  it('find the key of the payer on the chain', async () => {
    const payer = person(0x51);
    await rig.hold(payer, apt);
    const silent = { params: { feePayer: { address: payer.address } } };
    const unknown = await rig.by(rig.alice, { amount: '7', ...silent });
    expect(unknown).toMatchObject({ refusals: ['wish.invalid'], errors: [{ field: payerField }], message: undefined });
    expect(unknown.errors[0]?.message).toContain('name it as publicKey beside the address');
    // It pays for somebody: that is no transaction of its own.
    const sponsored = await rig.by(rig.alice, { amount: '7', ...paying(payer) });
    expect(await rig.send(sponsored, rig.alice, payer)).toMatchObject({ success: true });
    expect(await rig.by(rig.alice, { amount: '7', ...silent })).toMatchObject({ refusals: ['wish.invalid'] });
    expect(await rig.send(await rig.by(payer, { amount: '7' }), payer)).toMatchObject({ success: true });
    const found = await rig.by(rig.alice, { amount: '7', ...silent });
    expect(found.data.params).toMatchObject({ feePayer: { publicKey: payer.publicKey, scheme: 'ed25519' } });
    expect(await rig.send(found, rig.alice, payer)).toMatchObject({ success: true });
  });

  it('are refused if the payer cannot pay, is the sender, or has another key', async () => {
    const poor = person(0x52);
    const refusedWith = async (params: object) => {
      const { errors, message, data } = await rig.by(rig.alice, { amount: '7', params });
      expect([message, data.params]).toEqual([undefined, undefined]);
      return errors.map(({ code, field, message: text }) => [code, field, text]);
    };
    const { address, publicKey } = poor;
    expect(await refusedWith({ feePayer: { address, publicKey } })).toEqual([
      ['balance.insufficientForFees', payerField, expect.stringMatching(/^Insufficient APT .* has 0 APT\.$/)],
    ]);
    // Alice has sent before: 560 units at 100 octas are offered, and 66 are the least.
    await rig.hold(poor, 6_599n);
    expect(await refusedWith({ feePayer: { address, publicKey } })).toEqual([
      [
        ...['balance.insufficientForFees', payerField],
        'Insufficient APT to pay network fees: needs up to 0.000066 APT, has 0.00006599 APT.',
      ],
    ]);
    await rig.hold(poor, 6_600n);
    const least = await rig.by(rig.alice, { amount: '7', ...paying(poor) });
    expect(least).toMatchObject({ errors: [], data: { gas: '66', fees: '0' } });
    expect(await rig.send(least, rig.alice, poor)).toMatchObject({ success: true });
    expect(await balanceOf(poor)).toBe(600n);

    const { alice } = rig;
    for (const key of [alice.publicKey, undefined])
      expect(await refusedWith({ feePayer: { address: alice.address, publicKey: key } })).toMatchObject([
        ['wish.invalid', payerField, expect.stringContaining('it is the sender')],
      ]);
    const moved = person(0x53);
    await rig.hold(moved, apt);
    rig.engine.rotate(moved.address, person(0x54).address);
    expect(await refusedWith({ feePayer: { address: moved.address, publicKey: moved.publicKey } })).toMatchObject([
      ['wish.invalid', payerField, expect.stringContaining('has another key now')],
    ]);
    const next = { ...person(0x54), address: moved.address };
    const good = await rig.by(rig.alice, { amount: '7', ...paying(next) });
    expect(await rig.send(good, rig.alice, next)).toMatchObject({ success: true });
    for (const feePayer of ['0x12', {}, { address: 'nobody' }, { address, publicKey: '12' }])
      await expect(rig.by(rig.alice, { amount: '7', params: { feePayer } })).rejects.toMatchObject({
        problems: [{ code: 'wish.invalid' }],
      });
  });

  it('let an account send that has nothing but the amount, and all of it', async () => {
    for (const [seed, scheme] of [
      [0x55, 'ed25519'],
      [0x56, 'single_key'],
    ] as const) {
      const sender = person(seed, scheme);
      await rig.hold(sender, apt);
      const part = await rig.by(sender, { amount: '1', ...paying(rig.carol) });
      expect(await rig.send(part, sender, rig.carol)).toMatchObject({ success: true });
      const all = await rig.by(sender, { useMaxAmount: true, ...paying(rig.carol) });
      expect(all).toMatchObject({ errors: [], data: { amount: String(apt - 1n), fees: '0' } });
      expect(all.hints).toContain('fee.paidByOther');
      expect(all.hints).not.toContain('amount.leavesDust');
      expect(await rig.send(all, sender, rig.carol)).toMatchObject({ success: true });
      expect(await balanceOf(sender)).toBe(0n);
      expect(await rig.by(sender, { useMaxAmount: true, ...paying(rig.carol) })).toMatchObject({
        refusals: ['balance.insufficient'],
      });
      expect(await rig.by(sender, { amount: '1', ...paying(rig.carol) })).toMatchObject({
        refusals: ['balance.insufficient'],
      });
    }
  });

  it('let an account stake all that it has, and take it back', async () => {
    const sender = person(0x5a);
    await rig.hold(sender, 20n * apt);
    const pool = rig.engine.validators()[0]?.address ?? '';
    const wish = paying(rig.carol);
    const stake = { mode: 'stake', targetValidatorAddress: pool, useMaxAmount: true };
    const all = await rig.by(sender, { ...stake, ...wish });
    expect(all).toMatchObject({ errors: [], data: { amount: String(20n * apt), fees: '0' } });
    expect(await rig.send(all, sender, rig.carol)).toMatchObject({ success: true });
    expect(await balanceOf(sender)).toBe(0n);
    await rig.engine.advance(7_300);
    // It has no APT for fees, and still gets its stake back.
    const unstake = { mode: 'unstake', validatorAddress: pool, useMaxAmount: true };
    expect(await rig.by(sender, unstake)).toMatchObject({ refusals: ['balance.insufficientForFees'] });
    for (const intent of [unstake, { ...stake, params: { ...wish.params, reactivate: true } }]) {
      const encoded = await rig.by(sender, { ...wish, ...intent });
      expect(encoded).toMatchObject({ errors: [], data: { fees: '0' } });
      expect(await rig.send(encoded, sender, rig.carol)).toMatchObject({ success: true });
    }
    expect(await balanceOf(sender)).toBe(0n);
  });

  it('count the account of a new sender against the payer', async () => {
    const payer = person(0x57);
    const sender = person(0x58);
    await rig.hold(sender, apt);
    // 5,108 units are used: a tenth more is asked for.
    await rig.hold(payer, 561_899n);
    expect(await rig.by(sender, { amount: '7', ...paying(payer) })).toMatchObject({
      refusals: ['balance.insufficientForFees'],
    });
    await rig.hold(payer, 561_900n);
    const encoded = await rig.by(sender, { amount: '7', ...paying(payer) });
    expect(encoded.data).toMatchObject({ gas: '5619' });
    expect(await rig.send(encoded, sender, payer)).toMatchObject({ success: true, gasUsed: 5_108n });
  });

  it('are limited by gas and its price, and not by fees', async () => {
    const refused = await rig.by(rig.alice, { amount: '7', fees: '100000', ...paying(rig.carol) });
    expect(refused).toMatchObject({ refusals: ['wish.invalid'], errors: [{ field: 'transaction.data.fees' }] });
    const limited = await rig.by(rig.alice, { amount: '7', gas: '70', ...paying(rig.carol, { gasUnitPrice: '120' }) });
    expect(limited).toMatchObject({ errors: [], data: { fees: '0', gas: '70', params: { gasUnitPrice: '120' } } });
    expect(limited.warnings).toMatchObject([{ code: 'fee.paidByOther', context: { fees: '8400' } }]);
    expect(await rig.send(limited, rig.alice, rig.carol)).toMatchObject({ success: true, fee: 7_200n });
  });

  it('go with a nonce of its own', async () => {
    const sender = person(0x59);
    await rig.hold(sender, 100n);
    const wish = paying(rig.carol, { orderless: true });
    const [one, two] = [
      await rig.by(sender, { amount: '40', ...wish }),
      await rig.by(sender, { amount: '50', ...wish }),
    ];
    expect(one.data.nonce).not.toBe(two.data.nonce);
    // The later one first.
    expect(await rig.send(two, sender, rig.carol)).toMatchObject({ success: true });
    expect(await rig.send(one, sender, rig.carol)).toMatchObject({ success: true });
    expect(await balanceOf(sender)).toBe(10n);
    expect(rig.engine.sequenceNumber(sender.address)).toBe(0n);
    const all = await rig.by(sender, { useMaxAmount: true, ...wish });
    expect(all.data).toMatchObject({ amount: '10', fees: '0', params: { orderless: true } });
    expect(toHex(generateSigningMessageForTransaction(readAgain(all, rig.carol)))).toBe(all.message);
    expect(await rig.send(all, sender, rig.carol)).toMatchObject({ success: true });
  });

  it('are sent by broadcast, once', async () => {
    for (const orderless of [false, true]) {
      const encoded = await rig.by(rig.alice, { amount: '9', ...paying(rig.single, { orderless }) });
      const before = await balanceOf(rig.bob);
      const hash = await rig.broadcast(encoded, rig.alice, rig.single);
      expect(await rig.resultOf(hash)).toMatchObject({ success: true });
      // Somebody who heard no answer sends it again.
      expect(await rig.broadcast(encoded, rig.alice, rig.single)).toBe(hash);
      expect((await balanceOf(rig.bob)) - before).toBe(9n);
    }
    const refused = await rig.by(rig.alice, { amount: '9', ...paying(rig.single) });
    expect(await rig.broadcast(refused, rig.alice)).toBe('signature.malformed');
    expect(await rig.broadcast(refused, rig.single, rig.alice)).toBe('signature.mismatch');
  });

  it('are the same again if the answer is sent back as wishes', async () => {
    const first = await rig.by(rig.alice, { amount: '7', ...paying(rig.carol, { orderless: true }) });
    const { fees, gas, nonce, params } = first.data;
    const again = await rig.by(rig.alice, {
      amount: '7',
      fees,
      gas,
      nonce,
      params: { ...params, checksum: undefined },
    });
    expect(again.message).toBe(first.message);
  });
});
