import { data, type RouterContextProvider } from 'react-router'
import { isProblem, Problem } from '#domain/problem.ts'
import type { AdminAnswer, Told } from '#web/admin/answer.ts'
import { type AdminContext, asAdmin } from '#web/admin/as-admin.ts'
import { refused } from '#web/refusal.ts'

/** What a form sent: its fields, and the form itself for fields that repeat. */
export type Act = (ctx: AdminContext, sent: Record<string, string>, form: FormData) => Promise<Told>

/**
 * Carries out what a form of the panel asks for: `intent` names one of the acts of the page, each parses and calls one verb and says what happened.
 * Refusals go back with what was typed. Server only.
 */
export async function actAsAdmin(
  args: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
  acts: Record<string, Act>,
): Promise<ReturnType<typeof data<AdminAnswer>>> {
  const ctx = asAdmin(args)
  const form = await args.request.formData().catch(() => new FormData())
  const sent = Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  const { intent = '' } = sent
  try {
    const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined
    if (!act) throw new Problem('malformed')
    return data({ intent, done: await act(ctx, sent, form) }, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (!isProblem(error)) throw error
    const { data: answer, init } = refused(error)
    return data({ ...answer, intent, typed: sent }, init ?? undefined)
  }
}
