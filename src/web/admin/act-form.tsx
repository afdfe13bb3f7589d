import type { ComponentProps, ReactNode } from 'react'
import type { ActWords } from '#domain/act.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'

type FormProps = Partial<Omit<ComponentProps<typeof ConfirmForm>, 'text' | 'intent'>>

interface ActFormProps extends FormProps {
  act: ActWords
  intent: string
  /** What the row is called. */
  of?: string
  /** What the dialog says of this row: before the act's own paragraphs, and after them. */
  first?: ReactNode
  last?: ReactNode
}

/** The button of an act, with its dialog where it asks first. */
export function ActForm({ act, of = '', first, last, ...form }: ActFormProps) {
  const { label, title, submit = label, busy, look, text = [] } = act
  const name = act.name?.replace('{of}', of)
  if (title === undefined) return <AdminForm {...{ submit, name, busy }} look="ghost" small {...form} />
  return (
    <ConfirmForm
      {...{ label, title, submit, busy }}
      buttonName={name}
      labelLook={look}
      look={look === 'ink' ? undefined : look}
      {...form}
      text={
        <>
          {first}
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {last}
        </>
      }
    />
  )
}
