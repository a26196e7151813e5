import { pubkeyToAddress } from '@cosmjs/amino';
import { fromHex, toBech32 } from '@cosmjs/encoding';
import { describe, expect, it } from 'vitest';
import { cosmos } from './index.ts';

// The generator of secp256k1 (SEC 2, 2.4.1).
const compressed = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const uncompressed =
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';

/** A chain with endpoints of these kinds. */
const opened = (chainId: 'cosmoshub' | 'injective' | 'babylon', ...kinds: ('rest' | 'rpc')[]) =>
  cosmos.connect(chainId, { endpoints: kinds.map((kind) => ({ url: `https://${kind}.example`, kind })) });

describe('addresses of a public key', () => {
  it.each([
    ['in hex', compressed],
    ['in hex with 0x', `0x${compressed}`],
    ['in base64', Buffer.from(compressed, 'hex').toString('base64')],
    ['that is not compressed', uncompressed],
  ])('%s', (_, key) => {
    const value = Buffer.from(compressed, 'hex').toString('base64');
    const address = pubkeyToAddress({ type: 'tendermint/PubKeySecp256k1', value }, 'cosmos');
    expect(opened('cosmoshub', 'rest').addresses(key)).toMatchObject({ addresses: [{ type: 'bech32', address }] });
  });

  it('have the same 20 bytes as on Ethereum, with keys of its kind', () => {
    // The address of private key 1 on Ethereum, in every list of weak keys.
    const bytes = fromHex('7e5f4552091a69125d5dfcb7b8c2659029395bdf');
    expect(opened('injective', 'rest').addresses(compressed)).toMatchObject({
      addresses: [{ type: 'bech32', address: toBech32('inj', bytes) }],
    });
  });

  it('are refused for what is not a public key', () => {
    expect(() => opened('cosmoshub', 'rest').addresses('05'.repeat(33))).toThrow();
  });
});

describe('what can be read', () => {
  const parts = (...asked: Parameters<typeof opened>) => {
    const { read } = opened(...asked).detail().supportedFeatures;
    return { ...read.account.balances, token: read.token, validators: read.validators };
  };

  it('is everything over REST, and native balances over CometBFT', () => {
    const all = { native: true, tokens: true, staking: true, token: true, validators: true };
    const none = { native: false, tokens: false, staking: false, token: false, validators: false };
    expect(parts('cosmoshub', 'rest')).toEqual(all);
    expect(parts('cosmoshub', 'rpc', 'rest')).toEqual(all);
    expect(parts('cosmoshub', 'rpc')).toEqual({ ...none, native: true });
    expect(parts('babylon', 'rpc')).toEqual({ ...none, native: true });
  });
});
