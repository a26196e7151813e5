import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { GasPrice, SigningStargateClient } from '@cosmjs/stargate';
import { type CosmosEngine, startCosmos } from '@isochain/devnet/cosmos';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithNode } from '../../test/real-node.ts';
import { cosmos } from '../index.ts';
import type { CosmosKind } from '../options.ts';

const vesting = 'cosmos1qcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxjrxm2q';
const nobody = 'cosmos1pgzph9rze2j2xxavx4n7pdhxlkgsq7raqh8hre';

// Compares what an account has over CometBFT, read by @cosmjs/stargate, with our reads over REST.
describeWithNode('reads of a node of cosmos-sdk 0.54', () => {
  let engine: CosmosEngine;
  let client: SigningStargateClient;
  beforeAll(async () => {
    engine = await startCosmos({
      unbondingSeconds: 600,
      accounts: [
        {
          address: vesting,
          coins: { uatom: 1_000_000n },
          vesting: { coins: { uatom: 600_000n }, start: 1_700_000_000, end: 4_000_000_000 },
        },
      ],
    });
    const { address, privateKey } = owner();
    const wallet = await DirectSecp256k1Wallet.fromKey(Buffer.from(privateKey.replace(/^0x/, ''), 'hex'), 'cosmos');
    client = await SigningStargateClient.connectWithSigner(engine.rpcUrl, wallet, {
      gasPrice: GasPrice.fromString('0.03uatom'),
    });
    // Stakes that tests read.
    const [, second = '', third = ''] = engine.validators;
    await client.delegateTokens(address, second, uatom(5_000_000), 1.6);
    await client.delegateTokens(address, third, uatom(3_000_000), 1.6);
    await client.undelegateTokens(address, second, uatom(1_500_000), 1.6);
    // The coins move to another validator, and count once.
    const message = {
      typeUrl: '/cosmos.staking.v1beta1.MsgBeginRedelegate',
      value: {
        delegatorAddress: address,
        ...{ validatorSrcAddress: third, validatorDstAddress: engine.validators[3] ?? '', amount: uatom(1_000_000) },
      },
    };
    await client.signAndBroadcast(address, [message], 1.6);
  });
  afterAll(async () => {
    client?.disconnect();
    await engine?.stop();
  });

  const open = (...kinds: CosmosKind[]) =>
    cosmos.connect('cosmoshub-testnet', {
      endpoints: engine.settings.endpoints.filter(({ kind }) => kinds.includes(kind)),
      oldestBlockMs: 0,
    });

  function owner() {
    const [first] = engine.accounts;
    if (first === undefined) throw new Error('no account');
    return first;
  }

  const uatom = (amount: number) => ({ denom: 'uatom', amount: String(amount) });

  it('have the balances, delegations and unbondings that @cosmjs/stargate reads', async () => {
    const { address } = owner();
    const [, second = '', third = ''] = engine.validators;
    const { balances } = await open('rest').accountState(address);
    const held = await client.getAllBalances(address);
    const native = BigInt(held.find(({ denom }) => denom === 'uatom')?.amount ?? 0);
    expect(balances.native).toEqual({
      available: native.toString(),
      total: native.toString(),
      unconfirmed: '0',
    });
    const tokens = held.filter(({ denom }) => denom !== 'uatom');
    expect(balances.tokens?.map(({ token, amount }) => ({ denom: token.id, amount }))).toEqual(tokens);
    for (const { token } of balances.tokens ?? []) {
      if (token.type !== 'FACTORY') continue;
      const made = engine.tokens.find(({ id }) => id === token.id);
      expect(token).toMatchObject({ name: made?.name, ticker: made?.ticker, decimals: String(made?.decimals) });
    }
    expect(balances.tokens?.find(({ token }) => token.id.startsWith('ibc/'))?.token).toMatchObject({ ticker: 'uosmo' });

    const positions = balances.staking?.positions ?? [];
    expect(balances.staking).toMatchObject({
      total: '8000000',
      locked: '6500000',
      unlocking: '1500000',
      unlocked: '0',
    });
    for (const validator of [second, third, engine.validators[3] ?? '']) {
      const delegated = await client.getDelegation(address, validator);
      const locked = positions.find(
        ({ validatorAddresses, status }) => status === 'locked' && validatorAddresses[0] === validator,
      );
      expect(locked?.amount).toBe(delegated?.amount);
    }
    const { delegation_responses: staked } = await engine.rest<{ delegation_responses: unknown[] }>(
      `/cosmos/staking/v1beta1/delegations/${address}`,
    );
    expect(positions.filter(({ status }) => status === 'locked').length).toBe(staked.length);
    const ending = positions.filter(({ status }) => status === 'unlocking');
    expect(ending).toMatchObject([{ validatorAddresses: [second], amount: '1500000' }]);
    const left = Number(ending[0]?.completionDate) - Date.now();
    expect(left > 0 && left <= 600_000).toBe(true);
  });

  it('have the rewards that can be claimed', async () => {
    const { address } = owner();
    const [, second = ''] = engine.validators;
    await engine.mine(5);
    const earned = async () => {
      const { balances } = await open('rest').accountState(address, { include: ['staking'] });
      const native = balances.staking?.rewards.native ?? [];
      return BigInt(native.find(({ validatorAddress }) => validatorAddress === second)?.amount ?? 0);
    };
    const before = await earned();
    const { rewards } = await engine.rest<{ rewards: { denom: string; amount: string }[] }>(
      `/cosmos/distribution/v1beta1/delegators/${address}/rewards/${second}`,
    );
    const later = await earned();
    // Rewards grow with every block.
    const told = BigInt((rewards.find(({ denom }) => denom === 'uatom')?.amount ?? '0').split('.')[0] ?? 0);
    expect(before <= told && told <= later).toBe(true);
  });

  it('have what a vesting account can spend, and what it has', async () => {
    const { balance } = await engine.rest<{ balance: { amount: string } }>(
      `/cosmos/bank/v1beta1/spendable_balances/${vesting}/by_denom?denom=uatom`,
    );
    const { balances } = await open('rest').accountState(vesting, { include: ['native'] });
    expect(balances.native?.total).toBe('1000000');
    // It vests a little with every block.
    const available = BigInt(balances.native?.available ?? 0);
    expect(available >= BigInt(balance.amount) && available < 1_000_000n).toBe(true);
  });

  it('of native coins are the same over CometBFT alone', async () => {
    for (const address of [owner().address, nobody]) {
      const [rest, rpc] = await Promise.all(
        (['rest', 'rpc'] as const).map((kind) => open(kind).accountState(address, { include: ['native'] })),
      );
      expect(rpc?.balances).toEqual(rest?.balances);
    }
  });

  it('take one round trip once a node is known and its tokens are remembered', async () => {
    const chain = open('rest');
    const { address } = owner();
    await chain.accountState(address);
    const trips: number[] = [];
    const onTrace = ({ roundTrips }: { roundTrips: number }) => trips.push(roundTrips);
    await chain.accountState(address, { onTrace });
    await chain.validators({ onTrace });
    await chain.token('uthing', { onTrace }).catch(() => undefined);
    expect(trips).toEqual([1, 1, 1]);
  });

  it('have the validators, with most stake first', async () => {
    const { validators } = await open('rest').validators();
    const { validators: told } = await engine.rest<{
      validators: { operator_address: string; tokens: string; description: { moniker: string } }[];
    }>('/cosmos/staking/v1beta1/validators?status=BOND_STATUS_BONDED');
    expect(validators.map(({ address, name, stakedAmount }) => [address, name, stakedAmount])).toEqual(
      told
        .toSorted((a, b) => Number(b.tokens) - Number(a.tokens) || (a.operator_address < b.operator_address ? -1 : 1))
        .map(({ operator_address, tokens, description }) => [operator_address, description.moniker, tokens]),
    );
    expect(validators.map(({ commission }) => commission).toSorted()).toEqual([0, 0.05, 0.1, 1]);
    const first = await open('rest').validators({ limit: 3 });
    const rest = await open('rest').validators({ limit: 3, nextPage: first.pagination.nextPage ?? undefined });
    expect([...first.validators, ...rest.validators]).toEqual(validators);
  });

  it('have tokens as the chain describes them, and no others', async () => {
    const chain = open('rest');
    const [made, moved] = engine.tokens;
    expect(await chain.token(made?.id ?? '')).toEqual({
      ...{ type: 'FACTORY', id: made?.id, name: made?.name, ticker: made?.ticker, decimals: String(made?.decimals) },
    });
    expect(await chain.token(moved?.id ?? '')).toMatchObject({ type: 'IBC', name: 'uosmo (transfer/channel-0)' });
    await expect(chain.token('factory/nobody/nothing')).rejects.toMatchObject({ code: 'token.notFound' });
  });
});
