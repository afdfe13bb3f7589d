import type { FormState } from '#web/forms/intent-form.tsx'

interface TickProps {
  name: string
  label: string
  hint?: string
  isSwitch?: boolean
  first: boolean
  typed: FormState['typed']
}

/** A box to tick; its field is `on` or missing. */
export function Tick({ name, label, hint, isSwitch, first, typed }: TickProps) {
  return (
    <label className="flag">
      <input type="checkbox" name={name} defaultChecked={'intent' in typed ? typed[name] === 'on' : first} role={isSwitch ? 'switch' : undefined} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}
