import { type Address, shortAddress, type TypeName } from '../address.ts';
import { type CoinInfo, type CoinStore, coinStoreKey, type State } from '../state.ts';
import { ExecutionError, MoveAbort } from './abort.ts';
import { ensureStore, primaryStore, putInto, refuseFrozen, takeFrom } from './assets.ts';
import type { Session } from './session.ts';

const coin = '0x1::coin';

/** Bytes of a new coin store, about (capture of mainnet transaction 1747361321: 470 bytes with an Account resource). */
const coinStoreBytes = 208;

/** @throws ExecutionError for a type that is not published. */
export function knownCoin(state: State, type: TypeName | undefined): CoinInfo {
  const info = type === undefined ? undefined : state.coins.get(type);
  if (info === undefined) throw new ExecutionError('LINKER_ERROR');
  return info;
}

export function coinStore(state: State, owner: Address, type: TypeName): CoinStore | undefined {
  return state.coinStores.get(coinStoreKey(owner, type));
}

/** `coin::register`: nothing happens if the account can receive the coin already. */
export function register(session: Session, owner: Address, info: CoinInfo): void {
  if (isRegistered(session.state, owner, info)) return;
  const key = coinStoreKey(owner, info.type);
  session.state.coinStores.set(key, { owner, type: info.type, balance: 0n, frozen: false });
  session.allocate(1, coinStoreBytes);
  session.written.add(owner);
}

/** `coin::is_account_registered`: with a coin store, or because the coin has a paired asset, whose stores need no registration. */
export function isRegistered(state: State, owner: Address, info: CoinInfo): boolean {
  return info.paired !== undefined || coinStore(state, owner, info.type) !== undefined;
}

/** `aptos_account::transfer_coins`: registers the recipient, unless that one refuses it. */
export function transferCoins(session: Session, from: Address, info: CoinInfo, to: Address, amount: bigint): void {
  withdraw(session, from, info, amount);
  if (!isRegistered(session.state, to, info)) {
    if (session.state.refusing.has(to)) {
      throw new MoveAbort(
        '0x1::aptos_account',
        'permission_denied',
        ['EACCOUNT_DOES_NOT_ACCEPT_DIRECT_COIN_TRANSFERS', 3n],
        'Account opted out of receiving coins that they did not register to receive.',
      );
    }
    register(session, to, info);
  }
  deposit(session, to, info, amount);
}

/** `coin::transfer`: the recipient must be registered. */
export function transferRegistered(session: Session, from: Address, info: CoinInfo, to: Address, amount: bigint): void {
  withdraw(session, from, info, amount);
  deposit(session, to, info, amount);
}

/** Takes from the coin store first, and the rest from the store of the paired asset (coin.move: calculate_amount_to_withdraw). */
function withdraw(session: Session, owner: Address, info: CoinInfo, amount: bigint): void {
  const held = coinStore(session.state, owner, info.type);
  const fromCoins = held === undefined || held.balance < amount ? (held?.balance ?? 0n) : amount;
  const store = info.paired === undefined ? undefined : primaryStore(session.state, owner, info.paired);
  if (fromCoins < amount && store === undefined) {
    throw new MoveAbort(
      coin,
      'invalid_argument',
      ['EINSUFFICIENT_BALANCE', 6n],
      'Not enough coins to complete transaction',
    );
  }
  if (held !== undefined && fromCoins > 0n) {
    refuseFrozenCoins(held);
    held.balance -= fromCoins;
    session.written.add(owner);
    session.emit(`${coin}::CoinWithdraw`, coinEvent(held, fromCoins));
  }
  if (store === undefined || fromCoins === amount) return;
  refuseFrozen(store);
  takeFrom(session, store, amount - fromCoins);
}

/** Puts into the coin store if there is one, and otherwise into the store of the paired asset. */
function deposit(session: Session, owner: Address, info: CoinInfo, amount: bigint): void {
  const held = coinStore(session.state, owner, info.type);
  if (held !== undefined) {
    refuseFrozenCoins(held);
    held.balance += amount;
    session.written.add(owner);
    session.emit(`${coin}::CoinDeposit`, coinEvent(held, amount));
    return;
  }
  if (info.paired === undefined) {
    throw new MoveAbort(
      coin,
      'not_found',
      ['ECOIN_STORE_NOT_PUBLISHED', 5n],
      "Account hasn't registered `CoinStore` for `CoinType`",
    );
  }
  const store = ensureStore(session, owner, info.paired);
  refuseFrozen(store);
  putInto(session, store, amount);
}

function refuseFrozenCoins(store: CoinStore): void {
  if (!store.frozen) return;
  throw new MoveAbort(
    coin,
    'permission_denied',
    ['EFROZEN', 10n],
    'CoinStore is frozen. Coins cannot be deposited or withdrawn',
  );
}

function coinEvent(store: CoinStore, amount: bigint): Record<string, unknown> {
  return { account: shortAddress(store.owner), amount: String(amount), coin_type: store.type };
}

/** What the balance endpoint of the node says for a coin or an asset: both give the sum of coin store and primary store. */
export function balanceOf(state: State, owner: Address, token: { coin?: TypeName; asset?: Address }): bigint {
  const coins = token.coin === undefined ? 0n : (coinStore(state, owner, token.coin)?.balance ?? 0n);
  const assets = token.asset === undefined ? 0n : (primaryStore(state, owner, token.asset)?.balance ?? 0n);
  return coins + assets;
}
