import { describe, expect, it } from 'vitest';
import { assetId, connectTo, creator, nobody, otherSigner, recipient, sender } from '../../test/scripted-node.ts';
import { encode, scriptOf, transferAll, transferToken } from '../../test/token-intents.ts';

// The rules of algorand/go-algorand, ledger/apply/asset.go: AssetTransfer.

const senderField = 'transaction.data.senderAddress';
const recipientField = 'transaction.data.recipientAddress';
const tokenField = 'transaction.data.tokenId';
const amountField = 'transaction.data.amount';
const optOutField = 'transaction.data.params.optOut';
/** The assets of scripts can be clawed back. */
const controlled = `token.controlled ${tokenField}`;

const most = 2n ** 64n - 1n;
const holding = (amount: bigint, isFrozen = false) => ({ holdings: { [assetId]: { amount, isFrozen } } });
const leaving = { ...transferAll, params: { optOut: true } };

describe('a transfer of an asset', () => {
  it('has the amount, in one round', async () => {
    const { errors, fields, data, roundTrips } = await encode(scriptOf(), transferToken);
    expect({ errors, roundTrips }).toEqual({ errors: [], roundTrips: 1 });
    expect(fields).toMatchObject({ type: 'axfer', xaid: BigInt(assetId), aamt: 40n, arcv: recipient, fee: 1_000n });
    expect(Object.keys(fields ?? {})).not.toContain('aclose');
    expect(data).toMatchObject({ amount: '40', fees: '1000' });
    expect(data.params).not.toHaveProperty('optOut');
  });

  it('can be of the last unit, and not of one more', async () => {
    expect((await encode(scriptOf(), { ...transferToken, amount: '100' })).errors).toEqual([]);
    const { errors, messages, fields } = await encode(scriptOf(), { ...transferToken, amount: '101' });
    expect(errors).toEqual([`token.insufficient ${amountField}`]);
    expect(messages[0]).toBe(
      'Insufficient token balance: the account holds 0.0001 DEMO, but 0.000101 DEMO are to be sent.',
    );
    expect(fields).toBeUndefined();
  });

  it('of everything is the whole holding', async () => {
    const { errors, fields, data } = await encode(scriptOf({ sender: holding(most) }), transferAll);
    expect(errors).toEqual([]);
    expect(fields).toMatchObject({ aamt: most });
    expect(data.amount).toBe('18446744073709551615');
  });

  it.each([most, most + 1n, 2n ** 70n])('of %s is refused if the sender holds less', async (amount) => {
    const { errors } = await encode(scriptOf(), { ...transferToken, amount: amount.toString() });
    expect(errors).toEqual([`token.insufficient ${amountField}`]);
  });

  it.each([
    ['has not opted in', {}],
    ['holds nothing', holding(0n)],
  ])('is refused if the sender %s', async (_, from) => {
    for (const intent of [transferToken, transferAll, leaving]) {
      const { errors, messages } = await encode(scriptOf({ sender: from }), intent);
      expect(errors).toEqual([`token.nothingToSend ${amountField}`]);
      expect(messages[0]).toContain('holds no DEMO');
    }
  });

  it('is refused if the holding of the sender is frozen', async () => {
    const { errors } = await encode(scriptOf({ sender: holding(100n, true) }), transferToken);
    expect(errors).toEqual([`sender.frozen ${senderField}`]);
  });

  it('is refused if the recipient has not opted in', async () => {
    const { errors, messages } = await encode(scriptOf({ recipient: {} }), transferToken);
    expect(errors).toEqual([`recipient.notEnabled ${recipientField}`]);
    expect(messages[0]).toContain(assetId);
  });

  it('is refused if the recipient was never used', async () => {
    const { errors } = await encode(scriptOf(), { ...transferToken, recipientAddress: nobody });
    expect(errors).toEqual([`recipient.notEnabled ${recipientField}`]);
  });

  it('is refused if the holding of the recipient is frozen', async () => {
    const { errors } = await encode(scriptOf({ recipient: holding(0n, true) }), transferToken);
    expect(errors).toEqual([`recipient.frozen ${recipientField}`]);
  });

  it('is refused if the recipient would hold more than 64 bits', async () => {
    const script = (held: bigint) => scriptOf({ sender: holding(100n), recipient: holding(held) });
    expect((await encode(script(most - 40n), transferToken)).errors).toEqual([]);
    expect((await encode(script(most - 39n), transferToken)).errors).toEqual([`recipient.tokenFull ${amountField}`]);
  });

  it('tells all that is wrong', async () => {
    const { errors } = await encode(scriptOf({ sender: holding(1n, true), recipient: {} }), transferToken);
    expect(errors.toSorted()).toEqual([
      `recipient.notEnabled ${recipientField}`,
      `sender.frozen ${senderField}`,
      `token.insufficient ${amountField}`,
    ]);
  });

  it('is refused if there is no such asset', async () => {
    const { errors, messages } = await encode(scriptOf({ assets: {} }), transferToken);
    expect(errors).toEqual([`token.unknown ${tokenField}`]);
    expect(messages[0]).toContain('it was never created, or its manager destroyed it');
  });

  it('never goes to the zero address', async () => {
    const zero = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ';
    for (const intent of [transferToken, leaving]) {
      const { errors } = await encode(scriptOf(), { ...intent, recipientAddress: zero });
      expect(errors).toEqual([`recipient.zeroAddress ${recipientField}`]);
    }
  });

  it('needs ALGO for the fee beside the minimum balance', async () => {
    const script = (amount: bigint) => scriptOf({ sender: { ...holding(100n), amount } });
    expect((await encode(script(201_000n), transferToken)).errors).toEqual([]);
    expect((await encode(script(200_999n), transferToken)).errors).toEqual([`balance.unspendable ${senderField}`]);
  });

  it('can go to the sender itself, whatever it holds', async () => {
    const script = scriptOf({ sender: holding(most) });
    const { errors, warnings, fields } = await encode(script, { ...transferAll, recipientAddress: sender });
    expect(errors).toEqual([]);
    expect(warnings).toContain(`recipient.isSender ${recipientField}`);
    expect(fields).toMatchObject({ aamt: most });
  });

  it('can go to the creator', async () => {
    const script = scriptOf({ accounts: { [creator]: holding(5n) } });
    const { errors } = await encode(script, { ...transferToken, recipientAddress: creator });
    expect(errors).toEqual([]);
  });

  it('is signed by the key that the account was rekeyed to', async () => {
    const script = scriptOf({ sender: { ...holding(100n), authAddr: otherSigner } });
    const { errors, data } = await encode(script, { ...transferToken, senderPubKey: otherSigner });
    expect(errors).toEqual([]);
    expect(data.params).toMatchObject({ authAddr: otherSigner });
  });

  it.each([
    ['warns if somebody can take the asset back', {}, [controlled]],
    ['does not warn if nobody can', { clawback: undefined }, []],
    ['does not warn of an empty clawback address', { clawback: '' }, []],
    [
      'does not warn of the zero address',
      { clawback: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ' },
      [],
    ],
  ])('%s', async (_, changed, expected) => {
    const { warnings } = await encode(scriptOf({ assets: { [assetId]: { changed } } }), transferToken);
    expect(warnings).toEqual(expected);
  });

  it.each([
    ['another asset', { 'asset-holding': { amount: 100, 'asset-id': 5, 'is-frozen': false } }],
    ['no amount', { 'asset-holding': { 'asset-id': Number(assetId), 'is-frozen': false } }],
    ['more than 64 bits', { 'asset-holding': { amount: most + 1n, 'asset-id': Number(assetId), 'is-frozen': false } }],
    ['less than nothing', { 'asset-holding': { amount: -1, 'asset-id': Number(assetId), 'is-frozen': false } }],
    ['no word of being frozen', { 'asset-holding': { amount: 100, 'asset-id': Number(assetId) } }],
  ])('does not believe a holding with %s', async (_, answer) => {
    const lying = { ...scriptOf(), own: { [`/v2/accounts/${sender}/assets/${assetId}`]: answer } };
    await expect(encode(lying, transferToken)).rejects.toThrow();
    // Another node is asked.
    const { chain } = connectTo({ algod: [lying, scriptOf()] });
    expect((await chain.encode(transferToken as never)).status.errors).toEqual([]);
  });
});

describe('a transfer of everything with the end of the holding', () => {
  it('closes the holding to the recipient', async () => {
    const { errors, warnings, fields, data, messages } = await encode(scriptOf(), leaving);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [controlled, `token.optsOut ${tokenField}`] });
    expect(fields).toMatchObject({ aamt: 100n, arcv: recipient, aclose: recipient });
    expect(data).toMatchObject({ amount: '100', params: { optOut: true } });
    expect(messages[1]).toContain(`goes to ${recipient}`);
  });

  it('pays the fee with what the end of the holding frees', async () => {
    const script = (amount: bigint) => scriptOf({ sender: { ...holding(100n), amount } });
    expect((await encode(script(101_000n), leaving)).errors).toEqual([]);
    expect((await encode(script(100_999n), leaving)).errors).toEqual([`balance.unspendable ${senderField}`]);
  });

  it('pays for its size, with the signature and the field that closes', async () => {
    const params = { fee: 100, minFee: 1_000 };
    const { fields, data, encoded } = await encode({ ...scriptOf(), params }, leaving);
    const size = BigInt((encoded?.[0]?.raw?.value.length ?? 0) / 2 + 75);
    expect(data).toMatchObject({ fees: (100n * size).toString() });
    expect(fields).toMatchObject({ fee: 100n * size, aclose: recipient });
  });

  it('closes a frozen holding to the creator of the asset, with an amount of 0', async () => {
    for (const [frozen, own] of [
      [holding(100n, true), holding(5n)],
      [holding(100n), holding(5n, true)],
    ] as const) {
      const script = scriptOf({ sender: frozen, accounts: { [creator]: own } });
      const intent = { ...leaving, recipientAddress: creator };
      const { errors, warnings, fields, data, encoded, chain } = await encode(script, intent);
      expect({ errors, warnings }).toEqual({ errors: [], warnings: [controlled, `token.optsOut ${tokenField}`] });
      expect(fields).toMatchObject({ type: 'axfer', arcv: creator, aclose: creator });
      expect(Object.keys(fields ?? {})).not.toContain('aamt');
      expect(data).toMatchObject({ useMaxAmount: true, params: { optOut: true } });
      expect(data.amount).toBeUndefined();
      const items = encoded as never;
      expect((await chain.validate(intent as never, items)).status).toMatchObject({ errors: [], warnings: [] });
      expect((await chain.validate(data as never, items)).status).toMatchObject({ errors: [], warnings: [] });
      const elsewhere = { ...intent, recipientAddress: recipient };
      expect((await chain.validate(elsewhere as never, items)).status.errors).toHaveLength(1);
      const amounted = { ...transferToken, recipientAddress: creator, amount: '100', params: { optOut: true } };
      expect((await chain.validate(amounted as never, items)).status.errors).not.toEqual([]);
    }
  });

  it('keeps a frozen holding from anybody else, and from the creator without the wish', async () => {
    const script = scriptOf({ sender: holding(100n, true), accounts: { [creator]: holding(5n) } });
    expect((await encode(script, leaving)).errors).toEqual([`sender.frozen ${senderField}`]);
    const staying = { ...transferAll, recipientAddress: creator };
    expect((await encode(script, staying)).errors).toEqual([`sender.frozen ${senderField}`]);
  });

  it('needs useMaxAmount', async () => {
    const { errors, messages } = await encode(scriptOf(), { ...transferToken, params: { optOut: true } });
    expect(errors).toEqual([`wish.invalid ${optOutField}`]);
    expect(messages[0]).toContain('it needs useMaxAmount: true');
  });

  it('cannot go to the sender', async () => {
    const { errors } = await encode(scriptOf(), { ...leaving, recipientAddress: sender });
    expect(errors).toEqual([`wish.invalid ${optOutField}`]);
  });

  it('cannot be made by the creator', async () => {
    const script = scriptOf({ accounts: { [creator]: holding(100n) } });
    expect((await encode(script, { ...transferAll, senderAddress: creator })).errors).toEqual([]);
    const { errors } = await encode(script, { ...leaving, senderAddress: creator });
    expect(errors).toEqual([`token.unremovable ${tokenField}`]);
  });

  it('is not wished for with false', async () => {
    const { fields, warnings } = await encode(scriptOf(), { ...transferAll, params: { optOut: false } });
    expect(Object.keys(fields ?? {})).not.toContain('aclose');
    expect(warnings).toEqual([controlled]);
  });
});
