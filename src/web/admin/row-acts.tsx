import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'

/** The buttons of a row: if it is removed while it has the focus, the focus moves to the next row, or to the search. */
export function RowActs({ children }: { children: ReactNode }) {
  const acts = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const row = acts.current?.closest('li, tr')
    return () => {
      if (!row?.contains(document.activeElement)) return
      const near = row.nextElementSibling ?? row.previousElementSibling
      const next = near?.querySelector<HTMLElement>('.acts a') ?? near?.querySelector<HTMLElement>('button')
      const other = next ?? document.querySelector<HTMLElement>('.admin-panel [type=search], .admin-panel .new-box summary')
      other?.focus()
    }
  }, [])
  return (
    <div className="acts" ref={acts}>
      {children}
    </div>
  )
}

interface RowForm {
  /** What the row is called. */
  name: string
  /** Fields that name the row. */
  hidden: Record<string, string>
}

/** Turns a row on or off; the field `column` is the new state. */
export function SwitchForm({ name, hidden, column, isOn }: RowForm & { column: string; isOn: boolean }) {
  const to = isOn ? 'off' : 'on'
  const texts = { submit: `Turn ${to}`, name: `Turn ${to} ${name}`, busy: 'Turning...' }
  return <AdminForm intent="switch" hidden={{ ...hidden, [column]: to }} {...texts} look="ghost" small />
}

interface DeleteFormProps extends RowForm {
  intent?: string
  /** The noun, such as `zone`. */
  what: string
  /** Its name in the list, where that has more. */
  listed?: string
  /** What deleting it does. */
  children: ReactNode
}

/** Deletes a row, after a question. */
export function DeleteForm({ intent = 'delete', what, name, listed = name, hidden, children }: DeleteFormProps) {
  const texts = { label: 'Delete', buttonName: `Delete ${listed}`, title: `Delete ${name}?`, submit: `Delete ${what}`, busy: 'Deleting...' }
  return <ConfirmForm intent={intent} hidden={hidden} {...texts} text={<p>{children}</p>} look="bad" />
}
