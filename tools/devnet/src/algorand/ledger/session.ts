import { type Account, accountOf, putAccount, type State } from './state.ts';

/** What a transaction of a group works with. */
export interface Session {
  readonly state: State;
  /** The round in which the group shall stand. */
  readonly round: number;
  /** Accounts whose record the group has written so far: those need their minimum balance. */
  readonly touched: Set<string>;
}

/** Writes the record of an account. */
export function put(session: Session, account: Account): void {
  session.touched.add(account.address);
  putAccount(session.state, account);
}

export const get = (session: Session, address: string): Account => accountOf(session.state, address);
