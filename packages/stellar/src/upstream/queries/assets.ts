import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { checkTokenId, type TokenId } from '../../address/token-id.ts';
import { horizonQuery, type Query } from '../query.ts';

const assetsSchema = z.object({
  _embedded: z.object({ records: z.array(z.object({ asset_code: z.string(), asset_issuer: z.string() })) }),
});

/** Whether anybody has a trustline for a token. Horizon lists such tokens (stellar/stellar-horizon, internal/actions/asset.go). */
export function isHeld({ code, issuer, text }: TokenId): Query<boolean> {
  return horizonQuery({
    path: '/assets',
    query: { asset_code: code, asset_issuer: issuer, limit: 1 },
    schema: assetsSchema,
    read({ _embedded: { records } }) {
      const isOther = records.some((record) => {
        const token = checkTokenId(`${record.asset_code}:${record.asset_issuer}`);
        return !token.ok || token.canonical !== text;
      });
      if (isOther) throw new RejectedAnswer('it answers with another asset');
      return records.length > 0;
    },
  });
}
