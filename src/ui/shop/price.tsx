import { formatShillings } from '#domain/money.ts'

/** Prices in KSh: the current one, and the original struck through if it is higher. */
export function Price({ now, was }: { now: number; was: number }) {
  return (
    <p className="price">
      <b>{formatShillings(now)}</b>
      {was > now && (
        <s>
          <span className="visually-hidden">Original price </span>
          {formatShillings(was)}
        </s>
      )}
    </p>
  )
}

/** `-15% OFF`, and nothing at 0. */
export function DiscountPlate({ percentage }: { percentage: number }) {
  return percentage > 0 ? <span className="plate">{`-${percentage}% OFF`}</span> : null
}
