import * as z from 'zod';
import { nodeQuery, type Query } from '../query.ts';

/** Whether the id of a transaction is known, in a block or waiting. */
export function isTransaction(id: string): Query<boolean> {
  return nodeQuery({
    path: `/transactions/by_hash/${id}`,
    route: '/transactions/by_hash/{id}',
    schema: z.object({ hash: z.string() }),
    read: () => true,
    refused: () => ({ value: false }),
  });
}
