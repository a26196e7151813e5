import { toBech32 } from '@cosmjs/encoding';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { MsgBeginRedelegate, MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { keccak256, sha256 } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendWithEthKey } from '../../test/send-with-eth-key.ts';
import { type InjectiveEngine, injectiveEngineMissing, startInjective } from './index.ts';

const missing = injectiveEngineMissing();
if (missing !== undefined) console.warn(`Tests of the Injective engine are skipped: ${missing}.`);

const key = { typeUrl: '/injective.crypto.v1beta1.ethsecp256k1.PubKey', hash: keccak256 };
const coin = (amount: bigint) => ({ denom: 'inj', amount: String(amount) });
const nobody = toBech32('inj', new Uint8Array(20).fill(7));

// In their order: the tests spend one after the other, and the last one stops the node.
describe.skipIf(missing !== undefined)('injectived', { shuffle: false }, () => {
  let engine: InjectiveEngine;
  beforeAll(async () => {
    engine = await startInjective();
  });
  afterAll(() => engine?.stop());

  const accountAt = (index: number) => {
    const found = engine.accounts[index];
    if (found === undefined) throw new Error(`no account ${index}`);
    return found;
  };

  it('has the name of the real chain, accounts of its own kind with coins and tokens, and an EVM', async () => {
    expect(await engine.rest('/cosmos/base/tendermint/v1beta1/node_info')).toMatchObject({
      default_node_info: { network: 'injective-1' },
      application_version: { app_name: 'injectived', version: 'v1.20.1' },
    });
    const { address } = accountAt(0);
    expect(address).toBe('inj17w0adeg64ky0daxwd2ugyuneellmjgnxf5vkec');
    expect(await engine.rest(`/cosmos/auth/v1beta1/accounts/${address}`)).toMatchObject({
      account: { '@type': '/injective.types.v1beta1.EthAccount', base_account: { pub_key: null, sequence: '0' } },
    });
    expect(await engine.balanceOf(address)).toBe(10_000n * 10n ** 18n);
    for (const { id } of engine.tokens) expect(await engine.balanceOf(address, id)).toBe(1_000_000_000_000n);
    const response = await fetch(engine.evmUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
    });
    // 1776, as on the main network.
    expect(await response.json()).toMatchObject({ result: '0x6f0' });
  });

  it('executes what its keys sign, and refuses another hash', async () => {
    const sender = accountAt(0);
    const value = { fromAddress: sender.address, toAddress: nobody, amount: [coin(12_345n)] };
    const message = {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: MsgSend.encode(MsgSend.fromPartial(value)).finish(),
    };
    expect(await sendWithEthKey(engine, sender, message, { ...key, hash: sha256 })).toContain(
      'signature verification failed',
    );
    expect(await sendWithEthKey(engine, sender, message, key)).toBe('accepted');
    await expect.poll(() => engine.balanceOf(nobody), { timeout: 60_000, interval: 50 }).toBe(12_345n);
  });

  it('stakes, and moves a stake to another validator', async () => {
    const { address: delegatorAddress } = accountAt(1);
    const [one = '', two = ''] = engine.validators;
    const amount = coin(10n ** 18n);
    const stakes = async () => {
      const { delegation_responses: found } = await engine.rest<{
        delegation_responses: { delegation: { validator_address: string } }[];
      }>(`/cosmos/staking/v1beta1/delegations/${delegatorAddress}`);
      return found.map(({ delegation }) => delegation.validator_address);
    };
    const delegate = MsgDelegate.fromPartial({ delegatorAddress, validatorAddress: one, amount });
    const staked = await sendWithEthKey(
      engine,
      accountAt(1),
      { typeUrl: '/cosmos.staking.v1beta1.MsgDelegate', value: MsgDelegate.encode(delegate).finish() },
      key,
    );
    expect(staked).toBe('accepted');
    await expect.poll(stakes, { timeout: 60_000, interval: 50 }).toEqual([one]);
    const move = { delegatorAddress, validatorSrcAddress: one, validatorDstAddress: two, amount };
    const moved = await sendWithEthKey(
      engine,
      accountAt(1),
      {
        typeUrl: '/cosmos.staking.v1beta1.MsgBeginRedelegate',
        value: MsgBeginRedelegate.encode(MsgBeginRedelegate.fromPartial(move)).finish(),
      },
      key,
    );
    expect(moved).toBe('accepted');
    await expect.poll(stakes, { timeout: 60_000, interval: 50 }).toEqual([two]);
  });

  it('funds any address, and is gone when stopped', async () => {
    await engine.fund(nobody, 5n);
    expect(await engine.balanceOf(nobody)).toBe(12_350n);
    await engine.stop();
    expect(() => process.kill(engine.pid, 0)).toThrow('ESRCH');
  });
});
