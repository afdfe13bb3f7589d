import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useActionData } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { focusFirstField } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'

/** The props of the form for a new row. */
export interface NewForm {
  formKey: string
  onDone: () => void
  beside: ReactNode
}

interface NewBoxProps {
  label: string
  /** The list is empty: the form is open. */
  isFirst: boolean
  /** A key of this page load; each opened form gets an idempotency key made from it. */
  visitKey: string
  children: (form: NewForm) => ReactNode
}

/** A collapsible form for a new row, closed by its Cancel button only. After a success it closes and is emptied; without scripts it is open if it was refused. */
export function NewBox({ label, isFirst, visitKey, children }: NewBoxProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const [closedCount, setClosedCount] = useState(0)
  const posted = useActionData() as { intent?: string; refusal?: unknown } | undefined
  const isRefused = posted?.intent === 'create' && posted.refusal !== undefined
  const close = () => {
    if (box.current) box.current.open = false
    setClosedCount(closedCount + 1)
  }
  const openOnly = (event: MouseEvent) => {
    event.preventDefault()
    if (box.current) box.current.open = true
    focusFirstField(box.current)
  }
  const cancel = (
    <Button look="ghost" className="when-scripted" onClick={close}>
      Cancel
    </Button>
  )
  return (
    <details className="new-box" ref={box} open={isFirst || isRefused}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button of its own */}
      <summary className={isFirst ? 'content-title' : 'button button-ink'} onClick={openOnly}>
        {!isFirst && <Icon name="plus" small />} {label}
      </summary>
      <div key={closedCount}>{children({ formKey: `${visitKey} ${closedCount}`, onDone: close, beside: isFirst ? null : cancel })}</div>
    </details>
  )
}
