import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Link, useBlocker, useNavigate } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { focusFirstField } from '#ui/kit/first-field.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { Notice } from '#ui/kit/notice.tsx'

interface RouteDialogProps {
  title: string
  /** The address below, to which closing leads. */
  back: string
  wide?: boolean
  /** Something was typed that is not saved: leaving is asked about. */
  dirty?: boolean
  children: ReactNode
}

/** `navigate(list, saved)`: nothing would be lost by this. */
export const saved = { state: 'saved', preventScrollReset: true }

/**
 * A dialog with an address of its own, over the page that it belongs to. Where there are no scripts it stands open from the start; where there are, it is
 * a native modal: focus is trapped, Escape closes it, and focus goes back to where it was. A tap on the veil closes nothing, because forms live here.
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
      className={wide ? 'dlg dlg-wide' : 'dlg'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file chooser that is given up says so too, from inside.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        void navigate(back, { preventScrollReset: true })
      }}
    >
      <div className="side-h">
        <h2 id={titleId}>{title}</h2>
        <Link className="ico" to={back} preventScrollReset aria-label="Close">
          <Icon name="close" />
        </Link>
      </div>
      <Leaving dirty={dirty} />
      <div className="dlg-b">{children}</div>
    </dialog>
  )
}

function Leaving({ dirty }: { dirty: boolean }) {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && nextLocation.state !== saved.state && currentLocation.pathname !== nextLocation.pathname,
  )
  if (state !== 'blocked') return null
  return (
    <Notice tone="amber" role="alert">
      <p>What you changed is not saved.</p>
      <div className="acts">
        <Button small autoFocus onClick={reset}>
          Go on editing
        </Button>
        <Button small look="ghost" onClick={proceed}>
          Leave without saving
        </Button>
      </div>
    </Notice>
  )
}
