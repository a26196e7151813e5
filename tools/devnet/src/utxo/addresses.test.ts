import { expect, it } from 'vitest';
import { addressOf, prefixesOf, regtestPrefixes, scriptOf } from './addresses.ts';

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

// The keys of "abandon ... about" by BIP84 and BIP86 (their vectors), and the same hashes in the spelling of other networks.
const p2wpkh = '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2';
const p2tr = '5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c';
const known = [
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', p2wpkh],
  ['bitcoin', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', p2tr],
  // Genesis block's key, and the first p2sh output that was spent.
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ['bitcoin', '342ftSRCvFHfCeFFBuz4xwbeqnDw6BGUey', 'a91419a7d869032368fd1f1e26e5e73a4ad0e474960e87'],
  // BIP173.
  [
    'bitcoin-testnet',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
] as const;

it.each(known)('reads and writes the script of %s address %s', (chainId, address, script) => {
  expect(toHex(scriptOf(address))).toBe(script);
  expect(toHex(scriptOf(address, [prefixesOf(chainId)]))).toBe(script);
  expect(addressOf(Buffer.from(script, 'hex'), prefixesOf(chainId))).toBe(address);
});

// Addresses of one public key (m/44'/0'/0'/0/0 of "abandon ... about"), made with @scure/btc-signer.
const sameScripts = [
  {
    bitcoin: 'bc1plguuppjuw5uk2rpyjnnzvwsuvy5ctswns9fsvhrvn4qt04ns4nmscf9eqf',
    'bitcoin-signet': 'tb1plguuppjuw5uk2rpyjnnzvwsuvy5ctswns9fsvhrvn4qt04ns4nms0pnk6x',
    litecoin: 'ltc1plguuppjuw5uk2rpyjnnzvwsuvy5ctswns9fsvhrvn4qt04ns4nmsmdtf6v',
  },
  {
    bitcoin: 'bc1qmxrw6qdh5g3ztfcwm0et5l8mvws4eva24kmp8m',
    'bitcoin-signet': 'tb1qmxrw6qdh5g3ztfcwm0et5l8mvws4eva2lsqjug',
    litecoin: 'ltc1qmxrw6qdh5g3ztfcwm0et5l8mvws4eva232p9lt',
  },
  {
    bitcoin: '3HkzTaFbEMWeJPLyNCNhPyGfZsVLDwdD3G',
    'bitcoin-signet': '2N9KCXKBcqp1zWAyX3Kza1vFvnDhW3JeiKT',
    litecoin: 'MPy8mTfZBUN56tcsU5N3DcX4ta5nCgmkzG',
  },
  {
    bitcoin: '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA',
    'bitcoin-signet': 'n1M8ZVQtL7QoFvGMg24D6b2ojWvFXCGpoS',
    litecoin: 'Lf48XedjbkDbjcUu8b58YgtF5jgpff6imo',
    dogecoin: 'DQyGohGYpVsq1oyLh35PpRz5kf3qwZonzL',
  },
];

it.each(sameScripts)('reads the same script from its addresses on all networks: $bitcoin', (names) => {
  const script = scriptOf(names.bitcoin);
  for (const [chainId, address] of Object.entries(names)) {
    expect(scriptOf(address)).toEqual(script);
    expect(addressOf(script, prefixesOf(chainId))).toBe(address);
  }
});

it.each(['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'addr1qcr8te4k', ''])(
  'refuses %j',
  (address) => {
    expect(() => scriptOf(address)).toThrow(`${address} is not an address that this engine knows.`);
  },
);

it('refuses addresses of networks that the caller did not name', () => {
  expect(() => scriptOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', [regtestPrefixes])).toThrow('is not an address');
});

it('answers no address if the network has none for the script', () => {
  expect(addressOf(Buffer.from(p2wpkh, 'hex'), prefixesOf('dogecoin'))).toBeUndefined();
  expect(addressOf(Buffer.from('6a00', 'hex'), regtestPrefixes)).toBeUndefined();
  // A future witness version.
  expect(addressOf(Buffer.from(`5220${'11'.repeat(32)}`, 'hex'), regtestPrefixes)).toBeUndefined();
});
