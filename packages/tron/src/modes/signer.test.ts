import { RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { permissions as recorded } from '../../test/fixtures.ts';
import { otherKey, recipient, senderKey, testKey } from '../../test/made.ts';
import { type Address, fromBase58Address } from '../address/address.ts';
import { type ContractType, contractNumbers } from '../bytes/contracts.ts';
import { type AccountFacts, account, type Permission } from '../upstream/queries/accounts.ts';
import { type SignerWish, signerOf } from './signer.ts';

const all = 'ff'.repeat(32);

/** Bits of kinds of contracts: the number of a kind is that of its bit, from the lowest bit of the first byte on (WalletUtil of tronprotocol/java-tron). */
function operationsFor(...types: readonly ContractType[]): string {
  const bytes = new Uint8Array(32);
  for (const type of types) {
    const number = contractNumbers[type];
    bytes[Math.floor(number / 8)] = (bytes[Math.floor(number / 8)] ?? 0) + 2 ** (number % 8);
  }
  return Buffer.from(bytes).toString('hex');
}

type Weights = Readonly<Record<string, number>>;

function permission(id: number, threshold: number, weights: Weights, operations?: string): Permission {
  const keys = Object.entries(weights).map(([address, weight]) => ({
    address: address as Address,
    weight: BigInt(weight),
  }));
  return { id, threshold: BigInt(threshold), keys, operations: id === 0 ? undefined : (operations ?? all) };
}

const [own, friend, third] = [senderKey.hex, otherKey.hex, recipient.hex];
const usual = permission(0, 1, { [own]: 1 });

function sign(list: readonly Permission[], wish: Partial<SignerWish> = {}, type: ContractType = 'TransferContract') {
  const facts = { permissions: list } as AccountFacts;
  const found = signerOf(facts, { sender: own, key: undefined, permissionId: undefined, ...wish }, type);
  return 'error' in found ? { code: found.error.code, ...found.error.context } : found;
}

describe('who signs', () => {
  it('is the account itself, usually', () => {
    expect(sign([usual])).toEqual({ permissionId: 0, key: own });
    expect(sign([usual], { key: own })).toEqual({ permissionId: 0, key: own });
    expect(sign([usual, permission(2, 1, { [own]: 1 })])).toEqual({ permissionId: 0, key: own });
  });

  it('is a key that an active permission names, if senderPubKey is that key', () => {
    const list = [usual, permission(2, 1, { [friend]: 1 }, operationsFor('TransferContract'))];
    expect(sign(list)).toEqual({ permissionId: 0, key: own });
    expect(sign(list, { key: friend })).toEqual({ permissionId: 2, key: friend });
  });

  it('is a key that the owner permission names, with permission 0', () => {
    const list = [permission(0, 2, { [own]: 1, [friend]: 2 })];
    expect(sign(list, { key: friend })).toEqual({ permissionId: 0, key: friend });
    expect(sign(list)).toMatchObject({ code: 'sender.severalSignatures' });
  });

  it('is the first permission that suffices', () => {
    const list = [
      permission(0, 3, { [own]: 1, [friend]: 1, [third]: 1 }),
      permission(2, 2, { [own]: 1 }),
      permission(3, 1, { [own]: 1 }, operationsFor('VoteWitnessContract')),
      permission(4, 2, { [own]: 5 }),
      permission(5, 1, { [own]: 1 }),
    ];
    expect(sign(list)).toEqual({ permissionId: 4, key: own });
    expect(sign(list, {}, 'VoteWitnessContract')).toEqual({ permissionId: 3, key: own });
  });

  it('follows the wish', () => {
    const list = [usual, permission(2, 1, { [own]: 1 }), permission(3, 1, { [own]: 1 })];
    expect(sign(list, { permissionId: 0 })).toEqual({ permissionId: 0, key: own });
    expect(sign(list, { permissionId: 2 })).toEqual({ permissionId: 2, key: own });
    expect(sign(list, { permissionId: 3, key: own })).toEqual({ permissionId: 3, key: own });
  });

  it.each<[string, Partial<SignerWish>, string]>([
    ['a permission that does not exist', { permissionId: 9 }, 'the account has no permission 9'],
    ['a permission for other things', { permissionId: 2 }, 'permission 2 is not for transactions of this kind'],
    ['a permission of others', { permissionId: 3 }, 'the key of the signer is not in permission 3'],
    ['a permission of several', { permissionId: 4 }, 'the key of the signer has weight 1, and permission 4 needs 2'],
    [
      'a permission of others than the key',
      { permissionId: 0, key: friend },
      'the key of the signer is not in permission 0',
    ],
  ])('cannot be wished for by %s', (_, wish, reason) => {
    const list = [
      usual,
      permission(2, 1, { [own]: 1 }, operationsFor('VoteWitnessContract')),
      permission(3, 1, { [friend]: 1 }),
      permission(4, 2, { [own]: 1, [friend]: 1 }),
    ];
    expect(sign(list, wish)).toEqual({ code: 'wish.invalid', reason });
  });

  it('is nobody else: senderPubKey of a stranger is a mistake in the request', () => {
    const list = [usual, permission(2, 1, { [friend]: 1 })];
    try {
      sign(list, { key: third });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(RefusedError);
      expect((error as RefusedError).problems).toMatchObject([
        { code: 'publicKey.mismatch', context: { owner: recipient.address }, field: 'transaction.data.senderPubKey' },
      ]);
    }
  });

  it('says that one signature does not suffice, with the weights', () => {
    const both = permission(0, 2, { [own]: 1, [friend]: 1 });
    expect(sign([both])).toEqual({
      code: 'sender.severalSignatures',
      reason: 'the key has weight 1, and permission 0 needs 2',
    });
    expect(sign([permission(0, 2, { [friend]: 1, [third]: 1 })])).toEqual({
      code: 'sender.severalSignatures',
      reason: 'its owner permission needs several other keys, with weight 2 together',
    });
    const elsewhere = [permission(0, 2, { [friend]: 1, [third]: 1 }), permission(2, 3, { [own]: 2, [third]: 1 })];
    expect(sign(elsewhere)).toMatchObject({ reason: 'the key has weight 2, and permission 2 needs 3' });
  });

  // Fraudsters publish the key of an account with money, after they gave its owner permission to themselves.
  it('is not the key of an account whose owner permission belongs to somebody else', () => {
    const bait = permission(0, 1, { [friend]: 1 });
    const reason = expect.stringContaining(`its owner permission belongs to ${otherKey.address}`);
    expect(sign([bait])).toEqual({ code: 'sender.notWallet', reason });
    expect(sign([bait, permission(2, 1, { [friend]: 1 })])).toEqual({ code: 'sender.notWallet', reason });
    expect(sign([bait, permission(2, 1, { [own]: 1 }, operationsFor('VoteWitnessContract'))])).toMatchObject({
      reason,
    });
    // The owner can.
    expect(sign([bait], { key: friend })).toEqual({ permissionId: 0, key: friend });
  });

  it('says that a key is for other kinds of transactions', () => {
    const list = [usual, permission(2, 1, { [friend]: 1 }, operationsFor('VoteWitnessContract'))];
    expect(sign(list, { key: friend }, 'VoteWitnessContract')).toEqual({ permissionId: 2, key: friend });
    expect(sign(list, { key: friend })).toEqual({
      code: 'sender.notWallet',
      reason: 'permission 2 of the key is not for transactions of this kind',
    });
  });

  it('is no key without weight, whatever an endpoint says of the threshold', () => {
    expect(sign([permission(0, 0, {})])).toMatchObject({ code: 'sender.severalSignatures' });
    expect(sign([permission(0, 0, { [friend]: 0 })])).toMatchObject({ code: 'sender.severalSignatures' });
    expect(sign([permission(0, 1, { [friend]: 1 }), permission(2, 0, {})])).toMatchObject({ code: 'sender.notWallet' });
  });
});

describe('what active permissions allow', () => {
  const types = Object.keys(contractNumbers) as ContractType[];
  const allowed = (operations: string) => {
    const list = [permission(0, 1, { [third]: 1 }), permission(2, 1, { [own]: 1 }, operations)];
    return types.filter((type) => 'key' in sign(list, {}, type));
  };

  it.each(types)('is one kind for one bit: %s', (type) => {
    expect(allowed(operationsFor(type))).toEqual([type]);
    const others = types.filter((other) => other !== type);
    expect(allowed(operationsFor(...others))).toEqual(others);
  });

  // Kinds 54 to 59 came with Stake 2.0, after these accounts.
  const older: ContractType[] = [
    'TransferContract',
    'TransferAssetContract',
    'VoteWitnessContract',
    'WithdrawBalanceContract',
    'TriggerSmartContract',
  ];

  it.each([
    ['trongrid-v1-account.json', older],
    ['trongrid-v1-account-with-votes.json', older],
    ['node-docs-samples-nile.json', types],
  ] as const)('by default, in %s', (recording, expected) => {
    const [active] = recorded.find((each) => each.recording === recording)?.active ?? [];
    expect(allowed(active?.operations ?? '')).toEqual(expected);
  });

  it.each(['', '00'.repeat(32), 'ff'.repeat(31), 'ff'.repeat(33)])('is nothing in "%s"', (operations) => {
    expect(allowed(operations)).toEqual([]);
  });
});

describe('permissions of an account, as its node writes them', () => {
  const read = (more: object) => account(own).read({ ...empty, address: own, ...more } as never)?.permissions ?? [];
  const empty = {
    balance: 0n,
    frozenV2: [],
    unfrozenV2: [],
    frozen: [],
    delegated_frozenV2_balance_for_bandwidth: 0n,
    delegated_frozen_balance_for_bandwidth: 0n,
    votes: [],
    latest_withdraw_time: 0,
    assetV2: [],
    active_permission: [],
  };

  it('are those of its own key if the account is older than permissions', () => {
    expect(sign(read({}))).toEqual({ permissionId: 0, key: own });
    expect(sign(read({}), { key: own, permissionId: 0 })).toEqual({ permissionId: 0, key: own });
  });

  it('begin with that of the owner, and end with the active ones', () => {
    const keys = [{ address: friend, weight: 1n }];
    const active_permission = [{ id: 2, threshold: 1n, operations: all, keys: [{ address: own, weight: 1n }] }];
    const list = read({ owner_permission: { id: 0, threshold: 1n, keys }, active_permission });
    expect(sign(list)).toEqual({ permissionId: 2, key: own });
    expect(sign(list, { key: friend })).toEqual({ permissionId: 0, key: friend });
  });

  // Permission 1 makes blocks. The chain takes no transactions with it (TransactionCapsule of tronprotocol/java-tron).
  it('are never 0 or 1 among the active ones', () => {
    const keys = [{ address: own, weight: 1n }];
    const others = { id: 0, threshold: 1n, keys: [{ address: testKey(12).hex, weight: 1n }] };
    for (const id of [0, 1]) {
      const active_permission = [{ id, threshold: 1n, operations: all, keys }];
      expect(sign(read({ owner_permission: others, active_permission }))).toMatchObject({ code: 'sender.notWallet' });
    }
  });

  it.each(recorded)('let the key of a recorded account sign: $recording', ({ address, owner, active }) => {
    // An index writes keys in base58, and a node in hex.
    const listed = ({ keys, threshold, ...rest }: (typeof active)[number] | typeof owner) => ({
      ...rest,
      threshold: BigInt(threshold),
      keys: keys.map((key) => ({ address: fromBase58Address(key.address) ?? key.address, weight: BigInt(key.weight) })),
    });
    const answer = { ...empty, address, owner_permission: listed(owner), active_permission: active.map(listed) };
    const list = account(address as Address).read(answer as never)?.permissions ?? [];
    expect(list.map(({ id }) => id)).toEqual([0, 2]);
    const sender = address as Address;
    expect(sign(list, { sender })).toEqual({ permissionId: 0, key: sender });
    expect(sign(list, { sender, permissionId: 2 })).toEqual({ permissionId: 2, key: sender });
  });
});
