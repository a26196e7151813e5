import { MuxedAccount, StrKey } from '@stellar/stellar-base';
import { describe, expect, it } from 'vitest';
import {
  decimal,
  issuer,
  recipient,
  type ScriptedAccount,
  sender,
  sequence,
  token,
} from '../../test/scripted-horizon.ts';
import { encode, scriptOf, transferAll, transferToken } from '../../test/token-intents.ts';

// The numbers in stroops are the rules of stellar/stellar-core, src/transactions/PathPaymentStrictReceiveOpFrame.cpp and TransactionUtils.cpp.

const amountField = 'transaction.data.amount';
const senderField = 'transaction.data.senderAddress';
const recipientField = 'transaction.data.recipientAddress';
const tokenField = 'transaction.data.tokenId';

const most = 2n ** 63n - 1n;
const withLine = (line: object, account: ScriptedAccount = {}): ScriptedAccount => ({
  ...account,
  lines: [{ token, ...line }],
});
const muxed = (account: string) => {
  const payload = Buffer.concat([StrKey.decodeEd25519PublicKey(account), Buffer.from('00000000075bcd15', 'hex')]);
  return StrKey.encodeMed25519PublicKey(payload);
};

describe('a payment of a token', () => {
  it('is one round, and its amount has seven decimals', async () => {
    const { operation, bytes, data, errors, warnings, roundTrips, asked } = await encode(scriptOf(), transferToken);
    expect({ errors, warnings, roundTrips }).toEqual({ errors: [], warnings: [], roundTrips: 1 });
    expect(operation).toMatchObject({ type: 'payment', destination: recipient, amount: '0.0000040' });
    expect((operation as { asset: { toString(): string } }).asset.toString()).toBe(token);
    expect(bytes).toMatchObject({ source: sender, sequence: (sequence + 1n).toString(), fee: '100' });
    expect(data).toMatchObject({ amount: '40', fees: '100' });
    expect(data.params).not.toHaveProperty('reclaimAfterSeconds');
    // The issuer is not asked: payments do not need its account.
    expect(asked.map(({ path }) => path).sort()).toEqual(
      ['/', `/accounts/${sender}`, `/accounts/${recipient}`, '/fee_stats', '/ledgers'].sort(),
    );
  });

  it('spells a muxed recipient as the client did', async () => {
    const to = muxed(recipient);
    const { operation, errors } = await encode(scriptOf(), { ...transferToken, recipientAddress: to });
    expect(errors).toEqual([]);
    expect(operation).toMatchObject({ type: 'payment', destination: to });
    expect(MuxedAccount.fromAddress(to, '0').id()).toBe('123456789');
  });

  it('does not need the account of the issuer', async () => {
    const { errors, operation } = await encode(scriptOf({ issuer: undefined }), transferToken);
    expect(errors).toEqual([]);
    expect(operation).toMatchObject({ type: 'payment' });
  });

  it('works beyond 2^53', async () => {
    const script = scriptOf({ sender: withLine({ balance: most }) });
    const { operation, data } = await encode(script, { ...transferToken, amount: most.toString() });
    expect(operation).toMatchObject({ amount: '922337203685.4775807' });
    expect(data).toMatchObject({ amount: most.toString() });
  });

  it.each([most, most + 1n, 10n ** 30n])(
    'of more than the sender has (%s) says nothing of the limit of the recipient',
    async (amount) => {
      const { errors } = await encode(scriptOf(), { ...transferToken, amount: amount.toString() });
      expect(errors).toEqual([`token.insufficient ${amountField}`]);
    },
  );

  it('is refused without XLM for the fee', async () => {
    const script = scriptOf({ sender: withLine({ balance: 100n }, { balance: 15_000_099n }) });
    expect((await encode(script, transferToken)).errors).toEqual([`balance.unspendable ${senderField}`]);
    const enough = scriptOf({ sender: withLine({ balance: 100n }, { balance: 15_000_100n }) });
    expect((await encode(enough, transferToken)).errors).toEqual([]);
  });
});

describe('the sender', () => {
  const cases: readonly (readonly [string, ScriptedAccount, string, readonly string[]])[] = [
    ['has just enough', withLine({ balance: 40n }), '40', []],
    ['has too little', withLine({ balance: 39n }), '40', [`token.insufficient ${amountField}`]],
    ['sells a part of it', withLine({ balance: 100n, selling: 61n }), '40', [`token.insufficient ${amountField}`]],
    ['sells another part of it', withLine({ balance: 100n, selling: 60n }), '40', []],
    ['has no trustline', {}, '40', [`token.insufficient ${amountField}`]],
    [
      'has the same code of another issuer',
      { lines: [{ token: `DEMO:${recipient}`, balance: 99n }] },
      '40',
      [`token.insufficient ${amountField}`],
    ],
    ['is not authorized', withLine({ balance: 40n, isAuthorized: false }), '40', [`sender.notApproved ${senderField}`]],
    [
      'may keep its offers only',
      withLine({ balance: 40n, isAuthorized: false, keepsOffers: true }),
      '40',
      [`sender.notApproved ${senderField}`],
    ],
    [
      'is not authorized, and has too little',
      withLine({ balance: 39n, isAuthorized: false }),
      '40',
      [`sender.notApproved ${senderField}`, `token.insufficient ${amountField}`],
    ],
  ];

  it.each(cases)('%s', async (_, from, amount, errors) => {
    const answer = await encode(scriptOf({ sender: from }), { ...transferToken, amount });
    expect(answer.errors).toEqual(errors);
    expect(answer.operation === undefined).toBe(errors.length > 0);
  });

  it('reads both numbers', async () => {
    const { messages } = await encode(scriptOf({ sender: withLine({ balance: 39n }) }), transferToken);
    expect(messages).toEqual([
      'Insufficient token balance: the account holds 0.0000039 DEMO, but 0.000004 DEMO are to be sent.',
    ]);
  });
});

describe('everything', () => {
  it.each([
    [100n, 0n],
    [100n, 1n],
    [most, 0n],
    [most, most - 1n],
  ])('is the balance of %d without what offers sell, %d', async (balance, selling) => {
    const { data, operation, errors } = await encode(scriptOf({ sender: withLine({ balance, selling }) }), transferAll);
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ amount: (balance - selling).toString() });
    expect(operation).toMatchObject({ amount: decimal(balance - selling) });
  });

  it.each([
    ['without a trustline', {}],
    ['of an empty trustline', withLine({ balance: 0n })],
    ['of what offers sell', withLine({ balance: 7n, selling: 7n })],
  ])('%s is nothing', async (_, from) => {
    const { data, errors } = await encode(scriptOf({ sender: from }), transferAll);
    expect(errors).toEqual([`token.nothingToSend ${amountField}`]);
    expect(data).not.toHaveProperty('params');
  });

  it('is not cut to what the recipient takes', async () => {
    const { errors } = await encode(scriptOf({ recipient: withLine({ limit: 99n }) }), transferAll);
    expect(errors).toEqual([`recipient.tokenFull ${amountField}`]);
  });
});

describe('the recipient', () => {
  const full = `recipient.tokenFull ${amountField}`;
  const cases: readonly (readonly [string, ScriptedAccount | undefined, readonly string[]])[] = [
    ['does not exist', undefined, [`recipient.notFound ${recipientField}`]],
    ['has no trustline', {}, [`recipient.notEnabled ${recipientField}`]],
    [
      'has the same code of another issuer',
      { lines: [{ token: `DEMO:${sender}` }] },
      [`recipient.notEnabled ${recipientField}`],
    ],
    [
      'has the code in lower case',
      { lines: [{ token: `demo:${issuer}` }] },
      [`recipient.notEnabled ${recipientField}`],
    ],
    ['is not authorized', withLine({ isAuthorized: false }), [`recipient.notApproved ${recipientField}`]],
    [
      'may keep its offers only',
      withLine({ isAuthorized: false, keepsOffers: true }),
      [`recipient.notApproved ${recipientField}`],
    ],
    ['has just enough room', withLine({ limit: 100n, balance: 50n, buying: 10n }), []],
    ['has too little room', withLine({ limit: 99n, balance: 50n, buying: 10n }), [full]],
    ['has too little room beside its offers', withLine({ limit: 100n, balance: 50n, buying: 11n }), [full]],
    ['holds the most that there can be', withLine({ balance: most }), [full]],
  ];

  it.each(cases)('%s', async (_, to, errors) => {
    const answer = await encode(scriptOf({ recipient: to }), transferToken);
    expect(answer.errors).toEqual(errors);
    expect(answer.operation === undefined).toBe(errors.length > 0);
  });

  it('reads how much it takes', async () => {
    const { messages } = await encode(
      scriptOf({ recipient: withLine({ limit: 50n, balance: 20n, buying: 1n }) }),
      transferToken,
    );
    expect(messages).toEqual([expect.stringContaining('The recipient takes 0.0000029 DEMO at most')]);
  });

  it('may demand a memo', async () => {
    const to = withLine({}, { data: { 'config.memo_required': 'MQ==' } });
    const { errors } = await encode(scriptOf({ recipient: to }), transferToken);
    expect(errors).toEqual(['recipient.memoRequired transaction.data.memo']);
    expect((await encode(scriptOf({ recipient: to }), { ...transferToken, memo: 'id:7' })).errors).toEqual([]);
    const own = { ...transferToken, recipientAddress: muxed(recipient) };
    expect((await encode(scriptOf({ recipient: to }), own)).errors).toEqual([]);
  });

  it('hears the number of its address and a memo, which is told', async () => {
    const both = { ...transferToken, recipientAddress: muxed(recipient), memo: 'id:7' };
    const { errors, warnings } = await encode(scriptOf(), both);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: ['memo.ambiguous transaction.data.memo'] });
  });

  it('must be somebody who can sign', async () => {
    const signers = { [recipient]: 0 };
    const { errors } = await encode(scriptOf({ recipient: withLine({}, { signers }) }), transferToken);
    expect(errors).toEqual([`recipient.keepsCoins ${recipientField}`]);
  });

  it('may be the sender, who needs room for the amount for a moment', async () => {
    const own = { ...transferToken, recipientAddress: sender };
    const { errors, warnings, operation } = await encode(scriptOf(), own);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [`recipient.isSender ${recipientField}`] });
    expect(operation).toMatchObject({ destination: sender });
    const tight = scriptOf({ sender: withLine({ balance: 100n, limit: 139n }) });
    expect((await encode(tight, own)).errors).toEqual([full]);
    // The chain would carry out a payment to oneself above the balance. It is a mistake of the client all the same.
    const above = { ...own, amount: '101' };
    expect((await encode(scriptOf(), above)).errors).toEqual([`token.insufficient ${amountField}`]);
  });
});

describe('the issuer', () => {
  const burned = `token.burned ${tokenField}`;

  it('gets tokens back without a trustline', async () => {
    const { errors, warnings, operation } = await encode(scriptOf(), { ...transferToken, recipientAddress: issuer });
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [burned] });
    expect(operation).toMatchObject({ type: 'payment', destination: issuer });
  });

  it('gets them back even if its account does not exist any more', async () => {
    const back = { ...transferToken, recipientAddress: issuer };
    const { errors, warnings } = await encode(scriptOf({ issuer: undefined }), back);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [burned] });
  });

  it('gets them back even if it can sign nothing any more, as issuers of a fixed supply', async () => {
    const back = { ...transferToken, recipientAddress: issuer };
    const { errors, warnings } = await encode(scriptOf({ issuer: { signers: { [issuer]: 0 } } }), back);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [burned] });
  });

  it('makes new tokens without a trustline, as many as the recipient takes', async () => {
    const mint = { ...transferToken, senderAddress: issuer, amount: most.toString() };
    const { errors, warnings, operation } = await encode(scriptOf(), mint);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    expect(operation).toMatchObject({ amount: '922337203685.4775807' });
    const one = scriptOf({ recipient: withLine({ balance: 1n }) });
    expect((await encode(one, mint)).errors).toEqual([`recipient.tokenFull ${amountField}`]);
  });

  it('cannot send more than an amount can be', async () => {
    const own = { ...transferToken, senderAddress: issuer, recipientAddress: issuer };
    expect((await encode(scriptOf(), { ...own, amount: most.toString() })).errors).toEqual([]);
    const above = await encode(scriptOf(), { ...own, amount: (most + 1n).toString() });
    expect(above.errors).toEqual([`token.insufficient ${amountField}`]);
  });

  it('has no maximum', async () => {
    const { errors } = await encode(scriptOf(), { ...transferAll, senderAddress: issuer });
    expect(errors).toEqual([`token.nothingToSend ${amountField}`]);
  });

  it.each([
    ['of the sender', { sender: withLine({ balance: 100n, isClawback: true }) }],
    ['of the recipient', { recipient: withLine({ isClawback: true }) }],
  ])('can take tokens back from the trustline %s, which is told', async (_, parties) => {
    const { errors, warnings } = await encode(scriptOf(parties), transferToken);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [`token.controlled ${tokenField}`] });
  });
});
