import * as ecc from '@bitcoinerlab/secp256k1';
import { toHex } from '@isochain/core';
import { BIP32Factory } from 'bip32';
import * as bitcoinjs from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import vectors from '../../fixtures/account-vectors.json' with { type: 'json' };
import { deriveAddresses } from '../../test/derive-addresses.ts';
import { chains, type UtxoChainId } from '../chains.ts';
import type { ExtendedAccount } from './account.ts';
import { accountOf } from './account-id.ts';
import { addressDeriver } from './derive.ts';

function extended(chainId: UtxoChainId, text: string): ExtendedAccount {
  const account = accountOf(chains[chainId].network, text);
  if (account.kind !== 'extended') throw new Error('not extended');
  return account;
}
/** The taproot account of the vectors has a neutral prefix. */
const idOf = ({ purpose, xpub }: { purpose: number; xpub: string }) => (purpose === 86 ? `tr(${xpub})` : xpub);

describe('addresses of extended keys', () => {
  it.each(vectors.accounts.map((account) => [account.chainId as UtxoChainId, account.purpose, account] as const))(
    'of %s, purpose %i',
    (chainId, _, account) => {
      for (const [path, address] of Object.entries(account.addresses)) {
        const [branch, index] = path.split('/').map(Number);
        const derived = addressDeriver(chains[chainId].network, extended(chainId, idOf(account)))(
          branch as 0 | 1,
          index ?? -1,
        );
        expect([derived.branch, derived.index, derived.address]).toEqual([branch, index, address]);
      }
    },
  );

  it('are the addresses that Blockbook derives from a upub', () => {
    const account = extended('bitcoin-testnet', vectors.upub.key);
    const { network } = chains['bitcoin-testnet'];
    const derived = [...deriveAddresses(network, account, 0, 0, 6), ...deriveAddresses(network, account, 1, 0, 9)];
    expect(Object.fromEntries(derived.map(({ branch, index, address }) => [`${branch}/${index}`, address]))).toEqual(
      vectors.upub.addresses,
    );
  });

  it('have the keys of BIP84 and BIP86', () => {
    const { network } = chains.bitcoin;
    const [, , bip84, bip86] = vectors.accounts;
    const segwit = extended('bitcoin', bip84?.xpub ?? '');
    expect(toHex(addressDeriver(network, segwit)(0, 1).publicKey)).toBe(
      '03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77',
    );
    const taproot = addressDeriver(network, extended('bitcoin', `tr(${bip86?.xpub})`))(1, 0);
    expect(toHex(taproot.publicKey.subarray(1))).toBe(
      '399f1b2f4393f29a18c937859c5dd8a77350103157eb880f02e8c08214277cef',
    );
    expect(toHex(taproot.script)).toBe('5120882d74e5d0572d5a816cef0041a96b6c1de832f6f9676d9605c44d5e9a97d3dc');
  });

  it('are the addresses of bitcoinjs-lib', () => {
    bitcoinjs.initEccLib(ecc);
    const { network } = chains.bitcoin;
    const [bip44] = vectors.accounts;
    const node = BIP32Factory(ecc).fromBase58(bip44?.xpub ?? '');
    for (const index of [7, 1_000_000, 2 ** 31 - 1]) {
      const pubkey = node.derive(0).derive(index).publicKey;
      expect(addressDeriver(network, extended('bitcoin', bip44?.xpub ?? ''))(0, index).address).toBe(
        bitcoinjs.payments.p2pkh({ pubkey }).address,
      );
      expect(addressDeriver(network, extended('bitcoin', `sh(wpkh(${bip44?.xpub}))`))(0, index).address).toBe(
        bitcoinjs.payments.p2sh({ redeem: bitcoinjs.payments.p2wpkh({ pubkey }) }).address,
      );
    }
  });

  it('do not exist if the chain lacks the script', () => {
    const account = extended('bitcoin', vectors.accounts[2]?.xpub ?? '');
    expect(() => addressDeriver(chains.dogecoin.network, account)(0, 0)).toThrow('the chain has no p2wpkh addresses');
  });
});
