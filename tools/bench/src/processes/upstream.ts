import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BenchFamily } from '../families/index.ts';
import type { Behaviour } from '../upstream/behaviours.ts';
import { type Child, startChild } from './child.ts';

/** An entry of a chain's `endpoints`. */
export type EndpointSettings = BenchFamily['endpoint'] & { readonly url: string; readonly name: string };

export interface Upstream extends Pick<Child, 'stop'> {
  /** @param delayMs - How long each answer takes. */
  endpoint(family: BenchFamily, behaviour: Behaviour, delayMs: number, name: string): EndpointSettings;
}

/** Starts the stand-ins of all families in a new process. */
export async function startUpstream(): Promise<Upstream> {
  const child = await startChild(new URL('../upstream/server.ts', import.meta.url));
  return {
    stop: child.stop,
    endpoint: (family, behaviour, delayMs, name) => ({
      ...family.endpoint,
      name,
      url: `${child.url}/${family.name}/${behaviour}/${delayMs}`,
    }),
  };
}

/** An endpoint at which nobody listens. */
export async function deadEndpoint(family: BenchFamily, name: string): Promise<EndpointSettings> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return { ...family.endpoint, name, url: `http://127.0.0.1:${port}` };
}
