import { describe, expect, it } from 'vitest';
import { sdk } from '../../test/fixtures.ts';
import { chains } from '../chains.ts';
import { configAccount } from '../fees/prices.ts';
import { Address } from '../ton-core.ts';
import { canonicalAddress, checkAddress, checkSender, isAddress, walletAddress } from './address.ts';

const chain = chains.ton;
// Of the vectors of @ton/ton: one account in all its forms.
const { address: raw, bounceable, nonBounceable } = sdk.wallets.v5r1;
const { address } = readOf(raw);

function readOf(text: string) {
  const parsed = checkAddress(chain, text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
}

/** The forms of TEP-2, as @ton/core writes them. */
const forms = (urlSafe: boolean) =>
  [true, false].map((isBounceable) => address.toString({ urlSafe, bounceable: isBounceable, testOnly: false }));

describe('checkAddress', () => {
  it.each([
    ['bounceable', bounceable, true],
    ['not bounceable', nonBounceable, false],
    ['with spaces around it', `\n ${bounceable}  `, true],
    ['bounceable in the other alphabet of base64', forms(false)[0] ?? '', true],
    ['not bounceable in the other alphabet of base64', forms(false)[1] ?? '', false],
    ['raw', raw, undefined],
    ['raw in upper case', raw.toUpperCase(), undefined],
    ['raw with zeros in front of the workchain', `0${raw}`, undefined],
  ])('reads an address that is %s', (_, text, isBounceable) => {
    const parsed = checkAddress(chain, text);
    // Equal accounts have an equal canonical form.
    expect(parsed).toMatchObject({ ok: true, canonical: bounceable, value: { isBounceable } });
    expect(parsed.ok && parsed.value.address.toRawString()).toBe(raw);
  });

  it('reads both alphabets where they differ', () => {
    // The wallet of USDT: ton-blockchain/docs names it so.
    const master = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
    const other = master.replaceAll('_', '/').replaceAll('-', '+');
    expect(readOf(master).address.toRawString()).toBe(
      '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
    );
    expect(readOf(other).address.equals(readOf(master).address)).toBe(true);
  });

  it('refuses a text that mixes both alphabets', () => {
    const mixed = [...'0123456789abcdef'].map((digit) => {
      const text = Address.parseRaw(`0:${'fbef'.repeat(15)}${digit}fbe`).toString({ urlSafe: true });
      return text.replace('-', '+');
    });
    for (const text of mixed) {
      expect(text).toMatch(/\+.*-/);
      expect(checkAddress(chain, text)).toMatchObject({ ok: false, reason: expect.stringContaining('not an address') });
    }
  });

  it('finds every wrong character by the checksum', () => {
    for (let i = 0; i < bounceable.length; i++) {
      const wrong = `${bounceable.slice(0, i)}${bounceable[i] === 'A' ? 'B' : 'A'}${bounceable.slice(i + 1)}`;
      expect([i, checkAddress(chain, wrong)]).toEqual([
        i,
        { ok: false, reason: 'its checksum is wrong', checksum: true },
      ]);
    }
  });

  it('finds two characters that changed places', () => {
    const swapped = `${bounceable.slice(0, 9)}${bounceable[10]}${bounceable[9]}${bounceable.slice(11)}`;
    expect(swapped).not.toBe(bounceable);
    expect(checkAddress(chain, swapped)).toMatchObject({ checksum: true });
  });

  it.each([true, false])('refuses an address for test networks (bounceable: %s)', (isBounceable) => {
    const text = address.toString({ bounceable: isBounceable, testOnly: true });
    expect(text).toMatch(/^[k0]Q/);
    expect(checkAddress(chain, text)).toEqual({ ok: false, reason: 'it is an address for test networks only' });
    expect(checkAddress({ ...chain, isTest: true }, text)).toMatchObject({ ok: true, value: { isBounceable } });
    expect(isAddress(text)).toBe(true);
  });

  it('reads accounts of the masterchain', () => {
    const text = `-1:${'5'.repeat(64)}`;
    // ton-blockchain/docs, content/blockchain-basics: the address of the configuration.
    const friendly = 'Ef9VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVbxn';
    expect(checkAddress(chain, text)).toMatchObject({ ok: true, canonical: friendly });
    expect(readOf(friendly).address.equals(configAccount())).toBe(true);
    expect(checkSender(chain, text)).toMatchObject({ ok: false, reason: expect.stringContaining('masterchain') });
    expect(checkSender(chain, raw)).toMatchObject({ ok: true, canonical: bounceable });
    expect(checkSender(chain, 'x')).toMatchObject({ ok: false, reason: expect.stringContaining('not an address') });
  });

  it.each([1, -2, 127, -128, 4_294_967_296])('refuses workchain %d', (workchain) => {
    const text = `${workchain}:${'a'.repeat(64)}`;
    expect(checkAddress(chain, text)).toMatchObject({ ok: false, reason: expect.stringContaining('workchain') });
  });

  it('refuses another workchain in the friendly form', () => {
    const text = Address.parseRaw(`5:${'a'.repeat(64)}`).toString();
    expect(checkAddress(chain, text)).toEqual({ ok: false, reason: 'it is in workchain 5: there are only 0 and -1' });
  });

  it.each([
    ['a friendly form behind a workchain', `0:${bounceable}`],
    ['a workchain in front of a friendly form', `0${bounceable.slice(0, 47)}:`],
    ['a raw form with 0x', `0x${raw}`],
    ['a raw form that is too short', raw.slice(0, -1)],
    ['a raw form that is too long', `${raw}0`],
    ['a raw form without a hash', '0:'],
    ['a friendly form that is too short', bounceable.slice(0, -1)],
    ['a friendly form with padding', `${bounceable}=`],
    ['two addresses', `${bounceable} ${bounceable}`],
    ['an unknown flag', Buffer.from([0x31, ...Buffer.alloc(35)]).toString('base64url')],
    ['an address of another chain', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['a name', 'foundation.ton'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(checkAddress(chain, text).ok).toBe(false);
  });

  it.each(['', '0x'])('takes 32 bytes in hex for a private key (prefix "%s")', (prefix) => {
    const parsed = checkAddress(chain, `${prefix}${'ab'.repeat(32)}`);
    expect(parsed).toMatchObject({ ok: false, secret: 'a private key' });
  });
});

describe('the forms of answers', () => {
  it('writes contracts bounceable and wallets not', () => {
    expect(canonicalAddress(address)).toBe(bounceable);
    expect(walletAddress(address)).toBe(nonBounceable);
  });

  it.each(Object.entries(sdk.wallets))('writes the wallet %s as the SDKs do', (_, wallet) => {
    const { address } = readOf(wallet.address);
    expect([canonicalAddress(address), walletAddress(address)]).toEqual([wallet.bounceable, wallet.nonBounceable]);
  });
});
