/** A box to tick; its field is `on` or missing. */
export function Tick({ name, label, hint, on, isSwitch }: { name: string; label: string; hint?: string; on: boolean; isSwitch?: boolean }) {
  return (
    <label className="flag">
      <input type="checkbox" name={name} defaultChecked={on} role={isSwitch ? 'switch' : undefined} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}
