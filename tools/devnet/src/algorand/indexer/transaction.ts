import { toBase64 } from '../address.ts';
import type { TransactionType } from '../codec/fields.ts';
import { Reader, type ValueMap } from '../codec/value.ts';
import type { Entry, PlacedEntry } from '../ledger/ledger.ts';
import { typeOf } from '../ledger/well-formed.ts';

/** A transaction as the indexer describes it (algorand/indexer:api/converter_utils.go signedTxnWithAdToTransaction). */
export function transactionJson(entry: Entry | PlacedEntry): Readonly<Record<string, unknown>> {
  if ('placed' in entry) return entry.placed;
  const { round, time, offset, transaction, applied } = entry;
  const { txn, signed, txId } = transaction;
  const type = typeOf(txn);
  return {
    ...(type && detailsOf[type](entry)),
    ...bytesJson(txn, 'gh', 'genesis-hash'),
    ...(signed.has('sgnr') && { 'auth-addr': signed.address('sgnr') }),
    'close-rewards': 0,
    'closing-amount': applied.closingAmount,
    'confirmed-round': round,
    ...(applied.createdAsset !== undefined && { 'created-asset-index': applied.createdAsset }),
    fee: txn.uint('fee'),
    'first-valid': txn.uint('fv'),
    ...(txn.has('gen') && { 'genesis-id': txn.text('gen') }),
    ...bytesJson(txn, 'grp', 'group'),
    id: txId,
    'intra-round-offset': offset,
    'last-valid': txn.uint('lv'),
    ...bytesJson(txn, 'lx', 'lease'),
    ...bytesJson(txn, 'note', 'note'),
    'receiver-rewards': 0,
    ...(txn.has('rekey') && { 'rekey-to': txn.address('rekey') }),
    'round-time': time,
    sender: txn.address('snd'),
    'sender-rewards': 0,
    signature: signatureJson(signed),
    'tx-type': type,
  };
}

const bytesJson = (fields: Reader, field: string, name: string): Record<string, string> =>
  fields.has(field) ? { [name]: toBase64(fields.bytes(field)) } : {};

const addressJson = (fields: Reader, field: string, name: string): Record<string, string> =>
  fields.has(field) ? { [name]: fields.address(field) } : {};

type Details = (entry: Entry) => Record<string, unknown>;

const detailsOf: Readonly<Record<TransactionType, Details>> = {
  pay: ({ transaction: { txn }, applied }) => ({
    'payment-transaction': {
      amount: txn.uint('amt'),
      'close-amount': applied.closingAmount,
      ...addressJson(txn, 'close', 'close-remainder-to'),
      receiver: txn.address('rcv'),
    },
  }),
  axfer: ({ transaction: { txn }, applied }) => ({
    'asset-transfer-transaction': {
      amount: txn.uint('aamt'),
      'asset-id': txn.uint('xaid'),
      'close-amount': applied.assetClosingAmount,
      ...addressJson(txn, 'aclose', 'close-to'),
      receiver: txn.address('arcv'),
      ...addressJson(txn, 'asnd', 'sender'),
    },
  }),
  afrz: ({ transaction: { txn } }) => ({
    'asset-freeze-transaction': {
      address: txn.address('fadd'),
      'asset-id': txn.uint('faid'),
      'new-freeze-status': txn.flag('afrz'),
    },
  }),
  keyreg: ({ transaction: { txn } }) => ({
    'keyreg-transaction': {
      'non-participation': txn.flag('nonpart'),
      ...bytesJson(txn, 'selkey', 'selection-participation-key'),
      ...bytesJson(txn, 'sprfkey', 'state-proof-key'),
      'vote-first-valid': txn.uint('votefst'),
      'vote-key-dilution': txn.uint('votekd'),
      'vote-last-valid': txn.uint('votelst'),
      ...bytesJson(txn, 'votekey', 'vote-participation-key'),
    },
  }),
  acfg: ({ transaction: { txn } }) => ({
    'asset-config-transaction': {
      'asset-id': txn.uint('caid'),
      ...(txn.has('apar') && { params: paramsJson(txn.map('apar'), txn.address('snd')) }),
    },
  }),
  appl: ({ transaction: { txn } }) => ({
    'application-transaction': {
      'application-id': txn.uint('apid'),
      'on-completion': completions[Number(txn.uint('apan'))] ?? 'unknown',
      'application-args': txn.list('apaa').map((one) => toBase64(one as Uint8Array)),
      accounts: [],
      'foreign-apps': txn.list('apfa'),
      'foreign-assets': txn.list('apas'),
      'global-state-schema': schemaJson(txn.map('apgs')),
      'local-state-schema': schemaJson(txn.map('apls')),
      ...bytesJson(txn, 'apap', 'approval-program'),
      ...bytesJson(txn, 'apsu', 'clear-state-program'),
    },
  }),
};

const completions = ['noop', 'optin', 'closeout', 'clear', 'update', 'delete'];

const schemaJson = (schema: Reader) => ({ 'num-byte-slice': schema.uint('nbs'), 'num-uint': schema.uint('nui') });

function paramsJson(params: Reader, creator: string): Record<string, unknown> {
  const text = (field: string, name: string) => ({
    [name]: Buffer.from(params.bytes(field)).toString('utf8'),
    [`${name}-b64`]: toBase64(params.bytes(field)),
  });
  return {
    ...addressJson(params, 'c', 'clawback'),
    creator,
    decimals: params.uint('dc'),
    'default-frozen': params.flag('df'),
    ...addressJson(params, 'f', 'freeze'),
    ...addressJson(params, 'm', 'manager'),
    ...bytesJson(params, 'am', 'metadata-hash'),
    ...text('an', 'name'),
    ...addressJson(params, 'r', 'reserve'),
    total: params.uint('t'),
    ...text('un', 'unit-name'),
    ...text('au', 'url'),
  };
}

function signatureJson(signed: Reader): Record<string, unknown> {
  if (signed.has('sig')) return { sig: toBase64(signed.bytes('sig')) };
  if (signed.has('msig')) return { multisig: multisigJson(signed.map('msig')) };
  if (!signed.has('lsig')) return {};
  const lsig = signed.map('lsig');
  return {
    logicsig: {
      args: lsig.list('arg').map((one) => toBase64(one as Uint8Array)),
      logic: toBase64(lsig.bytes('l')),
      ...(lsig.has('msig') && { 'multisig-signature': multisigJson(lsig.map('msig')) }),
      ...bytesJson(lsig, 'sig', 'signature'),
    },
  };
}

function multisigJson(msig: Reader): Record<string, unknown> {
  const subsignature = msig.list('subsig').map((one) => {
    const subsig = new Reader(one as ValueMap);
    return { ...bytesJson(subsig, 'pk', 'public-key'), ...bytesJson(subsig, 's', 'signature') };
  });
  return { subsignature, threshold: msig.uint('thr'), version: msig.uint('v') };
}
