import { describe, expect, it } from 'vitest';
import { parseMemory } from './metrics.ts';

const text = `# HELP isochain_process_resident_memory_bytes Resident memory size in bytes.
# TYPE isochain_process_resident_memory_bytes gauge
isochain_process_resident_memory_bytes 145678336
# TYPE isochain_nodejs_heap_size_used_bytes gauge
isochain_nodejs_heap_size_used_bytes 4.5e+7
isochain_nodejs_heap_size_used_bytes_of_something_else 1
`;

describe('parseMemory', () => {
  it('reads the gauges, not the lines about them', () => {
    expect(parseMemory(text)).toEqual({ resident: 145_678_336, heap: 45_000_000 });
  });

  it('names the gauge that is missing', () => {
    expect(() => parseMemory(text.replaceAll('resident', 'other'))).toThrow('isochain_process_resident_memory_bytes');
  });
});
