import { IsochainError, UpstreamError } from '@isochain/core';
import { stringifyJson } from '@isochain/core/upstream';
import type { HonestUpstream, LieScene } from './setup.ts';

/** What a client gets in the end. */
export interface Outcome {
  readonly answer?: unknown;
  readonly error?: unknown;
  /** Of everything that was refused, thrown or in `status.errors`. */
  readonly errors: readonly string[];
  readonly warnings: readonly { readonly code: string; readonly context?: unknown }[];
}

/** Plays a scene over an upstream. */
export async function play(scene: LieScene, upstream: HonestUpstream): Promise<Outcome> {
  try {
    const answer = await scene.run(scene.connect(upstream));
    const { errors, warnings } = statusesIn(answer);
    return { answer, errors: errors.map(({ code }) => code), warnings };
  } catch (error) {
    // Anything else is a defect: nothing that an upstream says may do that.
    if (!(error instanceof IsochainError)) throw error;
    return { error, errors: [error.code], warnings: [] };
  }
}

/** Equal for outcomes that a client cannot tell apart. */
export function fingerprint({ answer, error }: Outcome): string {
  if (error instanceof UpstreamError) return `error ${error.code}`;
  if (error instanceof IsochainError) return `error ${error.code} ${error.message}`;
  return stringifyJson(answer);
}

interface Status {
  readonly errors: { readonly code: string }[];
  readonly warnings: { readonly code: string; readonly context?: unknown }[];
}

/** Every `status` in an answer, however deep: a scene may make several calls. */
function statusesIn(value: unknown): Status {
  const found: Status = { errors: [], warnings: [] };
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { status } = part as { status?: Partial<Status> };
    if (typeof status === 'object') {
      found.errors.push(...(status.errors ?? []));
      found.warnings.push(...(status.warnings ?? []));
    }
    for (const member of Object.values(part)) visit(member);
  };
  visit(value);
  return found;
}
