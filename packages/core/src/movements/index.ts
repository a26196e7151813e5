// What a transaction moved, and how an entry of a history says it.

export { gaveAll } from './gave-all.ts';
export { type AssetOf, feesOf, type Leg, pair, partiesOf, partyOf } from './parties.ts';
export { changedControl, incomplete, unreadParts, untoldParts, warned } from './warnings.ts';
