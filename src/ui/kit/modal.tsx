import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '#ui/kit/button.tsx'
import { focusFirstField } from '#ui/kit/field.tsx'
import { useLayer } from '#ui/kit/layers.ts'
import './modal.css'

interface ModalProps {
  open: boolean
  onClose: () => void
  /** The heading and the accessible name of the dialog. */
  title: ReactNode
  closeLabel: string
  children: ReactNode
  /** Stays visible at the bottom while the content scrolls. */
  footer?: ReactNode
}

/** A panel at the edge of the screen. It is a native dialog: it traps the focus, closes on Escape, Back and a click on the backdrop, and returns the focus. */
export function SidePanel({ from = 'right', ...modal }: ModalProps & { from?: 'left' | 'right' }) {
  return <Modal {...modal} className={from === 'left' ? 'side-panel side-panel-left' : 'side-panel'} bodyClass="side-panel-body" />
}

/** A dialog box in the middle of the screen; its first field gets the focus. */
export function Dialog(modal: ModalProps) {
  return <Modal {...modal} className="dialog" bodyClass="dialog-body" isForm />
}

interface ModalParts extends ModalProps {
  className: string
  bodyClass: string
  /** The first field gets the focus instead of the close button. */
  isForm?: boolean
}

function Modal({ open, onClose, title, closeLabel, children, footer, className, bodyClass, isForm }: ModalParts) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const hasOpened = useOnceTrue(open)
  useModal(dialog, open, isForm)
  useLayer(open, onClose)
  // The close event is asynchronous: the dialog may be open again when it fires. Escape also fires `cancel`, which comes at once.
  const handleClose = () => !dialog.current?.open && onClose()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which the dialog has by itself
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={titleId}
      onCancel={onClose}
      onClose={handleClose}
      onClick={(event) => isBackdrop(event) && onClose()}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </div>
      <div className={bodyClass}>{hasOpened && children}</div>
      {hasOpened && footer && <div className="dialog-foot">{footer}</div>}
    </dialog>
  )
}

/** Nothing is rendered before the first opening. Afterwards the content stays, so that the panel is not empty while it slides out. */
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
    // Reserves the width of a classic scroll bar, so that nothing moves sideways.
    if (window.innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable'
    element?.showModal()
    if (isForm) focusFirstField(element)
    return () => element?.close()
  }, [dialog, open, isForm])
}

/** Whether the click was on the backdrop: its target is the dialog itself, because the content covers the rest of the dialog. */
function isBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  return event.target === event.currentTarget
}
