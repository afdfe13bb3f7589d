/** A progress bar of named steps. `current` is an index into `steps`; those before it are done, and with `steps.length` all are. */
export function Steps({ steps, current, label }: { steps: string[]; current: number; label: string }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? 'step-done' : index === current ? 'step-now' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {step}
          {index < current && <span className="visually-hidden">, done</span>}
        </li>
      ))}
    </ol>
  )
}
