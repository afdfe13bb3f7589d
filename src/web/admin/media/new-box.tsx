import { type ReactNode, useRef, useState } from 'react'
import { useActionData } from 'react-router'
import { Icon } from '#ui/kit/icon.tsx'

/**
 * The form for one more, folded away until it is wanted. When something was made it folds again and is empty; where there are no scripts it stands
 * open with what was refused.
 */
export function NewBox({ label, isOpen, children }: { label: string; isOpen: boolean; children: (onDone: () => void) => ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null)
  const [made, setMade] = useState(0)
  const posted = useActionData() as { intent?: string; refusal?: unknown } | undefined
  const done = () => {
    if (box.current) box.current.open = false
    setMade(made + 1)
  }
  return (
    <details className="new-box" ref={box} open={isOpen || (posted?.intent === 'create' && posted.refusal !== undefined)}>
      <summary className="btn btn-ink">
        <Icon name="plus" small /> {label}
      </summary>
      <div key={made}>{children(done)}</div>
    </details>
  )
}
