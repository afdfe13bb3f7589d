import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Button, type ButtonLook } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/modal.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'

interface ConfirmFormProps extends ComponentProps<typeof AdminForm> {
  /** The button that asks. */
  label: ReactNode
  /** Its name for readers, where the words alone would not tell which row it is about. */
  labelled?: string
  labelLook?: ButtonLook
  labelDisabled?: boolean
  /** Why it would be refused: the button stays in its place, says so and asks nothing. */
  refusal?: string | null
  /** The question. */
  title: string
  /** What will happen, in a sentence or two. */
  text: ReactNode
  /** The button that leaves everything as it is. */
  wayOut?: string
}

/** A button that asks before anything happens: money, roles, and what cannot be undone. The dialog stays open with what was typed when the shop refuses. */
export function ConfirmForm({
  label,
  labelled,
  labelLook = 'ghost',
  labelDisabled,
  refusal,
  title,
  text,
  wayOut = 'Cancel',
  onDone,
  ...form
}: ConfirmFormProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const why = useId()
  if (refusal) {
    return (
      <>
        <Button look={labelLook} small aria-disabled aria-label={labelled} aria-describedby={why}>
          {label}
        </Button>
        <small className="why" id={why}>
          {refusal}
        </small>
      </>
    )
  }
  return (
    <>
      <Button look={labelLook} small disabled={labelDisabled} aria-label={labelled} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={title} closeLabel="Close">
        <div className="ask">
          <div className="ask-t">{text}</div>
          <AdminForm
            {...form}
            onDone={(toast) => {
              close()
              onDone?.(toast)
            }}
            beside={
              <Button look="ghost" onClick={close}>
                {wayOut}
              </Button>
            }
          />
        </div>
      </Dialog>
    </>
  )
}
