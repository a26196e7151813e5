import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actor } from '../../../../packages/starknet/test/world/actor.ts';
import { type Encoded, errorsOf, warningsOf } from '../chain-network.ts';
import { expectRefusal } from '../expect-refusal.ts';
import { type Network, openNetwork } from './network.ts';

// Every mode over HTTP: encode, sign, broadcast, and what the chain did.

const strk = 10n ** 18n;
const day = 86_400;
let network: Network;
let by: Actor;
let senderAddress: string;
let recipientAddress: string;
let validators: readonly { readonly address: string; readonly pool: string }[];

beforeAll(async () => {
  network = await openNetwork({ settings: { oldestBlockMs: 0 } });
  const { engine } = network;
  by = actor('every mode');
  senderAddress = engine.deployAccount('argent-0.4.0', by.publicKey);
  recipientAddress = engine.accounts[1]?.address ?? '';
  validators = engine
    .validators()
    .flatMap(({ address, pool, state }) => (pool === undefined || state !== 'active' ? [] : [{ address, pool }]));
});
afterAll(() => network.close());

const at = (index: number) => {
  const found = validators[index];
  if (found === undefined) throw new RangeError(`There is no validator ${index}.`);
  return found;
};
const memberOf = (index: number) => network.engine.poolMember(at(index).pool, senderAddress);

/** Encodes, validates, signs and sends. Answers what it cost beside the amount. */
async function send(data: Readonly<Record<string, unknown>>, amount: bigint): Promise<Encoded> {
  const encoded = await network.encoded(data);
  const checked = await network.send('POST', '/api/starknet/transaction/validate', { transaction: { data } });
  expect(errorsOf(checked)).toEqual({ status: 200, errors: [] });
  const before = await network.engine.balance(senderAddress);
  const { status, body } = await network.broadcast(encoded, network.sign(encoded, by));
  expect([status, body.hash]).toEqual([200, expect.stringMatching(/^0x[1-9a-f]/)]);
  const { execution_status: outcome } = await network.engine.rpc<{ execution_status: string }>(
    'starknet_getTransactionStatus',
    { transaction_hash: body.hash },
  );
  expect(outcome).toBe('SUCCEEDED');
  const cost = before - (await network.engine.balance(senderAddress)) - amount;
  expect(cost).toBeGreaterThan(0n);
  expect(cost).toBeLessThanOrEqual(BigInt(String(encoded.data.fees)));
  return encoded;
}

const transfer = () => ({ mode: 'transfer', senderAddress, recipientAddress, amount: '10000' });
const stake = (index = 0) => ({
  ...{ mode: 'stake', senderAddress, targetValidatorAddress: at(index).address },
  amount: String(100n * strk),
});

describe('transfers', () => {
  it('of STRK', async () => {
    const before = await network.engine.balance(recipientAddress);
    await send(transfer(), 10_000n);
    expect(await network.engine.balance(recipientAddress)).toBe(before + 10_000n);
  });

  it.each(['indexed', 'data-only', 'snake-case'] as const)('of a token: %s', async (kind) => {
    const { engine } = network;
    const tokenId = engine.deployToken({
      kind,
      symbol: kind,
      decimals: 6,
      holders: [senderAddress],
      amountEach: 1_000n,
    });
    const data = { ...transfer(), mode: 'transferToken', tokenId };
    await send({ ...data, amount: '300' }, 0n);
    expect(await engine.balance(recipientAddress, tokenId)).toBe(300n);
    await send({ ...data, amount: undefined, useMaxAmount: true }, 0n);
    expect([await engine.balance(recipientAddress, tokenId), await engine.balance(senderAddress, tokenId)]).toEqual([
      1_000n,
      0n,
    ]);
  });

  it.each([
    ['reverting', 'token.transferFails', /^(?!.*ENTRYPOINT_FAILED).*$/],
    ['paused', 'token.transferFails', /Pausable: paused/],
    ['fee-on-transfer', 'token.notWhole', /./],
    ['returns-false', 'token.transferFails', /./],
  ] as const)('of a token that does not arrive are refused: %s', async (kind, code, message) => {
    const tokenId = network.engine.deployToken({ kind, symbol: kind, holders: [senderAddress], amountEach: 1_000n });
    const data = { ...transfer(), mode: 'transferToken', tokenId, amount: '300' };
    const { errors } = errorsOf(await network.encode(data));
    expect(errors).toMatchObject([{ code: expect.stringMatching(/^token\./) }]);
    await expectRefusal(network, data, {
      code,
      field: (errors[0]?.field ?? '').replace('transaction.data.', ''),
      message,
    });
  });

  it('of more tokens than there are', async () => {
    const tokenId = network.engine.deployToken({ symbol: 'FEW', holders: [senderAddress], amountEach: 5n });
    await expectRefusal(
      network,
      { ...transfer(), mode: 'transferToken', tokenId, amount: '6' },
      { code: 'token.insufficient', field: 'amount', message: /./ },
    );
  });

  it('of a token without STRK for the fees', async () => {
    const { publicKey } = actor('tokens alone');
    const address = network.engine.deployAccount('argent-0.4.0', publicKey, { amount: 0n });
    const tokenId = network.engine.deployToken({ symbol: 'ONLY', holders: [address], amountEach: 5n });
    await expectRefusal(
      network,
      { ...transfer(), mode: 'transferToken', tokenId, senderAddress: address, amount: '5' },
      { code: 'balance.insufficientForFees', field: 'senderAddress', message: /has 0 STRK/ },
    );
  });
});

// In their order: each test goes on with the stake of the one before.
describe('stakes of one account', { shuffle: false }, () => {
  it('are made, and added to', async () => {
    await send(stake(), 100n * strk);
    await send({ ...stake(), amount: String(20n * strk) }, 20n * strk);
    expect(memberOf(0)).toMatchObject({ amount: 120n * strk, unpoolAmount: 0n });
  });

  it('move to another validator, without a wait', async () => {
    await send({ ...stake(1), sourceValidatorAddress: at(0).address, amount: String(20n * strk) }, 0n);
    expect([memberOf(0)?.amount, memberOf(1)?.amount]).toEqual([100n * strk, 20n * strk]);
  });

  it('pay rewards when they are claimed', async () => {
    network.engine.addReward(at(0).pool, senderAddress, 3n * strk);
    await send({ mode: 'claimRewards', senderAddress, validatorAddress: at(0).address }, -3n * strk);
    expect(memberOf(0)?.unclaimedRewards).toBe(0n);
    await expectRefusal(
      network,
      { mode: 'claimRewards', senderAddress, validatorAddress: at(0).address },
      { code: 'rewards.none', field: 'validatorAddress', message: /./ },
    );
  });

  it('are unstaked in parts, and a second part does not stake the first again (starknet-staking#20, #5)', async () => {
    const unstake = { mode: 'unstake', senderAddress, validatorAddress: at(0).address };
    await send({ ...unstake, amount: String(30n * strk) }, 0n);
    const second = await network.encode({ ...unstake, amount: String(10n * strk) });
    expect(warningsOf(second).length).toBeGreaterThan(0);
    await send({ ...unstake, amount: String(10n * strk) }, 0n);
    expect(memberOf(0)).toMatchObject({ amount: 60n * strk, unpoolAmount: 40n * strk });
  });

  it('cannot be withdrawn before the wait is over', () =>
    expectRefusal(
      network,
      { mode: 'withdraw', senderAddress, validatorAddress: at(0).address },
      { code: 'position.locked', field: 'validatorAddress', message: /./ },
    ));

  it('are withdrawn after it, all at once', async () => {
    await network.engine.advance(8 * day);
    const withdraw = { mode: 'withdraw', senderAddress, validatorAddress: at(0).address };
    await expectRefusal(
      network,
      { ...withdraw, amount: String(39n * strk) },
      { code: 'position.indivisible', field: 'amount', message: /40 STRK/ },
    );
    // What is free would be locked again.
    await expectRefusal(
      network,
      { mode: 'unstake', senderAddress, validatorAddress: at(0).address, amount: String(strk) },
      { code: 'position.locked', field: 'validatorAddress', message: /withdraw it first/ },
    );
    await send(withdraw, -40n * strk);
    expect(memberOf(0)).toMatchObject({ amount: 60n * strk, unpoolAmount: 0n });
  });
});

describe('stakes', () => {
  it.each([
    ['nobody', () => recipientAddress, /^validator\./],
    ['a pool that no validator lists', () => network.engine.fakePool, /^validator\./],
    ['a pool of another token', () => network.engine.bitcoinPool, /^validator\./],
    [
      'a validator that leaves',
      () => network.engine.validators().find(({ state }) => state === 'leaving')?.address ?? '',
      /^validator\.inactive$/,
    ],
    [
      'a validator without a pool',
      () => network.engine.validators().find(({ pool }) => pool === undefined)?.address ?? '',
      /^validator\./,
    ],
  ])('with %s are refused', async (_, target, code) => {
    const { status, errors } = errorsOf(await network.encode({ ...stake(), targetValidatorAddress: target() }));
    expect([status, errors]).toMatchObject([
      200,
      [{ code: expect.stringMatching(code), field: 'transaction.data.targetValidatorAddress' }],
    ]);
    expect(errors).toHaveLength(1);
  });

  it('stop while the staking contract is paused', async () => {
    network.engine.setStakingPaused(true);
    try {
      const { errors } = errorsOf(await network.encode(stake()));
      expect(errors).toMatchObject([{ code: 'validator.inactive', message: expect.stringMatching(/paused/) }]);
    } finally {
      network.engine.setStakingPaused(false);
    }
  });
});
