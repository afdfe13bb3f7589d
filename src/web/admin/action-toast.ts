import type { Said } from '#domain/act.ts'
import type { AnswerTo } from '#web/forms/refusal.ts'

export type ActionToast = Said
export type AdminDone = { intent: string; done: ActionToast }
export type AdminAnswer = AnswerTo<AdminDone>
