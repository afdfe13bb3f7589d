import { data, type RouterContextProvider } from 'react-router'
import { isProblem, Problem } from '#domain/problem.ts'
import type { ActionToast, AdminAnswer } from '#web/admin/action-toast.ts'
import { type AdminContext, asAdmin } from '#web/admin/as-admin.ts'
import { readForm } from '#web/admin/read-form.ts'
import { refused } from '#web/refusal.ts'

/** What a form sent: its fields, and the form itself for fields that repeat. */
export type Act = (ctx: AdminContext, sent: Record<string, string>, form: FormData) => Promise<ActionToast>

/**
 * Carries out what a form of the panel asks for: `intent` names one of the acts of the page, each parses and calls one verb and says what happened.
 * Refusals go back with what was typed, save a password, also that there was too much of it. Server only.
 */
export async function actAsAdmin(
  args: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
  acts: Record<string, Act>,
  /** Of the whole form, where it carries a file. */
  mostBytes?: number,
): Promise<ReturnType<typeof data<AdminAnswer>>> {
  const ctx = asAdmin(args)
  let sent: Record<string, string> = {}
  try {
    const form = await readForm(args.request, mostBytes)
    sent = wordsIn(form)
    const { intent = '' } = sent
    const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined
    if (!act) throw new Problem('malformed')
    return data({ intent, done: await act(ctx, sent, form) }, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (!isProblem(error)) throw error
    const { data: answer, init } = refused(error)
    const { password: _, ...typed } = sent
    return data({ ...answer, intent: sent.intent ?? '', typed }, init ?? undefined)
  }
}

/** Without scripts a browser ends its lines in a way of its own, and nobody has changed a text by that. */
function wordsIn(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [])))
}
