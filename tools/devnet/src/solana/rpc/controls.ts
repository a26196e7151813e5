import type { Methods } from './methods.ts';
import { integerParam } from './params.ts';

/** The time machine, for tests with the engine in another process. No real node has it. It answers the new slot. */
export const controlMethods: Methods = {
  devnet_advanceSlots(node, [slots]) {
    node.clock.jump(integerParam(slots ?? 1));
    return node.clock.slot();
  },

  devnet_advanceEpochs(node, [epochs]) {
    node.clock.moveToEpoch(node.clock.epoch() + integerParam(epochs ?? 1));
    return node.clock.slot();
  },
};
