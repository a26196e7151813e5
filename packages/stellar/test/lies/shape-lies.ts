import { down, type Lie, says } from '@isochain/conformance';
import { about, shows } from './expected.ts';

// Parts of accounts that are no parts of an account. The account counts as unknown then.

/** A field of an account, and a value that it cannot have. */
const shapes: Readonly<Record<string, unknown>> = {
  sequence: '-1',
  account_id: 'me',
  subentry_count: -1,
  num_sponsoring: -1,
  num_sponsored: -1,
  'thresholds.low_threshold': 256,
  'thresholds.med_threshold': 256,
  'thresholds.high_threshold': 256,
  'flags.auth_required': 'no',
  'flags.auth_revocable': 'no',
  'flags.auth_immutable': 'no',
  signers: 'all',
  'signers[].weight': 256,
  'signers[].type': 7,
  'signers[].key': 7,
  balances: 'all',
  'balances[].asset_type': 'gold',
  'balances[].balance': '1e5',
  'balances[].selling_liabilities': '-1',
  'balances[].buying_liabilities': '-1',
};

/** Those that trustlines alone have. */
const ofTrustlines: Readonly<Record<string, unknown>> = {
  'balances[].limit': '1e5',
  'balances[].is_authorized': 'yes',
  'balances[].asset_issuer': 'me',
  'balances[].asset_code': 'D€MO',
};

const all = (name: string, scenes: readonly string[], table: Readonly<Record<string, unknown>>) =>
  Object.entries(table).flatMap(([field, value]) =>
    about(`account ${name}.${field}`, scenes, ['impossible', says(value), down, 'a value of another shape']),
  );

export const shapeLies: readonly Lie[] = [
  ...all('sender', ['token', 'removing'], { ...shapes, ...ofTrustlines }),
  ...all('recipient', ['transfer', 'closing'], shapes),
  ...all('recipient', ['token'], { ...shapes, ...ofTrustlines }),
  ...all('issuer', ['enabling', 'claimable'], shapes),
  ...about(
    'account issuer.flags.auth_clawback_enabled',
    ['enabling'],
    ['impossible', says('no'), down],
    ['false', says(true), shows('A warning is false.')],
  ),
];
