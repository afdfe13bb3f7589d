import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useActionData } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { focusFirstField } from '#ui/kit/first-field.ts'
import { Icon } from '#ui/kit/icon.tsx'

/** What the form for one more is given. */
export interface NewForm {
  formKey: string
  onDone: () => void
  beside: ReactNode
}

interface NewBoxProps {
  label: string
  /** There is nothing else to do yet: the form stands open. */
  isFirst: boolean
  /** Of this visit; each form that is opened has one of its own. */
  visitKey: string
  children: (form: NewForm) => ReactNode
}

/**
 * The form for one more, folded away until it is wanted, and closed by its Cancel alone. When something was made it folds again and is empty; where there
 * are no scripts it stands open with what was refused.
 */
export function NewBox({ label, isFirst, visitKey, children }: NewBoxProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const [closed, setClosed] = useState(0)
  const posted = useActionData() as { intent?: string; refusal?: unknown } | undefined
  const isRefused = posted?.intent === 'create' && posted.refusal !== undefined
  const close = () => {
    if (box.current) box.current.open = false
    setClosed(closed + 1)
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
      <summary className={isFirst ? 'content-h' : 'btn btn-ink'} onClick={openOnly}>
        {!isFirst && <Icon name="plus" small />} {label}
      </summary>
      <div key={closed}>{children({ formKey: `${visitKey} ${closed}`, onDone: close, beside: isFirst ? null : cancel })}</div>
    </details>
  )
}
