import type { AnswerTo } from '#web/forms/form-answer.ts'

/** The toast after an admin action that succeeded; `facts` is data for the page. */
export interface ActionToast {
  title: string
  text?: string
  /** Bad if only a part succeeded. */
  tone?: 'good' | 'bad'
  facts?: Record<string, unknown>
}
export type AdminDone = { intent: string; done: ActionToast }
export type AdminAnswer = AnswerTo<AdminDone>
