import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '#ui/kit/button.tsx'
import { focusFirstField } from '#ui/kit/first-field.ts'
import { useLayer } from '#ui/kit/use-layer.ts'

interface ModalProps {
  open: boolean
  onClose: () => void
  /** The heading and the name of the dialog. */
  title: ReactNode
  closeLabel: string
  children: ReactNode
  /** Pinned at the foot. */
  footer?: ReactNode
}

/** A panel from the edge of the screen: native dialog, so focus is trapped, Escape, Back and the veil close it, and focus goes back where it was. */
export function SidePanel({ from = 'right', ...modal }: ModalProps & { from?: 'left' | 'right' }) {
  return <Modal {...modal} className={from === 'left' ? 'side side-left' : 'side'} bodyClass="side-b" />
}

/** A box in the middle of the screen. */
export function Dialog(modal: ModalProps) {
  return <Modal {...modal} className="dlg" bodyClass="dlg-b" isForm />
}

interface ModalParts extends ModalProps {
  className: string
  bodyClass: string
  /** What is to be filled in has the focus, not the button that closes. */
  isForm?: boolean
}

function Modal({ open, onClose, title, closeLabel, children, footer, className, bodyClass, isForm }: ModalParts) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const filled = useOnceTrue(open)
  useModal(dialog, open, isForm)
  useLayer(open, onClose)
  // The event of a close() comes late: by then the dialog may be open again. Escape says so at once by a cancel, and what is pressed next is heard.
  const closed = () => !dialog.current?.open && onClose()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which the dialog has by itself
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={titleId}
      onCancel={onClose}
      onClose={closed}
      onClick={(event) => isVeil(event) && onClose()}
    >
      <div className="side-h">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </div>
      <div className={bodyClass}>{filled && children}</div>
      {filled && footer && <div className="side-f">{footer}</div>}
    </dialog>
  )
}

/** Nothing is rendered before the first opening; afterwards it stays, so that it can slide out full. */
function useOnceTrue(value: boolean): boolean {
  const [seen, setSeen] = useState(value)
  if (value && !seen) setSeen(true)
  return seen || value
}

function useModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean, isForm = false) {
  useEffect(() => {
    if (!open) return
    const element = dialog.current
    const root = document.documentElement
    // Where the scroll bar takes room it keeps it, so that nothing moves sideways.
    if (window.innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable'
    element?.showModal()
    if (isForm) focusFirstField(element)
    return () => element?.close()
  }, [dialog, open, isForm])
}

/** A click on the backdrop arrives at the dialog itself; its content covers every pixel of it. */
function isVeil(event: MouseEvent<HTMLDialogElement>): boolean {
  return event.target === event.currentTarget
}
