/** A route of stops: those before `current` are done, it is where you are. A `current` past the end means all is done. */
export function Steps({ steps, current, label }: { steps: string[]; current: number; label: string }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, at) => (
        <li key={step} className={at < current ? 'done' : at === current ? 'now' : undefined} aria-current={at === current ? 'step' : undefined}>
          {step}
          {at < current && <span className="sr">, done</span>}
        </li>
      ))}
    </ol>
  )
}
