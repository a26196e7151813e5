import { xdr } from '@stellar/stellar-base';
import { accountId } from '../../asset.ts';
import { newAccount } from '../../state.ts';
import { toText } from '../../units.ts';
import { available, canSponsor, minBalance } from '../reserves.ts';
import { addNative, sourceOf, sponsorOf } from '../session.ts';
import { big, inner, type OperationKind } from './kind.ts';

const answer = (result: xdr.CreateAccountResult) => inner(xdr.OperationResultTr.createAccount(result));

/** stellar-core:src/transactions/CreateAccountOpFrame.cpp. */
export const createAccount: OperationKind = {
  blank: () => answer(xdr.CreateAccountResult.createAccountSuccess()),
  keys: (body) => [accountId(body.createAccountOp().destination())],
  check(body, source) {
    const op = body.createAccountOp();
    const isValid = big(op.startingBalance()) >= 0n && accountId(op.destination()) !== source;
    return isValid ? undefined : answer(xdr.CreateAccountResult.createAccountMalformed());
  },
  apply(scope, body) {
    const { header, state } = scope;
    const id = accountId(body.createAccountOp().destination());
    const balance = big(body.createAccountOp().startingBalance());
    if (state.accounts.has(id)) return answer(xdr.CreateAccountResult.createAccountAlreadyExist());

    const account = newAccount(id, balance, startingSequence(header.ledger), header.ledger);
    const sponsor = sponsorOf(scope, id);
    if (sponsor !== undefined) {
      const refusal = canSponsor(sponsor, 2, header.baseReserve);
      if (refusal === 'tooManySponsoring') return xdr.OperationResult.opTooManySponsoring();
      if (refusal !== undefined) return answer(xdr.CreateAccountResult.createAccountLowReserve());
      sponsor.numSponsoring += 2;
      account.numSponsored = 2;
      account.sponsor = sponsor.id;
    } else if (balance < minBalance(account, header.baseReserve)) {
      return answer(xdr.CreateAccountResult.createAccountLowReserve());
    }
    const source = sourceOf(scope);
    const isFunded =
      available(source, header.baseReserve) >= balance && addNative(source, -balance, header.baseReserve);
    if (!isFunded) return answer(xdr.CreateAccountResult.createAccountUnderfunded());
    state.accounts.set(id, account);

    scope.effect(id, 'account_created', { starting_balance: toText(balance) });
    scope.effect(scope.source, 'account_debited', { asset_type: 'native', amount: toText(balance) });
    scope.effect(id, 'signer_created', { weight: 1, public_key: id, key: '' });
    if (sponsor !== undefined) scope.effect(id, 'account_sponsorship_created', { sponsor: sponsor.id });
    return answer(xdr.CreateAccountResult.createAccountSuccess());
  },
};

/** The sequence number with which accounts begin that are created in a ledger: an account that was merged and created again cannot repeat one. */
export function startingSequence(ledger: number): bigint {
  return BigInt(ledger) << 32n;
}
