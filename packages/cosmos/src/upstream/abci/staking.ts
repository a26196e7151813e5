import { type Fields, readMessage } from '@isochain/core/protobuf';
import type { Page } from '../pages.ts';
import { amountOf, coinOf, nextKeyOf, someOf } from './fields.ts';

// What is at stake, in protobuf: proto/cosmos/staking/v1beta1/{query,staking}.proto of cosmos-sdk. ../lcd/staking.ts has the same from REST.

interface Delegated {
  readonly delegator: string;
  readonly validator: string;
  readonly denom: string;
  readonly amount: bigint;
}

interface Ending {
  readonly delegator: string;
  readonly validator: string;
  readonly amount: bigint;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** `/cosmos.staking.v1beta1.Query/DelegatorDelegations` */
export function readDelegations(answer: Uint8Array): Page<Delegated> {
  const fields = readMessage(answer);
  const items = someOf(fields.messages(1), (response) => {
    const delegation = response.message(1);
    return { delegator: delegation.text(1), validator: delegation.text(2), ...coinOf(response.message(2)) };
  });
  return pageOf(items, fields);
}

/** `/cosmos.staking.v1beta1.Query/DelegatorUnbondingDelegations` */
export function readUnbondings(answer: Uint8Array): Page<Ending> {
  const fields = readMessage(answer);
  const unbondings = fields.messages(1);
  requireDistinct(unbondings.map((each) => each.text(2)));
  const items = unbondings.flatMap((each) =>
    someOf(each.messages(3), (entry) => ({
      delegator: each.text(1),
      validator: each.text(2),
      // The balance is what slashing has left of it.
      amount: amountOf(entry.text(4)),
      endsAt: millisecondsOf(entry.message(2)),
    })),
  );
  return { items, nextKey: nextKeyOf(fields.message(2)) };
}

/** `google.protobuf.Timestamp` */
function millisecondsOf(fields: Fields): number {
  return Number(fields.number(1) * 1000n + fields.number(2) / 1_000_000n);
}

function pageOf<T extends { readonly validator: string }>(items: readonly T[], fields: Fields): Page<T> {
  requireDistinct(items.map(({ validator }) => validator));
  return { items, nextKey: nextKeyOf(fields.message(2)) };
}

/** An item that comes twice would be counted twice. */
function requireDistinct(keys: readonly string[]): void {
  if (new Set(keys).size !== keys.length) throw new RangeError('something comes twice');
}
