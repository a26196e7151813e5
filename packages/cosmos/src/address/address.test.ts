import { describe, expect, it } from 'vitest';
import { chains, cosmosChainIds, namedChain } from '../chains.ts';
import { type Address, addressBytes, checkAccount, checkValidator, toAddress } from './address.ts';

const hub = namedChain('cosmoshub');
// From the recorded answers of a public service (fixtures/encoded.json).
const account = 'cosmos1g84934jpu3v5de5yqukkkhxmcvsw3u2ajxvpdl';
const validator = 'cosmosvaloper1z8zjv3lntpwxua0rtpvgrcwl0nm0tltgpgs6l7';

describe('the address of an account', () => {
  it('is read in lower and in upper case', () => {
    for (const text of [account, account.toUpperCase()]) {
      expect(checkAccount(hub, text)).toEqual({ ok: true, canonical: account, value: account });
    }
  });

  it('is read with 32 bytes, as modules and contracts have', () => {
    // The IBC rate limiter contract on Osmosis, wasm_contract_info of a public node.
    const contract = 'osmo18nzruvalfuukut9fq5st5mg5sn6s8nu4u42kuwwgynu3fne6sd5sxnrwf2';
    expect(checkAccount(namedChain('osmosis'), contract).ok).toBe(true);
    expect(addressBytes(contract as Address).length).toBe(32);
  });

  it('has the same bytes on every chain', () => {
    // One key of secp256k1 and its addresses: trustwallet/wallet-core, CoinAddressDerivationTests.swift.
    const others = [
      ['osmosis', 'osmo142j9u5eaduzd7faumygud6ruhdwme98qclefqp'],
      ['celestia', 'celestia142j9u5eaduzd7faumygud6ruhdwme98qpwmfv7'],
      ['sei', 'sei142j9u5eaduzd7faumygud6ruhdwme98qagm0sj'],
      ['juno', 'juno142j9u5eaduzd7faumygud6ruhdwme98qxkfz30'],
      ['stride', 'stride142j9u5eaduzd7faumygud6ruhdwme98qn029zl'],
      ['stargaze', 'stars142j9u5eaduzd7faumygud6ruhdwme98qycayaz'],
    ] as const;
    const bytes = addressBytes('cosmos142j9u5eaduzd7faumygud6ruhdwme98qsy2ekn' as Address);
    for (const [id, address] of others) {
      expect(checkAccount(namedChain(id), address).ok).toBe(true);
      expect(toAddress(chains[id].prefix, bytes)).toBe(address as Address);
    }
  });

  it.each([
    [
      'of another chain',
      'osmo142j9u5eaduzd7faumygud6ruhdwme98qclefqp',
      'it is the address of an account of osmosis: addresses of accounts here begin with cosmos1',
    ],
    [
      'of a validator',
      validator,
      'it is the address of a validator of cosmoshub: addresses of accounts here begin with cosmos1',
    ],
    [
      'of a validator of another chain',
      toAddress('iva', new Uint8Array(20)),
      'it is the address of a validator of irisnet: addresses of accounts here begin with cosmos1',
    ],
    [
      'of a consensus key',
      toAddress('cosmosvalcons', new Uint8Array(20)),
      'it is the consensus address of a validator: addresses of accounts here begin with cosmos1',
    ],
    [
      'of nothing we know',
      toAddress('bc', new Uint8Array(20)),
      'it is of another chain: addresses of accounts here begin with cosmos1',
    ],
    [
      'in hex',
      '0x2CEf95B90bC4eE44E2Fcd5d0Bb1E3b0e1d3a4b5c',
      'it is hexadecimal: addresses of accounts here begin with cosmos1',
    ],
    ['of no bytes', 'cosmos1', 'it is not bech32: addresses of accounts here begin with cosmos1'],
    ['of 21 bytes', toAddress('cosmos', new Uint8Array(21)), 'it has 21 bytes: expected 20 or 32'],
    ['in mixed case', account.replace('g', 'G'), 'its checksum is wrong'],
    ['with spaces', ` ${account}`, 'it is not bech32: addresses of accounts here begin with cosmos1'],
    ['with nothing in it', '', 'it is not bech32: addresses of accounts here begin with cosmos1'],
  ])('%s is refused', (_, text, reason) => {
    expect(checkAccount(hub, text)).toMatchObject({ ok: false, reason });
  });

  it('with a mistyped character is told as such', () => {
    const wrong = account.replace('pdl', 'pdm');
    expect(checkAccount(hub, wrong)).toEqual({ ok: false, reason: 'its checksum is wrong', checksum: true });
  });
});

describe('the address of a validator', () => {
  it('has the bytes of its account', () => {
    expect(checkValidator(hub, validator)).toEqual({ ok: true, canonical: validator, value: validator });
  });

  it('is refused if it belongs to an account or another chain, or has 32 bytes', () => {
    const begin = 'addresses of validators here begin with cosmosvaloper1';
    const reasons = [
      account,
      toAddress('osmovaloper', new Uint8Array(20)),
      toAddress('cosmosvaloper', new Uint8Array(32)),
    ].map((text) => checkValidator(hub, text));
    expect(reasons).toEqual([
      { ok: false, reason: `it is the address of an account of cosmoshub: ${begin}` },
      { ok: false, reason: `it is the address of a validator of osmosis: ${begin}` },
      { ok: false, reason: 'it has 32 bytes: expected 20' },
    ]);
  });

  it('is read on every chain with the prefix of that chain', () => {
    for (const id of cosmosChainIds) {
      const named = namedChain(id);
      const address = toAddress(named.chain.validatorPrefix, new Uint8Array(20).fill(7));
      expect(checkValidator(named, address).ok).toBe(true);
      expect(checkAccount(named, address).ok).toBe(false);
    }
  });
});
