import { randomUUID } from 'node:crypto'
import { z } from 'zod'

/** Faults of any call; their effects are in `replies.ts`. */
const anywhere = ['hang', 'lostReply', 'cut', 'html', 'empty', 'plain500', 'spikeArrest', 'quota', 'internal'] as const

const scope = {
  /** How many requests are affected; a fault with a chance counts only those it affected. */
  times: z.union([z.int().min(1), z.literal('always')]).default(1),
  chance: z.number().gt(0).max(1).default(1),
}
const phone = z
  .string()
  .regex(/^254[17]\d{8}$/)
  .optional()
const reply = {
  /** Milliseconds of a hang. */
  ms: z.int().min(0).default(30_000),
  /** HTTP status instead of the usual one, such as 429 for a spike arrest. */
  status: z.int().min(200).max(599).optional(),
  /** Whether the work is done before the false answer: the prompt is sent although the reply says otherwise. */
  works: z.boolean().default(false),
}
const parameterName = z.enum(['TransactionAmount', 'TransactionReceipt', 'ReceiverPartyPublicName', 'TransactionCompletedDateTime'])
const itemName = z.enum(['Amount', 'MpesaReceiptNumber', 'Balance', 'TransactionDate', 'PhoneNumber'])

const fault = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('auth'), ...scope, ...reply, answer: z.enum([...anywhere, 'wrongAuthType', 'worthlessToken']) }),
  z.strictObject({ at: z.literal('submit'), ...scope, phone, ...reply, answer: z.enum([...anywhere, 'invalidToken', 'invalidNumber', 'locked']) }),
  z.strictObject({
    at: z.literal('query'),
    ...scope,
    phone,
    ...reply,
    answer: z.enum([...anywhere, 'invalidToken', 'processing', 'processing200', 'unknownTransaction', 'pending', 'contradict']),
  }),
  z.strictObject({
    at: z.literal('payout'),
    ...scope,
    phone,
    ...reply,
    answer: z.enum([...anywhere, 'invalidToken', 'invalidNumber', 'invalidInitiator', 'maintenance']),
  }),
  z.strictObject({ at: z.literal('status'), ...scope, phone, ...reply, answer: z.enum([...anywhere, 'invalidToken', 'maintenance']) }),
  z.strictObject({
    at: z.literal('payoutResult'),
    ...scope,
    phone,
    /** Any code, known or not, instead of what M-Pesa's own rules say; '0' pays. */
    code: z.string().min(1).max(40).optional(),
    /** Sends the timeout notice first; the result follows unless `never` or `drop`. */
    timeout: z.boolean().default(false),
    /** Milliseconds until M-Pesa processes it. */
    afterMs: z.int().min(0).default(0),
    /** Stays open; no result is sent. */
    never: z.boolean().default(false),
    drop: z.boolean().default(false),
    copies: z.int().min(1).max(100).default(1),
    /** Milliseconds between the payment and its result. */
    delayMs: z.int().min(0).default(0),
    /** Amount in place of the true one. */
    amount: z.number().optional(),
    without: z.array(parameterName).default([]),
  }),
  z.strictObject({
    at: z.literal('statusResult'),
    ...scope,
    phone,
    /** Result code of the status query itself: '2001' says nothing about the payout. */
    code: z.string().min(1).max(40).optional(),
    /** TransactionStatus in place of the true one. */
    status: z.string().max(40).optional(),
    /** Sends the timeout notice and no status result. */
    timeout: z.boolean().default(false),
    drop: z.boolean().default(false),
    copies: z.int().min(1).max(100).default(1),
    delayMs: z.int().min(0).default(0),
  }),
  z.strictObject({
    at: z.literal('sms'),
    ...scope,
    phone,
    ...reply,
    answer: z.enum(['hang', 'lostReply', 'cut', 'html', 'empty', 'plain500', 'code']),
    /** Status code of the recipient, with the answer `code`. */
    code: z.int().optional(),
  }),
  z.strictObject({
    at: z.literal('result'),
    ...scope,
    phone,
    /** Any code, known or not; '0' pays. */
    code: z.string().min(1).max(40),
    afterMs: z.int().min(0).default(0),
    /** Milliseconds after the failure was reported at which the payment is made after all. */
    thenPaidAfterMs: z.int().min(0).optional(),
  }),
  z.strictObject({
    at: z.literal('callback'),
    ...scope,
    phone,
    drop: z.boolean().default(false),
    copies: z.int().min(1).max(100).default(1),
    delayMs: z.int().min(0).default(0),
    /** Sends a false failure for a successful payment, before or after the true callback. */
    contradict: z.enum(['failureFirst', 'failureLast']).optional(),
    /** Held until the shop queries the prompt after its result exists. */
    afterQuery: z.boolean().default(false),
    /** Amount in place of the true one. */
    amount: z.number().optional(),
    without: z.array(itemName).default([]),
    valueless: z.array(itemName).default([]),
  }),
])

export type FaultInput = z.input<typeof fault>
export type Fault = z.output<typeof fault>
export type FaultAt<Stage extends Fault['at']> = Extract<Fault, { at: Stage }>

export interface Faults {
  /** Throws a ZodError for an invalid fault. */
  add(input: unknown): { id: string } & Fault
  /** Takes the oldest matching fault of this stage and decrements its count. */
  take<Stage extends Fault['at']>(at: Stage, phone?: string, fits?: (fault: FaultAt<Stage>) => boolean): FaultAt<Stage> | undefined
  list(): ({ id: string } & Fault)[]
  clear(id?: string): void
}

export function createFaults(random: () => number): Faults {
  let waiting: ({ id: string } & Fault)[] = []

  function take<Stage extends Fault['at']>(at: Stage, phone?: string, fits: (fault: FaultAt<Stage>) => boolean = () => true) {
    const found = waiting.find((one) => {
      const isMeant = one.at === at && (!('phone' in one) || one.phone === undefined || one.phone === phone)
      return isMeant && fits(one as unknown as FaultAt<Stage>) && (one.chance === 1 || random() < one.chance)
    })
    if (!found) return undefined
    if (found.times !== 'always') found.times -= 1
    if (found.times === 0) waiting = waiting.filter((one) => one !== found)
    return found as unknown as FaultAt<Stage>
  }

  return {
    add: (input) => {
      const added = { id: randomUUID(), ...fault.parse(input) }
      waiting.push(added)
      return { ...added }
    },
    take,
    list: () => waiting.map((one) => ({ ...one })),
    clear: (id) => {
      waiting = id === undefined ? [] : waiting.filter((one) => one.id !== id)
    },
  }
}
