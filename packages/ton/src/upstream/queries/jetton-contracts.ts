import type { Address } from '../../ton-core.ts';
import { joined, mapped, type Query } from '../query.ts';
import { getMethod, hasRun, type MethodAnswer, type StackItem } from './get-method.ts';

/** A contract of a jetton: the master, or the wallet of an owner. */
export type JettonContract = 'master' | 'wallet';

/** Which contract of a jetton an account is. Undefined for others. */
export function jettonContract(contract: Address): Query<JettonContract | undefined> {
  const wallet = mapped(getMethod(contract, 'get_wallet_data', []), isWalletData);
  const master = mapped(getMethod(contract, 'get_jetton_data', []), isJettonData);
  return joined(wallet, master, (isWallet, isMaster) => (isMaster ? 'master' : isWallet ? 'wallet' : undefined));
}

/** Balance, owner, master, code of the wallet (TEP-74). */
const isWalletData = answersLike(['number', 'cell', 'cell', 'cell']);

/** Supply, whether it can be minted, admin, content, code of the wallets (TEP-74). */
const isJettonData = answersLike(['number', 'number', 'cell', 'cell', 'cell']);

/**
 * Reads generously: what looks like a contract of a jetton keeps what it gets. Contracts answer null in place of an address or a cell that they do not have,
 * such as the admin of a jetton that gave it up (tonkeeper/opentonapi#878). Some answer further values after those of the standard.
 */
function answersLike(types: readonly StackItem['type'][]): (answer: MethodAnswer) => boolean {
  const fits = (type: StackItem['type'], item: StackItem | undefined) =>
    item?.type === type || (type === 'cell' && item?.type === 'other');
  return (answer) => hasRun(answer) && types.every((type, i) => fits(type, answer.stack[i]));
}
