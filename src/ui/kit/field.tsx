import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '#ui/kit/icon.tsx'

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** What the visitor should do about it. Marks the field as invalid and describes it. */
  error?: string | null
  /** Shows "(optional)" beside the label. */
  optional?: boolean
}

/** `inside` is a button at the end of the field. `aria-describedby` may name further elements that describe it. */
export function Field({ label, hint, error, optional, inside, ...input }: FieldProps & ComponentProps<'input'> & { inside?: ReactNode }) {
  const { id, wrap, described } = useField({ label, hint, error, optional }, input.id, input['aria-describedby'])
  const control = <input {...input} {...described} id={id} className="input" />
  if (!inside) return wrap(control)
  return wrap(
    <span className="input-wrap">
      {control}
      {inside}
    </span>,
  )
}

/** A phone number, typed with the keys of a phone. */
export function PhoneField(field: ComponentProps<typeof Field>) {
  return <Field type="tel" inputMode="tel" {...field} />
}

export function TextField({ label, hint, error, optional, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const { id, wrap, described } = useField({ label, hint, error, optional }, area.id)
  return wrap(<textarea {...area} {...described} id={id} className="input" />)
}

export function SelectField({ label, hint, error, optional, ...select }: FieldProps & ComponentProps<'select'>) {
  const { id, wrap, described } = useField({ label, hint, error, optional }, select.id)
  return wrap(<select {...select} {...described} id={id} className="input" />)
}

/** A checkbox; `children` are its label. */
export function CheckField({ children, error, ...input }: { children: ReactNode; error?: string | null } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <label className="check">
        <input {...input} type="checkbox" aria-invalid={error ? true : undefined} aria-describedby={error ? `${id}-error` : undefined} />
        <span>{children}</span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The error message of a field. */
export function FieldError({ children, ...span }: ComponentProps<'span'>) {
  return (
    <span {...span} className="field-error">
      <Icon name="info" small />
      {children}
    </span>
  )
}

function useField({ label, hint, error, optional }: FieldProps, givenId: string | undefined, describedElsewhere?: string) {
  const ownId = useId()
  const id = givenId ?? ownId
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`, describedElsewhere].filter(Boolean).join(' ')
  const wrap = (control: ReactNode) => (
    <div className={error ? 'field field-invalid' : 'field'}>
      <label htmlFor={id}>
        {label}
        {optional && <span className="optional"> (optional)</span>}
      </label>
      {control}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
  return { id, wrap, described: { 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined } }
}

const fields = ':is(input:not([type=hidden], [type=file]), select, textarea):not(:disabled)'

/** Focuses the first visible field within the element. Does nothing on touch screens, where the keyboard would cover half of what has just opened. */
export function focusFirstField(within: Element | null): void {
  if (window.matchMedia('(pointer: coarse)').matches) return
  const firstVisible = [...(within?.querySelectorAll<HTMLElement>(fields) ?? [])].find((field) => field.getClientRects().length > 0)
  firstVisible?.focus()
}
