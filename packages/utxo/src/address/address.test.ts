import * as ecc from '@bitcoinerlab/secp256k1';
import { fromHex, toHex } from '@isochain/core';
import { bech32, bech32m } from '@scure/base';
import * as bitcoinjs from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import vectors from '../../fixtures/account-vectors.json' with { type: 'json' };
import bip350 from '../../fixtures/bip350-addresses.json' with { type: 'json' };
import { chains, type UtxoChainId } from '../chains.ts';
import { addressOf, parseAddress, typeOf } from './address.ts';

const parse = (chainId: UtxoChainId, text: string) => parseAddress(chains[chainId].network, text);
const reasonOf = (chainId: UtxoChainId, text: string) => {
  const parsed = parse(chainId, text);
  return parsed.ok ? undefined : parsed;
};
const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array();

const tests = 'Bitcoin Testnet or Bitcoin Signet';
const reasons: Record<string, object> = {
  // Valid for BIP350, which leaves later witness versions and lengths open.
  bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y: {
    reason: 'its witness program has 40 bytes: version 1 has 32',
  },
  BC1SW50QGDZ25J: { reason: 'its witness version 16 has no rules yet: anyone could take what it gets' },
  bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs: {
    reason: 'its witness version 2 has no rules yet: anyone could take what it gets',
  },
  tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut: {
    reason: 'no chain of this family has addresses that begin with tc1',
  },
  bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd: {
    reason: 'it is bech32, but witness version 1 is written in bech32m',
  },
  tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf: {
    reason: 'it is bech32, but witness version 2 is written in bech32m',
  },
  BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL: {
    reason: 'it is bech32, but witness version 16 is written in bech32m',
  },
  bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh: {
    reason: 'it is bech32m, but witness version 0 is written in bech32',
  },
  tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47: {
    reason: 'it is bech32m, but witness version 0 is written in bech32',
  },
  bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4: {
    reason: 'after its last 1 it has characters that do not occur in bech32, or too few',
  },
  BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R: {
    reason: 'its witness version 17 has no rules yet: anyone could take what it gets',
  },
  bc1pw5dgrnzv: { reason: 'its witness program has 1 bytes: version 1 has 32' },
  bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav: {
    reason: 'its witness program has 41 bytes: version 1 has 32',
  },
  BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P: { reason: 'its witness program has 16 bytes: version 0 has 20 or 32' },
  tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq: { reason: 'it mixes upper and lower case letters' },
  bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf: { reason: 'its data are not whole bytes' },
  tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j: { reason: 'its data are not whole bytes' },
  bc1gmk9yu: { reason: 'its data are not whole bytes' },
};

describe('segwit addresses', () => {
  const chainOf = (text: string): UtxoChainId => (/^t/i.test(text) ? 'bitcoin-testnet' : 'bitcoin');

  it.each([...Object.keys(bip350.valid), ...Object.keys(bip350.invalid)])('reads %s of BIP350 by its rules', (text) => {
    const expected = reasons[text];
    if (expected !== undefined) {
      expect(reasonOf(chainOf(text), text)).toEqual({ ok: false, ...expected });
      return;
    }
    const parsed = parse(chainOf(text), text);
    expect(parsed).toMatchObject({ ok: true, value: { kind: 'address', address: text.toLowerCase() } });
    expect(parsed.ok && toHex(parsed.value.script)).toBe((bip350.valid as Record<string, string>)[text]);
  });

  it('refuses a mistyped character by its checksum', () => {
    expect(reasonOf('bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv')).toEqual({
      ok: false,
      reason: 'its checksum is wrong',
      checksum: true,
    });
    // The 1 stands in a place where no 1 is allowed.
    expect(reasonOf('bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy813o6fyu')).toMatchObject({ ok: false });
  });

  it('refuses a taproot key that is no point, because nobody can spend from it', () => {
    // x = 5 is on no point of secp256k1: 5^3 + 7 = 132 is not a square (BIP340 test vector 5 uses such a key).
    const text = bech32m.encode('bc', [1, ...bech32m.toWords(bytes(`${'00'.repeat(31)}05`))]);
    expect(bitcoinjs.address.fromBech32(text).version).toBe(1);
    expect(reasonOf('bitcoin', text)).toEqual({
      ok: false,
      reason: 'its key is not a point of the curve: nobody could spend what it gets',
    });
  });

  it('refuses text that is too long or ambiguous', () => {
    for (const text of [`bc1q${'q'.repeat(100)}`, 'z'.repeat(1_000_000)]) {
      expect(reasonOf('bitcoin', text)).toEqual({ ok: false, reason: 'it is too long' });
    }
    expect(reasonOf('bitcoin', ' bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toEqual({
      ok: false,
      reason: 'it is neither base58 nor bech32',
    });
  });
});

describe('addresses of every type and chain', () => {
  // Scripts read by bitcoinjs-lib; litecoin and dogecoin with the version bytes of their chainparams.cpp.
  const networks: Partial<Record<UtxoChainId, bitcoinjs.Network>> = {
    bitcoin: bitcoinjs.networks.bitcoin,
    'bitcoin-testnet': bitcoinjs.networks.testnet,
    litecoin: { ...bitcoinjs.networks.bitcoin, bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32 },
    dogecoin: { ...bitcoinjs.networks.bitcoin, bech32: 'none', pubKeyHash: 0x1e, scriptHash: 0x16 },
  };
  const all = [
    ...vectors.accounts.flatMap(({ chainId, addresses }) =>
      Object.values(addresses).map((address) => [chainId, address] as const),
    ),
    ...vectors.pubkeyAddresses.flatMap(({ chainId, addresses }) =>
      addresses.map(({ address }) => [chainId, address] as const),
    ),
    // p2wsh: BIP173; p2sh of dogecoin: the hash of BIP16's example address 3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy.
    ['bitcoin', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'] as const,
    ['dogecoin', 'A8sJYEjCTNn6RN8pw1kRoyaPCp3FiEzmxx'] as const,
  ];

  it.each(all.slice(0, -1))('reads and writes %s %s like bitcoinjs-lib', (chainId, address) => {
    const network = networks[chainId as UtxoChainId];
    bitcoinjs.initEccLib(ecc);
    const script = bitcoinjs.address.toOutputScript(address, network);
    const parsed = parse(chainId as UtxoChainId, address);
    expect(parsed).toMatchObject({ ok: true, value: { kind: 'address', address } });
    expect(parsed.ok && toHex(parsed.value.script)).toBe(toHex(script));
    expect(addressOf(chains[chainId as UtxoChainId].network, script)).toBe(address);
  });

  it('names the type', () => {
    const typed = {
      bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu: 'p2wpkh',
      bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3: 'p2wsh',
      bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr: 'p2tr',
      '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf': 'p2sh',
      '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA': 'p2pkh',
    };
    for (const [address, type] of Object.entries(typed)) {
      const parsed = parse('bitcoin', address);
      expect(parsed.ok && [parsed.value.type, typeOf(parsed.value.script)]).toEqual([type, type]);
    }
  });

  it('has no address for other scripts, nor for segwit on a chain without it', () => {
    const { bitcoin, dogecoin } = chains;
    // OP_RETURN; bare public key; MWEB's own (58 20...); P2A; p2pkh with a byte too many.
    const hash = '00'.repeat(20);
    for (const hex of [
      '6a0101',
      `21${'02'.repeat(33)}ac`,
      `5820${'00'.repeat(32)}`,
      '51024e73',
      `76a914${hash}88ac00`,
      `76a914${hash}88ad`,
      '',
    ]) {
      expect(addressOf(bitcoin.network, bytes(hex))).toBeUndefined();
      expect(typeOf(bytes(hex))).toBeUndefined();
    }
    expect(addressOf(dogecoin.network, bytes(`0014${hash}`))).toBeUndefined();
    expect(addressOf({ ...bitcoin.network, hasTaproot: false }, bytes(`5120${'02'.repeat(32)}`))).toBeUndefined();
  });

  it('reads both spellings of p2sh on litecoin, and writes M', () => {
    // Both name hash b472a266d0bd89c13706a4132ccfb16f7c3b9fcb, which is 3J98... on bitcoin.
    const canonical = 'MQMHBtvnBfxTzt3K2bdxgSE7qZPHSXWsGM';
    for (const text of [canonical, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy']) {
      const parsed = parse('litecoin', text);
      expect(parsed).toMatchObject({ ok: true, value: { address: canonical, type: 'p2sh' } });
      expect(parsed.ok && toHex(parsed.value.script)).toBe('a914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87');
    }
  });
});

describe('refusals and their reasons', () => {
  const doge1 = bech32.encode('doge', [0, ...bech32.toWords(new Uint8Array(20))]);
  it.each<[UtxoChainId, string, string]>([
    ['bitcoin', 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl', `it belongs to ${tests}`],
    ['bitcoin', 'mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV', `it belongs to ${tests}`],
    ['bitcoin', '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2', `it belongs to ${tests}`],
    ['bitcoin', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', 'it belongs to Litecoin'],
    ['bitcoin', 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez', 'it belongs to Litecoin'],
    ['bitcoin', 'M7wtsL7wSHDBJVMWWhtQfTMSYYkyooAAXM', 'it belongs to Litecoin'],
    ['bitcoin', 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC', 'it belongs to Dogecoin'],
    ['bitcoin-signet', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'it belongs to Bitcoin'],
    ['bitcoin-testnet', '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA', 'it belongs to Bitcoin'],
    ['bitcoin-testnet', '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf', 'it belongs to Bitcoin or Litecoin'],
    ['litecoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'it belongs to Bitcoin'],
    ['litecoin', '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA', 'it belongs to Bitcoin'],
    ['dogecoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'it belongs to Bitcoin'],
    ['dogecoin', '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf', 'it belongs to Bitcoin or Litecoin'],
    ['dogecoin', doge1, 'no chain of this family has addresses that begin with doge1'],
    // Zcash, t-address: two version bytes.
    ['bitcoin', 't1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs', 'it has 22 bytes: expected 21'],
    // Dash, version 76.
    ['bitcoin', 'XpESxaUmonkq8RaLLp46Brx2K39ggQe226', 'its version byte 76 is of no chain of this family'],
    ['bitcoin', 'bc1pfeessrawgf', 'it is an anchor (P2A): anyone could take what it gets'],
    [
      'litecoin',
      'ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8ypxuq329nwh2twmchhqn3jqh7ua4ps539f6aazh79jy76urqht4qa59ts3at6gf',
      'it is an MWEB address of Litecoin, which only transactions inside MWEB can pay',
    ],
    [
      'bitcoin-testnet',
      `tmweb1q${'q'.repeat(110)}`,
      'it is an MWEB address of Litecoin, which only transactions inside MWEB can pay',
    ],
    [
      'bitcoin',
      // BIP352, test vectors.
      'sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv',
      'it is a silent payment address, which only the wallet of the payer can resolve',
    ],
    [
      'bitcoin-signet',
      'tsp1qqgste7k9hx0qftg6',
      'it is a silent payment address, which only the wallet of the payer can resolve',
    ],
    [
      'bitcoin',
      '03aaeb52dd7494c361049de67cc680e83ebcbbbdbeb13637d92cd845f70308af5e',
      'it is a public key: POST /api/{chainId}/address/encode tells its addresses',
    ],
    [
      'bitcoin',
      'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj',
      'it is an extended public key, where a single address is due',
    ],
    ['bitcoin', '0x52908400098527886E0F7030069857D2E4169EE7', 'it is neither base58 nor bech32'],
    ['bitcoin', '', 'it is neither base58 nor bech32'],
    ['bitcoin', 'z'.repeat(500), 'it is neither base58 nor bech32'],
  ])('%s: %s', (chainId, text, reason) => {
    expect(reasonOf(chainId, text)).toEqual({ ok: false, reason });
  });

  it('tells a mistyped base58 address by its checksum', () => {
    for (const [chainId, text] of [
      ['bitcoin', '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabB'],
      ['litecoin', 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ey'],
      ['dogecoin', 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgD'],
    ] as const) {
      expect(reasonOf(chainId, text)).toEqual({ ok: false, reason: 'its checksum is wrong', checksum: true });
    }
  });
});
