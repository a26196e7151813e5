import type { Operation } from '@isochain/core/upstream';
import type { AddressAccount } from '../address/account.ts';
import type { EsploraApi } from './esplora-api.ts';
import { redeemScriptIn } from './redeem-script.ts';

/** How many pages are searched for spends: the newest transactions, and some more pages of 25. */
const maxPages = 4;

/** The redeem script that an earlier spend of a p2sh-p2wpkh address showed; its hash is that of the address. */
export async function findRedeemScript(
  api: EsploraApi,
  account: AddressAccount,
  operation: Operation,
): Promise<Uint8Array | undefined> {
  let { value: page } = await operation.http(api.transactions(account.address), api.options);
  for (let pages = 1; ; pages += 1) {
    const found = redeemScriptIn(page.transactions, account);
    if (found !== undefined) return found;
    const last = page.transactions.findLast(({ height }) => height !== undefined);
    if (last === undefined || pages === maxPages) return undefined;
    ({ value: page } = await operation.http(api.confirmed(account.address, last.txid), api.options));
  }
}
