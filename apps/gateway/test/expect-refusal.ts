import { expect } from 'vitest';
import { type ChainNetwork, errorsOf } from './chain-network.ts';

/** How encode refuses an intent. */
export interface Refusal {
  readonly code: string;
  /** Without `transaction.data.`. Empty for all of the data. */
  readonly field: string;
  readonly message: string | RegExp;
  /** 200: an answer with an error in it. 400: the request contradicts itself. */
  readonly status?: number;
}

/** Encodes, and expects this error alone, nothing to sign, and nothing sent. */
export async function expectRefusal(
  network: Pick<ChainNetwork, 'encode'> & { broadcasts(): number },
  data: Readonly<Record<string, unknown>>,
  { code, field, message, status = 200 }: Refusal,
): Promise<void> {
  const sent = network.broadcasts();
  const answer = await network.encode(data);
  const { errors } = errorsOf(answer);
  expect({ status: answer.status, errors }).toMatchObject({
    status,
    errors: [
      {
        code,
        field: field === '' ? 'transaction.data' : `transaction.data.${field}`,
        message: message instanceof RegExp ? expect.stringMatching(message) : message,
      },
    ],
  });
  expect(errors).toHaveLength(1);
  if (status === 200) expect(answer.body.transaction).toMatchObject({ encoded: [] });
  else expect(answer.body.transaction).toBeUndefined();
  expect(network.broadcasts()).toBe(sent);
}
