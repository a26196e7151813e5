import type { Chain } from '@isochain/core';
import { SignDoc, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import { complete } from '../../test/complete.ts';
import { completedOn, namesOn, senderKey } from '../../test/completed.ts';
import { signedForms } from '../../test/conformance.ts';
import { withdrawRewardType, writeWithdrawReward } from '../../test/incentive-message.ts';
import { testKey } from '../../test/keys.ts';
import { encodeOn, fails, pathsOn } from '../../test/modes-world.ts';
import { refusal } from '../../test/scripted-rest.ts';
import { startStandIn } from '../../test/stand-in/index.ts';
import { operatorsOf, standInChain } from '../../test/stand-in/setting.ts';
import { cosmos } from '../index.ts';

// What an account on Babylon has earned with stakes of Bitcoin.

const { sender, recipient, validator } = namesOn('babylon');
const coin = (amount: string, denom = 'ubbn') => ({ denom, amount });
const gauge = (coins: object[], withdrawn_coins: object[] = []) => ({ coins, withdrawn_coins });
const gaugesPath = `/babylon/incentive/address/${sender}/reward_gauge`;
const routes = (gauges: object, receiver: string = sender) => ({
  [gaugesPath]: { reward_gauges: gauges },
  [`/babylon/incentive/delegators/${sender}/withdraw_address`]: { withdraw_address: receiver },
});
const intent = { mode: 'claimRewards', validatorAddress: 'btc_staker' };
const owed = { BTC_STAKER: gauge([coin('100')], [coin('40')]) };
const field = 'transaction.data.validatorAddress';

describe('a claim of what stakes of Bitcoin have earned', () => {
  it.each(['babylon', 'babylon-testnet'] as const)('is offered on %s, in one round of questions', async (chainId) => {
    const { codes, warned, node, data } = await encodeOn(chainId, intent, routes(owed));
    expect([codes, warned]).toEqual([[], []]);
    expect(data).toMatchObject({ gas: '150000', validatorAddress: 'btc_staker' });
    expect(node.count(gaugesPath)).toBe(1);
    expect(node.count(pathsOn(chainId).simulate)).toBe(1);
    expect(new Set(node.requests.map(({ path }) => path)).size).toBe(node.requests.length);
  });

  it.each([
    ['btc_staker', { BTC_STAKER: gauge([coin('1')]) }],
    // As nodes write it.
    ['BTC_STAKER', { BTC_STAKER: gauge([coin('1')]) }],
    // A claim of the staker pays what costaking has earned, too.
    ['btc_staker', { COSTAKER: gauge([coin('1')]) }],
    ['costaker', { COSTAKER: gauge([coin('1')]) }],
    ['finality_provider', { FINALITY_PROVIDER: gauge([coin('1')]) }],
    ['btc_staker', { BTC_STAKER: gauge([coin('5'), coin('7', 'uusdc')], [coin('5')]) }],
  ])('has the message of the definition: %s, %j', async (validatorAddress, gauges) => {
    const { node } = await encodeOn('babylon', { ...intent, validatorAddress }, routes(gauges));
    const asked = { ...intent, validatorAddress, senderAddress: sender, senderPubKey: senderKey };
    const chain: Chain = node.chain;
    const { transaction } = await chain.encode(asked as never);
    const document = SignDoc.decode(Buffer.from(transaction.encoded?.[0]?.raw?.value ?? '', 'hex'));
    const type = validatorAddress.toLowerCase();
    expect(TxBody.decode(document.bodyBytes).messages).toEqual([
      { typeUrl: withdrawRewardType, value: writeWithdrawReward({ type, address: sender }) },
    ]);
    const { status } = await chain.validate(transaction.data, transaction.encoded);
    expect(status.errors).toEqual([]);
    const other = { ...transaction.data, validatorAddress: type === 'costaker' ? 'btc_staker' : 'costaker' };
    expect((await chain.validate(other, transaction.encoded)).status.errors).not.toEqual([]);
  });

  it.each([
    ['has never earned', { [gaugesPath]: refusal(500, 2, 'codespace incentive code 1101: reward gauge not found') }],
    ['earned as something else', routes({ FINALITY_PROVIDER: gauge([coin('1')]) })],
  ])('is refused if the account %s', async (_, answers) => {
    const { errors, node } = await encodeOn('babylon', intent, { ...routes(owed), ...answers });
    expect(errors).toMatchObject([{ code: 'position.notFound', field }]);
    expect(node.count(pathsOn('babylon').simulate)).toBe(0);
  });

  it('is refused if all was claimed', async () => {
    const gauges = { BTC_STAKER: gauge([coin('100')], [coin('100')]), COSTAKER: gauge([]) };
    const { errors } = await encodeOn('babylon', intent, routes(gauges));
    expect(errors).toMatchObject([{ code: 'rewards.none', field, context: { validator: 'Babylon (btc_staker)' } }]);
  });

  it('cannot stake the rewards again: no validator pays them', async () => {
    const { errors } = await encodeOn('babylon', { ...intent, compound: true }, routes(owed));
    expect(errors).toMatchObject([{ code: 'rewards.notAtOnce', field: 'transaction.data.compound' }]);
  });

  it('tells where the rewards go, if that is another account', async () => {
    const { codes, warnings } = await encodeOn('babylon', intent, routes(owed, recipient));
    expect(codes).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'rewards.elsewhere', context: { recipient } }]);
  });

  it('that the chain refuses is refused with its words', async () => {
    const { simulate } = pathsOn('babylon');
    const { errors } = await encodeOn('babylon', intent, {
      ...routes(owed),
      [simulate]: fails('no coin is withdrawable'),
    });
    expect(errors).toMatchObject([{ code: 'rewards.none', field }]);
  });

  it('is not there on other chains', async () => {
    await expect(encodeOn('cosmoshub', intent)).rejects.toThrow('is not a validator id of Cosmos');
  });

  it.each([
    { mode: 'stake', targetValidatorAddress: 'btc_staker', amount: '1' },
    { mode: 'stake', targetValidatorAddress: validator, sourceValidatorAddress: 'costaker', amount: '1' },
    { mode: 'unstake', validatorAddress: 'finality_provider', amount: '1' },
  ])('is all that a kind of stakeholder is for: %j', async (other) => {
    await expect(encodeOn('babylon', other)).rejects.toThrow('is a kind of stakeholder, and not a validator');
  });

  it.each(['stake', 'redelegate', 'unstake', 'compound'])('is no data of another kind: %s', (name) => {
    const data = completedOn('babylon')[name] ?? { params: {} };
    const named = name === 'stake' ? 'targetValidatorAddress' : 'validatorAddress';
    const where = name === 'redelegate' ? 'sourceValidatorAddress' : named;
    expect(() => complete('babylon', { ...data, [where]: 'btc_staker' }).plan()).toThrow(
      'does not follow from the rest',
    );
  });
});

describe('on a chain in memory', () => {
  it('shows what there is, pays it, and shows it as a claim', async () => {
    const setting = standInChain('babylon-testnet');
    const { ledger, url, fetch } = startStandIn(setting, operatorsOf(setting));
    const chain: Chain = cosmos.connect('babylon-testnet', {
      ...{ endpoints: [{ url, kind: 'rest' }], fetch, oldestBlockMs: 0 },
    });
    const account = testKey(setting, 1);
    ledger.credit(account.address, setting.denom, 1_000_000n);
    ledger.gaugesOf(account.address).set('BTC_STAKER', { earned: 900n, taken: 200n });
    ledger.gaugesOf(account.address).set('COSTAKER', { earned: 50n, taken: 0n });
    const rewards = async () =>
      (await chain.accountState(account.address, { include: ['staking'] })).balances.staking?.rewards.native;
    expect(await rewards()).toEqual([
      { validatorAddress: 'btc_staker', amount: '700' },
      { validatorAddress: 'costaker', amount: '50' },
    ]);

    const by = { senderAddress: account.address, senderPubKey: account.publicKey };
    const { transaction, status } = await chain.encode({ ...intent, ...by } as never);
    expect(status.errors).toEqual([]);
    const signature = signedForms(setting, transaction.encoded ?? [], account).hex;
    const { hash } = await chain.broadcast({ ...transaction, signature } as never);
    const fees = BigInt((transaction.data as { fees: string }).fees);
    expect(ledger.balance(account.address, setting.denom)).toBe(1_000_750n - fees);
    expect(await rewards()).toEqual([]);
    const { transaction: found } = await chain.transaction(hash);
    expect(found.parsed).toMatchObject({ mode: 'claimRewards', state: 'confirmed' });

    const again = await chain.encode({ ...intent, ...by } as never);
    expect(again.status.errors).toMatchObject([{ code: 'rewards.none' }]);
  });
});
