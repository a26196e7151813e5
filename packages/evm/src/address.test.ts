import { turns } from '@isochain/dial';
import { getAddress, Wallet } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOfPublicKey, checkAddress, checkTokenId, checkTransactionId, toChecksum } from './address.ts';
import { namedChain } from './chains.ts';

const ethereum = namedChain('ethereum');
const rootstock = namedChain('rootstock');
const rootstockTestnet = namedChain('rootstock-testnet');

// EIP-55, "Test Cases".
const eip55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

// EIP-1191, "Test Cases".
const eip1191 = {
  rootstock: [
    '0x27b1FdB04752BBc536007A920D24ACB045561c26',
    '0x3599689E6292B81B2D85451025146515070129Bb',
    '0x42712D45473476B98452f434E72461577d686318',
    '0x52908400098527886E0F7030069857D2E4169ee7',
    '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD',
    '0x6549F4939460DE12611948B3F82B88C3C8975323',
    '0x66F9664f97f2B50F62d13EA064982F936de76657',
    '0x8617E340b3D01Fa5f11f306f4090fd50E238070D',
    '0x88021160c5C792225E4E5452585947470010289d',
    '0xD1220A0Cf47c7B9BE7a2e6ba89F429762E7B9adB',
    '0xDBF03B407c01E7CD3cBea99509D93F8Dddc8C6FB',
    '0xDe709F2102306220921060314715629080e2FB77',
    '0xFb6916095cA1Df60bb79ce92cE3EA74c37c5d359',
  ],
  testnet: [
    '0x27B1FdB04752BbC536007a920D24acB045561C26',
    '0x3599689e6292b81b2D85451025146515070129Bb',
    '0x42712D45473476B98452F434E72461577D686318',
    '0x52908400098527886E0F7030069857D2e4169EE7',
    '0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd',
    '0x6549f4939460dE12611948b3f82b88C3c8975323',
    '0x66f9664F97F2b50f62d13eA064982F936DE76657',
    '0x8617e340b3D01fa5F11f306F4090Fd50e238070d',
    '0x88021160C5C792225E4E5452585947470010289D',
    '0xd1220a0CF47c7B9Be7A2E6Ba89f429762E7b9adB',
    '0xdbF03B407C01E7cd3cbEa99509D93f8dDDc8C6fB',
    '0xDE709F2102306220921060314715629080e2Fb77',
    '0xFb6916095CA1dF60bb79CE92ce3Ea74C37c5D359',
  ],
};

/** The canonical form of an address or a hash, for any spelling. */
function read(text: string) {
  const lower = text.toLowerCase();
  return { ok: true, canonical: lower, value: lower };
}

/** Changes the case of one letter. */
function mistyped(address: string, at: number): string {
  const letter = address.charAt(at);
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return address.slice(0, at) + other + address.slice(at + 1);
}

describe('checkAddress', () => {
  it.each(eip55)('takes %s with and without its checksum', (address) => {
    const digits = address.slice(2);
    for (const text of [address, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`, `0X${digits}`]) {
      expect(checkAddress(ethereum, text)).toEqual(read(address));
    }
  });

  it('refuses the change of case of any single letter of a checksum', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    for (let at = 2; at < address.length; at++) {
      if (!/[a-f]/i.test(address.charAt(at))) continue;
      expect(checkAddress(ethereum, mistyped(address, at))).toEqual({
        ok: false,
        reason: 'its checksum is wrong',
        checksum: true,
      });
    }
  });

  it.each([
    ['', 'it does not start with 0x'],
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'it does not start with 0x'],
    [' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'it does not start with 0x'],
    ['vitalik.eth', 'it does not start with 0x'],
    ['0x', 'it has 0 hex digits, not 40'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'it has 39 hex digits, not 40'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0', 'it has 41 hex digits, not 40'],
    [`0x${'0'.repeat(64)}`, 'it has 64 hex digits, not 40'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg', 'it has characters that are not hexadecimal'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ', 'it has characters that are not hexadecimal'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe\n', 'it has characters that are not hexadecimal'],
    ['0x0x5aeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'it has characters that are not hexadecimal'],
  ])('refuses %j', (text, reason) => {
    expect(checkAddress(ethereum, text)).toEqual({ ok: false, reason });
  });

  it.each(eip1191.rootstock)('takes %s on Rootstock', (address) => {
    expect(checkAddress(rootstock, address)).toEqual(read(address));
  });

  it.each(eip1191.testnet)('takes %s on the testnet of Rootstock', (address) => {
    expect(checkAddress(rootstockTestnet, address)).toEqual(read(address));
  });

  // With few letters the checksums of two chains may be the same by chance.
  const byChance = ['0x3599', '0x4271', '0x6549', '0x8802'];
  const distinct = (address: string) => !byChance.includes(address.slice(0, 6).toLowerCase());

  it.each(eip1191.rootstock.filter(distinct))('takes %s on no other chain', (address) => {
    for (const other of [ethereum, rootstockTestnet]) expect(checkAddress(other, address).ok).toBe(false);
  });

  it.each(eip1191.testnet.filter(distinct))('takes %s on no other chain', (address) => {
    for (const other of [ethereum, rootstock]) expect(checkAddress(other, address).ok).toBe(false);
  });

  it.each(eip55)('takes %s on Rootstock too, because wallets of other chains write it so', (address) => {
    expect(checkAddress(rootstock, address)).toEqual(read(address));
  });
});

describe('addressOfPublicKey', () => {
  // The first account of the mnemonic "test test … junk", as anvil and Hardhat print it.
  const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
  const x = '8318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75';
  const y = '3547f11ca8696646f2f3acb08e31016afac23e630c5d11f59f61fef57b0d2aa5';
  const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

  it.each([
    ['compressed', `03${x}`],
    ['uncompressed', `04${x}${y}`],
    ['as coordinates', `${x}${y}`],
  ])('finds the account of a key, %s', (_, digits) => {
    for (const text of [digits, `0x${digits}`, `0X${digits}`, digits.toUpperCase(), ` 0x${digits}\n`]) {
      expect(addressOfPublicKey(text)).toEqual(read(owner));
    }
  });

  it('agrees with ethers', () => {
    expect(new Wallet(key).address).toBe(owner);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (secret) => {
        fc.pre(secret.some((byte) => byte !== 0) && secret.some((byte) => byte !== 255));
        const { address, signingKey } = new Wallet(`0x${Buffer.from(secret).toString('hex')}`);
        for (const text of [signingKey.publicKey, signingKey.compressedPublicKey]) {
          expect(addressOfPublicKey(text)).toEqual(read(address));
        }
      }),
      { numRuns: turns(20) },
    );
  });

  const noPoint = 'it is not a point of the curve secp256k1';
  const lengths = 'expected 33 (compressed), 65 (uncompressed) or 64 (coordinates)';

  it.each([
    ['a point with another y', `04${x}${y.slice(0, -1)}4`, noPoint],
    ['an x without a y', `02${'00'.repeat(31)}05`, noPoint],
    ['an x beyond the field', `02${'ff'.repeat(32)}`, noPoint],
    ['nothing but zeros', '00'.repeat(64), noPoint],
    ['an unknown prefix', `05${x}`, noPoint],
    ['a hybrid point', `07${x}${y}`, noPoint],
    ['a private key', key, `it has 32 bytes: ${lengths}`],
    ['an address', owner, `it has 20 bytes: ${lengths}`],
    ['half a byte too little', `03${x.slice(1)}`, 'it is not hexadecimal'],
    ['base64', 'A4MYU1tUEF1Keq5gwI/EX5aHGBtP38Yl', 'it is not hexadecimal'],
    ['nothing', '', `it has 0 bytes: ${lengths}`],
  ])('refuses %s', (_, text, reason) => {
    expect(addressOfPublicKey(text)).toEqual({ ok: false, reason });
  });
});

describe('checkTokenId', () => {
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

  it('takes the address of a contract', () => {
    expect(checkTokenId(ethereum, usdc.toLowerCase())).toEqual(read(usdc));
  });

  it('refuses a wrong checksum instead of correcting it', () => {
    expect(checkTokenId(ethereum, mistyped(usdc, 2))).toMatchObject({ ok: false, checksum: true });
  });

  // ERC-7528 and the pseudo-tokens of single chains (families of chain data name the source of each).
  it.each([
    ['ethereum', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['ethereum', '0x0000000000000000000000000000000000000000'],
    ['base', '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000'],
    ['optimism', '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000'],
    ['mantle', '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000'],
    ['zksync', '0x000000000000000000000000000000000000800A'],
    ['polygon', '0x0000000000000000000000000000000000001010'],
    ['moonbeam', '0x0000000000000000000000000000000000000802'],
  ] as const)('%s: %s stands for the native coin', (chainId, text) => {
    expect(checkTokenId(namedChain(chainId), text)).toEqual({
      ok: false,
      reason: 'it stands for the native coin',
      native: true,
    });
  });

  it('treats them as ordinary contracts on other chains', () => {
    expect(checkTokenId(ethereum, '0x0000000000000000000000000000000000001010').ok).toBe(true);
  });
});

describe('checkTransactionId', () => {
  const hash = '0x88DF016429689C079F3B2F6AD39FA052532C56795B733DA78A91EBE6A713944B';

  it('takes a hash with or without 0x, in any case', () => {
    for (const text of [hash, hash.slice(2), hash.toLowerCase(), `0X${hash.slice(2)}`]) {
      expect(checkTransactionId(text)).toEqual(read(hash));
    }
  });

  it.each(['', '0x', hash.slice(0, -1), `${hash}0`, `${hash}\n`, hash.replace('8', 'g'), '0x0x'.padEnd(66, '0')])(
    'refuses %j',
    (text) => {
      expect(checkTransactionId(text)).toEqual({ ok: false, reason: 'it is not a hash of 32 bytes in hex' });
    },
  );
});

describe('the checksum of EIP-55', () => {
  it.each(eip55)('of %s', (address) => {
    expect(toChecksum(address.toLowerCase())).toBe(address);
  });

  it('agrees with ethers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const address = `0x${Buffer.from(bytes).toString('hex')}`;
        expect(toChecksum(address)).toBe(getAddress(address));
      }),
    );
  });
});
