import { describe, expect, it } from 'vitest';
import { modes } from './modes.ts';
import { contractType, dataOfMode, transactionData } from './transaction-data.ts';

// "Fields per mode" of the interface specification, with the fields of registerStake and convertAsset from the tables below it.
const table = {
  deployAccount: { required: 'mode senderPubKey', optional: 'contractType' },
  transfer: {
    required: 'mode senderAddress recipientAddress',
    optional: 'senderPubKey amount useMaxAmount',
  },
  stake: {
    required: 'mode senderAddress targetValidatorAddress',
    optional: 'senderPubKey sourceValidatorAddress amount useMaxAmount',
  },
  transferToken: {
    required: 'mode tokenId senderAddress recipientAddress',
    optional: 'senderPubKey amount useMaxAmount',
  },
  // Beyond the specification: senderPubKey. Without it the mode cannot be used where the chain does not tell the key of an account.
  enableToken: { required: 'mode tokenId senderAddress', optional: 'senderPubKey' },
  unstake: {
    required: 'mode senderAddress validatorAddress',
    optional: 'senderPubKey stakeId amount useMaxAmount',
  },
  claimRewards: {
    required: 'mode senderAddress validatorAddress',
    optional: 'senderPubKey stakeId compound',
  },
  withdraw: {
    required: 'mode senderAddress validatorAddress',
    optional: 'senderPubKey amount stakeId',
  },
  registerStake: {
    required: `mode senderPubKey senderForeignPubKey senderAddress proofOfPossession amount validatorPubKey unsignedUnbondingTransaction
      signedStakingTransaction signedSlashingTransaction signedUnbondingSlashingTransaction`,
    optional: '',
  },
  convertAsset: { required: 'mode from to includeFees', optional: 'slippage' },
} as const;

/** "Common fields", all optional on encode. `mode` is in the table above. */
const common = ['fees', 'gas', 'nonce', 'memo', 'params'];

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** A value of the type that the specification gives a field. */
function sampleOf(field: string): unknown {
  if (field === 'useMaxAmount' || field === 'compound' || field === 'includeFees') return true;
  if (field === 'slippage') return 0.01;
  if (field === 'contractType') return contractType;
  if (field === 'params') return { any: ['json', 1, null] };
  if (field === 'from') return { amount: '1', tokenId: 'a', address: 'b' };
  if (field === 'to') return { tokenId: 'c', address: 'd' };
  return `some ${field}`;
}

const filled = (mode: string, fields: readonly string[]): Record<string, unknown> => ({
  ...Object.fromEntries(fields.map((field) => [field, sampleOf(field)])),
  mode,
});

describe.each(Object.entries(table))('%s', (mode, { required, optional }) => {
  const schema = dataOfMode[mode as keyof typeof dataOfMode];
  const all = [...words(required), ...words(optional), ...common];

  it('has the fields of the specification and no others', () => {
    expect(Object.keys(schema.shape).toSorted()).toEqual(all.toSorted());
  });

  it('takes the required fields alone', () => {
    const data = filled(mode, words(required));
    expect(schema.parse(data)).toEqual(data);
  });

  it('takes all its fields, unchanged', () => {
    const data = filled(mode, all);
    expect(transactionData.parse(data)).toEqual(data);
  });

  it.each(words(required))('requires %s', (field) => {
    const { [field]: _, ...data } = filled(mode, all);
    expect(schema.safeParse(data).error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  it.each([...words(optional), ...common])('does not require %s', (field) => {
    const { [field]: _, ...data } = filled(mode, all);
    expect(schema.parse(data)).toEqual(data);
  });

  it.each(all.filter((field) => field !== 'params'))('refuses a value of another type for %s', (field) => {
    for (const wrong of [null, 7, ['x']]) {
      if (field === 'slippage' && wrong === 7) continue;
      const result = schema.safeParse({ ...filled(mode, all), [field]: wrong });
      expect(result.error?.issues.map(({ path }) => path[0])).toContain(field);
    }
  });

  it('drops fields that it does not know', () => {
    const data = filled(mode, all);
    expect(schema.parse({ ...data, chainId: 'base', format: 'json', type: 'x', toString: 'x' })).toEqual(data);
  });
});

describe('transaction data', () => {
  it('has ten modes', () => {
    expect(modes).toEqual(Object.keys(table));
    expect(Object.keys(dataOfMode)).toEqual(Object.keys(table));
  });

  it('takes amounts as strings only: a number would have lost digits already', () => {
    const data = { mode: 'transfer', senderAddress: 'a', recipientAddress: 'b' };
    expect(transactionData.safeParse({ ...data, amount: 1 }).success).toBe(false);
    expect(transactionData.safeParse({ ...data, amount: 1n }).success).toBe(false);
  });
});

describe('convertAsset', () => {
  const data = filled('convertAsset', ['mode', 'from', 'to', 'includeFees']);

  // "convertAsset objects".
  it.each([
    ['from', 'amount'],
    ['from', 'tokenId'],
    ['from', 'address'],
    ['to', 'tokenId'],
    ['to', 'address'],
  ])('requires %s.%s', (object, field) => {
    const { [field]: _, ...rest } = sampleOf(object) as Record<string, unknown>;
    const { error } = dataOfMode.convertAsset.safeParse({ ...data, [object]: rest });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([`${object}.${field}`]);
  });

  it('does not require to.amount and to.chainId', () => {
    const to = { amount: '5', chainId: 'rootstock', tokenId: 'c', address: 'd' };
    expect(dataOfMode.convertAsset.parse({ ...data, to })).toEqual({ ...data, to });
  });

  it('takes chain ids of the specification only', () => {
    const to = { chainId: 'atlantis', tokenId: 'c', address: 'd' };
    expect(dataOfMode.convertAsset.safeParse({ ...data, to }).error?.issues[0]?.path).toEqual(['to', 'chainId']);
  });

  it.each([
    [0, true],
    [0.005, true],
    [1, true],
    [-0.01, false],
    [1.01, false],
    [Number.NaN, false],
  ])('a slippage of %d is accepted: %s', (slippage, accepted) => {
    expect(dataOfMode.convertAsset.safeParse({ ...data, slippage }).success).toBe(accepted);
  });
});

describe('deployAccount', () => {
  it('takes only the account contract that exists', () => {
    const data = { mode: 'deployAccount', senderPubKey: '0x01' };
    expect(dataOfMode.deployAccount.safeParse({ ...data, contractType: 'argentx' }).success).toBe(true);
    expect(dataOfMode.deployAccount.safeParse({ ...data, contractType: 'braavos' }).success).toBe(false);
  });
});
