import type { Methods } from './methods.ts';
import { integerParam } from './params.ts';

/** What no real node offers: the time machine, for who has the engine in another process. Answers the slot that it comes to. */
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
