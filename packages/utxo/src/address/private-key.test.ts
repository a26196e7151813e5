import { fromBase58Check, toBase58Check } from '@isochain/core/bytes';
import { describe, expect, it } from 'vitest';
import { chains } from '../chains.ts';
import { parseAccount } from './account-id.ts';
import { parseAddress } from './address.ts';

const advice =
  'never send it anywhere; move what it holds to a new wallet, and send an address or an extended public key';

// From the texts of BIP380 and SLIP-132: no real wallet has these keys.
const xprv =
  'xprv9xpXFhFpqdQK3TmytPBqXtGSwS3DLjojFhTGht8gwAAii8py5X6pxeBnQ6ehJiyJ6nDjWGJfZ95WxByFXVkDxHXrqu53WCRGypk2ttuqncb';
const secrets = [
  xprv,
  'yprvAHwhK6RbpuS3dgCYHM5jc2ZvEKd7Bi61u9FVhYMpgMSuZS613T1xxQeKTffhrHY79hZ5PsskBjcc6C2V7DrnsMsNaGDaWev3GLRQRgV7hxF',
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE',
  // Mistyped, and cut short.
  xprv.replace('Fhf', 'Fhg'),
  xprv.slice(0, 60),
  // Of another coin: SLIP-132, Polis.
  toBase58Check(Uint8Array.of(0x03, 0xe2, 0x59, 0x45, ...(fromBase58Check(xprv)?.payload.subarray(4) ?? []))),
  // BIP32, test vector 5: pubkey version / prvkey mismatch.
  'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6LBpB85b3D2yc8sfvZU521AAwdZafEz7mnzBBsz4wKY5fTtTQBm',
  '5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss',
  'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1',
  'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY2',
  `wpkh(${xprv}/<0;1>/*)`,
  `wpkh([deadbeef/84h/0h/0h]${xprv}/<0;1>/*)`,
  'wpkh(L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1)',
];

describe('secrets', () => {
  it.each(secrets)('are refused without repeating them (%#)', (text) => {
    for (const { network } of Object.values(chains)) {
      const refused = { ok: false, reason: `it is a private key: ${advice}`, secret: 'a private key' };
      expect(parseAccount(network, text)).toEqual(refused);
      expect(parseAddress(network, text)).toEqual(refused);
    }
  });

  it('include recovery phrases', () => {
    const phrase = `${'abandon '.repeat(11)}about`;
    expect(parseAccount(chains.bitcoin.network, phrase)).toEqual({
      ok: false,
      reason: `it looks like a recovery phrase: ${advice}`,
      secret: 'a recovery phrase',
    });
  });

  it('do not include public texts', () => {
    // 62 characters of bech32, 51 of them in a row without 0 and l.
    const texts = ['bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', 'bc1q'.padEnd(51, 'q')];
    for (const text of texts) {
      expect(JSON.stringify(parseAccount(chains.bitcoin.network, text))).not.toContain('private');
    }
  });
});
