import type { Refusal, Unsure } from '#web/forms/refusal.ts'

/** The result of a form of any page. */
export type AnyOutcome = { intent: string; done: unknown }
/** A refusal. `typed` are the values for a page without scripts; never a password. */
export type RefusedForm<Name extends string = string> = { intent: Name; refusal: Refusal; typed: Record<string, string> }
export type AnswerTo<Of extends AnyOutcome> = Of | RefusedForm<Of['intent']> | Unsure | { refusal: Refusal }
