/** The memory of a gateway in bytes, from /metrics. */
export interface Memory {
  readonly resident: number;
  readonly heap: number;
}

/** @throws Error if /metrics lacks it. */
export async function readMemory(url: string, key: string): Promise<Memory> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: key } });
  return parseMemory(await response.text());
}

/**
 * Reads the text format of Prometheus.
 *
 * @throws Error if a gauge is missing.
 */
export function parseMemory(text: string): Memory {
  const gauge = (name: string) => {
    const found = new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(text);
    if (found === null) throw new Error(`/metrics has no ${name}.`);
    return Number(found[1]);
  };
  return {
    resident: gauge('isochain_process_resident_memory_bytes'),
    heap: gauge('isochain_nodejs_heap_size_used_bytes'),
  };
}
