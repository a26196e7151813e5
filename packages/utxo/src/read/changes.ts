/** An input or an output. */
export interface Place {
  /** `in`: what an input spends leaves its address. */
  readonly way: 'in' | 'out';
  /** Undefined if no upstream tells it. */
  readonly address: string | undefined;
  /** Smallest unit. Undefined if no upstream tells it. */
  readonly amount: bigint | undefined;
  /** Whether it is the account's own. */
  readonly isOwn: boolean;
}

/** What an address gave or got, in the smallest unit. */
export interface Change {
  readonly address: string;
  readonly amount: bigint;
}

/** What a transaction did to balances. */
export interface Changes {
  /** Without the fee. Whoever paid that stands first, even with 0. */
  readonly given: readonly Change[];
  readonly got: readonly Change[];
  /** Who paid the fee. Undefined if nobody knows. */
  readonly payer: string | undefined;
  /** Whether inputs have an address or an amount that no upstream tells. */
  readonly unread: boolean;
}

/** What an address has more by the transaction, or less if it is negative. */
interface Net extends Change {
  readonly isOwn: boolean;
}

/**
 * What a transaction did to balances. What an address got, less what it gave, less the fee if it paid that, is by how much its balance changed.
 *
 * The chain does not say which input pays the fee. The address that lost most is said to pay all of it. If it lost less than that, the others gave it the rest.
 *
 * @param isOnlyOwn - Shows what one account sees: its addresses count as one, and what others got of an incoming transaction is left out.
 */
export function changesOf(places: readonly Place[], fee: bigint, isOnlyOwn: boolean): Changes {
  const { nets, unread } = netsOf(places);
  const payer = nets.reduce<Net | undefined>(
    (most, net) => (net.amount < (most?.amount ?? 0n) ? net : most),
    undefined,
  );
  // Without the fee. The payer stands first.
  const beside = nets.map((net) => (net === payer ? { ...net, amount: net.amount + fee } : net));
  const first = beside[payer === undefined ? -1 : nets.indexOf(payer)];
  const ordered = first === undefined ? beside : [first, ...beside.filter((net) => net !== first)];
  const told = { payer: payer?.address, unread };
  if (!isOnlyOwn) {
    const [given, got] = [losses(ordered), gains(beside)];
    return { ...told, ...settled(led(first, given), got, places) };
  }
  const [own, foreign] = [ordered.filter(({ isOwn }) => isOwn), ordered.filter(({ isOwn }) => !isOwn)];
  const change = own.reduce((sum, { amount }) => sum + amount, 0n);
  if (change < 0n || (change === 0n && first?.isOwn === true))
    return { ...told, ...settled(led(first, allot(-change, losses(own))), gains(foreign), places, own[0]?.address) };
  return { ...told, given: led(first, losses(foreign)), got: allot(change, gains(own)) };
}

/** By address, in order of first appearance. An address with an amount that is not known is left out. */
function netsOf(places: readonly Place[]): { readonly nets: readonly Net[]; readonly unread: boolean } {
  const nets = new Map<string, Net | undefined>();
  for (const { way, address, amount, isOwn } of places) {
    if (address === undefined) continue;
    const before = nets.has(address) ? nets.get(address) : { address, amount: 0n, isOwn };
    const signed = amount === undefined || way === 'out' ? amount : -amount;
    nets.set(address, before && signed !== undefined ? { ...before, amount: before.amount + signed } : undefined);
  }
  return {
    nets: [...nets.values()].flatMap((net) => net ?? []),
    unread: places.some(({ way, address, amount }) => way === 'in' && (address === undefined || amount === undefined)),
  };
}

function losses(nets: readonly Net[]): Change[] {
  return nets.flatMap(({ address, amount }) => (amount < 0n ? [{ address, amount: -amount }] : []));
}

function gains(nets: readonly Net[]): Change[] {
  return nets.flatMap(({ address, amount }) => (amount > 0n ? [{ address, amount }] : []));
}

/** Parts of a sum that is not more than all changes together. */
function allot(total: bigint, changes: readonly Change[]): Change[] {
  let rest = total;
  return changes.flatMap(({ address, amount }) => {
    const part = amount < rest ? amount : rest;
    rest -= part;
    return part === 0n ? [] : [{ address, amount: part }];
  });
}

/** With the payer of the fee in front, even if it gave nothing else. */
function led(payer: Net | undefined, given: readonly Change[]): Change[] {
  if (payer === undefined) return [...given];
  const { address } = payer;
  const found = given.find((change) => change.address === address) ?? { address, amount: 0n };
  return [found, ...given.filter((change) => change.address !== address)];
}

/**
 * If nobody got anything, the first output is the payment, and the others are change.
 *
 * @param by - Who paid it. By default the address that got it.
 */
function settled(
  given: readonly Change[],
  got: readonly Change[],
  places: readonly Place[],
  by?: string,
): Pick<Changes, 'given' | 'got'> {
  if (got.length > 0 || given.length === 0) return { given, got };
  const [self] = places.flatMap(({ way, address, amount = 0n }) =>
    way === 'out' && address !== undefined && amount > 0n ? [{ address, amount }] : [],
  );
  return self === undefined
    ? { given, got }
    : { given: [...given, { ...self, address: by ?? self.address }], got: [self] };
}
