import { getAddressEncoder, getU32Encoder, getU64Encoder, address as kitAddress } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import recorded from '../../fixtures/mainnet-accounts.json' with { type: 'json' };
import {
  decodeClock,
  decodeEpochSchedule,
  decodeMetaplexMetadata,
  decodeMint,
  decodeNonceAccount,
  decodeRent,
  decodeStakeAccount,
  decodeStakeHistory,
  decodeTokenAccount,
  decodeTokenHolding,
  decodeValidatorInfo,
  decodeVoteAccount,
  never,
  rentExemptMinimum,
} from './index.ts';

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
const data = (name: keyof typeof recorded) => bytes(recorded[name].data);
const u32 = (value: number) => [...getU32Encoder().encode(value)];
const u64 = (value: bigint) => [...getU64Encoder().encode(value)];
const key = (text: string) => [...getAddressEncoder().encode(kitAddress(text))];
const text = (value: string) => [...u32(Buffer.byteLength(value)), ...Buffer.from(value)];

const paypal = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo';
const paypalAuthority = '2apBGMsS6ti9RyF5TwQTDswXBWskiJP2LD4cUEDqYJjk';

describe('mints', () => {
  it('of the classic program', () => {
    // As the node parses the same bytes.
    expect(decodeMint(data('USDC'))).toEqual({
      supply: 7_680_939_435_888_239n,
      decimals: 6,
      extensions: { types: [] },
    });
  });

  it('with extensions, and with hook and fee switched off', () => {
    const { extensions, ...mint } = decodeMint(data('PYUSD')) ?? {};
    expect(mint).toMatchObject({ decimals: 6 });
    expect(extensions).toEqual({
      types: [3, 12, 1, 4, 16, 14, 18, 19],
      transferFee: {
        older: { epoch: 605n, maximumFee: 0n, basisPoints: 0 },
        newer: { epoch: 605n, maximumFee: 0n, basisPoints: 0 },
      },
      permanentDelegate: paypalAuthority,
      metadataPointer: paypal,
      metadata: {
        mint: paypal,
        name: 'PayPal USD',
        symbol: 'PYUSD',
      },
    });
  });

  it('with a fee that rose', () => {
    expect(decodeMint(data('BERN'))?.extensions.transferFee).toEqual({
      older: { epoch: 624n, maximumFee: 3906250000000000000n, basisPoints: 420 },
      newer: { epoch: 698n, maximumFee: 3906250000000000000n, basisPoints: 269 },
    });
  });

  it('with additional fields after the name', () => {
    expect(decodeMint(data('BNDRG'))).toMatchObject({
      supply: 1n,
      decimals: 0,
      extensions: { metadata: { name: 'Banana Dragon #2', symbol: 'BNDRG' } },
    });
  });

  it('are told from token accounts, stakes, multisigs and empty accounts', () => {
    expect(decodeMint(data('USDC account'))).toBeUndefined();
    expect(decodeMint(data('stake account'))).toBeUndefined();
    expect(decodeMint(new Uint8Array(355).fill(1))).toBeUndefined();
    expect(decodeMint(new Uint8Array(82))).toBeUndefined();
    expect(decodeMint(new Uint8Array())).toBeUndefined();
  });

  it('are refused with extensions that run beyond the end', () => {
    expect(decodeMint(data('PYUSD').slice(0, -1))).toBeUndefined();
  });
});

describe('token accounts', () => {
  it('of the classic program', () => {
    expect(decodeTokenAccount(data('USDC account'))).toEqual({
      mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      owner: '5QxkJGkYTxkJBp575w39Qumi8v2g3bxLWaXjpJsquYky',
      amount: 217_775_889n,
      state: 'initialized',
      extensions: {},
    });
  });

  it('of wrapped SOL, without counting its reserve', () => {
    expect(decodeTokenAccount(data('WSOL account'))).toMatchObject({
      mint: 'So11111111111111111111111111111111111111112',
      owner: '5tvSJRH4BUgJD3sR83Exnn13Zi524Dzo48GB4QaiFu9H',
      amount: 86_840_850n,
    });
  });

  it('with extensions: a required memo among others', () => {
    const base = data('USDC account');
    base[108] = 2;
    const extended = Uint8Array.from([
      ...[...base, 2],
      ...[...[7, 0], ...[0, 0]],
      ...[...[2, 0], ...[8, 0], ...u64(1_600_000n)],
      ...[...[8, 0], ...[1, 0], 1],
      ...[...[11, 0], ...[1, 0], 0],
      // Room for more.
      ...[0, 0, 0, 0, 0, 0],
    ]);
    expect(decodeTokenAccount(extended)).toMatchObject({
      state: 'frozen',
      extensions: { memoRequired: true },
    });
  });

  it('are told from mints', () => {
    expect(decodeTokenAccount(data('USDC'))).toBeUndefined();
    expect(decodeTokenAccount(data('PYUSD'))).toBeUndefined();
  });

  it('hold mint, owner and amount in their first 72 bytes', () => {
    expect(decodeTokenHolding(data('USDC account').slice(0, 72))).toEqual({
      mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      owner: '5QxkJGkYTxkJBp575w39Qumi8v2g3bxLWaXjpJsquYky',
      amount: 217_775_889n,
    });
    expect(decodeTokenHolding(new Uint8Array(71))).toBeUndefined();
  });
});

describe('stake accounts', () => {
  it('that were delegated', () => {
    // As the node parses the same bytes. Made when the program had version 5, and what was the warm-up rate is zero.
    expect(decodeStakeAccount(data('stake account of version 5'))).toEqual({
      state: 'delegated',
      meta: {
        staker: '6WecYymEARvjG5ZyqkrVQ6YkhPfujNzWpSPwNKXHCbV2',
        withdrawer: '6WecYymEARvjG5ZyqkrVQ6YkhPfujNzWpSPwNKXHCbV2',
        lockup: { unixTimestamp: 0n, epoch: 0n },
      },
      delegation: {
        voter: '6XPxXV2VZMNqSquPUF3bjnGt5u8R884A9UVYS6jv8g5f',
        stake: 1_000_430_926n,
        activationEpoch: 1042n,
        deactivationEpoch: never,
      },
    });
  });

  it('of an earlier version', () => {
    const account = decodeStakeAccount(data('stake account'));
    expect(account).toMatchObject({ state: 'delegated', delegation: { stake: 0x0c98_e183n, activationEpoch: 943n } });
  });

  it('in their other states', () => {
    const initialized = data('stake account');
    initialized[0] = 1;
    expect(decodeStakeAccount(initialized)).toMatchObject({ state: 'initialized' });
    expect(decodeStakeAccount(new Uint8Array(200))).toEqual({ state: 'uninitialized' });
    expect(decodeStakeAccount(new Uint8Array(199))).toBeUndefined();
    expect(decodeStakeAccount(Uint8Array.from([3, ...new Uint8Array(199)]))).toBeUndefined();
  });
});

describe('nonce accounts', () => {
  it('hold authority and nonce', () => {
    expect(decodeNonceAccount(data('nonce account'))).toEqual({
      authority: '6WJfN1fqrEEMSVKnzZkR4vJTMTxBaqvka2KA7aQHJMfF',
      nonce: 'ADTCz2kc6p5FUYeUy1PyduFpAShacmtkvj3HLn6NZErJ',
    });
  });

  it('must be initialised and of the current version', () => {
    expect(decodeNonceAccount(Uint8Array.from([1, ...new Uint8Array(79)]))).toBeUndefined();
    const legacy = data('nonce account');
    legacy[0] = 0;
    expect(decodeNonceAccount(legacy)).toBeUndefined();
  });
});

describe('Metaplex metadata', () => {
  it('of a token, without its padding', () => {
    expect(decodeMetaplexMetadata(data('USDC metadata'))).toEqual({
      mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      name: 'USD Coin',
      symbol: 'USDC',
      // From before there were standards.
      tokenStandard: undefined,
    });
  });

  it('of a collectible with creators', () => {
    const creator = [...key(paypal), 1, 100];
    const metadata = Uint8Array.from([
      ...[4, ...key(paypalAuthority), ...key(paypal)],
      ...[...text('Ape\0\0'), ...text('APE\0'), ...text('https://x/y\0')],
      // Fee, creators, primary sale, mutable, edition nonce, standard.
      ...[...[0xf4, 1], 1, ...u32(2), ...creator, ...creator, 1, 1, 1, 254, 1, 4],
    ]);
    expect(decodeMetaplexMetadata(metadata)).toMatchObject({
      name: 'Ape',
      symbol: 'APE',
      tokenStandard: 'programmableNonFungible',
    });
    expect(decodeMetaplexMetadata(metadata.slice(0, 75))).toBeUndefined();
    expect(decodeMetaplexMetadata(metadata.slice(0, -2))?.tokenStandard).toBeUndefined();
    // Another kind of account of the same program.
    expect(decodeMetaplexMetadata(Uint8Array.from([6, ...metadata.slice(1)]))).toBeUndefined();
  });
});

describe('vote accounts', () => {
  const authorities = [...key(paypal), ...key(paypalAuthority)];

  it('of versions 2 and 3 have a percentage', () => {
    for (const version of [1, 2]) {
      expect(decodeVoteAccount(Uint8Array.from([...u32(version), ...authorities, 7, 0, 0]))).toEqual({
        node: paypal,
        commissionBasisPoints: 700,
        hasBlsKey: false,
      });
    }
  });

  it('of version 4 have basis points', () => {
    const head = [...u32(3), ...authorities, ...authorities, ...[0x0b, 0x02], ...[0x10, 0x27], ...u64(0n)];
    const withKey = Uint8Array.from([...head, 1, ...new Uint8Array(48).fill(7)]);
    expect(decodeVoteAccount(withKey)).toEqual({ node: paypal, commissionBasisPoints: 523, hasBlsKey: true });
    expect(decodeVoteAccount(Uint8Array.from([...head, 0]))?.hasBlsKey).toBe(false);
  });

  it('are not read from zeros', () => {
    expect(decodeVoteAccount(new Uint8Array(3762))).toBeUndefined();
    expect(decodeVoteAccount(new Uint8Array(10))).toBeUndefined();
  });
});

describe('validator info', () => {
  const info = (json: string, signed = 1) =>
    Uint8Array.from([
      ...[2, ...key('Va1idator1nfo111111111111111111111111111111'), 0, ...key(paypal), signed],
      ...[...u64(BigInt(Buffer.byteLength(json))), ...Buffer.from(json), 0, 0],
    ]);

  it('names an identity', () => {
    expect(decodeValidatorInfo(info('{"name":"Löwe","website":"https://x"}'))).toEqual({ node: paypal, name: 'Löwe' });
  });

  it('must be signed by that identity, be JSON and have a name', () => {
    expect(decodeValidatorInfo(info('{"name":"Löwe"}', 0))).toBeUndefined();
    expect(decodeValidatorInfo(info('{"name":'))).toBeUndefined();
    expect(decodeValidatorInfo(info('"name"'))).toBeUndefined();
    expect(decodeValidatorInfo(info('null'))).toBeUndefined();
    expect(decodeValidatorInfo(info('{"name":3}'))).toBeUndefined();
    expect(decodeValidatorInfo(info('{"name":"x"}').slice(0, 80))).toBeUndefined();
  });
});

describe('sysvars', () => {
  it('clock', () => {
    const clock = [447_652_000n, 1_780_000_000n, 1036n, 1037n, 1_780_035_000n];
    expect(decodeClock(Uint8Array.from(clock.flatMap(u64)))).toEqual({
      slot: 447_652_000n,
      epochStartTimestamp: 1_780_000_000n,
      epoch: 1036n,
      unixTimestamp: 1_780_035_000n,
    });
    expect(decodeClock(new Uint8Array(39))).toBeUndefined();
    // Beyond what a date can show (ECMA-262: 8.64e15 ms), before 1970, and a slot that is no safe number.
    for (const [place, value] of [
      [1, 8_640_000_000_001n],
      [4, 8_640_000_000_001n],
      [4, 2n ** 64n - 1n],
      [0, 2n ** 53n],
    ] as const) {
      expect(decodeClock(Uint8Array.from(clock.with(place, value).flatMap(u64)))).toBeUndefined();
    }
  });

  it('epoch schedule', () => {
    const schedule = [...u64(432_000n), ...u64(432_000n), 0, ...u64(14n), ...u64(524_256n)];
    expect(decodeEpochSchedule(Uint8Array.from(schedule))).toEqual({
      slotsPerEpoch: 432_000n,
      firstNormalSlot: 524_256n,
    });
  });

  it('rent, before and after SIMD-0194', () => {
    const rent = (perByte: bigint, threshold: number[]) =>
      decodeRent(Uint8Array.from([...u64(perByte), ...threshold, 50]), 69_600);
    // 2.0 and 1.0 as IEEE 754 doubles.
    for (const decoded of [rent(3480n, [0, 0, 0, 0, 0, 0, 0, 0x40]), rent(6960n, [0, 0, 0, 0, 0, 0, 0xf0, 0x3f])]) {
      expect(decoded && [0, 80, 82, 165, 200].map((size) => rentExemptMinimum(decoded, size))).toEqual([
        890_880n,
        1_447_680n,
        1_461_600n,
        2_039_280n,
        2_282_880n,
      ]);
    }
  });

  it('rent, but not above a limit', () => {
    const rent = (perByte: bigint, threshold: number) => {
      const data = new DataView(new ArrayBuffer(17));
      data.setBigUint64(0, perByte, true);
      data.setFloat64(8, threshold, true);
      return decodeRent(new Uint8Array(data.buffer), 69_600);
    };
    for (const threshold of [Number.NaN, Number.POSITIVE_INFINITY, -1, 1e9]) {
      expect(rent(6960n, threshold)).toBeUndefined();
    }
    expect(rent(2n ** 64n - 1n, 1)).toBeUndefined();
    expect(rent(69_601n, 1)).toBeUndefined();
    expect(rent(34_800n, 2)).toBeDefined();
    expect(rent(0n, 1)).toBeDefined();
  });

  it('stake history', () => {
    const entries = [2n, 1035n, 400n, 3n, 2n, 1034n, 399n, 4n, 5n];
    expect(decodeStakeHistory(Uint8Array.from([...entries.flatMap(u64), ...new Uint8Array(96)]))).toEqual(
      new Map([
        [1035n, { effective: 400n, activating: 3n, deactivating: 2n }],
        [1034n, { effective: 399n, activating: 4n, deactivating: 5n }],
      ]),
    );
    expect(decodeStakeHistory(Uint8Array.from(u64(1n)))).toBeUndefined();
  });
});
