import { describe, expect, it } from 'vitest';
import {
  decimal,
  issuer,
  pageOf,
  problemOf,
  type ScriptedAccount,
  sender,
  token,
} from '../../test/scripted-horizon.ts';
import { enableToken, encode, scriptOf } from '../../test/token-intents.ts';

// The rules of stellar/stellar-core, src/transactions/ChangeTrustOpFrame.cpp.

const senderField = 'transaction.data.senderAddress';
const tokenField = 'transaction.data.tokenId';
const limitField = 'transaction.data.params.limit';

const most = 2n ** 63n - 1n;
const line = (settings: object): ScriptedAccount => ({ lines: [{ token, ...settings }] });
const wish = (params: object) => ({ ...enableToken, params });

describe('a new trustline', () => {
  it('has the highest limit, in one round', async () => {
    const { errors, warnings, operation, data, roundTrips } = await encode(scriptOf({ sender: {} }), enableToken);
    expect({ errors, warnings, roundTrips }).toEqual({ errors: [], warnings: [], roundTrips: 1 });
    expect(operation).toMatchObject({ type: 'changeTrust', limit: '922337203685.4775807' });
    expect((operation as unknown as { line: { toString(): string } }).line.toString()).toBe(token);
    expect(data.params).toMatchObject({ limit: most.toString() });
    expect(data).not.toHaveProperty('amount');
  });

  it('takes senderPubKey, as every mode: the key of one signer', async () => {
    const account = { signers: { [sender]: 1, [issuer]: 1 } };
    const signersOf = async (senderPubKey?: string) => {
      const { data, errors } = await encode(scriptOf({ sender: account }), { ...enableToken, senderPubKey });
      expect(errors).toEqual([]);
      return (data.params as { signers: unknown }).signers;
    };
    expect(await signersOf()).toEqual([sender]);
    expect(await signersOf(issuer)).toEqual([issuer]);
    await expect(signersOf(`G${'A'.repeat(55)}`)).rejects.toThrow();
  });

  it('has the limit that the client wishes for', async () => {
    const { operation } = await encode(scriptOf({ sender: {} }), wish({ limit: '1' }));
    expect(operation).toMatchObject({ limit: decimal(1n) });
  });

  it('locks one base reserve beside the fee', async () => {
    // Two base reserves for the account, one for the trustline, and 100 stroops.
    const least = 15_000_100n;
    expect((await encode(scriptOf({ sender: { balance: least } }), enableToken)).errors).toEqual([]);
    const { errors, messages } = await encode(scriptOf({ sender: { balance: least - 1n } }), enableToken);
    expect(errors).toEqual([`balance.insufficientForDeposit ${senderField}`]);
    expect(messages[0]).toContain('0.5 XLM as a deposit for the trustline');
  });

  it('is refused beside 1000 entries', async () => {
    const with_ = (subentries: number) => scriptOf({ sender: { subentries, balance: 10n ** 11n } });
    expect((await encode(with_(999), enableToken)).errors).toEqual([]);
    expect((await encode(with_(1_000), enableToken)).errors).toEqual([`account.full ${senderField}`]);
  });

  it('is refused without an issuer', async () => {
    const { errors } = await encode(scriptOf({ sender: {}, issuer: undefined }), enableToken);
    expect(errors).toEqual([`token.unknown ${tokenField}`]);
  });

  it('is refused for the issuer', async () => {
    const { errors, messages } = await encode(scriptOf(), { ...enableToken, senderAddress: issuer });
    expect(errors).toEqual([`token.invalid ${tokenField}`]);
    expect(messages[0]).toContain('the sender issues it');
  });

  it.each([
    ['approves holders', { required: true }, [`token.needsApproval ${tokenField}`]],
    ['can take tokens back', { clawback: true, revocable: true }, [`token.controlled ${tokenField}`]],
    ['can freeze', { revocable: true }, []],
  ])('tells that the issuer %s', async (_, flags, expected) => {
    const { errors, warnings } = await encode(scriptOf({ sender: {}, issuer: { flags } }), enableToken);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: expected });
  });

  it('refuses a limit of 0', async () => {
    const { errors } = await encode(scriptOf({ sender: {} }), wish({ limit: '0' }));
    expect(errors).toEqual([`wish.invalid ${limitField}`]);
  });
});

describe('a trustline that is there', () => {
  it('is told if nothing changes', async () => {
    const { errors, warnings, operation } = await encode(scriptOf({ sender: line({}) }), enableToken);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [`token.alreadyEnabled ${tokenField}`] });
    expect(operation).toMatchObject({ type: 'changeTrust', limit: decimal(most) });
  });

  it('gets another limit, and locks nothing', async () => {
    // The account has its reserve and the fee, and no stroop more.
    const poor = { ...line({ limit: 50n, balance: 10n, buying: 5n }), balance: 15_000_100n };
    const { errors, warnings, operation } = await encode(scriptOf({ sender: poor }), wish({ limit: '15' }));
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    expect(operation).toMatchObject({ limit: decimal(15n) });
  });

  it('gets no limit below what it holds and buys', async () => {
    const { errors, messages } = await encode(
      scriptOf({ sender: line({ balance: 10n, buying: 5n }) }),
      wish({ limit: '14' }),
    );
    expect(errors).toEqual([`wish.invalid ${limitField}`]);
    expect(messages[0]).toContain('0.0000015 DEMO');
  });

  it('is changed beside 1000 entries too', async () => {
    const full = { ...line({}), subentries: 1_000, balance: 10n ** 11n };
    expect((await encode(scriptOf({ sender: full }), wish({ limit: '15' }))).errors).toEqual([]);
  });

  it('keeps its own terms, whatever the issuer sets for new ones', async () => {
    const flags = { required: true, clawback: true, revocable: true };
    const { warnings } = await encode(scriptOf({ sender: line({}), issuer: { flags } }), wish({ limit: '15' }));
    expect(warnings).toEqual([]);
    const frozen = line({ isAuthorized: false, isClawback: true });
    expect((await encode(scriptOf({ sender: frozen }), wish({ limit: '15' }))).warnings).toEqual([
      `token.needsApproval ${tokenField}`,
      `token.controlled ${tokenField}`,
    ]);
  });

  it('gets no limit without an issuer', async () => {
    const { errors } = await encode(scriptOf({ sender: line({}), issuer: undefined }), wish({ limit: '15' }));
    expect(errors).toEqual([`token.unknown ${tokenField}`]);
  });
});

describe('a trustline that is removed', () => {
  const remove = wish({ remove: true });
  const unremovable = `token.unremovable ${tokenField}`;

  it('has limit 0, in one round, and needs no issuer', async () => {
    const { errors, warnings, operation, data, roundTrips } = await encode(
      scriptOf({ sender: line({}), issuer: undefined }),
      remove,
    );
    expect({ errors, warnings, roundTrips }).toEqual({ errors: [], warnings: [], roundTrips: 1 });
    expect(operation).toMatchObject({ type: 'changeTrust', limit: decimal(0n) });
    expect(data.params).toMatchObject({ limit: '0' });
  });

  it.each([
    ['is not there', {}, 'the account has not enabled it'],
    ['holds something', line({ balance: 1n }), 'the account holds 0.0000001 DEMO'],
    ['is where offers buy', line({ buying: 1n }), 'offers of the account buy 0.0000001 DEMO'],
  ])('is refused if it %s', async (_, from, reason) => {
    const { errors, messages } = await encode(scriptOf({ sender: from }), remove);
    expect(errors).toEqual([unremovable]);
    expect(messages).toEqual([`The token cannot be disabled: ${reason}.`]);
  });

  it('contradicts a limit', async () => {
    const { errors } = await encode(scriptOf({ sender: line({}) }), wish({ remove: true, limit: '5' }));
    expect(errors).toEqual([`wish.invalid ${limitField}`]);
  });

  const pool = (asset: string) => ({
    id: 'ab'.repeat(32),
    reserves: [
      { asset: 'native', amount: decimal(1n) },
      { asset, amount: decimal(1n) },
    ],
  });
  const member = { ...line({}), pools: ['ab'.repeat(32)] };

  it.each([
    ['a pool with it', pageOf([pool(token)]), [unremovable]],
    ['a pool with another token', pageOf([pool(`DEMO:${sender}`)]), []],
    // The chain refuses it then, at the cost of the fee.
    ['a pool that the server does not tell', problemOf(404, 'not_found'), []],
  ])('beside shares of %s', async (_, answer, expected) => {
    const script = { ...scriptOf({ sender: member }), own: { '/liquidity_pools': answer } };
    const { errors, asked, roundTrips } = await encode(script, remove);
    expect(errors).toEqual(expected);
    expect(roundTrips).toBe(1);
    expect(asked.find(({ path }) => path === '/liquidity_pools')?.query.get('account')).toBe(sender);
  });
});
