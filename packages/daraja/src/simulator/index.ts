/** The simulated M-Pesa: the public names of `@viatu/daraja/simulator`. */
export type { BookView, Control, PayoutView, PromptView } from './control.ts'
export type { Fault, FaultInput } from './faults.ts'
export { selfSigned } from './keys.ts'
export { type PayoutAccount, type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts'
export type { SmsAccount } from './sms-wire.ts'
