import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Link, useBlocker, useNavigate } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { focusFirstField } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import '#ui/kit/modal.css'

interface RouteDialogProps {
  title: string
  /** The address to which closing navigates. */
  back: string
  wide?: boolean
  /** There are unsaved changes: leaving asks for confirmation. */
  dirty?: boolean
  children: ReactNode
}

/** `navigate(list, saved)`: leaves without a confirmation, because everything is saved. */
export const saved = { state: 'saved', preventScrollReset: true }

/**
 * A dialog with an address of its own over its page. Without scripts it is rendered open; with scripts it is a native modal dialog: it traps the focus, closes
 * on Escape and returns the focus. A click on the backdrop does not close it, because it holds forms.
 */
export function RouteDialog({ title, back, wide, dirty = false, children }: RouteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const navigate = useNavigate()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.removeAttribute('open')
    element?.showModal()
    focusFirstField(element)
    return () => element?.close()
  }, [])
  return (
    <dialog
      open
      ref={dialog}
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A cancelled file chooser also fires `cancel`, which bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        void navigate(back, { preventScrollReset: true })
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Link className="icon-button" to={back} preventScrollReset aria-label="Close">
          <Icon name="close" />
        </Link>
      </div>
      <UnsavedWarning dirty={dirty} />
      <div className="dialog-body">{children}</div>
    </dialog>
  )
}

function UnsavedWarning({ dirty }: { dirty: boolean }) {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && nextLocation.state !== saved.state && currentLocation.pathname !== nextLocation.pathname,
  )
  if (state !== 'blocked') return null
  return (
    <Notice tone="amber" role="alert">
      <p>What you changed is not saved.</p>
      <div className="acts">
        <Button small autoFocus onClick={reset}>
          Continue editing
        </Button>
        <Button small look="ghost" onClick={proceed}>
          Leave without saving
        </Button>
      </div>
    </Notice>
  )
}
