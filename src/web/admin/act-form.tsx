import type { ComponentProps, ReactNode } from 'react'
import type { ActButton } from '#domain/act.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'

type FormProps = Partial<Omit<ComponentProps<typeof ConfirmForm>, 'text' | 'intent'>>

interface ActFormProps extends FormProps {
  act: ActButton
  intent: string
  /** What the row is called, and what else its words leave open, by name. */
  of?: string
  values?: Record<string, string>
  /** What the dialog says of this row: before the act's own paragraphs, and after them. */
  first?: ReactNode
  last?: ReactNode
}

/** The button of an act, with its dialog where it asks first. */
export function ActForm({ act, of = '', values, first, last, ...form }: ActFormProps) {
  const { submit = act.label, busy, keep, look, text = [] } = act
  const all: Record<string, string> = { of, ...values }
  const fill = (words: string) => words.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? '')
  const name = act.name && fill(act.name)
  const shared = { submit: fill(submit), busy }
  if (act.title === undefined) return <AdminForm {...shared} name={name} look={look ?? 'ghost'} small {...form} />
  return (
    <ConfirmForm
      {...shared}
      label={fill(act.label)}
      title={fill(act.title)}
      buttonName={name}
      cancelLabel={keep}
      labelLook={look}
      look={look === 'ink' ? undefined : look}
      {...form}
      text={
        <>
          {first}
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph.split('**').map((part, place) => (place % 2 === 1 ? <b key={part}>{fill(part)}</b> : fill(part)))}</p>
          ))}
          {last}
        </>
      }
    />
  )
}
