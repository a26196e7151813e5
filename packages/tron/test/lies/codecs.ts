import type { Codec } from '@isochain/conformance';

interface Row {
  readonly key: string;
  readonly value?: unknown;
}

/** Rows with keys, as an object: each parameter is a field of its own. */
const rows: Codec = {
  decode: (list) => Object.fromEntries((list as readonly Row[]).map(({ key, value }) => [key, value ?? 0])),
  encode: (object) => Object.entries(object as object).map(([key, value]) => ({ key, value })),
};

export const codecs: Readonly<Record<string, Codec>> = {
  'wallet/getchainparameters.chainParameter': rows,
};
