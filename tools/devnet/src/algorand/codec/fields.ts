/** How a field of a transaction is written. `address` and `digest` have 32 bytes. */
export type Kind =
  | 'uint'
  | 'bool'
  | 'text'
  | 'bytes'
  /** Bytes that are text, as names of assets. */
  | 'name'
  | 'address'
  /** Bytes of a fixed length, written as base64 in JSON. */
  | { readonly fixed: number }
  | { readonly fields: Fields }
  | { readonly list: Kind };

export type Fields = Readonly<Record<string, Kind>>;

const key32: Kind = { fixed: 32 };
const schema: Kind = { fields: { nui: 'uint', nbs: 'uint' } };

/** go-algorand:data/transactions/asset.go, data/basics/userBalance.go. */
const assetParams: Fields = {
  t: 'uint',
  dc: 'uint',
  df: 'bool',
  un: 'name',
  an: 'name',
  au: 'name',
  am: key32,
  m: 'address',
  r: 'address',
  f: 'address',
  c: 'address',
};

/** Fields of each type of transaction (go-algorand:data/transactions/*.go). Types that users never send are left out. */
export const typeFields = {
  pay: { rcv: 'address', amt: 'uint', close: 'address' },
  keyreg: {
    votekey: key32,
    selkey: key32,
    sprfkey: { fixed: 64 },
    votefst: 'uint',
    votelst: 'uint',
    votekd: 'uint',
    nonpart: 'bool',
  },
  acfg: { caid: 'uint', apar: { fields: assetParams } },
  axfer: { xaid: 'uint', aamt: 'uint', asnd: 'address', arcv: 'address', aclose: 'address' },
  afrz: { fadd: 'address', faid: 'uint', afrz: 'bool' },
  appl: {
    apid: 'uint',
    apan: 'uint',
    apaa: { list: 'bytes' },
    apat: { list: 'address' },
    apfa: { list: 'uint' },
    apas: { list: 'uint' },
    apbx: { list: { fields: { i: 'uint', n: 'bytes' } } },
    apls: schema,
    apgs: schema,
    apap: 'bytes',
    apsu: 'bytes',
    apep: 'uint',
    aprv: 'uint',
  },
} as const satisfies Record<string, Fields>;

export type TransactionType = keyof typeof typeFields;

/** go-algorand:data/transactions/transaction.go Header. */
const header: Fields = {
  type: 'text',
  snd: 'address',
  fee: 'uint',
  fv: 'uint',
  lv: 'uint',
  note: 'bytes',
  gen: 'text',
  gh: key32,
  grp: key32,
  lx: key32,
  rekey: 'address',
};

const transactionFields: Fields = Object.assign({}, header, ...Object.values(typeFields)) as Fields;

const multisig: Kind = {
  fields: { v: 'uint', thr: 'uint', subsig: { list: { fields: { pk: key32, s: { fixed: 64 } } } } },
};

/** go-algorand:data/transactions/signedtxn.go, crypto/multisig.go, data/transactions/logicsig.go. */
export const signedFields: Fields = {
  sig: { fixed: 64 },
  msig: multisig,
  lsig: { fields: { l: 'bytes', sig: { fixed: 64 }, msig: multisig, lmsig: multisig, arg: { list: 'bytes' } } },
  pqsig: { fields: { alg: 'text', pk: 'bytes', sig: 'bytes', v: 'uint', key: 'bytes', s: 'bytes' } },
  txn: { fields: transactionFields },
  sgnr: 'address',
};
