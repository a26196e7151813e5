import { type Address, getAddressEncoder, getU64Encoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { someAddress } from '../../test/addresses.ts';
import { account, Fault, type Script, scriptedNode } from '../../test/scripted-node.ts';
import { programs } from '../well-known.ts';
import { readValidators } from './validators.ts';

const infoKey = 'Va1idator1nfo111111111111111111111111111111';

interface Vote {
  readonly number: number;
  readonly stake?: bigint;
  readonly commission?: number;
  readonly basisPoints?: number;
  readonly isInEpoch?: boolean;
}

const vote = ({ number, stake = 0n, commission = 5, basisPoints, isInEpoch = true }: Vote) => ({
  votePubkey: someAddress(number, 1),
  nodePubkey: someAddress(number, 2),
  activatedStake: stake,
  commission,
  ...(basisPoints === undefined ? {} : { inflationRewardsCommissionBps: basisPoints }),
  epochVoteAccount: isInEpoch,
  epochCredits: [[1, 64, 0]],
  lastVote: 147,
  rootSlot: 42,
});

function info(number: number, json: string) {
  const key = (text: string) => getAddressEncoder().encode(text as Address);
  const data = [
    ...[2, ...key(infoKey), 0, ...key(someAddress(number, 2)), 1],
    ...[...getU64Encoder().encode(Buffer.byteLength(json)), ...Buffer.from(json)],
  ];
  return { pubkey: someAddress(number, 3), account: account(programs.config, Uint8Array.from(data)) };
}

const cluster = (votes: readonly Vote[], infos: Script['getProgramAccounts'] = () => []): Script => ({
  getVoteAccounts: () => ({ current: votes.map(vote), delinquent: [vote({ number: 999, stake: 10n ** 18n })] }),
  getProgramAccounts: infos,
});

const read = (node: ReturnType<typeof scriptedNode>, cursor?: string, limit = 100) =>
  readValidators({ limit, cursor }, node.operation);

describe('readValidators', () => {
  it('leaves out validators that are not chosen for the epoch, because they earn nothing', async () => {
    const node = scriptedNode(
      cluster([
        { number: 1, stake: 9n, isInEpoch: false },
        { number: 2, stake: 5n },
      ]),
    );
    const { validators } = await read(node);
    expect(validators.map(({ address }) => address)).toEqual([someAddress(2, 1)]);
  });

  it('lists validators by stake, with their own names, in one round trip', async () => {
    const node = scriptedNode(
      cluster(
        [
          { number: 1, stake: 5n },
          { number: 2, stake: 2n ** 63n, commission: 100 },
          { number: 3, stake: 7n, commission: 7, basisPoints: 651 },
          { number: 4, stake: 6n, commission: 255 },
        ],
        () => [
          info(1, '{"name":"Löwe\\u202E\\n Pool","website":"https://x"}'),
          info(2, `{"name":"${'x'.repeat(80)}"}`),
          info(3, '{"website":"https://x"}'),
          // An identity without a validator.
          info(9, '{"name":"Nine"}'),
        ],
      ),
    );
    expect(await read(node)).toEqual({
      validators: [
        { address: someAddress(2), name: 'x'.repeat(64), commission: 1, stakedAmount: '9223372036854775808' },
        { address: someAddress(3), name: shortened(3), commission: 0.0651, stakedAmount: '7' },
        { address: someAddress(4), name: shortened(4), commission: 1, stakedAmount: '6' },
        { address: someAddress(1), name: 'Löwe Pool', commission: 0.05, stakedAmount: '5' },
      ],
      next: undefined,
    });
    expect(node.operation.trace.roundTrips).toBe(1);
    expect(node.requests).toHaveLength(1);
    expect(node.calls('getProgramAccounts')[0]?.params[1].filters).toEqual([{ memcmp: { offset: 1, bytes: infoKey } }]);
  });

  it('leaves out names if a provider does not tell them', async () => {
    const node = scriptedNode(cluster([{ number: 1 }], () => new Fault(-32601, 'Method not found')));
    expect((await read(node)).validators).toMatchObject([{ name: shortened(1) }]);
  });

  it.each([null, undefined, {}, '', 'x', -1, 0.5, 1e30])(
    'leaves out a validator with the stake or commission %j',
    async (odd) => {
      for (const name of [
        'activatedStake',
        'commission',
        'inflationRewardsCommissionBps',
        'votePubkey',
        'nodePubkey',
      ]) {
        if (name === 'inflationRewardsCommissionBps' && (odd === null || odd === undefined)) continue;
        const votes = [vote({ number: 1, stake: 9n }), { ...vote({ number: 2 }), [name]: odd }, vote({ number: 3 })];
        const node = scriptedNode({ ...cluster([]), getVoteAccounts: () => ({ current: votes, delinquent: [odd] }) });
        const { validators } = await read(node);
        expect(validators.map(({ address }) => address)).toEqual([someAddress(1), someAddress(3)]);
      }
    },
  );

  it('believes no name of another program', async () => {
    const forged = { ...info(1, '{"name":"Other"}'), account: account(programs.token, new Uint8Array(80)) };
    const node = scriptedNode(cluster([{ number: 1 }], () => [forged]));
    expect((await read(node)).validators).toMatchObject([{ name: shortened(1) }]);
  });

  it('continues after the last shown validator, even if others came or went', async () => {
    const votes = Array.from({ length: 250 }, (_, i) => ({ number: i + 1, stake: BigInt(i % 50) }));
    const first = await read(scriptedNode(cluster(votes)));
    expect(first.validators).toHaveLength(100);
    // The first of the list leaves, and another one with more stake than all comes.
    const changed = [
      ...votes.filter(({ number }) => someAddress(number) !== first.validators[0]?.address),
      { number: 500, stake: 99n },
    ];
    const second = await read(scriptedNode(cluster(changed)), first.next);
    const third = await read(scriptedNode(cluster(changed)), second.next);
    expect(third.next).toBeUndefined();
    const shown = [...first.validators, ...second.validators, ...third.validators];
    expect(new Set(shown.map(({ address }) => address)).size).toBe(250);
    expect(shown.map(({ stakedAmount }) => Number(stakedAmount))).toEqual(
      shown.map(({ stakedAmount }) => Number(stakedAmount)).toSorted((a, b) => b - a),
    );
  });
});

function shortened(number: number): string {
  const address = someAddress(number);
  return `${address.slice(0, 4)}..${address.slice(-4)}`;
}
