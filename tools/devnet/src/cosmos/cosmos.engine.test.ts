import { readdirSync } from 'node:fs';
import { toBech32 } from '@cosmjs/encoding';
import { DirectSecp256k1Wallet, type EncodeObject } from '@cosmjs/proto-signing';
import { calculateFee, GasPrice, SigningStargateClient } from '@cosmjs/stargate';
import { temporaryFolder } from '@isochain/leash';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { keccak256, sha256 } from 'ethers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sendWithEthKey } from '../../test/send-with-eth-key.ts';
import {
  type CosmosAccount,
  type CosmosEngine,
  type CosmosOptions,
  cosmosEngineMissing,
  startCosmos,
} from './index.ts';

const missing = cosmosEngineMissing();
if (missing !== undefined) console.warn(`Tests of the Cosmos engine are skipped: ${missing}.`);
const needsNode = describe.skipIf(missing !== undefined);

const nobody = new Uint8Array(20).fill(7);
const another = new Uint8Array(20).fill(8);

async function start(options?: CosmosOptions): Promise<CosmosEngine> {
  const engine = await startCosmos(options);
  onTestFinished(() => engine.stop());
  return engine;
}

async function connect(
  engine: CosmosEngine,
  { address, privateKey }: CosmosAccount,
  gasPrice = `0.005${engine.denom}`,
) {
  const key = Buffer.from(privateKey.slice(2), 'hex');
  const wallet = await DirectSecp256k1Wallet.fromKey(key, address.slice(0, address.lastIndexOf('1')));
  const client = await SigningStargateClient.connectWithSigner(engine.rpcUrl, wallet, { broadcastPollIntervalMs: 50 });
  onTestFinished(() => client.disconnect());
  const price = GasPrice.fromString(gasPrice);
  return {
    client,
    price,
    /** Simulates, signs, broadcasts, waits. */
    async act(typeUrl: string, value: object) {
      const messages: EncodeObject[] = [{ typeUrl, value }];
      // Rewards that come in between cost gas too.
      const gas = 2 * (await client.simulate(address, messages, ''));
      return client.signAndBroadcast(address, messages, calculateFee(gas, price), '');
    },
  };
}

function account(engine: CosmosEngine, index: number): CosmosAccount {
  const found = engine.accounts[index];
  if (found === undefined) throw new Error(`no account ${index}`);
  return found;
}

const coin = (amount: bigint, denom = 'uatom') => ({ denom, amount: String(amount) });

needsNode('the chain of the development profile', () => {
  let engine: CosmosEngine;
  /** What the accounts have of the coin and of each token, read before tests spend. */
  let holdings: bigint[][];
  beforeAll(async () => {
    engine = await startCosmos();
    const denoms = [undefined, ...engine.tokens.map(({ id }) => id)];
    holdings = await Promise.all(
      engine.accounts.map(({ address }) => Promise.all(denoms.map((denom) => engine.balanceOf(address, denom)))),
    );
  });
  afterAll(() => engine?.stop());

  it('has the name and prefix of the test network of Cosmos Hub, and says what gas costs', async () => {
    expect(engine).toMatchObject({ chainId: 'cosmoshub-testnet', family: 'cosmos', nativeChainId: 'provider' });
    const info = await engine.rest('/cosmos/base/tendermint/v1beta1/node_info');
    expect(info).toMatchObject({
      default_node_info: { network: 'provider' },
      application_version: { cosmos_sdk_version: 'v0.54.4' },
    });
    expect(await engine.rest('/cosmos/auth/v1beta1/bech32')).toEqual({ bech32_prefix: 'cosmos' });
    const { minimum_gas_price: price } = await engine.rest<{ minimum_gas_price: string }>(
      '/cosmos/base/node/v1beta1/config',
    );
    expect(price).toMatch(/^0\.0050*uatom$/);
    const status = await (await fetch(`${engine.rpcUrl}/status`)).json();
    expect(status).toMatchObject({ result: { node_info: { network: 'provider' } } });
  });

  it('has accounts with coins and with tokens whose names it knows', async () => {
    expect(engine.accounts).toHaveLength(10);
    const [demo, osmo] = engine.tokens;
    expect(engine.tokens).toHaveLength(2);
    expect(holdings).toEqual(engine.accounts.map(() => [10_000_000_000n, 1_000_000_000_000n, 1_000_000_000_000n]));
    expect(demo).toEqual({
      id: 'factory/cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7/demo',
      name: 'Isochain Demo Dollar',
      ticker: 'DEMO',
      decimals: 6,
    });
    const metadata = `/cosmos/bank/v1beta1/denoms_metadata_by_query_string?denom=${encodeURIComponent(demo?.id ?? '')}`;
    expect(await engine.rest(metadata)).toMatchObject({
      metadata: { symbol: 'DEMO', display: 'demo', denom_units: [{ exponent: 0 }, { denom: 'demo', exponent: 6 }] },
    });
    // OSMO on Cosmos Hub has another channel. cosmos/chain-registry has this hash for every chain with a channel-0 to Osmosis.
    expect(osmo?.id).toBe('ibc/ED07A3391A112B175915CD8FAF43A2DA8E4790EDE12566649D0C2F97716B8518');
    expect(await engine.rest(`/ibc/apps/transfer/v1/denoms/${osmo?.id.slice(4)}`)).toEqual({
      denom: { base: 'uosmo', trace: [{ port_id: 'transfer', channel_id: 'channel-0' }] },
    });
  });

  it('executes a transfer, and charges its fee', async () => {
    const sender = account(engine, 0);
    const { client, price } = await connect(engine, sender);
    const to = toBech32('cosmos', nobody);
    const fee = calculateFee(150_000, price);
    const sent = await client.sendTokens(sender.address, to, [coin(12_345n)], fee);
    expect(sent.code).toBe(0);
    expect(await engine.balanceOf(to)).toBe(12_345n);
    expect(await engine.balanceOf(sender.address)).toBe(10_000_000_000n - 12_345n - 750n);
    // Found again by its hash and by its sender.
    const found = await engine.rest(`/cosmos/tx/v1beta1/txs/${sent.transactionHash}`);
    expect(found).toMatchObject({ tx_response: { code: 0, txhash: sent.transactionHash } });
    const query = encodeURIComponent(`message.sender='${sender.address}'`);
    const list = await engine.rest<{ txs: unknown[] }>(`/cosmos/tx/v1beta1/txs?query=${query}&limit=5`);
    expect(list.txs).toHaveLength(1);
  });

  it('refuses a wrong signature, a wrong sequence and a low fee', async () => {
    const sender = account(engine, 1);
    const { client, price } = await connect(engine, sender);
    const message = {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: sender.address, toAddress: toBech32('cosmos', another), amount: [coin(1n)] },
    };
    const { accountNumber, sequence } = await client.getSequence(sender.address);
    const sign = async (chainId: string, ofSequence: number, gasPrice: GasPrice) => {
      const signer = { accountNumber, sequence: ofSequence, chainId };
      const raw = await client.sign(sender.address, [message], calculateFee(150_000, gasPrice), '', signer);
      return TxRaw.encode(raw).finish();
    };
    // Codes of sdkerrors: 4 unauthorized, 32 wrong sequence, 13 insufficient fee.
    const refused = async (bytes: Uint8Array) =>
      client.broadcastTxSync(bytes).catch((error: { code: number }) => error.code);
    expect(await refused(await sign('cosmoshub-4', sequence, price))).toBe(4);
    expect(await refused(await sign('provider', sequence + 1, price))).toBe(32);
    expect(await refused(await sign('provider', sequence, GasPrice.fromString('0.0001uatom')))).toBe(13);
    expect(await refused(await sign('provider', sequence, price))).toMatch(/^[0-9A-F]{64}$/);
  });

  it('has several bonded validators: stakes move on, earn rewards, and come back by themselves', async () => {
    expect(engine.validators).toHaveLength(4);
    const [one = '', two = ''] = engine.validators;
    const { validators } = await engine.rest<{ validators: object[] }>(
      '/cosmos/staking/v1beta1/validators?status=BOND_STATUS_BONDED',
    );
    expect(validators).toHaveLength(4);
    const { address: delegatorAddress } = account(engine, 2);
    const { act } = await connect(engine, account(engine, 2));
    const amount = coin(100_000_000n);
    const staking = '/cosmos.staking.v1beta1';
    expect((await act(`${staking}.MsgDelegate`, { delegatorAddress, validatorAddress: one, amount })).code).toBe(0);
    await engine.mine(2);
    const rewards = `/cosmos/distribution/v1beta1/delegators/${delegatorAddress}/rewards`;
    const { total } = await engine.rest<{ total: { amount: string }[] }>(rewards);
    expect(Number(total[0]?.amount)).toBeGreaterThan(1);
    const withdraw = '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward';
    expect((await act(withdraw, { delegatorAddress, validatorAddress: one })).code).toBe(0);
    const move = { delegatorAddress, validatorSrcAddress: one, validatorDstAddress: two, amount };
    expect((await act(`${staking}.MsgBeginRedelegate`, move)).code).toBe(0);
    const undelegated = await act(`${staking}.MsgUndelegate`, { delegatorAddress, validatorAddress: two, amount });
    expect(undelegated.code).toBe(0);

    const path = `/cosmos/staking/v1beta1/delegators/${delegatorAddress}/unbonding_delegations`;
    const unbondings = async () =>
      (await engine.rest<{ unbonding_responses: unknown[] }>(path)).unbonding_responses.length;
    // In the block itself: by now the coins may be back.
    const headers = { 'x-cosmos-block-height': String(undelegated.height) };
    const then = async (path: string) => (await fetch(engine.url + path, { headers })).json();
    expect((await then(path)).unbonding_responses).toHaveLength(1);
    const held = await then(`/cosmos/bank/v1beta1/balances/${delegatorAddress}/by_denom?denom=uatom`);
    const before = BigInt(held.balance.amount);
    await expect.poll(unbondings, { timeout: 120_000, interval: 200 }).toBe(0);
    expect(await engine.balanceOf(delegatorAddress)).toBe(before + 100_000_000n);
  });

  it('funds any address, with any of its tokens, many at once', async () => {
    const to = toBech32('cosmos', new Uint8Array(32).fill(9));
    await Promise.all([engine.fund(to, 5n), engine.fund(to, 6n), engine.fund(to, 7n, engine.tokens[0]?.id)]);
    expect(await engine.balanceOf(to)).toBe(11n);
    expect(await engine.balanceOf(to, engine.tokens[0]?.id)).toBe(7n);
    await expect(engine.fund('cosmos1nonsense', 1n)).rejects.toThrow();
    await engine.fund(to, 1n);
    expect(await engine.balanceOf(to)).toBe(12n);
  });

  it('sends over IBC for real, to itself', async () => {
    const { address } = account(engine, 3);
    const { act } = await connect(engine, account(engine, 3));
    const sent = await act('/ibc.applications.transfer.v1.MsgTransfer', {
      sourcePort: 'transfer',
      sourceChannel: 'channel-0',
      token: coin(777n),
      sender: address,
      receiver: address,
      timeoutTimestamp: BigInt(Date.now() + 600_000) * 1_000_000n,
      memo: '',
    });
    expect(sent.code).toBe(0);
  });
});

needsNode('any other chain', () => {
  it('has accounts whose coins vest', async () => {
    const address = toBech32('osmo', nobody);
    const vesting = { coins: { uosmo: 600n }, start: 1_700_000_000, end: 4_000_000_000 };
    const engine = await start({
      ...{ chainId: 'osmosis', nativeChainId: 'osmosis-1', prefix: 'osmo', denom: 'uosmo', minGasPrice: '0.03' },
      accounts: [{ address, coins: { uosmo: 1_000n }, vesting }],
    });
    expect(await engine.rest(`/cosmos/auth/v1beta1/accounts/${address}`)).toMatchObject({
      account: {
        '@type': '/cosmos.vesting.v1beta1.ContinuousVestingAccount',
        base_vesting_account: { original_vesting: [{ denom: 'uosmo', amount: '600' }], end_time: '4000000000' },
      },
    });
    expect(await engine.balanceOf(address)).toBe(1_000n);
    const { balances } = await engine.rest<{ balances: { amount: string }[] }>(
      `/cosmos/bank/v1beta1/spendable_balances/${address}`,
    );
    expect(Number(balances[0]?.amount)).toBeGreaterThan(400);
    expect(Number(balances[0]?.amount)).toBeLessThan(1_000);
  });

  it('runs beside others, one of them with the keys of Ethermint and 18 decimals; stopping leaves nothing behind', async () => {
    // Its own folder for temporary files: other tests start engines at the same time.
    const { path: temporary, remove } = temporaryFolder('test');
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      remove();
    });
    const [hub, dymension] = await Promise.all([
      start(),
      start({
        ...{ chainId: 'dymension', nativeChainId: 'dymension_1100-1', prefix: 'dym', denom: 'adym', decimals: 18 },
        ...{ keys: 'ethermint', minGasPrice: '20000000000' },
      }),
    ]);
    expect(readdirSync(temporary)).toHaveLength(2);
    const sender = account(dymension, 0);
    expect(sender.address).toBe('dym17w0adeg64ky0daxwd2ugyuneellmjgnx3qh5ww');
    expect(await dymension.balanceOf(sender.address)).toBe(10_000n * 10n ** 18n);
    const to = toBech32('dym', nobody);
    const key = { typeUrl: '/ethermint.crypto.v1.ethsecp256k1.PubKey', hash: keccak256 };
    const transfer = (toAddress: string) => {
      const value = { fromAddress: sender.address, toAddress, amount: [coin(12_345n, 'adym')] };
      return {
        typeUrl: '/cosmos.bank.v1beta1.MsgSend',
        value: MsgSend.encode(MsgSend.fromPartial(value)).finish(),
      };
    };

    const wrong = await sendWithEthKey(dymension, sender, transfer(to), { ...key, hash: sha256 });
    expect(wrong).toMatch(/^code 4: signature verification failed/);
    const sent = await sendWithEthKey(dymension, sender, transfer(to), key);
    expect(sent).toBe('accepted');
    await expect.poll(() => dymension.balanceOf(to), { timeout: 60_000, interval: 50 }).toBe(12_345n);
    await hub.fund(toBech32('cosmos', nobody), 3n);
    expect(await hub.balanceOf(toBech32('cosmos', nobody))).toBe(3n);

    for (const engine of [hub, dymension]) {
      await engine.stop();
      expect(() => process.kill(engine.pid, 0)).toThrow('ESRCH');
      await expect(engine.height()).rejects.toThrow('is gone');
      await engine.stop();
    }
    expect(readdirSync(temporary)).toEqual([]);
  });
});
