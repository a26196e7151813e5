import type { Problem } from '@isochain/core';
import { changedControl } from '@isochain/core/movements';
import { type Address, isAddress, toAddress } from '../address/address.ts';
import { type SelectorName, selector } from '../bytes/selectors.ts';
import { toPaddedFelt } from '../felt.ts';
import type { NodeEvent, Receipt } from '../upstream/transaction-schema.ts';

// Accounts are contracts, and decide by themselves who signs for them. Events tell when that changes: argentlabs/argent-contracts-starknet,
// src/multiowner_account/events.cairo and src/presets/argent_account.cairo of version 0.4; OpenZeppelin/cairo-contracts, packages/account/src/account.cairo;
// myBraavos/braavos-account-cairo, src/signers/interface.cairo.

/** Events that name who signs from now on: an owner, or a guardian that has to sign too. The last key, or the first of the data. */
const added: readonly SelectorName[] = [
  ...(['OwnerAdded', 'OwnerChanged', 'OwnerEscaped', 'GuardianChanged', 'GuardianEscaped'] as const),
  // The same, for keys of all curves: the hash of the key. Accounts emit some of them beside the events above.
  ...(['OwnerAddedGuid', 'OwnerChangedGuid', 'OwnerEscapedGuid', 'GuardianAddedGuid'] as const),
  ...(['GuardianChangedGuid', 'GuardianEscapedGuid'] as const),
];

const removed: readonly SelectorName[] = ['OwnerRemoved', 'OwnerRemovedGuid', 'GuardianRemovedGuid'];

/** A new class has new rules. Other contracts are upgraded with the same events, so only those of the sender count. */
const upgraded: readonly SelectorName[] = ['AccountUpgraded', 'Upgraded'];

const created: readonly SelectorName[] = ['AccountCreated', 'AccountCreatedGuid'];

/** An account, and who may spend from it from now on. */
interface Change {
  readonly account: Address;
  readonly by: string;
}

/** The same as problems of an entry. */
export function controlOf(...of: Parameters<typeof controlChanges>): Problem[] {
  return controlChanges(...of).map(({ account, by }) => changedControl(account, by));
}

/**
 * Who may spend from now on, and from which accounts. An account that is made in the transaction has nobody before.
 *
 * @param sender - Who signed.
 * @param isDeployment - Whether the transaction makes the account of the sender.
 */
export function controlChanges(
  { events }: Pick<Receipt, 'events'>,
  sender: Address | undefined,
  isDeployment: boolean,
): Change[] {
  const made = new Set(events.flatMap(madeIn));
  if (isDeployment && sender !== undefined) made.add(BigInt(sender));
  const changes = new Map<string, Change>();
  const add = (account: bigint, by: string) => {
    changes.set(`${account} ${by}`, { account: toAddress(account), by });
  };
  for (const event of events) {
    const { from_address: account } = event;
    if (!isAddress(account) || made.has(account)) continue;
    const named = subjectOf(event);
    if (is(event, added) && named !== undefined && !isToldWithKey(event, events))
      add(account, named === 0n ? 'no guardian' : toPaddedFelt(named));
    if (is(event, upgraded) && named !== undefined && sender !== undefined && account === BigInt(sender))
      add(account, `class ${toPaddedFelt(named)}`);
  }
  for (const event of events) {
    const { from_address: account } = event;
    if (!is(event, removed) || !isAddress(account) || made.has(account)) continue;
    if (![...changes.values()].some((change) => change.account === toAddress(account)))
      add(account, 'those of its owners and guardians that are left');
  }
  return [...changes.values()];
}

function is({ keys: [name] }: NodeEvent, names: readonly SelectorName[]): boolean {
  return names.some((each) => selector(each) === name);
}

/** Events have their subject as a key, or in their data. */
function subjectOf({ keys: [, key], data: [first] }: NodeEvent): bigint | undefined {
  return key ?? first;
}

/** Accounts of Argent 0.4 tell a Stark key beside its hash. */
function isToldWithKey(event: NodeEvent, events: readonly NodeEvent[]): boolean {
  return [
    ['OwnerChangedGuid', 'OwnerChanged'],
    ['OwnerEscapedGuid', 'OwnerEscaped'],
    ['GuardianChangedGuid', 'GuardianChanged'],
    ['GuardianEscapedGuid', 'GuardianEscaped'],
  ].some(
    ([hashed, plain]) =>
      is(event, [hashed as SelectorName]) &&
      events.some((other) => other.from_address === event.from_address && is(other, [plain as SelectorName])),
  );
}

/** Accounts that begin: they say so, or the contract that deploys contracts does. */
function madeIn(event: NodeEvent): bigint[] {
  if (is(event, created)) return [event.from_address];
  const [deployed] = event.data;
  return is(event, ['ContractDeployed']) && deployed !== undefined ? [deployed] : [];
}
