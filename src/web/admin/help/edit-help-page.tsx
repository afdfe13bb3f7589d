import { type ReactNode, useEffect, useRef, useState } from 'react'
import { checksIn, type HelpPiece, helpLimits, placeholderList } from '#domain/help-sections.ts'
import { changeHelp, getHelpRow, type HelpRow, previewHelp } from '#features/content/help-texts.ts'
import { Field, TextField } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { HelpText } from '#ui/shop/help-text.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { EditSheet } from '#web/admin/edit-sheet.tsx'
import { helpPreviewUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin, loadOne } from '#web/admin/panel-requests.ts'
import type { FormState } from '#web/forms/intent-form.tsx'
import type { Route } from './+types/edit-help-page.ts'
import '../content.css'
import './help.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const row = await loadOne(() => getHelpRow(ctx, args.params.id))
  // Rules of help that only its editor needs come with its page: every page of the shop would load them.
  return { row, pieces: previewHelp(ctx, row), checks: checksIn(row.body), limits: helpLimits, placeholders: placeholderList() }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    save: async (ctx, { title, body, updated_at }) => {
      await changeHelp(ctx, args.params.id, { title, body, updated_at })
      return { title: 'Help section saved', text: 'Visitors see it now.' }
    },
  })
}

export default function EditHelp({ loaderData: { row, pieces, checks, limits, placeholders } }: Route.ComponentProps) {
  return (
    <EditSheet section="help" table="help_sections" row={row} heading={`Edit ${row.title}`}>
      {(form) => (
        <>
          {checks.length > 0 && (
            <Notice tone="amber" role="note" className="help-help">
              <b>Yours to check in this text:</b>
              <ul>
                {checks.map((check) => (
                  <li key={check}>{check}</li>
                ))}
              </ul>
              When it is right, take the line that begins with <code>&lt;!-- check:</code> out of the text. Visitors never see these lines.
            </Notice>
          )}
          <HelpForm key={row.id} {...{ row, pieces, limits, placeholders }} {...form} />
        </>
      )}
    </EditSheet>
  )
}

interface HelpFormProps {
  row: HelpRow
  /** As it looks now. */
  pieces: HelpPiece[]
  limits: typeof helpLimits
  /** The names that can be written into the text. */
  placeholders: string
  onDone: () => void
  beside: ReactNode
}

/** Title and Markdown of a section, with what visitors will see beside them. */
function HelpForm({ row, pieces, limits, placeholders, onDone, beside }: HelpFormProps) {
  const [title, setTitle] = useState(row.title)
  const { shown, trouble, look } = usePreview(pieces)
  return (
    <div className="content-editor help-editor">
      <AdminForm
        intent="save"
        submit="Save changes"
        busy="Saving..."
        onInput={({ name, value }) => (name === 'body' ? look(value) : name === 'title' && setTitle(value))}
        onDone={onDone}
        beside={beside}
      >
        {({ field, ...state }) => (
          <>
            <Field {...field('title', row.title)} label="Title" required maxLength={limits.title} autoComplete="off" />
            <TextField
              {...field('body', row.body)}
              label="Text"
              required
              rows={24}
              maxLength={limits.body}
              hint={
                <>
                  Markdown: <code>### Question? {'{#short-name}'}</code> begins a question that can be linked to, <code>**bold**</code>,{' '}
                  <code>- list</code>, <code>[words](/help#faq)</code>. {placeholders} are filled from the settings.
                </>
              }
            />
            <Seen row={row} {...state} />
          </>
        )}
      </AdminForm>
      <section className="content-preview when-scripted" aria-label="Preview">
        <p className="field-label">As visitors will see it</p>
        {trouble && <p className="field-error">{trouble}</p>}
        <div className="help-draft">
          <h3>{title.trim() || 'Title'}</h3>
          {shown.map(({ anchor, title: question, html }) => (
            <div key={anchor}>
              {question && <h4>{question}</h4>}
              <HelpText html={html} />
            </div>
          ))}
        </div>
      </section>
    </div>
  )
}

/** The version that the admin has read. If another admin has saved a newer one meanwhile, it is shown, and saving then replaces that one. */
function Seen({ row, typed, refusal }: { row: HelpRow } & Pick<FormState, 'typed' | 'refusal'>) {
  // As it was when the form was drawn: the row may be read again meanwhile.
  const [first] = useState(row.updated_at)
  const theirs = refusal?.code === 'help_changed' ? (refusal.facts as Pick<HelpRow, 'title' | 'body' | 'updated_at'>) : null
  return (
    <>
      <input type="hidden" name="updated_at" value={theirs?.updated_at ?? typed.updated_at ?? first} />
      {theirs && (
        <details className="help-original" open>
          <summary>What they saved: {theirs.title}</summary>
          <pre>{theirs.body}</pre>
        </details>
      )}
    </>
  )
}

/** Milliseconds without a key before the server is asked. */
const pause = 350

/** How a text will look, as the server will show it: asked for when the writer rests, the last question counts. Browser only. */
function usePreview(first: HelpPiece[]) {
  const [shown, setShown] = useState(first)
  const [trouble, setTrouble] = useState<string | null>(null)
  const asked = useRef<{ timer: ReturnType<typeof setTimeout>; stop: AbortController } | null>(null)

  const forget = () => {
    if (!asked.current) return
    clearTimeout(asked.current.timer)
    asked.current.stop.abort()
  }
  const look = (body: string) => {
    forget()
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await ask(body, stop.signal)
      if (stop.signal.aborted) return
      if ('pieces' in answer) setShown(answer.pieces)
      setTrouble('pieces' in answer ? null : answer.trouble)
    }, pause)
    asked.current = { timer, stop }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form goes
  useEffect(() => forget, [])
  return { shown, trouble, look }
}

async function ask(body: string, signal: AbortSignal): Promise<{ pieces: HelpPiece[] } | { trouble: string }> {
  const form = new URLSearchParams({ body })
  try {
    const response = await fetch(helpPreviewUrl, { method: 'POST', body: form, signal })
    const { pieces, error } = await response.json()
    return pieces ? { pieces } : { trouble: error.fields?.body ?? error.message }
  } catch {
    return { trouble: 'The preview did not come. What you write is not lost.' }
  }
}
