import { settings } from '@isochain/dial';

// TEST_DAY=2028-02-29 npm test: unit tests see that day, at the present time of the day. Engines keep the machine's clock, as other programs do.

const { clockShift } = settings;
const mark = Symbol.for('isochain.clock');

// Files that share a worker share its globals: shifted once is enough.
if (clockShift !== 0 && !(mark in globalThis)) {
  const { Date: MachineDate } = globalThis;
  class ShiftedDate extends MachineDate {
    constructor(...values: ConstructorParameters<typeof MachineDate> | []) {
      if (values.length === 0) super(MachineDate.now() + clockShift);
      else super(...values);
    }
    static override now(): number {
      return MachineDate.now() + clockShift;
    }
  }
  Object.defineProperty(globalThis, mark, { value: true });
  globalThis.Date = ShiftedDate as unknown as DateConstructor;
}
