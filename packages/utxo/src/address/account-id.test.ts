import { toHex } from '@isochain/core';
import { fromBase58Check, toBase58Check } from '@isochain/core/bytes';
import * as bitcoinjs from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import vectors from '../../fixtures/account-vectors.json' with { type: 'json' };
import { chains, type UtxoChainId } from '../chains.ts';
import type { ExtendedAccount } from './account.ts';
import { accountOf, parseAccount } from './account-id.ts';
import { descriptorChecksum } from './descriptor.ts';

const keyOf = (chainId: UtxoChainId, purpose: number) =>
  vectors.accounts.find((each) => each.chainId === chainId && each.purpose === purpose)?.xpub ?? '';
const xpub = keyOf('bitcoin', 44);
const ypub = keyOf('bitcoin', 49);
const zpub = keyOf('bitcoin', 84);
const taprootXpub = keyOf('bitcoin', 86);

function extended(chainId: UtxoChainId, text: string): ExtendedAccount {
  const parsed = parseAccount(chains[chainId].network, text);
  if (!parsed.ok || parsed.value.kind !== 'extended') throw new Error(JSON.stringify(parsed));
  return parsed.value;
}
const refusalOf = (chainId: UtxoChainId, text: string) => {
  const parsed = parseAccount(chains[chainId].network, text);
  return parsed.ok ? undefined : parsed;
};

describe('extended public keys', () => {
  it.each<[UtxoChainId, number, string]>([
    ['bitcoin', 44, 'p2pkh'],
    ['bitcoin', 49, 'p2sh-p2wpkh'],
    ['bitcoin', 84, 'p2wpkh'],
    ['bitcoin-testnet', 44, 'p2pkh'],
    ['bitcoin-testnet', 49, 'p2sh-p2wpkh'],
    ['bitcoin-testnet', 84, 'p2wpkh'],
    ['bitcoin-signet', 84, 'p2wpkh'],
    ['litecoin', 44, 'p2pkh'],
    ['litecoin', 49, 'p2sh-p2wpkh'],
    ['litecoin', 84, 'p2wpkh'],
    ['dogecoin', 44, 'p2pkh'],
  ])('of %s, purpose %i: %s', (chainId, purpose, type) => {
    const text = keyOf(chainId === 'bitcoin-signet' ? 'bitcoin-testnet' : chainId, purpose);
    const account = extended(chainId, text);
    expect(account.type).toBe(type);
    expect(account.text).toBe(text);
    expect(toHex(account.key.publicKey)).toBe(toHex(fromBase58Check(text)?.payload.subarray(45) ?? new Uint8Array()));
    expect(parseAccount(chains[chainId].network, text)).toMatchObject({ canonical: text });
  });

  it('are neutral if wallets use the prefix for other script types too', () => {
    expect(extended('bitcoin', xpub).isNeutral).toBe(true);
    expect(extended('bitcoin', zpub).isNeutral).toBe(false);
    expect(extended('bitcoin', `pkh(${xpub})`).isNeutral).toBe(false);
    expect(extended('dogecoin', keyOf('dogecoin', 44)).isNeutral).toBe(false);
  });

  it('are the same account with any prefix', () => {
    // Litecoin wallets write Ltub or xpub.
    const ltub = extended('litecoin', keyOf('litecoin', 44));
    const [text = ''] = /xpub\w+/.exec(ltub.descriptor) ?? [];
    const neutral = extended('litecoin', text);
    expect([neutral.id, neutral.type]).toEqual([ltub.id, 'p2pkh']);
    expect(extended('bitcoin', `wpkh(${zpub})`).id).toBe(extended('bitcoin', zpub).id);
    expect(extended('bitcoin', zpub).id).not.toBe(extended('bitcoin', ypub).id);
  });

  it('have the fingerprint of their own key as origin, because no other is known', () => {
    // Bitcoin Core's way: HASH160 of the account's key, which is the parent fingerprint in keys below it.
    const { origin, key } = extended('bitcoin', zpub);
    const hash = bitcoinjs.crypto.hash160(key.publicKey);
    expect(origin).toEqual({ fingerprint: Buffer.from(hash).readUInt32BE(), path: [] });
  });

  it('may have another depth than an account', () => {
    // BIP32, test vector 1: m, and m/0H/1/2H/2/1000000000.
    const master =
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
    const deep =
      'xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy';
    for (const text of [master, deep]) expect(extended('bitcoin', text)).toMatchObject({ text, type: 'p2pkh' });
  });

  it.each<[UtxoChainId, string, object]>([
    ['bitcoin', keyOf('bitcoin-testnet', 44), { reason: 'it belongs to Bitcoin Testnet or Bitcoin Signet' }],
    ['bitcoin', keyOf('bitcoin-testnet', 84), { reason: 'it belongs to Bitcoin Testnet or Bitcoin Signet' }],
    ['bitcoin', keyOf('litecoin', 49), { reason: 'it belongs to Litecoin' }],
    ['litecoin', keyOf('dogecoin', 44), { reason: 'it belongs to Dogecoin' }],
    ['dogecoin', zpub, { reason: 'it belongs to Bitcoin or Litecoin' }],
    ['bitcoin-signet', xpub, { reason: 'it belongs to Bitcoin or Litecoin or Dogecoin' }],
    [
      'bitcoin',
      // SLIP-132, Zpub.
      toBase58Check(Uint8Array.of(0x02, 0xaa, 0x7e, 0xd3, ...(fromBase58Check(xpub)?.payload.subarray(4) ?? []))),
      { reason: 'it is a key of a wallet with several signers' },
    ],
    ['bitcoin', `${xpub.slice(0, -1)}k`, { reason: 'its checksum is wrong', checksum: true }],
    ['bitcoin', xpub.slice(0, -1), { reason: 'it is not an extended public key' }],
    [
      'bitcoin',
      // BIP32, test vector 5: invalid pubkey.
      'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Q5JXayek4PRsn35jii4veMimro1xefsM58PgBMrvdYre8QyULY',
      { reason: 'it is not a valid extended public key (BIP32)' },
    ],
    [
      'bitcoin',
      // BIP32, test vector 5: zero depth with non-zero index.
      'xpub661MyMwAuDcm6CRQ5N4qiHKrJ39Xe1R1NyfouMKTTWcguwVcfrZJaNvhpebzGerh7gucBvzEQWRugZDuDXjNDRmXzSZe4c7mnTK97pTvGS8',
      { reason: 'it is not a valid extended public key (BIP32)' },
    ],
  ])('%s refuses %s', (chainId, text, refused) => {
    expect(refusalOf(chainId, text)).toEqual({ ok: false, ...refused });
  });
});

describe('descriptors', () => {
  const key = taprootXpub;
  const fingerprint = 0x73c5da0a;
  const h = 0x80000000;

  it.each<[string, string]>([
    [`pkh(${key})`, 'p2pkh'],
    [`wpkh(${key}/<0;1>/*)`, 'p2wpkh'],
    [`sh(wpkh(${key}/{0,1}/*))`, 'p2sh-p2wpkh'],
    [`tr(${key}/<0;1>/*)`, 'p2tr'],
  ])('%s is %s', (text, type) => {
    const account = extended('bitcoin', text);
    expect(account.type).toBe(type);
    expect(account.text).toBeUndefined();
    expect(account.descriptor).toBe(text.replace(/\/.*\*|(?<=[a-zA-Z0-9])(?=\)+$)/, '/<0;1>/*'));
    expect(account.id).toBe(account.descriptor);
  });

  it('have an origin in any spelling', () => {
    const canonical = `tr([73c5da0a/86'/0'/0']${key}/<0;1>/*)`;
    for (const path of ["/86'/0'/0'", '/86h/0h/0h', "/86H/0h/0'"]) {
      const account = extended('bitcoin', `tr([73C5DA0A${path}]${key}/<0;1>/*)`);
      expect(account.origin).toEqual({ fingerprint, path: [86 + h, h, h] });
      expect(account.descriptor).toBe(canonical);
    }
    expect(extended('bitcoin', `tr([00c5da0a]${key})`)).toMatchObject({
      origin: { fingerprint: 0x00c5da0a, path: [] },
      descriptor: `tr([00c5da0a]${key}/<0;1>/*)`,
    });
    expect(extended('bitcoin', `wpkh([73c5da0a/0/2147483647h]${key})`).origin.path).toEqual([0, 0xffffffff]);
  });

  it.each(vectors.accounts.map(({ chainId, purpose, xpub: text }) => [chainId as UtxoChainId, purpose, text] as const))(
    'of %s, purpose %i, are read again as what they were written from',
    (chainId, _, text) => {
      const { network } = chains[chainId];
      for (const each of [text, extended(chainId, text).descriptor]) {
        const parsed = parseAccount(network, each);
        const again = parsed.ok && accountOf(network, parsed.canonical);
        expect(again).toEqual(parsed.ok && parsed.value);
      }
    },
  );

  it('takes a checksum and verifies it', () => {
    // The key of an example in Bitcoin Core's doc/descriptors.md.
    const core =
      "wpkh([d34db33f/84'/0'/0']xpub6DJ2dNUysrn5Vt36jH2KLBT2i1auw1tTSSomg8PhqNiUtx8QX2SvC9nrHu81fT41fvDUnhMjEzQgXnQjKEu3oaqMSzhSrHMxyyoEAmUHQbY/<0;1>/*)";
    const sum = descriptorChecksum(core) ?? '';
    expect(extended('bitcoin', `${core}#${sum}`).descriptor).toBe(core);
    const wrong = { ok: false, reason: 'its checksum is wrong', checksum: true };
    for (const checksum of ['', 'qqqqqqqq', `${sum}x`, sum.slice(1), `#${sum.slice(1)}`, sum.toUpperCase()]) {
      expect(refusalOf('bitcoin', `${core}#${checksum}`)).toEqual(wrong);
    }
    expect(refusalOf('bitcoin', `${core.replace('84', '85')}#${sum}`)).toEqual(wrong);
    expect(refusalOf('bitcoin', `wpkh(Ü)#${sum}`)).toEqual(wrong);
  });

  it('counts checksums as BIP380 and Bitcoin Core do', () => {
    expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
    expect(descriptorChecksum('raw(deedbeef)')).not.toBe('89f8spxm');
    expect(descriptorChecksum('raw(Ü)')).toBeUndefined();
    // bitcoin-s, DescriptorChecksumTest, and Bitcoin Core: with no, one and two symbols left over.
    expect(
      descriptorChecksum(
        'wpkh([d34db33f/84h/0h/0h]xpub6DJ2dNUysrn5Vt36jH2KLBT2i1auw1tTSSomg8PhqNiUtx8QX2SvC9nrHu81fT41fvDUnhMjEzQgXnQjKEu3oaqMSzhSrHMxyyoEAmUHQbY/0/*)',
      ),
    ).toBe('cjjspncu');
    expect(descriptorChecksum('pkh(0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798)')).toBe(
      'e48zzw02',
    );
  });

  const shape = 'as a descriptor it has to be pkh, sh(wpkh), wpkh or tr of one extended public key';
  const path = 'the path after its key has to be /<0;1>/* or left out';
  it.each<[UtxoChainId, string, string]>([
    ['bitcoin', `wsh(pk(${key}))`, shape],
    ['bitcoin', `sh(wpkh(${key})`, shape],
    ['bitcoin', `wpkh(${key}))`, shape],
    ['bitcoin', `pk(${key})`, shape],
    ['bitcoin', `wsh(sortedmulti(1,${key},${key}))`, shape],
    ['bitcoin', 'addr(bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu)', shape],
    ['bitcoin', `wpkh([73c5da0/84h]${key})`, shape],
    ['bitcoin', `wpkh([73c5da0a/84h/]${key})`, shape],
    ['bitcoin', ` wpkh(${key})`, shape],
    ['bitcoin', 'toString(', shape],
    ['bitcoin', `wpkh(${key}/0/*)`, path],
    ['bitcoin', `wpkh(${key}/*)`, path],
    ['bitcoin', `wpkh(${key}/<1;0>/*)`, path],
    ['bitcoin', `wpkh(${key}/<0;1>/*h)`, path],
    ['bitcoin', `wpkh([73c5da0a/2147483648]${key})`, 'a number in its path is too large'],
    ['bitcoin', 'wpkh(03aaeb52dd7494c361049de67cc680e83ebcbbbdbeb13637d92cd845f70308af5e)', shape],
    ['bitcoin', 'wpkh(abcdef)', 'it is not an extended public key'],
    ['bitcoin', `wpkh(${ypub})`, 'the prefix of its key stands for p2sh-p2wpkh, but the descriptor says p2wpkh'],
    ['bitcoin', `tr(${zpub})`, 'the prefix of its key stands for p2wpkh, but the descriptor says p2tr'],
    ['bitcoin', `wpkh(${keyOf('bitcoin-testnet', 44)})`, 'it belongs to Bitcoin Testnet or Bitcoin Signet'],
    ['dogecoin', `wpkh(${key})`, 'the chain has no p2wpkh'],
    ['dogecoin', `sh(wpkh(${key}))`, 'the chain has no p2sh-p2wpkh'],
    ['dogecoin', `tr(${key})`, 'the chain has no p2tr'],
  ])('%s refuses %s', (chainId, text, reason) => {
    expect(refusalOf(chainId, text)).toEqual({ ok: false, reason });
  });
});

describe('account ids', () => {
  it('may be addresses, in our own spelling', () => {
    expect(parseAccount(chains.bitcoin.network, 'BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU')).toMatchObject({
      ok: true,
      canonical: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      value: { kind: 'address', type: 'p2wpkh' },
    });
  });

  it('are no public keys', () => {
    const text = '0x03aaeb52dd7494c361049de67cc680e83ebcbbbdbeb13637d92cd845f70308af5e';
    expect(refusalOf('dogecoin', text)).toEqual({
      ok: false,
      reason: 'it is a public key: POST /api/{chainId}/address/encode tells its addresses',
    });
  });

  it('throw for malformed text where a canonical text is needed', () => {
    expect(() => accountOf(chains.bitcoin.network, 'nobody, ever')).toThrow(
      new TypeError('not an account: it is neither base58 nor bech32'),
    );
  });
});
