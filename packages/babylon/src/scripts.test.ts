import { readFileSync } from 'node:fs';
import { toHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { refundOutput, type StakeTerms, stakingOutput, termsProblem, unbondingOutput } from './scripts.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'));
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
/** The x-only key of a compressed key. */
const xOnly = (hex: string) => bytes(hex.slice(-64));

interface ScriptVector {
  readonly name: string;
  readonly parameters: {
    readonly covenant_public_keys: string[];
    readonly covenant_quorum: number;
    readonly finality_provider_public_keys: string[];
    readonly staker_public_key: string;
    readonly staking_time: number;
    readonly unbonding_time: number;
  };
  readonly expected: Readonly<Record<string, string>>;
}

const vectors: ScriptVector[] = read('babylon-scripts.json').vectors;

const own = read('babylon-transactions.json');
const ownTerms: StakeTerms = {
  staker: xOnly(own.keys.staker),
  providers: [bytes(own.keys.finalityProvider)],
  covenant: own.keys.covenant.map(bytes),
  quorum: 6,
  stakingTime: 64_000,
  unbondingTime: 1008,
};

describe('official vectors', () => {
  it.each(vectors)('$name', ({ parameters, expected }) => {
    const terms = {
      staker: xOnly(parameters.staker_public_key),
      providers: parameters.finality_provider_public_keys.map(xOnly),
      covenant: parameters.covenant_public_keys.map(xOnly),
      quorum: parameters.covenant_quorum,
      stakingTime: parameters.staking_time,
      unbondingTime: parameters.unbonding_time,
    };
    expect(termsProblem(terms)).toBeUndefined();
    const staking = stakingOutput(terms);
    expect(toHex(staking.script)).toBe(expected.staking_output_pkscript_hex);
    expect(toHex(staking.timelock.script)).toBe(expected.staking_transaction_timelock_script_hex);
    expect(toHex(staking.unbonding.script)).toBe(expected.staking_transaction_unbonding_script_hex);
    expect(toHex(staking.slashing.script)).toBe(expected.staking_transaction_slashing_script_hex);
    const unbonding = unbondingOutput(terms);
    // The one output of the unbonding transaction: script and lock time are its last bytes.
    expect(expected.unbonding_transaction_hex?.endsWith(`${toHex(unbonding.script)}00000000`)).toBe(true);
    expect(toHex(unbonding.timelock.script)).toBe(expected.unbonding_transaction_time_lock_script_hex);
    expect(toHex(unbonding.slashing.script)).toBe(expected.unbonding_transaction_slashing_script_hex);
  });
});

describe('stakes on signet', () => {
  const stakes = read('babylon-signet-stakes.json').stakes;
  const versions = read('babylon-testnet-parameters.json').params;

  it.each([0, 1])('makes the outputs and control blocks of stake %i', (i) => {
    const stake = stakes[i];
    const terms: StakeTerms = {
      staker: bytes(stake.stakerPk),
      providers: stake.finalityProviderPks.map(bytes),
      covenant: versions[stake.paramsVersion].covenant_pks.map(bytes),
      quorum: versions[stake.paramsVersion].covenant_quorum,
      stakingTime: stake.stakingTime,
      unbondingTime: stake.unbondingTime,
    };
    const staking = stakingOutput(terms);
    const unbonding = unbondingOutput(terms);
    // Both outputs are in transactions that signet confirmed.
    expect(stake.stakingTxHex).toContain(toHex(staking.script));
    expect(stake.unbondingTxHex).toContain(toHex(unbonding.script));
    expect({
      stakingTimelock: toHex(staking.timelock.controlBlock),
      stakingUnbonding: toHex(staking.unbonding.controlBlock),
      stakingSlashing: toHex(staking.slashing.controlBlock),
      unbondingTimelock: toHex(unbonding.timelock.controlBlock),
      unbondingSlashing: toHex(unbonding.slashing.controlBlock),
    }).toEqual(stake.controlBlocks);
  });
});

describe('another implementation', () => {
  it('locks the rest after slashing', () => {
    expect(toHex(refundOutput(ownTerms).script)).toBe(own.slashingRefundOutputScript);
    expect(toHex(refundOutput(ownTerms).timelock.script)).toBe(own.scripts.unbondingTimelock);
    // A single leaf has no hashes beside it.
    expect(refundOutput(ownTerms).timelock.controlBlock).toHaveLength(33);
  });

  it('sorts the keys from any order', () => {
    const turned = { ...ownTerms, covenant: ownTerms.covenant.toReversed() };
    expect(toHex(stakingOutput(turned).script)).toBe(own.stakingOutputScript);
    expect(toHex(unbondingOutput(turned).script)).toBe(own.unbondingOutputScript);
  });
});

describe('termsProblem', () => {
  const [first, second] = ownTerms.covenant as [Uint8Array, Uint8Array];

  it.each([
    [{ providers: [ownTerms.staker] }, 'one key stands for two parties'],
    [{ covenant: [first, first] }, 'one key stands for two parties'],
    [{ providers: [] }, 'there is no finality provider'],
    [{ covenant: [first, second], quorum: 3 }, 'the quorum does not fit the covenant'],
    [{ quorum: 0 }, 'the quorum does not fit the covenant'],
    [{ covenant: [], quorum: 1 }, 'the quorum does not fit the covenant'],
    [{ stakingTime: 0 }, 'a time is not from 1 to 65535 blocks'],
    [{ unbondingTime: 65_536 }, 'a time is not from 1 to 65535 blocks'],
    // 5 is the x of no point, and no key is shorter than 32 bytes.
    [{ staker: bytes('5'.padStart(64, '0')) }, 'one of the keys is no point of the curve'],
    [{ providers: [first.subarray(1)] }, 'one of the keys is no point of the curve'],
  ])('%j: %s', (change, reason) => {
    expect(termsProblem({ ...ownTerms, ...change })).toBe(reason);
  });
});
