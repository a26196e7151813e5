import { beginCell, internal } from '@ton/core';
import { coin, third } from './cast.ts';
import { type Build, post } from './world.ts';

/** Addresses and code follow from names and from the contracts of the engine. */
export const pools = {
  nominators: 'Ef-Vp9wK40gkzQVeG_YDANdIJpEaL1gad0wnvfSVfIr1-Nbc',
  /** Tonstakers. */
  liquid: 'EQCkWxfyhAkim3g2DjKQQg8T5P4g-Q1-K_jErGcDJZ4i-vqR',
  /** Hash of the code of the engine's nominator pools. */
  code: 'a869222b84cbfd4b9c4bf7049aeeec224a675857ff5a64b6f3b755ecc8288d46',
} as const;

/** The master of the jetton of liquid staking, and the wallet of version 3's wallet of it. */
export const poolMinter = 'EQC98_qAmNEptUtPc7W6xdHh_ZHrBUFpw5Ft_IzNU20QAJav';
export const poolWallet = 'EQCc4kRdI4a0VrFZbe4RfbT757JwqRf9ekB0Mugvrh2hXNVg';

/** A nominator pool and a pool of liquid staking. The wallet of version 3 has staked 20 coins with each. */
export const withPools: Build = async ({ engine }) => {
  const nominators = await engine.deployNominatorPool({ minStake: 10n * coin });
  const liquid = await engine.deployLiquidPool();
  const { code } = await engine.state(nominators);
  const found = { nominators, liquid, code: code?.hash().toString('hex') };
  if (JSON.stringify(found) !== JSON.stringify(pools)) throw new Error(`Other pools: ${JSON.stringify(found)}`);
  const value = 21n * coin;
  // The operation of deposits (ton-blockchain/liquid-staking-contract, contracts/op-codes.func).
  const deposit = beginCell().storeUint(0x47d5_4391, 32).storeUint(0, 64).endCell();
  const messages = [
    internal({ to: nominators, value, bounce: true, body: 'd' }),
    internal({ to: liquid, value, bounce: true, body: deposit }),
  ];
  const answer = await post(engine, third.sending(messages, 2, engine.now() + 60));
  if (!answer.ok) throw new Error(await answer.text());
};

/** The same pools: the wallet asked the nominator pool to pay during a round, which is over, and nobody made the pool pay. */
export const withPayout: Build = async (world) => {
  const { engine } = world;
  await withPools(world);
  await engine.startRound(pools.nominators);
  const request = internal({ to: pools.nominators, value: coin, bounce: true, body: 'w' });
  await post(engine, third.sending([request], 3, engine.now() + 60));
  // The end of a round pays those who wait. So the pool's state is written: it is between two rounds.
  const { code, data, balance } = await engine.state(pools.nominators);
  if (code === undefined || data === undefined) throw new Error('The pool has no state.');
  const between = beginCell().storeUint(0, 8).storeSlice(data.beginParse().skip(8)).endCell();
  await engine.setContract(pools.nominators, { code, data: between, balance: balance + 1_000n * coin });
};
