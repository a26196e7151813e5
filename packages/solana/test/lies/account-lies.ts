import type { Expected, Lie } from '@isochain/conformance';
import { expect } from 'vitest';
import { lie, unavailable } from './expected.ts';

// The same lies about every account of an answer.

const withoutValidator: Expected = {
  bounded: 'The validator of a stake that cannot be read is left out.',
  holds: (answer) => expect(JSON.stringify(answer)).not.toContain('validators'),
};

type Scenes = Lie['scenes'];

/** Accounts that are asked for by address, named by their role for the client. */
function asked(answer: string, role: string, scenes: Scenes): Lie[] {
  const field = `${answer}.${role}`;
  return [
    lie(field, ['missing', 'left out'], scenes, () => undefined, unavailable),
    lie(field, ['duplicated'], scenes, (found: unknown[]) => [...found, ...found, null], unavailable),
    ...head(`${field}[]`, scenes),
  ];
}

/** What stands before the data. */
function head(account: string, scenes: Scenes): Lie[] {
  return [
    lie(`${account}.lamports`, ['impossible', 'negative'], scenes, () => -1, unavailable),
    lie(`${account}.executable`, ['missing'], scenes, () => undefined, unavailable),
    lie(`${account}.owner`, ['impossible'], scenes, () => 'nobody', unavailable),
  ];
}

const tokens: Scenes = ['tokens'];
const byMint: Scenes = ['tokens from another account'];
const unstaking: Scenes = ['unstake'];
const listed = (list: string, scenes: Scenes): Lie[] => [
  lie(list, ['duplicated'], scenes, (found: unknown[]) => [...found, ...found], unavailable),
  lie(`${list}[].pubkey`, ['impossible'], scenes, () => 'nowhere', unavailable),
  ...head(`${list}[].account`, scenes),
];

export const accountLies: readonly Lie[] = [
  ...asked('snapshot', 'rent', ['transfer']),
  ...asked('snapshot', 'clock', ['transfer']),
  ...asked('snapshot', 'sender', ['transfer']),
  ...asked('snapshot', 'recipient', ['transfer']),
  lie(
    'snapshot.recipient[].space',
    ['impossible', 'more than an account may have'],
    ['transfer'],
    () => 10 * 1024 * 1024 + 1,
    unavailable,
  ),
  ...asked('snapshot', 'nonceAccount', ['with a nonce']),
  ...asked('snapshot', 'mint', tokens),
  ...asked('snapshot', 'metadata', tokens),
  ...asked('snapshot', 'senderTokens', tokens),
  ...asked('snapshot', 'recipientTokens', tokens),
  ...asked('snapshot', 'till', ['tokens between other accounts']),
  ...asked('snapshot', 'mint2022', ['tokens with a fee']),
  ...asked('snapshot', 'senderTokens2022', ['tokens with a fee']),
  ...asked('snapshot', 'recipientTokens2022', ['tokens with a fee']),
  ...asked('snapshot', 'validator', ['stake']),
  ...asked('snapshot', 'stake', ['unstake of a part']),
  ...asked('snapshot', 'stakeHistory', ['withdraw']),
  ...asked('snapshot', 'endedStake', ['withdraw of a position']),
  ...asked('stake sysvars', 'clock', ['state']),
  ...asked('stake sysvars', 'stakeHistory', ['state']),
  ...asked('stake sysvars', 'epochSchedule', ['state']),
  ...asked('getMultipleAccounts', 'mint', ['token']),
  ...asked('getMultipleAccounts', 'metadata', ['token']),
  ...asked('getMultipleAccounts', 'mint2022', ['token of Token-2022']),
  ...asked('getMultipleAccounts', 'stake', ['unstake transaction']).map((each) =>
    each.field === 'getMultipleAccounts.stake' ? each : { ...each, must: withoutValidator },
  ),
  ...listed('getTokenAccountsByOwner mint.value', byMint),
  ...listed('getProgramAccounts stakes', unstaking),
  lie(
    'getTokenAccountsByOwner program.value',
    ['duplicated'],
    ['state'],
    (found: unknown[]) => [...found, ...found],
    unavailable,
  ),
];
