import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge } from '#ui/kit/badge.tsx'
import { DeleteForm, RowActs, SwitchForm } from '#web/admin/row-acts.tsx'

interface ResourceItemProps {
  /** What the panel says of the noun (domain/act.ts). */
  words: { one: string; deleting?: string }
  name: string
  /** Fields that name the row. */
  hidden: Record<string, string>
  /** The flag that turns it on, and whether it is. */
  flag?: [column: string, isOn: boolean]
  /** The page that edits it. */
  to: string
  open?: string
  /** What deleting this one does, where that differs from row to row. */
  deleting?: ReactNode
  deleteIntent?: string
  children: ReactNode
}

/** A row in a list, with its buttons. */
export function ResourceItem({ words, name, hidden, flag, to, open = 'Edit', deleting, deleteIntent, children }: ResourceItemProps) {
  return (
    <li className="content-item">
      {children}
      <RowActs>
        {flag && <SwitchForm name={name} hidden={hidden} column={flag[0]} isOn={flag[1]} />}
        <Link className="button button-ghost button-small" to={to} aria-label={`${open} ${name}`}>
          {open}
        </Link>
        <DeleteForm intent={deleteIntent} what={words.one} name={name} hidden={hidden}>
          {deleting ?? words.deleting}
        </DeleteForm>
      </RowActs>
    </li>
  )
}

export function OnBadge({ isOn }: { isOn: boolean }) {
  return isOn ? <Badge tone="leaf">On</Badge> : <Badge tone="grey">Off</Badge>
}
