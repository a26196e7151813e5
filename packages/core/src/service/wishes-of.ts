import { type PlainWish, plainWishes } from '../contract/family-types.ts';
import type { ChainAdapter } from '../family.ts';
import type { ChainDetail } from '../schema/chain-detail.ts';
import { modes } from '../schema/modes.ts';
import type { Taken } from './ignored.ts';

/** Text for clients on every chain: the meaning, the unit, and the default. */
const meaning: Readonly<Record<PlainWish, string>> = {
  fees: 'What the client is ready to pay in fees, all together, in the smallest unit. By default what the network asks for at the moment.',
  gas: 'Gas to set aside, in the chain’s own unit (gas, compute units). By default what the transaction needs, with a margin.',
  nonce: 'Sequence number of the sender. By default the next one.',
};

/** The wishes of each mode of a chain: path in `transaction.data`, and meaning. */
export function wishesOf(adapter: ChainAdapter | undefined): ChainDetail['wishes'] {
  const verbs = (adapter?.modes ?? {}) as { readonly [M in (typeof modes)[number]]?: Taken };
  return Object.fromEntries(
    modes.flatMap((mode) => {
      const taken = verbs[mode];
      return taken === undefined ? [] : [[mode, wishesOfMode(taken)]];
    }),
  );
}

function wishesOfMode({ wishes, honours }: Taken): Record<string, string> {
  const members = Object.entries(wishes.shape).map(([name, { description = '' }]) => [`params.${name}`, description]);
  return Object.fromEntries([
    ...plainWishes.filter((name) => honours.includes(name)).map((name) => [name, meaning[name]]),
    ...members,
  ]);
}
