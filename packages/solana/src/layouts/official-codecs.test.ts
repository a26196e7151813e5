import { type Address, getAddressDecoder, lamports } from '@solana/kit';
import {
  getSysvarClockEncoder,
  getSysvarEpochScheduleEncoder,
  getSysvarRentEncoder,
  getSysvarStakeHistoryEncoder,
} from '@solana/sysvars';
import * as officialStake from '@solana-program/stake';
import * as officialSystem from '@solana-program/system';
import * as officialToken from '@solana-program/token';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  decodeClock,
  decodeEpochSchedule,
  decodeMint,
  decodeNonceAccount,
  decodeRent,
  decodeStakeAccount,
  decodeStakeHistory,
  decodeTokenAccount,
  decodeTokenHolding,
} from './index.ts';

// Our decoders read what the encoders of the official clients write: docs/decisions/0020-bytes-of-solana.md. What these do not know (vote accounts,
// Metaplex, extensions of Token-2022, validator info) is judged in layouts.test.ts, by accounts of the chain.

const address = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes): Address => getAddressDecoder().decode(bytes));
const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
const i64 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
/** Seconds since 1970 that a date can show. */
const moment = fc.bigInt(0n, 8_640_000_000_000n);
const perhaps = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const bytes = (encoded: ArrayLike<number>) => Uint8Array.from(encoded);

/** Runs a check on a hundred records of these fields. */
function holds<T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }, check: (record: T) => void): void {
  fc.assert(fc.property(fc.record(fields) as fc.Arbitrary<T>, check));
}

it('mints', () => {
  const fields = {
    mintAuthority: perhaps(address),
    supply: u64,
    decimals: fc.nat(255),
    freezeAuthority: perhaps(address),
  };
  holds(fields, (mint) => {
    const { supply, decimals } = mint;
    const encode = (isInitialized: boolean) => bytes(officialToken.getMintEncoder().encode({ ...mint, isInitialized }));
    expect(decodeMint(encode(true))).toEqual({ supply, decimals, extensions: { types: [] } });
    expect(decodeMint(encode(false))).toBeUndefined();
  });
});

it('token accounts', () => {
  const fields = {
    ...{ mint: address, owner: address, amount: u64, delegate: perhaps(address), isNative: perhaps(u64) },
    ...{ delegatedAmount: u64, closeAuthority: perhaps(address) },
  };
  const { Uninitialized, Initialized, Frozen } = officialToken.AccountState;
  holds(fields, (account) => {
    const { mint, owner, amount } = account;
    const encode = (state: officialToken.AccountState) =>
      bytes(officialToken.getTokenEncoder().encode({ ...account, state }));
    expect(decodeTokenAccount(encode(Initialized))).toEqual({
      mint,
      owner,
      amount,
      state: 'initialized',
      extensions: {},
    });
    expect(decodeTokenAccount(encode(Frozen))).toMatchObject({ mint, owner, amount, state: 'frozen' });
    expect(decodeTokenAccount(encode(Uninitialized))).toBeUndefined();
    expect(decodeTokenHolding(encode(Frozen))).toEqual({ mint, owner, amount });
  });
});

it('stake accounts', () => {
  const fields = {
    ...{ staker: address, withdrawer: address, custodian: address, voter: address },
    ...{ unixTimestamp: i64, epoch: u64, stake: u64, activationEpoch: u64, deactivationEpoch: u64, other: u64 },
  };
  holds(fields, ({ staker, withdrawer, custodian, unixTimestamp, epoch, other, ...delegation }) => {
    const { voter, stake, activationEpoch, deactivationEpoch } = delegation;
    const meta = {
      authorized: { staker, withdrawer },
      lockup: { unixTimestamp, epoch, custodian },
      rentExemptReserve: other,
    };
    const delegated = {
      delegation: {
        voterPubkey: voter,
        stake,
        activationEpoch,
        deactivationEpoch,
        reserved: new Array<number>(8).fill(0),
      },
      creditsObserved: other,
    };
    const flags = { bits: 0 };
    const encode = (state: officialStake.StakeStateV2Args) => {
      const account = new Uint8Array(200);
      account.set(officialStake.getStakeStateAccountEncoder().encode({ state }));
      return account;
    };
    const read = { staker, withdrawer, lockup: { unixTimestamp, epoch } };
    expect(decodeStakeAccount(encode({ __kind: 'Uninitialized' }))).toEqual({ state: 'uninitialized' });
    expect(decodeStakeAccount(encode({ __kind: 'Initialized', fields: [meta] }))).toEqual({
      state: 'initialized',
      meta: read,
    });
    expect(decodeStakeAccount(encode({ __kind: 'Stake', fields: [meta, delegated, flags] }))).toEqual({
      ...{ state: 'delegated', meta: read, delegation },
    });
    expect(decodeStakeAccount(encode({ __kind: 'RewardsPool' }))).toBeUndefined();
  });
});

it('nonce accounts', () => {
  const { NonceState, NonceVersion } = officialSystem;
  holds({ authority: address, blockhash: address, lamportsPerSignature: u64 }, (account) => {
    const encode = (version: officialSystem.NonceVersion, state: officialSystem.NonceState) =>
      bytes(officialSystem.getNonceEncoder().encode({ ...account, version, state }));
    const { authority, blockhash: nonce } = account;
    expect(decodeNonceAccount(encode(NonceVersion.Current, NonceState.Initialized))).toEqual({ authority, nonce });
    expect(decodeNonceAccount(encode(NonceVersion.Legacy, NonceState.Initialized))).toBeUndefined();
    expect(decodeNonceAccount(encode(NonceVersion.Current, NonceState.Uninitialized))).toBeUndefined();
  });
});

it('the clock', () => {
  const fields = {
    ...{ slot: fc.bigInt(0n, 2n ** 53n - 1n), epochStartTimestamp: moment, epoch: u64 },
    ...{ leaderScheduleEpoch: u64, unixTimestamp: moment },
  };
  holds(fields, (clock) => {
    const { slot, epochStartTimestamp, epoch, unixTimestamp } = clock;
    const encoded = getSysvarClockEncoder().encode(clock as never);
    expect(decodeClock(bytes(encoded))).toEqual({ slot, epochStartTimestamp, epoch, unixTimestamp });
  });
});

it('the schedule of epochs', () => {
  const fields = {
    ...{ slotsPerEpoch: fc.bigInt(1n, 2n ** 64n - 1n), leaderScheduleSlotOffset: u64, warmup: fc.boolean() },
    ...{ firstNormalEpoch: u64, firstNormalSlot: u64 },
  };
  holds(fields, (schedule) => {
    const { slotsPerEpoch, firstNormalSlot } = schedule;
    const encoded = getSysvarEpochScheduleEncoder().encode(schedule);
    expect(decodeEpochSchedule(bytes(encoded))).toEqual({ slotsPerEpoch, firstNormalSlot });
  });
});

it('the rent', () => {
  holds(
    { perByte: fc.bigInt(0n, 10_000n), exemptionThreshold: fc.constantFrom(1, 2), burnPercent: fc.nat(100) },
    (rent) => {
      const { perByte, ...rest } = rent;
      const encoded = getSysvarRentEncoder().encode({ lamportsPerByteYear: lamports(perByte), ...rest } as never);
      const { exemptionThreshold } = rent;
      expect(decodeRent(bytes(encoded), 20_000)).toEqual({ lamportsPerByte: perByte, exemptionThreshold });
    },
  );
});

it('the history of stakes', () => {
  const entry = fc.record({ epoch: u64, effective: u64, activating: u64, deactivating: u64 });
  const entries = fc.uniqueArray(entry, { selector: ({ epoch }) => epoch, maxLength: 512 });
  holds({ entries }, ({ entries: history }) => {
    const rows = history.map(({ epoch, ...stakeHistory }) => ({ epoch, stakeHistory }));
    const encoded = getSysvarStakeHistoryEncoder().encode(rows as never);
    expect(decodeStakeHistory(bytes(encoded))).toEqual(new Map(history.map(({ epoch, ...rest }) => [epoch, rest])));
  });
});
