import { data, type RouterContextProvider } from 'react-router'
import { isProblem, Problem } from '#domain/problem.ts'
import type { ActionToast, AdminAnswer } from '#web/admin/action-toast.ts'
import { type AdminContext, asAdmin } from '#web/admin/as-admin.ts'
import { readForm } from '#web/admin/read-form.ts'
import { refusalResponse } from '#web/forms/refusal.ts'

/** The handler of one intent. `sent` are the form's text fields; `form` is for fields that repeat. */
export type Act = (ctx: AdminContext, sent: Record<string, string>, form: FormData) => Promise<ActionToast>

/**
 * The action of a page of the panel. The form's `intent` selects one of `acts`, which parses the fields, calls one verb and returns a toast. A refusal, also of
 * a body that is too large, returns the typed values without the password. Server only.
 */
export async function actAsAdmin(
  args: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
  acts: Record<string, Act>,
  /** The size limit of a form with a file, in bytes. */
  maxBytes?: number,
): Promise<ReturnType<typeof data<AdminAnswer>>> {
  const ctx = asAdmin(args)
  let sent: Record<string, string> = {}
  try {
    const form = await readForm(args.request, maxBytes)
    sent = textFields(form)
    const { intent = '' } = sent
    const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined
    if (!act) throw new Problem('malformed')
    return data({ intent, done: await act(ctx, sent, form) }, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (!isProblem(error)) throw error
    const { data: answer, init } = refusalResponse(error)
    const { password: _, ...typed } = sent
    return data({ ...answer, intent: sent.intent ?? '', typed }, init ?? undefined)
  }
}

/** The text fields of a form. Browsers send line breaks as CRLF, which must not count as a change of a text. */
function textFields(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [])))
}
