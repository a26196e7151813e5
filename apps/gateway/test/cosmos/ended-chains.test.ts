import type { CosmosChainId } from '@isochain/cosmos';
import { afterAll, describe, expect, it } from 'vitest';
import { testKey } from '../../../../packages/cosmos/test/keys.ts';
import { operatorsOf, standInChain } from '../../../../packages/cosmos/test/stand-in/setting.ts';
import { errorsOf, warningsOf } from '../chain-network.ts';
import { type Network, type NetworkOptions, openNetwork } from './network.ts';

// Chains that have ended, are about to, or were replaced.

const opened: Network[] = [];
afterAll(async () => {
  for (const network of opened) await network.close();
});

async function on(chainId: CosmosChainId, options: NetworkOptions = {}) {
  const network = await openNetwork(chainId, options);
  opened.push(network);
  const sender = network.funded(1, 10_000_000_000n);
  const by = { senderAddress: sender.address, senderPubKey: sender.publicKey };
  const recipientAddress = network.key(2).address;
  return { network, sender, by, transfer: { mode: 'transfer', ...by, recipientAddress, amount: '1000000' } };
}

describe.each(['stargaze', 'omniflix', 'evmos'] as const)('%s has ended', (chainId) => {
  const chain = standInChain(chainId);
  const { address, publicKey } = testKey(chain, 1);
  const [validator = ''] = operatorsOf(chain);
  const data = {
    ...{ mode: 'transfer', senderAddress: address, senderPubKey: publicKey, recipientAddress: address, amount: '1' },
  };
  const transaction = { data, encoded: [{ raw: { format: 'SIGNDOC_DIRECT', value: '00' } }], signature: '00' };
  const token = `ibc/${'AB'.repeat(32)}`;

  it.each([
    ['POST', `/api/${chainId}/transaction/encode`, { transaction: { data } }],
    ['POST', `/api/${chainId}/transaction/validate`, { transaction }],
    ['POST', `/api/${chainId}/transaction/broadcast`, { transaction }],
    ['POST', `/api/${chainId}/address/encode`, { pubkey: publicKey }],
    ['GET', `/api/chains/${chainId}/account/${address}/state`, undefined],
    ['GET', `/api/${chainId}/account/${address}/state`, undefined],
    ['GET', `/api/${chainId}/account/${address}/state/tokens`, undefined],
    ['GET', `/api/chains/${chainId}/account/${address}/history`, undefined],
    ['GET', `/api/chains/${chainId}/transaction/${'AB'.repeat(32)}`, undefined],
    ['GET', `/api/chains/${chainId}/token/${encodeURIComponent(token)}`, undefined],
    ['GET', `/api/chains/${chainId}/validators`, undefined],
  ] as const)('%s %s says so at once', async (method, path, body) => {
    const { network } = await on(chainId, { endpoints: 'none' });
    const answer = await network.send(method, path, body);
    const [error] = errorsOf(answer).errors;
    expect({ status: answer.status, code: error?.code }).toEqual({ status: 410, code: 'chain.stopped' });
    expect(error?.message).toMatch(/^\S+ has been stopped since 2026-\d\d-\d\d: \S.+\.$/);
    expect(network.asked).toEqual([]);
  });

  it('can be looked up, with the day and the reason', async () => {
    const { network } = await on(chainId, { endpoints: 'none' });
    const { status, body } = await network.send('GET', `/api/chains/${chainId}`);
    expect({ status, text: JSON.stringify(body) }).toMatchObject({
      status: 200,
      text: expect.stringMatching(/"stopped":\{"since":"2026-\d\d-\d\d","reason":"[^"]+"\}/),
    });
  });

  it('works on endpoints of the operator, with a warning', async () => {
    const { network, sender, by, transfer } = await on(chainId);
    for (const intent of [transfer, { mode: 'stake', ...by, targetValidatorAddress: validator, amount: '1000000' }]) {
      network.funded(1, 10n ** 20n);
      const answer = await network.encode(intent);
      expect(errorsOf(answer)).toEqual({ status: 200, errors: [] });
      expect(warningsOf(answer)).toContain('chain.ended');
      const encoded = await network.encoded(intent);
      expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
    }
    expect(network.chain.transactions).toHaveLength(2);
  });
});

describe.each(['sei', 'akash', 'quasar', 'quicksilver', 'likecoin'] as const)('%s is being retired', (chainId) => {
  it('and every encode says so', async () => {
    const { network, sender, by, transfer } = await on(chainId);
    const [first = '', second = ''] = network.validators;
    network.chain.setDelegation(sender.address, first, 5_000_000n);
    network.chain.setReward(sender.address, first, 700_000n);
    const token = `ibc/${'12'.repeat(32)}`;
    network.chain.credit(sender.address, token, 5n);
    for (const intent of [
      transfer,
      { ...transfer, mode: 'transferToken', tokenId: token, amount: '5' },
      { mode: 'stake', ...by, targetValidatorAddress: first, amount: '1000000' },
      { mode: 'stake', ...by, sourceValidatorAddress: first, targetValidatorAddress: second, amount: '1000000' },
      { mode: 'unstake', ...by, validatorAddress: first, amount: '1000000' },
      { mode: 'claimRewards', ...by, validatorAddress: first },
    ]) {
      const answer = await network.encode(intent);
      expect(errorsOf(answer)).toEqual({ status: 200, errors: [] });
      const sunsets = answer.body.status?.warnings.filter(({ code }) => code === 'chain.sunset') ?? [];
      expect(sunsets.length).toBeGreaterThan(0);
      for (const { message } of sunsets) expect(message).toMatch(/^\S+ is being retired: \S.+/);
    }
  });
});

describe('cosmoshub-testnet', () => {
  it('refuses nodes of the network that it replaced, and the log has both names', async () => {
    const { network, transfer, sender } = await on('cosmoshub-testnet', { serves: 'theta-testnet-001' });
    const answer = await network.encode(transfer);
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'upstream.unavailable' }] });
    expect(network.log.join('\n')).toContain('it serves theta-testnet-001, which provider replaced');
    const state = `/api/chains/cosmoshub-testnet/account/${sender.address}/state`;
    expect((await network.send('GET', state)).status).toBe(502);
    expect(network.broadcasts()).toBe(0);
  });

  it('takes them with the option nativeId', async () => {
    const { network, sender, transfer } = await on('cosmoshub-testnet', {
      ...{ serves: 'theta-testnet-001', settings: { options: { nativeId: 'theta-testnet-001' } } },
    });
    const encoded = await network.encoded(transfer);
    expect(encoded.data.params).toMatchObject({ nativeId: 'theta-testnet-001' });
    expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
    expect(network.chain.transactions).toHaveLength(1);
  });
});
