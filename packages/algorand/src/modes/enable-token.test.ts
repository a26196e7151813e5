import { describe, expect, it } from 'vitest';
import { assetId, creator, nobody, otherSigner, sender } from '../../test/scripted-node.ts';
import { enableToken, encode, scriptOf } from '../../test/token-intents.ts';

// The rules of algorand/go-algorand, ledger/apply/asset.go: AssetTransfer.

const senderField = 'transaction.data.senderAddress';
const tokenField = 'transaction.data.tokenId';

const holding = (amount: bigint, isFrozen = false) => ({ holdings: { [assetId]: { amount, isFrozen } } });
const optOut = { ...enableToken, params: { optOut: true } };
const free = { [assetId]: { changed: { clawback: undefined } } };

describe('opting in', () => {
  it('sends nothing to oneself, in one round', async () => {
    const { errors, warnings, fields, data, roundTrips } = await encode(
      scriptOf({ sender: {}, assets: free }),
      enableToken,
    );
    expect({ errors, warnings, roundTrips }).toEqual({ errors: [], warnings: [], roundTrips: 1 });
    expect(fields).toMatchObject({ type: 'axfer', xaid: BigInt(assetId), arcv: sender, snd: sender });
    expect(Object.keys(fields ?? {})).not.toContain('aamt');
    expect(Object.keys(fields ?? {})).not.toContain('aclose');
    expect(data).not.toHaveProperty('amount');
  });

  it('takes senderPubKey, as every mode: the key that signs for a rekeyed account', async () => {
    const script = scriptOf({ sender: { authAddr: otherSigner }, assets: free });
    const by = async (senderPubKey?: string) => {
      const { errors, warnings } = await encode(script, { ...enableToken, senderPubKey });
      return [errors, warnings].flat().map((problem) => problem.split(' ')[0]);
    };
    expect(await by()).toEqual(['sender.rekeyed']);
    expect(await by(otherSigner)).toEqual([]);
    expect(await by(sender)).toEqual(['sender.otherSigner']);
  });

  it('locks 0.1 ALGO beside the fee', async () => {
    const script = (amount: bigint) => scriptOf({ sender: { amount } });
    expect((await encode(script(201_000n), enableToken)).errors).toEqual([]);
    const { errors, messages } = await encode(script(200_999n), enableToken);
    expect(errors).toEqual([`balance.insufficientForDeposit ${senderField}`]);
    expect(messages[0]).toContain('0.1 ALGO as a deposit for the holding');
    expect((await encode(script(100_999n), enableToken)).errors).toEqual([`balance.unspendable ${senderField}`]);
  });

  it('is refused to an account that was never used', async () => {
    const { errors } = await encode(scriptOf(), { ...enableToken, senderAddress: nobody });
    expect(errors).toEqual([`balance.unspendable ${senderField}`]);
  });

  it('twice costs a fee, changes nothing and locks nothing', async () => {
    const script = scriptOf({ sender: { ...holding(0n), amount: 201_000n }, assets: free });
    const { errors, warnings, fields } = await encode(script, enableToken);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [`token.alreadyEnabled ${tokenField}`] });
    expect(fields).toMatchObject({ arcv: sender });
  });

  it('warns if holdings begin frozen', async () => {
    const assets = { [assetId]: { changed: { 'default-frozen': true, clawback: undefined } } };
    expect((await encode(scriptOf({ sender: {}, assets }), enableToken)).warnings).toEqual([
      `token.beginsFrozen ${tokenField}`,
    ]);
  });

  it('warns if somebody can take the asset back', async () => {
    expect((await encode(scriptOf({ sender: {} }), enableToken)).warnings).toEqual([`token.controlled ${tokenField}`]);
  });

  it.each([{}, holding(0n)])('is refused if there is no such asset', async (account) => {
    const { errors } = await encode(scriptOf({ sender: account, assets: {} }), enableToken);
    expect(errors).toEqual([`token.unknown ${tokenField}`]);
  });
});

describe('opting out', () => {
  it('closes the empty holding to the sender itself', async () => {
    const { errors, warnings, fields, data, roundTrips } = await encode(scriptOf({ sender: holding(0n) }), optOut);
    expect({ errors, warnings, roundTrips }).toEqual({ errors: [], warnings: [], roundTrips: 1 });
    expect(fields).toMatchObject({ arcv: sender, aclose: sender });
    expect(Object.keys(fields ?? {})).not.toContain('aamt');
    expect(data.params).toMatchObject({ optOut: true });
    expect(data).not.toHaveProperty('amount');
  });

  it('goes to nobody else, also if a node lies about the creator and the holding', async () => {
    const lie = { [assetId]: { creator: nobody } };
    const { errors, fields } = await encode(scriptOf({ sender: holding(0n), assets: lie }), optOut);
    expect(errors).toEqual([]);
    expect(fields).toMatchObject({ arcv: sender, aclose: sender });
  });

  it('pays for its size, with the signature and the field that closes', async () => {
    const params = { fee: 100, minFee: 1_000 };
    const { fields, encoded } = await encode({ ...scriptOf({ sender: holding(0n) }), params }, optOut);
    const size = BigInt((encoded?.[0]?.raw?.value.length ?? 0) / 2 + 75);
    expect(fields).toMatchObject({ fee: 100n * size, aclose: sender });
  });

  it('is what its bytes say', async () => {
    const { chain, encoded, data } = await encode(scriptOf({ sender: holding(0n) }), optOut);
    const { ok, transaction } = await chain.validate(data as never, encoded as never);
    expect(ok).toBe(true);
    expect(transaction?.data).toMatchObject({ mode: 'enableToken', tokenId: assetId, params: { optOut: true } });
  });

  it('pays the fee with what it frees', async () => {
    const script = (amount: bigint) => scriptOf({ sender: { ...holding(0n), amount } });
    expect((await encode(script(101_000n), optOut)).errors).toEqual([]);
    expect((await encode(script(100_999n), optOut)).errors).toEqual([`balance.unspendable ${senderField}`]);
  });

  it('is refused with anything left, and says what to do', async () => {
    const { errors, messages, fields } = await encode(scriptOf({ sender: holding(1n) }), optOut);
    expect(errors).toEqual([`token.unremovable ${tokenField}`]);
    expect(messages[0]).toBe(
      'The token cannot be disabled: the account holds 0.000001 DEMO. Mode transferToken sends them away with useMaxAmount and the wish optOut.',
    );
    expect(fields).toBeUndefined();
  });

  it('is refused if the account has not opted in', async () => {
    const { errors, messages } = await encode(scriptOf({ sender: {} }), optOut);
    expect(errors).toEqual([`token.unremovable ${tokenField}`]);
    expect(messages[0]).toContain('has not opted in');
  });

  it('is refused to the creator', async () => {
    const script = scriptOf({ accounts: { [creator]: holding(0n) } });
    const { errors, messages } = await encode(script, { ...optOut, senderAddress: creator });
    expect(errors).toEqual([`token.unremovable ${tokenField}`]);
    expect(messages[0]).toContain('the account created it');
  });

  it('works with a frozen holding', async () => {
    expect((await encode(scriptOf({ sender: holding(0n, true) }), optOut)).errors).toEqual([]);
  });

  it('works after the asset was destroyed', async () => {
    const { errors, fields } = await encode(scriptOf({ sender: holding(0n), assets: {} }), optOut);
    expect(errors).toEqual([]);
    expect(fields).toMatchObject({ aclose: sender });
    const { messages } = await encode(scriptOf({ sender: holding(7n), assets: {} }), optOut);
    expect(messages[0]).toContain('the account holds 7 units of it');
  });
});
