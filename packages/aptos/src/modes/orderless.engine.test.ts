import {
  Deserializer,
  generateSigningMessageForTransaction,
  RawTransaction,
  SimpleTransaction,
  TransactionInnerPayloadV1,
} from '@aptos-labs/ts-sdk';
import { toHex } from '@isochain/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Encoded, type MoneyRig, person, startMoneyRig } from '../../test/money-rig.ts';

// Transactions with a nonce of their own (AIP-123), on the stand-in.

let rig: MoneyRig;
beforeAll(async () => {
  rig = await startMoneyRig();
});
afterAll(() => rig?.engine.stop());

const apt = 100_000_000n;
const orderless = (more: object = {}) => ({ params: { orderless: true, ...more } });

/** The transaction as the official SDK reads it from the bytes that are signed. */
function readAgain({ message = '' }: Encoded) {
  const transaction = RawTransaction.deserialize(new Deserializer(Buffer.from(message, 'hex').subarray(32)));
  expect(toHex(generateSigningMessageForTransaction(new SimpleTransaction(transaction)))).toBe(message);
  expect(transaction.payload).toBeInstanceOf(TransactionInnerPayloadV1);
  const { extra_config: config } = transaction.payload as TransactionInnerPayloadV1;
  const { replayProtectionNonce: nonce } = config as { readonly replayProtectionNonce?: bigint };
  return { nonce, number: transaction.sequence_number, expiration: transaction.expiration_timestamp_secs };
}

const seconds = () => Math.floor(rig.engine.now() / 1_000);

describe('an orderless transaction', () => {
  it('has a random nonce, and 60 seconds', async () => {
    const encoded = await rig.by(rig.alice, { amount: '1', ...orderless() });
    const { nonce, number, expiration } = readAgain(encoded);
    expect([nonce?.toString(), number]).toEqual([encoded.data.nonce, 2n ** 64n - 1n]);
    expect(expiration).toBe(BigInt(seconds() + 60));
    expect(encoded.data.params).toMatchObject({ orderless: true, expirationTimestampSecs: String(seconds() + 60) });
    const nonces = new Set([nonce]);
    for (let i = 0; i < 5; i++) nonces.add(readAgain(await rig.by(rig.alice, { amount: '1', ...orderless() })).nonce);
    expect(nonces.size).toBe(6);
    // Not one of them is short: they are chosen from 64 bits.
    expect([...nonces].every((each = 0n) => each > 2n ** 40n)).toBe(true);
  });

  it('ends sooner where the operator wants all transactions to', async () => {
    const chain = rig.open({ expirationSeconds: 20 });
    const { address: senderAddress, publicKey: senderPubKey } = rig.alice;
    const intent = { mode: 'transfer', senderAddress, senderPubKey, recipientAddress: rig.bob.address, amount: '1' };
    const { transaction } = await chain.encode({ ...intent, ...orderless() } as never);
    expect(transaction.data.params).toMatchObject({ expirationTimestampSecs: String(seconds() + 20) });
  });

  it('is carried out beside others, in any order, and changes no sequence number', async () => {
    const before = rig.engine.sequenceNumber(rig.alice.address);
    const made = [
      await rig.by(rig.alice, { amount: '1', ...orderless() }),
      await rig.by(rig.alice, { amount: '2', ...orderless() }),
      await rig.by(rig.alice, { amount: '3' }),
    ];
    for (const encoded of made.toReversed())
      expect(await rig.send(encoded, rig.alice)).toMatchObject({ success: true, status: 202 });
    expect(rig.engine.sequenceNumber(rig.alice.address)).toBe(before + 1n);
  });

  it('takes the wished nonce, once', async () => {
    for (const nonce of ['0', '1', '16045690984503098046', '18446744073709551615']) {
      const encoded = await rig.by(rig.alice, { amount: '1', nonce, ...orderless() });
      expect(encoded.data.nonce).toBe(nonce);
      expect(readAgain(encoded).nonce).toBe(BigInt(nonce));
      const other = await rig.by(rig.alice, { amount: '2', nonce, ...orderless() });
      expect(await rig.send(encoded, rig.alice)).toMatchObject({ success: true });
      // One that was made before is refused when it is sent, and one that is made later at once.
      const balance = await rig.engine.balance(rig.alice.address);
      expect(await rig.send(other, rig.alice)).toMatchObject({ refusal: 'NONCE_ALREADY_USED', success: false });
      expect(await rig.engine.balance(rig.alice.address)).toBe(balance);
      const late = await rig.by(rig.alice, { amount: '1', nonce, ...orderless() });
      expect(late).toMatchObject({
        refusals: ['wish.invalid'],
        errors: [{ field: 'transaction.data.nonce' }],
        message: undefined,
      });
    }
    // Somebody else may use the same.
    const bobs = await rig.by(rig.bob, {
      recipientAddress: rig.alice.address,
      amount: '1',
      nonce: '1',
      ...orderless(),
    });
    expect(await rig.send(bobs, rig.bob)).toMatchObject({ success: true });
  });

  it.each(['18446744073709551616', '-1', '1.5', 'x'])('takes no nonce %s', async (nonce) => {
    const answer = rig.by(rig.alice, { amount: '1', nonce, ...orderless() });
    const codes = await answer.then(
      ({ refusals }) => refusals,
      ({ problems }: { readonly problems: readonly { readonly code: string }[] }) => problems.map(({ code }) => code),
    );
    expect(codes).toEqual(['wish.invalid']);
  });

  it('ends within 60 seconds, if the client chooses', async () => {
    const until = (more: number) => orderless({ expirationTimestampSecs: seconds() + more });
    // The block that takes a transaction may be of the next second.
    for (const more of [2, 59, 60]) {
      const encoded = await rig.by(rig.alice, { amount: '1', ...until(more) });
      expect(encoded.data.params).toMatchObject({ expirationTimestampSecs: String(seconds() + more) });
      expect(await rig.send(encoded, rig.alice)).toMatchObject({ success: true });
    }
    for (const more of [0, -1, 61, 600])
      expect(await rig.by(rig.alice, { amount: '1', ...until(more) })).toMatchObject({
        refusals: ['wish.invalid'],
        errors: [{ field: 'transaction.data.params.expirationTimestampSecs' }],
        message: undefined,
      });
  });

  it('cannot be sent when its time is over, and moves nothing', async () => {
    const encoded = await rig.by(rig.alice, { amount: '1', ...orderless() });
    await rig.engine.advance(61);
    const before = await rig.engine.balance(rig.alice.address);
    expect(await rig.send(encoded, rig.alice)).toMatchObject({ refusal: 'TRANSACTION_EXPIRED' });
    expect(await rig.engine.balance(rig.alice.address)).toBe(before);
  });

  it('of a new account needs no 5,210 units', async () => {
    const somebody = person(0x61);
    await rig.hold(somebody, 6_600n + 5n);
    const usual = await rig.by(somebody, { amount: '5' });
    expect(usual).toMatchObject({ refusals: ['balance.insufficientForFees'], message: undefined });
    const encoded = await rig.by(somebody, { amount: '5', ...orderless() });
    expect(encoded).toMatchObject({ errors: [], data: { gas: '66', fees: '6600' } });
    expect(await rig.send(encoded, somebody)).toMatchObject({ success: true, gasUsed: 60n });
    expect(await rig.engine.balance(somebody.address)).toBe(600n);
  });

  it('sends a maximum, and leaves the same as others', async () => {
    const somebody = person(0x62);
    await rig.hold(somebody, apt);
    const encoded = await rig.by(somebody, { useMaxAmount: true, ...orderless() });
    // 60 units are used: 76 are kept back.
    expect(encoded.data).toMatchObject({ amount: String(apt - 7_600n), gas: '76', fees: '7600' });
    expect(await rig.send(encoded, somebody)).toMatchObject({ success: true, fee: 6_000n });
    expect(await rig.engine.balance(somebody.address)).toBe(1_600n);
  });

  it('is the same again if the answer is sent back as wishes', async () => {
    const first = await rig.by(rig.alice, { amount: '7', ...orderless() });
    const { fees, gas, nonce, params } = first.data;
    const again = await rig.by(rig.alice, {
      amount: '7',
      fees,
      gas,
      nonce,
      params: { ...params, checksum: undefined },
    });
    expect(again.message).toBe(first.message);
    const unwished = await rig.by(rig.alice, { amount: '7', params: { orderless: false } });
    expect(unwished.data.params).not.toHaveProperty('orderless');
  });
});
