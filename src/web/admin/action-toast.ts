import type { Said } from '#domain/act.ts'
import type { AnswerTo } from '#web/forms/form-answer.ts'

export type ActionToast = Said
export type AdminDone = { intent: string; done: ActionToast }
export type AdminAnswer = AnswerTo<AdminDone>
