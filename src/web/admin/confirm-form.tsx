import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Button, type ButtonLook } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/modal.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'

interface ConfirmFormProps extends ComponentProps<typeof AdminForm> {
  /** The label of the button that opens the dialog. */
  label: ReactNode
  /** Its accessible name, if the label does not say which row it is for. */
  buttonName?: string
  labelLook?: ButtonLook
  labelDisabled?: boolean
  /** Why the action is not allowed: the button is disabled and described by this text. */
  refusal?: string | null
  /** The dialog's title, a question. */
  title: string
  /** What the action does, in a sentence or two. */
  text: ReactNode
  /** The label of the cancel button. */
  cancelLabel?: string
}

/** A button with a confirmation dialog, for money, roles and what cannot be undone. After a refusal the dialog stays open with what was typed. */
export function ConfirmForm({
  label,
  buttonName,
  labelLook = 'ghost',
  labelDisabled,
  refusal,
  title,
  text,
  cancelLabel = 'Cancel',
  onDone,
  ...form
}: ConfirmFormProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const why = useId()
  if (refusal) {
    return (
      <>
        <Button look={labelLook} small aria-disabled aria-label={buttonName} aria-describedby={why}>
          {label}
        </Button>
        <small className="reason" id={why}>
          {refusal}
        </small>
      </>
    )
  }
  return (
    <>
      <Button look={labelLook} small disabled={labelDisabled} aria-label={buttonName} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={title} closeLabel="Close">
        <div className="confirm">
          <div className="confirm-text">{text}</div>
          <AdminForm
            {...form}
            onDone={(toast) => {
              close()
              onDone?.(toast)
            }}
            beside={
              <Button look="ghost" onClick={close}>
                {cancelLabel}
              </Button>
            }
          />
        </div>
      </Dialog>
    </>
  )
}
