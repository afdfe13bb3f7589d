import { type ReactNode, useState } from 'react'
import { type HelpPiece, helpLimits, placeholderList } from '#domain/help-sections.ts'
import type { HelpRow } from '#features/help/help-texts.ts'
import { Field, TextField } from '#ui/kit/field.tsx'
import { HelpText } from '#ui/shop/help-text.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { usePreview } from '#web/admin/help/use-preview.ts'
import type { FormState } from '#web/forms/intent-form.tsx'

interface HelpFormProps {
  row: HelpRow
  /** As it looks now. */
  pieces: HelpPiece[]
  onDone: () => void
  beside: ReactNode
}

/** Title and Markdown of a section, with what visitors will see beside them. */
export function HelpForm({ row, pieces, onDone, beside }: HelpFormProps) {
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
            <Field {...field('title', row.title)} label="Title" required maxLength={helpLimits.title} autoComplete="off" />
            <TextField
              {...field('body', row.body)}
              label="Text"
              required
              rows={24}
              maxLength={helpLimits.body}
              hint={
                <>
                  Markdown: <code>### Question? {'{#short-name}'}</code> begins a question that can be linked to, <code>**bold**</code>,{' '}
                  <code>- list</code>, <code>[words](/help#faq)</code>. {placeholderList()} are filled from the settings.
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
  // As it was when the form was drawn: the row may be read anew meanwhile.
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
