import type { DeliveryStep } from '#domain/order-story.ts'
import { Moment } from '#ui/kit/moment.tsx'
import './step-list.css'

/** How far a paid order is, with dates. A page in an old cache has no `steps`. */
export function StepList({ steps = [] }: { steps: DeliveryStep[] | undefined }) {
  if (steps.length === 0) return null
  const current = steps.findLastIndex(({ isDone }) => isDone)
  return (
    <ol className="delivery-steps" aria-label="How far your order is">
      {steps.map(({ label, isDone, at, note }, place) => (
        <li key={label} className={isDone ? 'step-reached' : undefined} aria-current={place === current ? 'step' : undefined}>
          <b>
            {label}
            <span className="visually-hidden">{isDone ? ', done' : ', not yet'}</span>
          </b>
          {at && <Moment at={at} />}
          {note && <span>{note}</span>}
        </li>
      ))}
    </ol>
  )
}
