import { StrKey, xdr } from '@stellar/stellar-base';
import { type AssetId, assetId, assetMembers, isAssetValid, issuerOf, type Party, party } from '../../asset.ts';
import { toText } from '../../units.ts';
import { credit, debit, type MoveRefusal, type Scope } from '../session.ts';
import { big, inner, type OperationKind } from './kind.ts';
import { transferKeys } from './payment.ts';

/** The stand-in has no markets. Assets are exchanged one for one, by nobody: what is sent vanishes, and what is received comes out of nothing. */
interface Exchange {
  readonly to: Party;
  readonly sendAsset: AssetId;
  readonly receiveAsset: AssetId;
  readonly amount: bigint;
  readonly hasPath: boolean;
}

type Refused = { readonly side: 'sender' | 'recipient'; readonly why: MoveRefusal } | 'noDestination' | undefined;

/** In core's order: the recipient first, as for a payment. */
function exchange(scope: Scope, { to, sendAsset, receiveAsset, amount, hasPath }: Exchange): Refused {
  const goesHome = !hasPath && sendAsset === receiveAsset && issuerOf(receiveAsset) === to.account;
  if (!goesHome && !scope.state.accounts.has(to.account)) return 'noDestination';
  const received = credit(scope, to.account, receiveAsset, amount);
  if (received !== undefined) return { side: 'recipient', why: received };
  const sent = debit(scope, scope.source.account, sendAsset, amount);
  if (sent !== undefined) return { side: 'sender', why: sent };
  scope.effect(to, 'account_credited', { amount: toText(amount), ...assetMembers(receiveAsset) });
  scope.effect(scope.source, 'account_debited', { amount: toText(amount), ...assetMembers(sendAsset) });
  return undefined;
}

/** The end of a path in a result: who got what. */
function last({ to, amount }: Exchange, asset: xdr.Asset): xdr.SimplePaymentResult {
  return new xdr.SimplePaymentResult({
    destination: xdr.PublicKey.publicKeyTypeEd25519(StrKey.decodeEd25519PublicKey(to.account)),
    asset,
    amount: new xdr.Int64(amount.toString()),
  });
}

const nobody = () =>
  new xdr.SimplePaymentResult({
    destination: xdr.PublicKey.publicKeyTypeEd25519(Buffer.alloc(32)),
    asset: xdr.Asset.assetTypeNative(),
    amount: new xdr.Int64('0'),
  });

const receiveAnswer = (result: xdr.PathPaymentStrictReceiveResult) =>
  inner(xdr.OperationResultTr.pathPaymentStrictReceive(result));
const sendAnswer = (result: xdr.PathPaymentStrictSendResult) =>
  inner(xdr.OperationResultTr.pathPaymentStrictSend(result));

/** stellar-core:src/transactions/PathPaymentStrictReceiveOpFrame.cpp. */
export const pathPaymentStrictReceive: OperationKind = {
  blank: () =>
    receiveAnswer(
      xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveSuccess(
        new xdr.PathPaymentStrictReceiveResultSuccess({ offers: [], last: nobody() }),
      ),
    ),
  keys(body, source) {
    const op = body.pathPaymentStrictReceiveOp();
    const to = party(op.destination()).account;
    return [op.sendAsset(), op.destAsset()].flatMap((asset) => transferKeys(assetId(asset), source, to));
  },
  check(body) {
    const op = body.pathPaymentStrictReceiveOp();
    const isValid =
      big(op.destAmount()) > 0n &&
      big(op.sendMax()) > 0n &&
      [op.sendAsset(), op.destAsset(), ...op.path()].every(isAssetValid);
    return isValid ? undefined : receiveAnswer(xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveMalformed());
  },
  apply(scope, body) {
    const op = body.pathPaymentStrictReceiveOp();
    const wanted: Exchange = {
      to: party(op.destination()),
      sendAsset: assetId(op.sendAsset()),
      receiveAsset: assetId(op.destAsset()),
      amount: big(op.destAmount()),
      hasPath: op.path().length > 0,
    };
    if (wanted.amount > big(op.sendMax())) {
      return receiveAnswer(xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveOverSendmax());
    }
    const refused = exchange(scope, wanted);
    if (refused === undefined) {
      const success = { offers: [], last: last(wanted, op.destAsset()) };
      return receiveAnswer(
        xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveSuccess(
          new xdr.PathPaymentStrictReceiveResultSuccess(success),
        ),
      );
    }
    return receiveAnswer(xdr.PathPaymentStrictReceiveResult[`pathPaymentStrictReceive${codeOf(refused)}`]());
  },
};

/** stellar-core:src/transactions/PathPaymentStrictSendOpFrame.cpp. */
export const pathPaymentStrictSend: OperationKind = {
  blank: () =>
    sendAnswer(
      xdr.PathPaymentStrictSendResult.pathPaymentStrictSendSuccess(
        new xdr.PathPaymentStrictSendResultSuccess({ offers: [], last: nobody() }),
      ),
    ),
  keys(body, source) {
    const op = body.pathPaymentStrictSendOp();
    const to = party(op.destination()).account;
    return [op.sendAsset(), op.destAsset()].flatMap((asset) => transferKeys(assetId(asset), source, to));
  },
  check(body) {
    const op = body.pathPaymentStrictSendOp();
    const isValid =
      big(op.sendAmount()) > 0n &&
      big(op.destMin()) > 0n &&
      [op.sendAsset(), op.destAsset(), ...op.path()].every(isAssetValid);
    return isValid ? undefined : sendAnswer(xdr.PathPaymentStrictSendResult.pathPaymentStrictSendMalformed());
  },
  apply(scope, body) {
    const op = body.pathPaymentStrictSendOp();
    const wanted: Exchange = {
      to: party(op.destination()),
      sendAsset: assetId(op.sendAsset()),
      receiveAsset: assetId(op.destAsset()),
      amount: big(op.sendAmount()),
      hasPath: op.path().length > 0,
    };
    if (wanted.amount < big(op.destMin())) {
      return sendAnswer(xdr.PathPaymentStrictSendResult.pathPaymentStrictSendUnderDestmin());
    }
    const refused = exchange(scope, wanted);
    if (refused === undefined) {
      const success = { offers: [], last: last(wanted, op.destAsset()) };
      return sendAnswer(
        xdr.PathPaymentStrictSendResult.pathPaymentStrictSendSuccess(
          new xdr.PathPaymentStrictSendResultSuccess(success),
        ),
      );
    }
    return sendAnswer(xdr.PathPaymentStrictSendResult[`pathPaymentStrictSend${codeOf(refused)}`]());
  },
};

/** The end of the code's name, which both operations have in common. */
function codeOf(refused: NonNullable<Refused>) {
  if (refused === 'noDestination') return 'NoDestination';
  switch (refused.why) {
    case 'noTrust':
      return refused.side === 'sender' ? 'SrcNoTrust' : 'NoTrust';
    case 'notAuthorized':
      return refused.side === 'sender' ? 'SrcNotAuthorized' : 'NotAuthorized';
    case 'full':
      return 'LineFull';
    case 'underfunded':
      return 'Underfunded';
  }
}
