import type { Family } from '@isochain/core';
import { Address } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { ScriptedChain } from '../test/scripted-upstream.ts';
import { bytesOf } from './bytes/index.ts';
import type { UtxoChainId } from './chains.ts';
import { utxo } from './index.ts';
import type { UtxoKind } from './upstream/kind-names.ts';

const encodeAddress = Address().encode;

const of = (...kinds: UtxoKind[]) => kinds.map((kind) => ({ url: `https://${kind}.test`, name: kind, kind }));

describe('what is supported', () => {
  const features = (chainId: UtxoChainId, ...kinds: UtxoKind[]) =>
    utxo.connect(chainId, { endpoints: of(...kinds) }).detail().supportedFeatures;

  it('includes transfers, balances, transactions and histories with an index', () => {
    for (const kind of ['esplora', 'blockbook'] as const) {
      expect(features('litecoin', kind)).toEqual({
        read: {
          token: false,
          validators: false,
          transaction: { native: true, tokens: false, staking: false },
          account: {
            balances: { native: true, tokens: false, staking: false },
            transactions: { native: true, tokens: false, staking: false },
          },
        },
        write: {
          transaction: {
            type: {
              ...{ deployAccount: false, transfer: true, transferToken: false, stake: false, unstake: false },
              ...{
                claimRewards: false,
                withdraw: false,
                registerStake: false,
                convertAsset: false,
                enableToken: false,
              },
            },
            field: { memo: false },
          },
        },
        utils: { addresses: true },
      });
    }
  });

  it('includes a history if one kind indexes accounts, unlike a node', () => {
    const history = (...kinds: UtxoKind[]) => features('bitcoin', ...kinds).read.account.transactions.native;
    expect([history('core'), history('core', 'babylon'), history()]).toEqual([false, false, false]);
    expect([history('core', 'esplora'), history('blockbook')]).toEqual([true, true]);
  });

  it('includes stakes if Babylon is configured, and their positions with its index', () => {
    const stakes = ({ read, write }: ReturnType<typeof features>) => {
      const { stake, unstake, withdraw } = write.transaction.type;
      return [stake, unstake, withdraw, read.validators, read.account.balances.staking];
    };
    expect(stakes(features('bitcoin', 'esplora'))).toEqual([false, false, false, false, false]);
    expect(stakes(features('bitcoin', 'esplora', 'babylon'))).toEqual([true, true, true, true, false]);
    expect(stakes(features('bitcoin-signet', 'esplora', 'babylon', 'babylon-staking'))).toEqual(
      new Array(5).fill(true),
    );
    expect(stakes(features('bitcoin', 'esplora', 'babylon-staking'))).toEqual([false, false, false, false, true]);
    for (const chainId of ['bitcoin-testnet', 'litecoin'] as const)
      expect(stakes(features(chainId, 'esplora', 'babylon', 'babylon-staking'))).toEqual(new Array(5).fill(false));
  });

  it('includes stakes in transactions if Babylon is configured, but not their ends in histories', () => {
    const told = ({ read }: ReturnType<typeof features>) => [
      read.transaction.staking,
      read.account.transactions.staking,
    ];
    expect(told(features('bitcoin', 'esplora', 'babylon'))).toEqual([true, false]);
    expect(told(features('bitcoin', 'core', 'babylon'))).toEqual([true, false]);
    expect(told(features('bitcoin', 'esplora', 'babylon-staking'))).toEqual([false, false]);
    expect(told(features('bitcoin-testnet', 'esplora', 'babylon'))).toEqual([false, false]);
    for (const chainId of ['bitcoin', 'bitcoin-signet'] as const)
      expect(told(utxo.connect(chainId).detail().supportedFeatures)).toEqual([true, false]);
  });

  it('comes with facts of the chain', () => {
    expect(utxo.connect('dogecoin').detail().params).toEqual({
      genesisHash: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
      ...{ explorer: 'https://dogechain.info', minFeeRate: '1000', maxFeeRate: '50000', maxInputs: 500 },
    });
    expect(utxo.connect('bitcoin', { genesisHash: 'any' }).detail().params).not.toHaveProperty('genesisHash');
  });
});

describe('endpoints', () => {
  it('are Esplora by default', async () => {
    const ledger = new ScriptedChain('bitcoin');
    const fetch = ledger.fetch({ 'https://one.test': ledger.esplora() });
    const chain = utxo.connect('bitcoin', { endpoints: ['https://one.test'], fetch });
    const { balances } = await chain.accountState('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(balances).toEqual({ native: { available: '0', total: '0', unconfirmed: '0' } });
  });

  it('must be of a known kind', () => {
    const family: Family = utxo;
    const connect = () =>
      family.connect('bitcoin', { endpoints: [...of('esplora'), { url: 'https://x.test/secret', kind: 'electrum' }] });
    expect(connect).toThrow(
      new TypeError('The kind of endpoint-2 must be one of esplora, blockbook, core, babylon, babylon-staking.'),
    );
  });

  it('of testnet 3 are used if the operator wants it', () => {
    const names = (network?: 'testnet3' | 'testnet4') =>
      utxo.connect('bitcoin-testnet', { network }).adapter.upstream.endpoints.map(({ name }) => name);
    expect(names('testnet3')).toEqual(['mempool.space', 'blockstream.info']);
    expect(names('testnet4')).toEqual(names());
    expect(utxo.connect('bitcoin-testnet', { network: 'testnet3' }).detail().params).toMatchObject({
      genesisHash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    });
  });
});

describe('identifiers', () => {
  const { identifiers } = bytesOf('bitcoin');
  const key = 'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115';

  it('of validators are x-only keys', () => {
    expect(identifiers.validator(key.toUpperCase())).toEqual({ ok: true, canonical: key, value: key });
    expect(identifiers.validator(`03${key}`)).toEqual({ ok: true, canonical: key, value: key });
    for (const text of ['', key.slice(2), `04${key}`, `${key}00`, 'x'.repeat(64)])
      expect(identifiers.validator(text)).toMatchObject({ ok: false });
  });

  it('do not exist for tokens', () => {
    expect(identifiers.token('x')).toEqual({ ok: false, reason: 'it has no tokens' });
  });

  it('may be extended keys of accounts and senders, and not of recipients', () => {
    const zpub =
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
    expect(identifiers.account(zpub)).toMatchObject({ ok: true, canonical: zpub });
    const sender = identifiers.sender(zpub);
    expect(sender).toMatchObject({ ok: true, value: { kind: 'extended' } });
    expect(identifiers.recipient(zpub)).toMatchObject({ ok: false });
    const publicKey = identifiers.publicKey(`03${key}`);
    expect(publicKey.ok && sender.ok && identifiers.ownerOf?.(publicKey.value, sender.value)).toBe(zpub);
  });

  // 20 or 32 zero bytes as hash, written by @scure/btc-signer. The first is the best-known burn address of Bitcoin.
  it.each([
    '1111111111111111111114oLvT2',
    encodeAddress({ type: 'sh', hash: new Uint8Array(20) }),
    encodeAddress({ type: 'wpkh', hash: new Uint8Array(20) }),
    encodeAddress({ type: 'wsh', hash: new Uint8Array(32) }),
  ])('are no recipients if nobody can spend what they get: %s', (address) => {
    const reason = 'its hash is zero: nobody could spend what it gets';
    expect(identifiers.recipient(address)).toEqual({ ok: false, reason });
    expect(identifiers.account(address)).toMatchObject({ ok: true });
  });

  it('have one canonical form for all spellings', () => {
    const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
    for (const kind of ['account', 'sender', 'recipient'] as const) {
      expect(identifiers[kind](address.toUpperCase())).toMatchObject({ ok: true, canonical: address });
    }
  });

  it('of transactions are 64 hexadecimal digits in either case', () => {
    const id = 'da7f241ff55a774cc32505c7e0956d832b0b3442049e39b8fb77c9476c0af790';
    for (const text of [id, id.toUpperCase()])
      expect(identifiers.transaction(text)).toEqual({ ok: true, canonical: id, value: id });
    for (const text of [`0x${id}`, id.slice(1), `${id}0`, `${id.slice(1)}g`, '', ` ${id}`])
      expect(identifiers.transaction(text)).toEqual({ ok: false, reason: 'it has to be 64 hexadecimal digits' });
  });
});
