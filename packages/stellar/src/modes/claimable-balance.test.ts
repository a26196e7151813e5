import { createHash } from 'node:crypto';
import { StrKey, type Transaction } from '@stellar/stellar-base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issuer, recipient, type ScriptedAccount, sender, token } from '../../test/scripted-horizon.ts';
import { encode, scriptOf, transferAll, transferToken } from '../../test/token-intents.ts';
import { claimableBalanceId } from './claimable-balance.ts';

// The rules of stellar/stellar-core, src/transactions/CreateClaimableBalanceOpFrame.cpp.

const senderField = 'transaction.data.senderAddress';
const recipientField = 'transaction.data.recipientAddress';
const claimableField = 'transaction.data.params.claimable';
const reclaimField = 'transaction.data.params.reclaimAfterSeconds';

const withLine = (settings: object, account: ScriptedAccount = {}): ScriptedAccount => ({
  ...account,
  lines: [{ token, ...settings }],
});
const claimable = { ...transferToken, params: { claimable: true } };
const claimableWith = (params: object) => ({ ...transferToken, params: { claimable: true, ...params } });
const waits = `token.claimable ${recipientField}`;
const muxed = (account: string) =>
  StrKey.encodeMed25519PublicKey(Buffer.concat([StrKey.decodeEd25519PublicKey(account), Buffer.alloc(8, 1)]));

describe('a claimable balance', () => {
  const obstacles: readonly (readonly [string, ScriptedAccount | undefined])[] = [
    ['no account', undefined],
    ['no trustline', {}],
    ['no room', withLine({ limit: 39n })],
  ];

  it.each(obstacles)('is made for a recipient with %s, in one round', async (_, to) => {
    const { errors, warnings, operation, data, roundTrips } = await encode(scriptOf({ recipient: to }), claimable);
    expect({ errors, warnings, roundTrips }).toEqual({ errors: [], warnings: [waits], roundTrips: 1 });
    expect(operation).toMatchObject({ type: 'createClaimableBalance', amount: '0.0000040' });
    expect(data).toMatchObject({ amount: '40', params: { reclaimAfterSeconds: '604800' } });
  });

  it('is made for a recipient that waits for approval, which is told', async () => {
    const approval = `token.needsApproval ${recipientField}`;
    const frozen = scriptOf({ recipient: withLine({ isAuthorized: false }) });
    expect((await encode(frozen, claimable)).warnings).toEqual([waits, approval]);
    const required = scriptOf({ recipient: {}, issuer: { flags: { required: true } } });
    expect((await encode(required, claimable)).warnings).toEqual([waits, approval]);
  });

  it('is claimed by the recipient at any time, and by the sender after the time that was wished for', async () => {
    const { operation, data } = await encode(
      scriptOf({ recipient: undefined }),
      claimableWith({ reclaimAfterSeconds: '3600' }),
    );
    const { asset, claimants } = operation as Extract<
      Transaction['operations'][number],
      { type: 'createClaimableBalance' }
    >;
    expect(asset.toString()).toBe(token);
    expect(claimants.map(({ destination }) => destination)).toEqual([recipient, sender]);
    const [first, second] = claimants.map(({ predicate }) => predicate);
    expect(first?.switch().name).toBe('claimPredicateUnconditional');
    expect(second?.switch().name).toBe('claimPredicateNot');
    expect(second?.notPredicate()?.switch().name).toBe('claimPredicateBeforeRelativeTime');
    expect(second?.notPredicate()?.relBefore().toString()).toBe('3600');
    expect(data).toMatchObject({ params: { reclaimAfterSeconds: '3600' } });
  });

  it('is not made for a recipient that can take the tokens', async () => {
    const { warnings, operation, data } = await encode(scriptOf(), claimable);
    expect(warnings).toEqual([]);
    expect(operation).toMatchObject({ type: 'payment', destination: recipient });
    expect(data.params).not.toHaveProperty('reclaimAfterSeconds');
    const muxedToo = { ...claimable, recipientAddress: muxed(recipient) };
    expect((await encode(scriptOf(), muxedToo)).operation).toMatchObject({ type: 'payment' });
    const back = await encode(scriptOf({ issuer: undefined }), { ...claimable, recipientAddress: issuer });
    expect(back.operation).toMatchObject({ type: 'payment', destination: issuer });
  });

  it('waits for room even if the issuer is gone: the recipient can send some away', async () => {
    const { errors } = await encode(scriptOf({ recipient: withLine({ limit: 39n }), issuer: undefined }), claimable);
    expect(errors).toEqual([]);
  });

  it('takes everything that the sender has', async () => {
    const script = scriptOf({ recipient: undefined, sender: withLine({ balance: 100n, selling: 1n }) });
    const { data } = await encode(script, { ...transferAll, params: { claimable: true } });
    expect(data).toMatchObject({ amount: '99' });
  });

  it('is made by the issuer too', async () => {
    const { errors, operation } = await encode(scriptOf({ recipient: undefined }), {
      ...claimable,
      senderAddress: issuer,
    });
    expect(errors).toEqual([]);
    expect(operation).toMatchObject({ type: 'createClaimableBalance' });
  });

  it('tells its id, the time and the reserve', async () => {
    const { messages, bytes } = await encode(scriptOf({ recipient: undefined }), claimable);
    const id = (bytes as Transaction).getClaimableBalanceId(0);
    expect(messages).toEqual([
      `The recipient must claim the tokens: they wait in claimable balance ${id}. The sender can take them back after 7 days. Until somebody takes them, 1 XLM of the sender stay locked`,
    ]);
  });

  it('tells the id of the account if the sender has a number in its address', async () => {
    const from = { ...claimable, senderAddress: muxed(sender) };
    const { messages, bytes } = await encode(scriptOf({ recipient: undefined }), from);
    const { operation } = await encode(scriptOf({ recipient: undefined }), claimable);
    expect(messages.join()).toContain((bytes as Transaction).getClaimableBalanceId(0));
    expect((bytes as Transaction).source).toBe(muxed(sender));
    expect((bytes as Transaction).operations).toEqual([operation]);
  });

  it('tells the id of the sequence number that was wished for', async () => {
    const nonce = '120192344791187555';
    const { messages, bytes } = await encode(scriptOf({ recipient: undefined }), { ...claimable, nonce });
    expect((bytes as Transaction).sequence).toBe(nonce);
    expect(messages.join()).toContain((bytes as Transaction).getClaimableBalanceId(0));
  });

  it.each([
    ['86400', '1 day'],
    ['7200', '2 hours'],
    ['60', '1 minute'],
    ['61', '61 seconds'],
    ['315360000', '3650 days'],
  ])('writes %s seconds as %s', async (reclaimAfterSeconds, words) => {
    const { messages } = await encode(scriptOf({ recipient: undefined }), claimableWith({ reclaimAfterSeconds }));
    expect(messages[0]).toContain(`take them back after ${words}. `);
  });

  it('locks two base reserves beside the fee', async () => {
    // Three base reserves for the account and its trustline, two for the claimants, and 100 stroops.
    const least = 25_000_100n;
    const from = (balance: bigint) =>
      scriptOf({ recipient: undefined, sender: withLine({ balance: 100n }, { balance }) });
    expect((await encode(from(least), claimable)).errors).toEqual([]);
    const { errors, messages } = await encode(from(least - 1n), claimable);
    expect(errors).toEqual([`balance.insufficientForDeposit ${senderField}`]);
    expect(messages[0]).toContain('1 XLM as a deposit for the claimable balance');
  });

  it('tells that the issuer can take the tokens back', async () => {
    const script = scriptOf({ recipient: undefined, sender: withLine({ balance: 100n, isClawback: true }) });
    expect((await encode(script, claimable)).warnings).toEqual([waits, 'token.controlled transaction.data.tokenId']);
  });
});

describe('a claimable balance is refused', () => {
  const refusals: readonly (readonly [string, object, Parameters<typeof scriptOf>[0], readonly string[]])[] = [
    [
      'for a number in an address',
      { recipientAddress: muxed(recipient) },
      { recipient: {} },
      [`recipient.notEnabled ${recipientField}`, `wish.invalid ${claimableField}`],
    ],
    [
      'for a recipient that demands a memo',
      { memo: 'id:7' },
      { recipient: { data: { 'config.memo_required': 'MQ==' } } },
      [`recipient.notEnabled ${recipientField}`, `wish.invalid ${claimableField}`],
    ],
    [
      'for oneself',
      { recipientAddress: sender },
      { sender: withLine({ balance: 100n, limit: 101n }) },
      ['recipient.tokenFull transaction.data.amount', `wish.invalid ${claimableField}`],
    ],
    [
      'for a recipient that can never enable the token, because its issuer is gone',
      {},
      { recipient: undefined, issuer: undefined },
      [`recipient.notFound ${recipientField}`, `wish.invalid ${claimableField}`],
    ],
    [
      'for a recipient that can sign nothing',
      {},
      { recipient: { signers: { [recipient]: 0 } } },
      [`recipient.keepsCoins ${recipientField}`],
    ],
    [
      'without a trustline of the sender',
      {},
      { recipient: undefined, sender: {} },
      [`recipient.notFound ${recipientField}`, 'token.insufficient transaction.data.amount'],
    ],
    [
      'for a sender that is frozen',
      {},
      { recipient: undefined, sender: withLine({ balance: 100n, isAuthorized: false }) },
      [`recipient.notFound ${recipientField}`, `sender.notApproved ${senderField}`],
    ],
  ];

  it.each(refusals)('%s', async (_, changes, parties, expected) => {
    const { errors, operation } = await encode(scriptOf(parties), { ...claimable, ...changes });
    expect(errors).toEqual(expected);
    expect(operation).toBeUndefined();
  });

  it.each(['0', '315360001', '9223372036854775807'])('if the sender gets it back after %s seconds', async (seconds) => {
    const wished = claimableWith({ reclaimAfterSeconds: seconds });
    const invalid = [`wish.invalid ${reclaimField}`];
    expect((await encode(scriptOf({ recipient: undefined }), wished)).errors).toEqual(invalid);
    // Also if the recipient can be paid at once: the client learns of its mistake in any case.
    expect((await encode(scriptOf(), wished)).errors).toEqual(invalid);
  });

  it('beyond 63 bits of seconds', async () => {
    const wished = claimableWith({ reclaimAfterSeconds: '9223372036854775808' });
    await expect(encode(scriptOf(), wished)).rejects.toMatchObject({ problems: [{ code: 'wish.invalid' }] });
  });

  it('if the time stands alone', async () => {
    const alone = { ...transferToken, params: { reclaimAfterSeconds: '3600' } };
    expect((await encode(scriptOf(), alone)).errors).toEqual([`wish.invalid ${reclaimField}`]);
  });
});

describe('the id of a claimable balance', () => {
  it('is the SHA-256 of its source, sequence number and place', () => {
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const sequences = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(seeds, sequences, (key, sequence) => {
        const number = Buffer.alloc(8);
        number.writeBigInt64BE(sequence);
        const preimage = Buffer.concat([Buffer.from('0000000600000000', 'hex'), key, number, Buffer.alloc(4)]);
        const expected = `00000000${createHash('sha256').update(preimage).digest('hex')}`;
        expect(claimableBalanceId(StrKey.encodeEd25519PublicKey(Buffer.from(key)), sequence)).toBe(expected);
      }),
    );
  });
});
