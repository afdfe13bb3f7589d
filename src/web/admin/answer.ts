import type { AnswerTo } from '#web/dashboard/answer.ts'

/** What is said of an act that was carried out, as a toast; `facts` is for the page. */
export interface Told {
  title: string
  text?: string
  /** Carried out in part, say. */
  tone?: 'good' | 'bad'
  facts?: Record<string, unknown>
}
export type AdminDone = { intent: string; done: Told }
export type AdminAnswer = AnswerTo<AdminDone>
