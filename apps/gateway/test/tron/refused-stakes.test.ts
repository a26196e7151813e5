import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor, nobody, stranger } from '../../../../packages/tron/test/world/actor.ts';
import { expectRefusal, type Refusal } from '../expect-refusal.ts';
import { type Network, openNetwork } from './network.ts';

// Stakes, votes, and what ends them, where the chain would refuse them.

type Fields = Readonly<Record<string, unknown>>;

const trx = 1_000_000n;
const day = 86_400_000;
let network: Network;
let validator: string;
let other: string;
let staker: string;

beforeAll(async () => {
  network = await openNetwork();
  [validator = '', other = ''] = network.engine.witnesses().map(({ address }) => address);
  staker = await account('staker', {});
});
afterAll(() => network.close());

interface Holding {
  readonly bandwidth?: bigint;
  readonly energy?: bigint;
  readonly lent?: bigint;
  readonly legacy?: bigint;
  readonly votes?: Readonly<Record<string, bigint>>;
  /** Of 1 TRX each, by when they are over, in milliseconds from now. */
  readonly unfreezing?: readonly number[];
}

/** An account with 1,000 TRX and this stake. */
async function account(name: string, holding: Holding): Promise<string> {
  const { address } = actor(name);
  const { bandwidth = 0n, energy = 0n, lent = 0n, legacy = 0n, votes = {}, unfreezing = [] } = holding;
  await network.engine.fund(address, 1_000n * trx);
  await network.engine.changeAccount(address, (state) => {
    state.frozen = { BANDWIDTH: bandwidth, ENERGY: energy };
    state.delegated = { BANDWIDTH: lent, ENERGY: 0n };
    state.legacy = { BANDWIDTH: legacy, ENERGY: 0n };
    const resource = 'BANDWIDTH' as const;
    state.unfrozen = unfreezing.map((ms) => ({ resource, amount: trx, expireTime: network.engine.now() + ms }));
  });
  await network.engine.setVotes(
    address,
    Object.entries(votes).map(([voted, count]) => ({ address: voted, count })),
  );
  return address;
}

const refuses = (data: Fields, expected: Refusal, by = network) => expectRefusal(by, data, expected);

const stake = (change: Fields = {}): Fields => ({
  ...{ mode: 'stake', senderAddress: staker, targetValidatorAddress: validator, amount: String(10n * trx), ...change },
});
const unstake = (senderAddress: string, change: Fields = {}): Fields => ({
  ...{ mode: 'unstake', senderAddress, validatorAddress: validator, amount: String(trx), ...change },
});
const withdraw = (senderAddress: string, change: Fields = {}): Fields => ({
  ...{ mode: 'withdraw', senderAddress, validatorAddress: validator, ...change },
});
const claim = (senderAddress: string, change: Fields = {}): Fields => ({
  ...{ mode: 'claimRewards', senderAddress, validatorAddress: validator, ...change },
});

const everything = { amount: undefined, useMaxAmount: true };

it('modes of an account that was never activated', async () => {
  const senderAddress = nobody.address;
  for (const data of [
    stake({ senderAddress }),
    unstake(senderAddress),
    withdraw(senderAddress),
    claim(senderAddress),
  ]) {
    await refuses(data, {
      ...{ code: 'sender.notFound', field: 'senderAddress', message: 'Sender account does not exist' },
    });
  }
});

describe('stakes', () => {
  it.each([
    ['half a TRX', 500_000n, 'stake.belowMinimum', 'At least 1 TRX have to be staked.'],
    ['one and a half TRX', 1_500_000n, 'stake.notWhole', /1\.5 TRX.*1 TRX.*2 TRX/],
  ] as const)('of %s of votes', async (name, amount, code, message) => {
    await refuses(stake({ amount: String(amount) }), { code, field: 'amount', message });
    const idle = await account(`idle ${name}`, { bandwidth: 10n * trx });
    await refuses(stake({ senderAddress: idle, amount: String(amount) }), { code, field: 'amount', message });
  });

  it('of more than there is', () =>
    refuses(stake({ amount: String(1_001n * trx) }), {
      ...{
        code: 'balance.insufficient',
        field: 'amount',
        message: /^Insufficient balance: the account holds 1000 TRX, but 1001 TRX/,
      },
    }));

  it('of more than the transaction can hold', () =>
    refuses(stake({ amount: `${2n ** 70n - (2n ** 70n % trx)}` }), {
      ...{
        code: 'balance.insufficient',
        field: 'amount',
        message: /^Insufficient balance: the account holds 1000 TRX/,
      },
    }));

  it('of everything, where nothing is left after fees', async () => {
    const { address } = actor('penniless staker');
    await network.engine.fund(address, 900_000n);
    await refuses(stake({ senderAddress: address, ...everything }), {
      ...{
        code: 'balance.nothingToSend',
        field: 'amount',
        message: /^Insufficient balance: the account holds 0\.9 TRX/,
      },
    });
  });

  it('with somebody who is no representative', () =>
    refuses(stake({ targetValidatorAddress: stranger.address }), {
      ...{ code: 'validator.notFound', field: 'targetValidatorAddress' },
      message: `There is no validator ${stranger.address} on Tron.`,
    }));

  it('that vote with coins that are not frozen', () =>
    refuses(stake({ params: { step: 'vote' } }), {
      ...{ code: 'position.notFound', field: 'amount' },
      message:
        'There is no such staking position: all frozen coins of the account have a vote, or it has none. Freeze coins first.',
    }));

  it('that vote with more than is idle', async () => {
    const senderAddress = await account('some idle', { bandwidth: 20n * trx, votes: { [validator]: 15n } });
    await refuses(stake({ senderAddress, params: { step: 'vote' } }), {
      ...{ code: 'position.insufficient', field: 'amount' },
      message: 'The staking position holds 5 TRX, but 10 TRX are asked for.',
    });
  });

  it('with a thirty-first representative', async () => {
    const thirty = network.engine.witnesses().slice(1, 31);
    const votes = Object.fromEntries(thirty.map(({ address }) => [address, 1n]));
    const senderAddress = await account('thirty votes', { bandwidth: 100n * trx, votes });
    await refuses(stake({ senderAddress }), {
      ...{ code: 'transaction.fails', field: 'targetValidatorAddress' },
      message: 'The transaction would fail: the account votes for 30 validators already, and the chain takes no more.',
    });
  });

  it('that move votes that are not there', () =>
    refuses(stake({ sourceValidatorAddress: other }), {
      ...{ code: 'position.notFound', field: 'sourceValidatorAddress' },
      message: `There is no such staking position: the account has no votes for ${other}.`,
    }));

  it('that move more votes than there are', async () => {
    const senderAddress = await account('few votes', { bandwidth: 10n * trx, votes: { [other]: 5n } });
    await refuses(stake({ senderAddress, sourceValidatorAddress: other }), {
      ...{ code: 'position.insufficient', field: 'amount' },
      message: 'The staking position holds 5 TRX, but 10 TRX are asked for.',
    });
  });

  it('that move votes to where they are', async () => {
    const senderAddress = await account('same', { bandwidth: 10n * trx, votes: { [validator]: 10n } });
    await refuses(stake({ senderAddress, sourceValidatorAddress: validator }), {
      ...{ code: 'validator.inactive', field: 'targetValidatorAddress' },
      message: `Validator ${validator} takes no stakes: the votes are with it already.`,
    });
  });

  it('under rules that nobody here knows (getAllowNewResourceModel)', async () => {
    await network.engine.setParameter('getAllowNewResourceModel', 1n);
    const changed = await openNetwork({}, network.engine);
    const senders = [stake(), unstake(staker), withdraw(staker), claim(staker)];
    for (const data of senders) {
      const answer = await changed.encode(data);
      expect(answer.body.status?.errors[0]).toMatchObject({
        code: 'stake.parametersUnclear',
        message:
          'The staking parameters cannot be relied on at the moment: the chain counts coins for votes apart from other staked coins now (getAllowNewResourceModel).',
      });
      expect(answer.body.transaction).toMatchObject({ encoded: [] });
    }
    expect(changed.broadcasts()).toBe(0);
    await changed.close();
    await network.engine.setParameter('getAllowNewResourceModel', 0n);
  });
});

describe('unstakes', () => {
  it('beyond 32 at once', async () => {
    const waiting = Array.from({ length: 32 }, (_, i) => (i + 1) * day);
    const senderAddress = await account('thirty-two', {
      ...{ bandwidth: 10n * trx, votes: { [validator]: 10n }, unfreezing: waiting },
    });
    await refuses(unstake(senderAddress), {
      ...{ code: 'position.locked', field: 'validatorAddress' },
      message:
        /^The staking position is locked: 32 unstakes are under way, and the chain allows no more; the first is over at \d{4}-\S+Z\.$/,
    });
  });

  it('beside 31 that wait and one that is over are taken', async () => {
    const unfreezing = Array.from({ length: 32 }, (_, i) => (i - 1) * day);
    const senderAddress = await account('thirty-one', {
      ...{ bandwidth: 10n * trx, votes: { [validator]: 10n }, unfreezing },
    });
    const encoded = await network.encoded(unstake(senderAddress));
    expect((await network.broadcast(encoded, network.sign(encoded, actor('thirty-one')))).status).toBe(200);
  });

  it('from a representative without votes', () =>
    refuses(unstake(staker), {
      ...{ code: 'position.notFound', field: 'validatorAddress' },
      message: `There is no such staking position: the account has no votes for ${validator}.`,
    }));

  it('of more than is frozen', async () => {
    const senderAddress = await account('ten frozen', { bandwidth: 10n * trx, votes: { [validator]: 10n } });
    await refuses(unstake(senderAddress, { amount: String(11n * trx) }), {
      ...{ code: 'position.insufficient', field: 'amount' },
      message: 'The staking position holds 10 TRX, but 11 TRX are asked for.',
    });
  });

  it('of what is frozen for two resources', async () => {
    const senderAddress = await account('both', {
      ...{ bandwidth: 6n * trx, energy: 4n * trx, votes: { [validator]: 10n } },
    });
    await refuses(unstake(senderAddress, { amount: String(8n * trx) }), {
      ...{ code: 'position.twoKinds', field: 'amount' },
      message:
        'One transaction unstakes coins of one kind: 6 TRX are frozen for bandwidth and 4 TRX for energy, but 8 TRX are asked for.',
    });
  });

  it('of what is lent to others', async () => {
    const senderAddress = await account('lent', { bandwidth: 2n * trx, lent: 8n * trx, votes: { [validator]: 10n } });
    await refuses(unstake(senderAddress, { amount: String(5n * trx) }), {
      ...{ code: 'position.locked', field: 'amount' },
      message:
        'The staking position is locked: 2 TRX of the account can be unfrozen; 8 TRX are frozen for what is lent to other accounts.',
    });
  });

  it('of Stake 1.0', async () => {
    const senderAddress = await account('legacy', { legacy: 10n * trx, votes: { [validator]: 10n } });
    await refuses(unstake(senderAddress, { amount: String(5n * trx) }), {
      ...{ code: 'position.locked', field: 'amount', message: /10 TRX are frozen by the rules of Stake 1\.0/ },
    });
  });

  it('of no position', async () => {
    const senderAddress = await account('positions', { bandwidth: 10n * trx, votes: { [validator]: 10n } });
    await refuses(unstake(senderAddress, { stakeId: 'everything' }), {
      ...{ code: 'position.notFound', field: 'stakeId' },
      message: 'There is no such staking position: stakeId names none.',
    });
  });
});

describe('withdrawals', () => {
  it('of nothing', () =>
    refuses(withdraw(staker), {
      ...{ code: 'position.notFound', field: 'validatorAddress' },
      message: 'There is no such staking position: the account has no unstaked coins.',
    }));

  it('before it is time', async () => {
    const senderAddress = await account('early', { unfreezing: [day] });
    await refuses(withdraw(senderAddress), {
      ...{ code: 'position.locked', field: 'validatorAddress' },
      message: /^The staking position is locked: the first coins can be withdrawn at \d{4}-\S+Z\.$/,
    });
  });

  it('of more than is due', async () => {
    const senderAddress = await account('due', { unfreezing: [-day, day] });
    await refuses(withdraw(senderAddress, { amount: String(2n * trx) }), {
      ...{ code: 'position.insufficient', field: 'amount' },
      message: 'The staking position holds 1 TRX, but 2 TRX are asked for.',
    });
  });
});

describe('claims', () => {
  const rewarded = async (name: string) => {
    const address = await account(name, { bandwidth: 10n * trx, votes: { [validator]: 10n } });
    await network.engine.addReward(address, 3n * trx);
    return address;
  };

  it('of nothing', () =>
    refuses(claim(staker), {
      ...{ code: 'rewards.none', field: 'validatorAddress' },
      message: `There are no rewards to claim: ${validator} owes the account less than one unit.`,
    }));

  it('twice within a day', async () => {
    const senderAddress = await rewarded('claims twice');
    const encoded = await network.encoded(claim(senderAddress));
    expect((await network.broadcast(encoded, network.sign(encoded, actor('claims twice')))).status).toBe(200);
    await network.engine.addReward(senderAddress, 3n * trx);
    const sent = network.broadcasts();
    await refuses(claim(senderAddress), {
      ...{ code: 'rewards.tooSoon', field: 'validatorAddress' },
      message: /^Rewards were claimed at \d{4}-\S+Z: the next claim is possible from \d{4}-\S+Z on\.$/,
    });
    expect(network.broadcasts()).toBe(sent);
  });

  it('that are staked again at once', async () => {
    await refuses(claim(await rewarded('compounds'), { compound: true }), {
      ...{ code: 'rewards.notAtOnce', field: 'compound' },
      message: /^Rewards cannot be staked in the transaction that claims them: /,
    });
  });
});
