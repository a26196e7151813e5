import type { Chain } from '@isochain/core';
import { Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import { connectTo } from '../test/scripted-node.ts';
import { type EvmChainId, type EvmOptions, evm } from './index.ts';

const none = { native: false, tokens: false, staking: false };
const coinsAndTokens = { native: true, tokens: true, staking: false };

describe('the EVM family', () => {
  it('opens each of its chains without touching the network', () => {
    for (const chainId of evm.chainIds) {
      expect(evm.connect(chainId, { fetch: () => Promise.reject(new Error('touched')) }).id).toBe(chainId);
    }
  });

  it.each<[EvmChainId, object]>([
    ['ethereum', coinsAndTokens],
    ['mantle', coinsAndTokens],
    ['bsc', none],
    ['hyperliquid', coinsAndTokens],
  ])('can do on %s what it implements', (chainId, transactions) => {
    expect(evm.connect(chainId).detail().supportedFeatures).toEqual({
      read: {
        token: true,
        validators: false,
        transaction: coinsAndTokens,
        account: { balances: coinsAndTokens, transactions },
      },
      write: {
        transaction: {
          type: {
            deployAccount: false,
            transfer: true,
            transferToken: true,
            stake: false,
            unstake: false,
            claimRewards: false,
            withdraw: false,
            registerStake: false,
            convertAsset: false,
            enableToken: false,
          },
          field: { memo: false },
        },
      },
      utils: { addresses: true },
    });
  });

  it.each<EvmChainId>(['rootstock', 'rootstock-testnet'])('reads %s and writes nothing there', async (chainId) => {
    const chain: Chain = evm.connect(chainId);
    expect(Object.values(chain.detail().supportedFeatures.write.transaction.type)).not.toContain(true);
    await expect(chain.encode({ mode: 'transfer', senderAddress: '', recipientAddress: '' })).rejects.toBeDefined();
    const intent = {
      mode: 'transfer',
      senderAddress: `0x${'11'.repeat(20)}`,
      recipientAddress: `0x${'22'.repeat(20)}`,
      amount: '1',
    };
    await expect(chain.encode(intent)).rejects.toMatchObject({ code: 'mode.unsupported' });
  });

  it('has a history only if an explorer is configured or it may read blocks', () => {
    const endpoints = ['https://node.test'];
    const explorer = { url: 'https://explorer.test', kind: 'blockscout' as const };
    const featuresOf = (options: EvmOptions) =>
      evm.connect('sepolia', options).detail().supportedFeatures.read.account.transactions;
    expect(featuresOf({ endpoints })).toEqual(none);
    expect(featuresOf({ endpoints, historyScanBlocks: 100 })).toEqual(coinsAndTokens);
    expect(featuresOf({ endpoints: [...endpoints, explorer] })).toEqual(coinsAndTokens);
    expect(featuresOf({ endpoints: [...endpoints, { ...explorer, kind: 'etherscan' }] })).toEqual(coinsAndTokens);
  });

  it('tells the public facts of a chain', () => {
    expect(evm.connect('base').detail()).toMatchObject({
      id: 'base',
      family: 'evm',
      nativeId: '8453',
      ticker: 'ETH',
      decimals: 18,
      signerSpec: { curve: 'secp256k1', hashFunction: 'keccak256', signatureFormat: 'rsv', coinType: '60' },
      params: { name: 'Base', chainId: 8453, blockTimeMs: 200, explorer: 'https://basescan.org' },
    });
    expect(evm.connect('fantom').detail().params?.sunset).toMatch(/end of 2026/);
  });

  describe('on a chain that has stopped', () => {
    const stopped: EvmChainId[] = ['holesky', 'moonbeam', 'moonriver', 'moonbase'];
    const touched = () => Promise.reject(new Error('touched'));
    const alice = `0x${'11'.repeat(20)}`;
    const transfer = { mode: 'transfer', senderAddress: alice, recipientAddress: `0x${'22'.repeat(20)}`, amount: '1' };

    it('is these', () => {
      expect(Object.keys(evm.family.stopped ?? {})).toEqual(stopped);
    });

    it.each(stopped)('%s: has no endpoint, and every refusal says why', async (chainId) => {
      const chain: Chain = evm.connect(chainId, { fetch: touched });
      expect(chain.adapter.upstream.endpoints).toEqual([]);
      expect(JSON.stringify(chain.detail().supportedFeatures)).not.toContain('true');
      expect(chain.detail().params).toEqual({
        name: chain.detail().name,
        chainId: Number(chain.detail().nativeId),
        blockTimeMs: expect.any(Number),
        ceilings: expect.any(Object),
      });
      const refused = { code: 'chain.stopped', problems: [{ context: evm.family.stopped?.[chainId] }] };
      await expect(chain.accountState(alice)).rejects.toMatchObject(refused);
      await expect(chain.encode(transfer)).rejects.toMatchObject(refused);
      expect(() => chain.addresses('02')).toThrow(expect.objectContaining({ code: 'chain.stopped' }));
    });

    it.each(stopped)("%s: reads and encodes over an operator's endpoints, and warns", async (chainId) => {
      const { chain, node } = connectTo(chainId, {
        balances: { [alice]: 10n ** 21n },
        baseFee: 40n * 10n ** 6n,
        tips: [10n ** 6n],
      });
      const { supportedFeatures } = chain.detail();
      expect(supportedFeatures).toEqual(connectTo('sepolia', {}).chain.detail().supportedFeatures);
      const { balances } = await chain.accountState(alice, { include: ['native'] });
      expect(balances.native?.available).toBe(String(10n ** 21n));
      const { transaction, status } = await chain.encode({ ...transfer, amount: String(10n ** 20n) });
      expect(status.errors).toEqual([]);
      expect(status.warnings.map(({ code }) => code)).toEqual(['chain.ended']);
      const rlp = transaction.encoded[0]?.raw?.value ?? '';
      expect(Transaction.from(rlp).chainId).toBe(BigInt(evm.connect(chainId).detail().nativeId));
      expect(node.asked.length).toBeGreaterThan(0);
    });
  });

  it.each([
    'stake',
    'unstake',
    'claimRewards',
    'withdraw',
    'enableToken',
    'deployAccount',
    'registerStake',
    'convertAsset',
  ])('does not have mode %s, and says so before it looks at the rest', async (mode) => {
    const { chain, node } = connectTo('ethereum', {});
    const text = 'x';
    const fields = {
      senderAddress: text,
      senderPubKey: text,
      tokenId: text,
      validatorAddress: text,
      targetValidatorAddress: text,
      senderForeignPubKey: text,
      proofOfPossession: text,
      amount: '1',
      validatorPubKey: text,
      unsignedUnbondingTransaction: text,
      signedStakingTransaction: text,
      signedSlashingTransaction: text,
      signedUnbondingSlashingTransaction: text,
      from: { amount: '1', tokenId: text, address: text },
      to: { tokenId: text, address: text },
      includeFees: true,
    };
    await expect(chain.encode({ mode, ...fields })).rejects.toMatchObject({
      code: 'mode.unsupported',
      message: `Mode ${mode} is not supported on Ethereum.`,
    });
    expect(node.asked).toEqual([]);
  });

  it('derives the address of a public key', () => {
    const pubkey = '0x038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75';
    expect(evm.connect('base').addresses(pubkey)).toEqual({
      chainId: 'base',
      pubkey,
      addresses: [{ type: 'evm', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
    });
    expect(() => evm.connect('base').addresses('0x02')).toThrowError(
      expect.objectContaining({ code: 'publicKey.invalid' }),
    );
  });

  it('refuses the public key of another account than the sender', async () => {
    const { chain, node } = connectTo('ethereum', {});
    const intent = {
      mode: 'transfer',
      senderAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      senderPubKey: '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75',
      recipientAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      amount: '1',
    };
    await expect(chain.encode(intent)).rejects.toMatchObject({
      code: 'publicKey.mismatch',
      message: 'senderPubKey belongs to 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266, not to senderAddress.',
    });
    expect(node.asked).toEqual([]);
  });
});
