import { getBase58Decoder } from '@solana/kit';
import type { StoredAccount } from '../accounts-db.ts';
import { invalidParams, RpcFault } from './fault.ts';
import { type Config, integerParam } from './params.ts';

const longestBase58 = 128;

/** Writes accounts in the encoding of `config`. The engine parses no data. It refuses `jsonParsed`, so that nobody relies on it by accident. */
export function accountEncoder(config: Config): (account: StoredAccount) => unknown {
  const { encoding = 'base64', dataSlice } = config;
  if (encoding !== 'base64' && encoding !== 'base58') {
    throw invalidParams(`The engine answers base64 and base58, not ${String(encoding)}.`);
  }
  const slice = dataSlice === undefined || dataSlice === null ? undefined : (dataSlice as Config);
  const offset = slice === undefined ? 0 : Number(integerParam(slice.offset));
  const length = slice === undefined ? undefined : Number(integerParam(slice.length));
  return ({ lamports, data, owner, executable }) => {
    const part = data.subarray(offset, length === undefined ? undefined : offset + length);
    if (encoding === 'base58' && part.length > longestBase58) {
      throw new RpcFault(
        -32600,
        'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
      );
    }
    const text = encoding === 'base58' ? getBase58Decoder().decode(part) : Buffer.from(part).toString('base64');
    return { data: [text, encoding], executable, lamports, owner, rentEpoch, space: data.length };
  };
}

/** The rent epoch of accounts that are exempt from rent. Today all accounts are. */
const rentEpoch = 2n ** 64n - 1n;
