import type { Price } from '@isochain/conformance';
import { interfaces } from './interfaces.ts';

// Storage since the account last paid it is a large part of the fees, so that ten times the price of gas is less than three times the usual fees. Sixty times is
// the highest that is believed.
const highest = () => 262_144_000n;

/** What fees follow from: ten times as much is refused, or warned of. */
export const prices: readonly Price[] = Object.values(interfaces).map(({ config, over }) => ({
  field: `${config}.gas.price`,
  scenes: over(['transfer', 'maximum']),
  tell: highest,
}));
