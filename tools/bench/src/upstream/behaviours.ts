/**
 * How an endpoint behaves:
 * - `good` answers after its delay
 * - `slow` answers after 30 seconds
 * - `lying` answers for another chain, or nonsense, in turn
 * - `limited` answers 429
 */
export const behaviours = ['good', 'slow', 'lying', 'limited'] as const;

export type Behaviour = (typeof behaviours)[number];
