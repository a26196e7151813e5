// What a transaction moved, and how an entry of a history says it.

export { incomplete } from './incomplete.ts';
export { type Asset, type AssetOf, type Leg, pair, partiesOf, partyOf } from './parties.ts';
